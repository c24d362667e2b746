/* The task FC(L; m; n_1, ..., n_{L-1}): L-step sequential function composition
 * (docs/mathematics/1-task-and-models.md). All names are the notes' own.
 *
 *     N_0 = m,  N_l = N_{l-1} n_l
 *     z_0 in [m],  z_l : [N_{l-1}] -> [N_{l-1}] (l = 1..L),  w_l in [n_l] (l = 1..L-1)
 *     i_0 = z_0,  i_1 = z_1(i_0),  i_l = z_l(w_{l-1} N_{l-2} + i_{l-1})
 *
 * A prompt is an array of symbols in the order
 *
 *     z_L(0) ... z_L(N_{L-1}-1)  z_{L-1}(0) ...  ...  z_1(0) ... z_1(m-1)  z_0  w
 *
 * one symbol per token. The last token's symbol is the whole tuple w, as the number
 * w_1 + n_1 (w_2 + n_2 (w_3 + ...)) in [A], A = n_1 ... n_{L-1}. So an input is nothing but
 * `tokens` numbers, number t below fc_radix(t). */
#ifndef STRATA_TASK_FC_H
#define STRATA_TASK_FC_H

#include "base/status.h"

#include <gmp.h>
#include <stdint.h>

enum { fc_max_L = 60 };

/* Prompts longer than this cannot be laid out here; the bounds work with any sizes. */
#define FC_MAX_TOKENS (UINT64_C(1) << 40)

typedef struct fc {
    unsigned L;
    uint64_t n[fc_max_L]; /* n[l], l = 1 .. L-1;  n[0] = 1 */
    uint64_t N[fc_max_L]; /* N[l], l = 0 .. L-1;  N[0] = m */
    uint64_t A;           /* number of queries w */
    uint64_t tokens;      /* prompt length n = N_{L-1} + ... + N_0 + 2 */
} fc;

/* n holds n_1 .. n_{L-1}; all sizes must be at least 1. */
status fc_init(fc *task, unsigned L, uint64_t m, const uint64_t *n, error *e);

int fc_equal(const fc *a, const fc *b);

/* "FC(3;2;2,3)"; `text` has room for fc_text_room characters. */
enum { fc_text_room = 32 + fc_max_L * 22 };
void fc_to_text(char *text, const fc *task);

/* m * A * N_0^{N_0} * ... * N_{L-1}^{N_{L-1}}. The value has about tokens * log2(N_{L-1})
 * bits; fc_count_fits tells whether it can be written down at all. */
int fc_count_fits(const fc *task);
void fc_count(mpz_t count, const fc *task);

/* ---- layout ---- */

/* Blocks are numbered like the players: l = L .. 1 holds the table of z_l, block 0 holds
 * z_0, block -1 holds w. */
uint64_t fc_block_start(const fc *task, int block);
uint64_t fc_block_size(const fc *task, int block);

/* Block and argument of token t: token t is z_block(argument). */
typedef struct fc_place {
    int block;
    uint64_t argument;
} fc_place;
fc_place fc_locate(const fc *task, uint64_t t);

/* Number of symbols token t can carry. */
uint64_t fc_block_radix(const fc *task, int block);
uint64_t fc_radix(const fc *task, uint64_t t);

/* w_l out of the last token's symbol. */
uint64_t fc_query_part(const fc *task, uint64_t w, unsigned l);

/* ---- the answer ---- */

/* i_l for l = 0 .. L; the answer of the task is i_L. */
uint64_t fc_intermediate(const fc *task, const uint64_t *prompt, unsigned l);
uint64_t fc_answer(const fc *task, const uint64_t *prompt);

#endif
