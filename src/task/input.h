/* One input as people write it: {"z0":1,"w":[0],"z":[[1,0],[3,0,2,1]]}. */
#ifndef STRATA_TASK_INPUT_H
#define STRATA_TASK_INPUT_H

#include "task/fc.h"

#include <jansson.h>
#include <stddef.h>

json_t *input_to_json(const fc *task, const uint64_t *prompt); /* a new reference */
status input_from_json(uint64_t *prompt, const fc *task, const json_t *from, error *e);

/* Parts, with the checks that every way of giving an input shares. `name` is how the
 * person gave it ("--z2", "z[1]"). */
status input_set_seed(uint64_t *prompt, const fc *task, uint64_t z0, const char *name, error *e);
status input_set_query(uint64_t *prompt, const fc *task, const uint64_t *w, size_t count,
                       const char *name, error *e);
status input_set_function(uint64_t *prompt, const fc *task, unsigned l, const uint64_t *value,
                          size_t count, const char *name, error *e);

/* "z_2(3)", "z_0", "w": what token t is called. */
enum { token_name_room = 48 };
void input_token_name(char *name, const fc *task, uint64_t t);

#endif
