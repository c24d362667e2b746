/* The search for short prompts as a convex program.
 *
 * In the variables log2 m, log2 n_l, log2 x_l, log2 theta_l, log2 D_l every condition of
 * Theorems 1 and 3 reads log2(sum of 2^term) <= 0 with convex terms: products are linear,
 * and the only other terms come from u = log2(N/theta) (COVER) and log2 N (FINAL), through
 * -log2 u and log2(1 + g(u)/u), both convex (docs/bounds.md, "The optimiser"). So the
 * relaxation to real sizes has no false valleys: what Newton's method finds is the best.
 *
 * Doubles throughout: nothing here is trusted, witnesses are re-checked exactly. */
#ifndef STRATA_BOUNDS_PROGRAM_H
#define STRATA_BOUNDS_PROGRAM_H

#include "bounds/setting.h"

typedef enum term_shape {
    SHAPE_LINEAR,  /* a.y + b */
    SHAPE_INVERSE, /* a.y + b - log2(c.y) */
    SHAPE_ENTROPY, /* a.y + b + log2(1 + g(u)/u), u = c.y: the entropy bound */
    SHAPE_COARSE   /* the same with log2 e for g(u): the bound (e N / theta)^theta */
} term_shape;

typedef struct program_term {
    term_shape shape;
    double b;
    double *a, *c; /* of length dim; c only where the shape needs it */
} program_term;

/* log2 of the sum of 2^term[first .. first+count-1] */
typedef struct program_sum {
    size_t first, count;
} program_sum;

typedef struct program {
    unsigned L;
    size_t dim, terms, sums;
    program_term *term;
    program_sum *sum; /* sum[0] is the objective, the others must be <= 0 */
} program;

/* At levels l <= entropy_levels the binomial is bounded by entropy, above by (e N / theta)^theta,
 * as the exact conditions do for short and for long N (bounds/binomial.h). */
void program_init(program *p, const setting *s, unsigned entropy_levels);
void program_clear(program *p);

/* Where the variables are in y. */
size_t program_m(const program *p);
size_t program_n(const program *p, unsigned l);     /* l = 1 .. L-1 */
size_t program_x(const program *p, unsigned l);     /* l = 0 .. L-1 */
size_t program_theta(const program *p, unsigned l); /* l = 1 .. L-1 */
size_t program_D(const program *p, unsigned l);     /* l = 2 .. L */

/* A point where every constraint is strictly satisfied. */
void program_start(double *y, const program *p, const setting *s);

/* The value of one sum at y; with gradient (dim) and Hessian (dim x dim) added into, if given,
 * weighted by `slope` and, for the outer product, by `bend`:
 *   gradient += slope grad f,   hessian += slope Hess f + bend grad f grad f^T */
double program_value(const program *p, size_t sum, const double *y);
void program_derivatives(const program *p, size_t sum, const double *y, double slope, double bend,
                         double *gradient, double *hessian);

#endif
