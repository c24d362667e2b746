/* Number systems: what a network can be run in.
 *
 * The reference engine (model/run.h) is written once, over numbers it knows only through
 * this table of operations. A system fixes how numbers are held, how linear maps, ReLU
 * and attention are computed, and what sign a result is known to have. */
#ifndef STRATA_MODEL_NUMBER_H
#define STRATA_MODEL_NUMBER_H

#include "exact/interval.h"
#include "task/fc.h"

#include <gmp.h>
#include <stddef.h>

/* What softmax attention sees at one token, in one head. `score` and `value` hold numbers
 * of the system: `count` scores, `count` rows of `width` values. */
typedef struct attention_view {
    const fc *task; /* for systems that add up block by block; NULL = one block */
    size_t first;   /* the token that the first score belongs to */
    size_t count, width;
    size_t dim; /* head dimension d: block maxima have (d-1) P bits in fixed:P */
    const void *score;
    const void *value;
} attention_view;

typedef enum attend_result {
    ATTEND_DONE,
    ATTEND_INEXACT /* this system cannot hold the result; enclosures can */
} attend_result;

/* Every operation gets the system first; z is read and written, x and y are read. Which
 * results are rounded, and when, is docs/number-systems.md. */
typedef struct number_system number_system;
struct number_system {
    char name[32];
    size_t size;           /* bytes of one number */
    softmax_base base;     /* of attention */
    mpfr_prec_t precision; /* bits of enclosures and of floating point */
    mpfr_exp_t emin, emax; /* floating point: MPFR's exponent range of the format */
    int saturates;         /* floating point: overflow gives the largest number, not infinity */
    unsigned integer_bits, fraction_bits; /* fixed:P, P = 1 + integer + fraction */

    void (*init)(const number_system *system, void *x); /* to 0 */
    void (*clear)(void *x);
    void (*set_q)(const number_system *system, void *z, mpq_srcptr q);
    void (*set)(const number_system *system, void *z, const void *x);
    void (*add)(const number_system *system, void *z, const void *x); /* z += x */
    void (*sub)(const number_system *system, void *z, const void *x); /* z -= x */
    void (*mul)(const number_system *system, void *z, const void *x); /* z *= x */
    void (*div)(const number_system *system, void *z, const void *x); /* z /= x */
    void (*addmul_q)(const number_system *system, void *z, mpq_srcptr w,
                     const void *x); /* z += w x */
    void (*addmul)(const number_system *system, void *z, const void *x,
                   const void *y);                              /* z += x y */
    attend_result (*exp)(const number_system *system, void *z); /* z = e^z */
    void (*relu)(void *z);
    /* Where the model speaks of P-bit numbers: a head's output, a state entry, an output of
     * the position-wise map. NULL where every operation rounds by itself, or none does. */
    void (*round)(const number_system *system, void *z);
    forced_sign (*sign)(const void *x);
    /* y = sum of weights times values, weights = softmax of the scores; the weights
     * themselves are stored too unless `weight` is NULL. */
    attend_result (*attend)(const number_system *system, void *y, void *weight,
                            const attention_view *view);
    double (*to_double)(const void *x); /* for pictures only, never for verdicts */
    char *(*to_text)(const void *x);    /* exact text; free with memory_free */
};

/* Exact rationals, base-2 softmax, integer scores. */
extern const number_system number_base2;

/* Enclosures with the given working precision; base 2 or e. */
number_system number_enclosure(softmax_base base, mpfr_prec_t precision);

/* Fixed point with 1 + I + F bits: exact rationals, rounded where `round` and the block
 * aggregates of attention say so. */
number_system number_fixed(unsigned integer_bits, unsigned fraction_bits);

/* fp32, fp16, bf16, fp8e4m3, fp8e5m2, emulated bit by bit; 0 if there is no such format. */
int number_float(number_system *system, const char *name);

/* Arrays of numbers. */
void *numbers_new(const number_system *system, size_t count);
void numbers_free(const number_system *system, void *numbers, size_t count);
static inline void *number_at(const number_system *system, void *numbers, size_t i)
{
    return (char *)numbers + i * system->size;
}
static inline const void *number_get(const number_system *system, const void *numbers, size_t i)
{
    return (const char *)numbers + i * system->size;
}

/* numbers[0 .. count) = 0, and the rounding hook on all of them */
void numbers_zero(const number_system *system, void *numbers, size_t count);
void numbers_round(const number_system *system, void *numbers, size_t count);

#endif
