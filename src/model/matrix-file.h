/* Rationals, vectors and matrices in JSON, for network files and whatever else carries
 * weights. A matrix is either {"shape":[rows,columns],"entries":[[row,column,"q"],...]}
 * with nonzero entries, or a list of rows, each a list of rationals. */
#ifndef STRATA_MODEL_MATRIX_FILE_H
#define STRATA_MODEL_MATRIX_FILE_H

#include "base/json-read.h"
#include "exact/qvec.h"

/* What one file may still allocate; hostile shapes stop here, not in malloc. */
typedef struct weight_budget {
    size_t left;
} weight_budget;
status budget_spend(weight_budget *budget, size_t rows, size_t columns, const place *at, error *e);

json_t *rational_to_json(mpq_srcptr q);
json_t *matrix_to_json(const qmat_t a);
json_t *vector_to_json(const qvec_t v);

status rational_from_json(mpq_t value, const json_t *json, const place *at, error *e);

/* Replaces `a` (initialised) by the matrix in the file, which must have the given size;
 * ANY_SIZE leaves it open. */
#define ANY_SIZE SIZE_MAX
status matrix_from_json(qmat_t a, size_t rows, size_t columns, const json_t *json,
                        weight_budget *budget, const place *at, error *e);
status vector_from_json(qvec_t v, size_t length, const json_t *json, weight_budget *budget,
                        const place *at, error *e);

#endif
