/* Sizes of the task as numbers of any length: for statements about tasks that nobody could
 * lay out (m = 2^500), and for counting inputs. */
#ifndef STRATA_TASK_SIZES_H
#define STRATA_TASK_SIZES_H

#include "task/fc.h"

#include <stddef.h>

/* n[l] for l = 1 .. L-1 (n[0] = 1), N[l] for l = 0 .. L-1, tokens = N_0 + ... + N_{L-1} + 2. */
typedef struct sizes {
    unsigned L;
    mpz_t *n, *N;
    mpz_t tokens;
} sizes;

enum { sizes_max_L = 10000 };

/* Room for L: set N[0] = m and n[1 .. L-1], then complete. */
status sizes_init(sizes *s, unsigned long L, error *e);
status sizes_complete(sizes *s, error *e); /* all must be at least 1 */
void sizes_clear(sizes *s);
void sizes_init_fc(sizes *s, const fc *task);

/* The number of inputs: in decimal if that takes at most 10,000 digits, else factored, like
 * "1000*1000*1000^1000*1000000^1000000" (m, then A, then the tables); long sizes inside it
 * are written like 3*2^500 where they are of that kind. Free with memory_free. */
char *sizes_inputs_text(const sizes *s);

/* "FC(3;2;2,3)", with sizes as above; free with memory_free. */
char *sizes_task_text(const sizes *s);

#endif
