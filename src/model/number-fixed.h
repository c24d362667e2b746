/* Rounding in fixed:P (model/number-fixed.c), for those who compute in it. */
#ifndef STRATA_MODEL_NUMBER_FIXED_H
#define STRATA_MODEL_NUMBER_FIXED_H

#include "model/number.h"

/* z rounded to the nearest integer, ties to even. */
void fixed_round_integer(mpq_t z);

/* z rounded to the nearest P-bit number, ties to even, saturating. */
void fixed_round(const number_system *system, mpq_t z);

/* Every number of [low, high] rounds to the same one, which low becomes; 0 if not. */
int fixed_round_enclosed(const number_system *system, mpq_t low, mpq_t high);

#endif
