/* Closed intervals with rational ends. Nothing is rounded: the only loss is that what two
 * intervals had to do with each other is forgotten. Contract as for enclosures: if the
 * inputs lie in the input ranges, the exact result lies in the output range. */
#ifndef STRATA_EXACT_QRANGE_H
#define STRATA_EXACT_QRANGE_H

#include <gmp.h>
#include <stddef.h>

typedef struct qrange_struct {
    mpq_t lo, hi; /* lo <= hi */
} qrange_struct;
typedef qrange_struct qrange_t[1];

void qrange_init(qrange_t x); /* [0, 0] */
void qrange_clear(qrange_t x);
void qrange_set(qrange_t z, const qrange_t x);
void qrange_set_q(qrange_t z, mpq_srcptr q);
void qrange_set_zero(qrange_t z);

void qrange_add(qrange_t z, const qrange_t x);                      /* z += x */
void qrange_add_q(qrange_t z, mpq_srcptr q);                        /* z += q */
void qrange_addmul_q(qrange_t z, mpq_srcptr q, const qrange_t x);   /* z += q x */
void qrange_addmul(qrange_t z, const qrange_t x, const qrange_t y); /* z += x y */
void qrange_relu(qrange_t z);                                       /* z = max(z, 0) */
void qrange_join(qrange_t z, const qrange_t x);                     /* z = hull of z and x */

int qrange_is_point(const qrange_t x);
int qrange_within(const qrange_t inner, const qrange_t outer);
int qrange_sign(const qrange_t x); /* -1 or 1 if all points have that sign, else 0 */

/* Arrays of ranges. */
qrange_struct *qranges_new(size_t count);
void qranges_free(qrange_struct *x, size_t count);

#endif
