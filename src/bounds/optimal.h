/* The shortest prompt for which Theorem 1 (or 3) can be made to hold.
 *
 * Three steps, none of them trusted: the convex program over real sizes (bounds/program.h),
 * whole sizes near its solution (bounds/choice.h), and a walk over their neighbours. The
 * result is returned only if the exact conditions hold (bounds/conditions.h) and a second
 * evaluation that shares no code with them agrees (bounds/recheck.h).
 *
 * A witness for more is a witness for less, so B and a*S are first rounded up to
 * `optimal_digits` significant bits: nearby questions get the same answer, and answers
 * cannot fall as B, a or S rise by less than the search can see. */
#ifndef STRATA_BOUNDS_OPTIMAL_H
#define STRATA_BOUNDS_OPTIMAL_H

#include "base/status.h"
#include "bounds/setting.h"

enum { optimal_digits = 20, optimal_levels = 16 };

/* 1 <= L <= optimal_levels (else STATUS_LIMIT); Theorem 3 needs L >= 2 (STATUS_USAGE).
 * w must be initialised for s->L. */
status optimal_search(witness *w, const setting *s, error *e);

/* The least m found for given n_1 .. n_{L-1} (L >= 2), for those who cannot use the shortest
 * prompt: a network may fit one shape and not another. n[l] = n_l. STATUS_NEGATIVE: none found. */
status optimal_search_given(witness *w, const setting *s, const unsigned long *n, error *e);

/* Rounds up to optimal_digits significant bits, as the search does with B and a*S. */
void optimal_round_up(mpz_t value);

#endif
