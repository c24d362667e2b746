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
    const fc *task; /* for systems that add up block by block */
    size_t count, width;
    const void *score;
    const void *value;
} attention_view;

typedef enum attend_result {
    ATTEND_DONE,
    ATTEND_INEXACT /* this system cannot hold the weights; enclosures can */
} attend_result;

typedef struct number_system number_system;
struct number_system {
    const char *name;
    size_t size;           /* bytes of one number */
    mpfr_prec_t precision; /* of enclosures */
    softmax_base base;     /* of enclosures */

    void (*init)(const number_system *system, void *x); /* to 0 */
    void (*clear)(void *x);
    void (*set_q)(void *z, mpq_srcptr q);
    void (*add)(void *z, const void *x);                    /* z += x */
    void (*addmul_q)(void *z, mpq_srcptr w, const void *x); /* z += w x */
    void (*addmul)(void *z, const void *x, const void *y);  /* z += x y */
    void (*relu)(void *z);
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

#endif
