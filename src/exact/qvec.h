/* Vectors and matrices of rationals, with GMP's conventions: one-element array
 * types, init/clear pairs, output argument first, inputs const. */
#ifndef STRATA_EXACT_QVEC_H
#define STRATA_EXACT_QVEC_H

#include <gmp.h>
#include <stddef.h>

typedef struct qvec_struct {
    size_t length;
    mpq_t *entry;
} qvec_struct;
typedef qvec_struct qvec_t[1];

void qvec_init(qvec_t v, size_t length); /* all entries 0 */
void qvec_clear(qvec_t v);
void qvec_set(qvec_t v, const qvec_t u); /* same length */
int qvec_equal(const qvec_t u, const qvec_t v);
void qvec_dot(mpq_t value, const qvec_t u, const qvec_t v);

/* rows x columns, stored by rows */
typedef struct qmat_struct {
    size_t rows, columns;
    mpq_t *entry;
} qmat_struct;
typedef qmat_struct qmat_t[1];

void qmat_init(qmat_t a, size_t rows, size_t columns); /* all entries 0 */
void qmat_clear(qmat_t a);
mpq_ptr qmat_at(qmat_t a, size_t row, size_t column);
mpq_srcptr qmat_get(const qmat_t a, size_t row, size_t column);
void qmat_set_si(qmat_t a, size_t row, size_t column, long value);
int qmat_equal(const qmat_t a, const qmat_t b);
size_t qmat_nonzero_count(const qmat_t a);

/* v = a u;  v must not be u. */
void qmat_apply(qvec_t v, const qmat_t a, const qvec_t u);

#endif
