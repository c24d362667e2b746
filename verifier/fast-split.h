/* Preparing the fast engine (fast.h): the split into slow and fast tokens, and the classes
 * of the fast tokens' settings. */
#ifndef STRATA_VERIFIER_FAST_SPLIT_H
#define STRATA_VERIFIER_FAST_SPLIT_H

#include "verifier/fast.h"

/* How many tokens are slow, and the number R of settings of the others. */
size_t fast_slow_tokens(const fc *task, uint64_t *run);

/* Lists the settings and finds their classes. */
void fast_split_run(fast_engine *f);

/* Puts setting k of the fast tokens into the prompt. */
void fast_take_setting(fast_engine *f, uint64_t k);

#endif
