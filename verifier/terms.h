/* What a term of the embedding can come to over a whole block: for all arguments and all
 * symbols at once, without visiting them (docs/symbolic.md, section 2).
 *
 * f(q) = ((q mod within) div div) mod mod maps [0, R) onto [0, R'), with
 * R' = min(ceil(min(R, within) / div), mod): each of the three steps maps an initial segment
 * of the numbers onto an initial segment. */
#ifndef STRATA_VERIFIER_TERMS_H
#define STRATA_VERIFIER_TERMS_H

#include "exact/qrange.h"
#include "model/embedding.h"

/* f(q), and R' for R = count >= 1. */
uint64_t term_digit(const embedding_term *term, uint64_t q);
uint64_t term_digit_count(const embedding_term *term, uint64_t count);

/* offset + scale * digit^power */
void term_value(mpq_t value, const embedding_term *term, uint64_t digit);

/* The term applies to every token of the block or to none, and what it contributes there
 * does not depend on which token, only perhaps on the symbol. */
int term_is_uniform(const embedding_term *term, const fc *task, int block);
int term_reaches(const embedding_term *term, const fc *task, int block);

/* f of a uniform term that reads no symbol. */
uint64_t term_fixed_digit(const embedding_term *term, const fc *task, int block);

/* Encloses the term's contribution over all tokens of the block and all their symbols. */
void term_range(qrange_t range, const embedding_term *term, const fc *task, int block);

/* The same for a whole coordinate of the stream. */
void coordinate_range(qrange_t range, const embedding_coordinate *coordinate, const fc *task,
                      int block);

#endif
