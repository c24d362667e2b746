/* What a head mixes for the last token: which part of the weight lies on the wanted token,
 * which on the other tokens of every block.
 *
 * A mixing row says it for one query, exactly; a mixing hull for all queries of a layer.
 * This is all the symbolic engine knows of an attention head: what is read is
 *
 *     y_j  in  share * v_j(wanted) + sum over blocks l of  part_l * [least v_j, most v_j on l].
 *
 * Nothing here uses that shares and parts add up to 1. So any other layer whose output is
 * sum_s c_s v_s with coefficients c_s >= 0 that do not depend on symbols can produce hulls
 * too (a recurrence with position-only gates), and the rest of the engine stays as it is. */
#ifndef STRATA_VERIFIER_MIXING_H
#define STRATA_VERIFIER_MIXING_H

#include "exact/qrange.h"
#include "verifier/scores.h"

/* Weights relative to each other, as integers: the wanted token, and the other tokens of
 * each block (index l + 1). Tokens summed one by one that are more than 2^tiny_cut lighter
 * than the wanted one are not in `block`; those of one block together weigh at most `tiny`. */
enum { tiny_cut = 1024 };
typedef struct mixing_row {
    size_t blocks;
    unsigned long last_tokens; /* tokens with the last one's score and no value: 1, the last */
    mpz_t wanted, total, total_with_tiny;
    mpz_t *block, *tiny;
    int64_t *exponent;
    mpz_t scratch;
} mixing_row;

void mixing_row_init(mixing_row *row, const fc *task);
void mixing_row_clear(mixing_row *row);

/* Fails (STATUS_LIMIT) if a score is no integer or outweighs the wanted one beyond reason. */
status mixing_row_compute(mixing_row *row, score_rule *rule, const score_query *query,
                          fc_place wanted, error *e);

/* Ranges over queries; `w` and `i` are the query at which the wanted token's share is least. */
typedef struct mixing_hull {
    size_t blocks;
    int begun;
    qrange_t share;
    qrange_struct *part; /* of block l at index l + 1 */
    uint64_t w, i;
} mixing_hull;

void mixing_hull_init(mixing_hull *hull, const fc *task);
void mixing_hull_clear(mixing_hull *hull);
void mixing_hull_add(mixing_hull *hull, const mixing_row *row, uint64_t w, uint64_t i);
void mixing_hull_finish(mixing_hull *hull); /* fractions in lowest terms; after the last row */

#endif
