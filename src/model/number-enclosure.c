/* Enclosures: every number is an interval that contains the exact value. Used where exact
 * weights cannot be held: scores that are no integers, or base e. */
#include "base/memory.h"
#include "model/number.h"

#include <mpfi_io.h>
#include <stdio.h>

static void init(const number_system *system, void *x)
{
    mpfi_init2((mpfi_ptr)x, system->precision);
    mpfi_set_ui((mpfi_ptr)x, 0);
}

static void clear(void *x)
{
    mpfi_clear((mpfi_ptr)x);
}

static void set_q(const number_system *system, void *z, mpq_srcptr q)
{
    (void)system;
    mpfi_set_q((mpfi_ptr)z, q);
}

static void set(const number_system *system, void *z, const void *x)
{
    (void)system;
    mpfi_set((mpfi_ptr)z, (mpfi_srcptr)x);
}

static void add(const number_system *system, void *z, const void *x)
{
    (void)system;
    mpfi_add((mpfi_ptr)z, (mpfi_srcptr)z, (mpfi_srcptr)x);
}

static void sub(const number_system *system, void *z, const void *x)
{
    (void)system;
    mpfi_sub((mpfi_ptr)z, (mpfi_srcptr)z, (mpfi_srcptr)x);
}

static void mul(const number_system *system, void *z, const void *x)
{
    (void)system;
    mpfi_mul((mpfi_ptr)z, (mpfi_srcptr)z, (mpfi_srcptr)x);
}

static void divide(const number_system *system, void *z, const void *x)
{
    (void)system;
    mpfi_div((mpfi_ptr)z, (mpfi_srcptr)z, (mpfi_srcptr)x);
}

static void addmul(const number_system *system, void *z, const void *x, const void *y)
{
    mpfi_t product;
    mpfi_init2(product, system->precision);
    mpfi_mul(product, (mpfi_srcptr)x, (mpfi_srcptr)y);
    mpfi_add((mpfi_ptr)z, (mpfi_srcptr)z, product);
    mpfi_clear(product);
}

static void addmul_q(const number_system *system, void *z, mpq_srcptr w, const void *x)
{
    if (mpq_sgn(w) == 0)
        return;
    mpfi_t product;
    mpfi_init2(product, system->precision);
    mpfi_mul_q(product, (mpfi_srcptr)x, w);
    mpfi_add((mpfi_ptr)z, (mpfi_srcptr)z, product);
    mpfi_clear(product);
}

static attend_result exponential(const number_system *system, void *z)
{
    (void)system;
    mpfi_exp((mpfi_ptr)z, (mpfi_srcptr)z);
    return ATTEND_DONE;
}

static void relu(void *z)
{
    interval_relu((mpfi_ptr)z, (mpfi_srcptr)z);
}

static forced_sign sign(const void *x)
{
    return interval_sign((mpfi_srcptr)x);
}

/* Softmax does not change when a number is subtracted from all scores. Subtracting the
 * largest right end keeps every weight at most 1, and the largest one near 1. */
static void largest_score(mpfr_t largest, const __mpfi_struct *score, size_t count)
{
    mpfr_set_inf(largest, -1);
    for (size_t s = 0; s < count; s++)
        if (mpfr_cmp(&score[s].right, largest) > 0)
            mpfr_set(largest, &score[s].right, MPFR_RNDN);
}

static attend_result attend(const number_system *system, void *y, void *weight,
                            const attention_view *view)
{
    const __mpfi_struct *score = view->score, *value = view->value;
    mpfi_t *out = y, *weights = weight;
    mpfi_t term, power, total;
    mpfr_t largest;
    mpfi_init2(term, system->precision);
    mpfi_init2(power, system->precision);
    mpfi_init2(total, system->precision);
    mpfr_init2(largest, system->precision);
    largest_score(largest, score, view->count);
    mpfi_set_ui(total, 0);
    for (size_t j = 0; j < view->width; j++)
        mpfi_set_ui(out[j], 0);
    for (size_t s = 0; s < view->count; s++) {
        mpfi_sub_fr(power, &score[s], largest);
        interval_power(power, system->base, power);
        mpfi_add(total, total, power);
        for (size_t j = 0; j < view->width; j++) {
            mpfi_mul(term, power, &value[s * view->width + j]);
            mpfi_add(out[j], out[j], term);
        }
        if (weights)
            mpfi_set(weights[s], power);
    }
    for (size_t j = 0; j < view->width; j++)
        mpfi_div(out[j], out[j], total);
    for (size_t s = 0; weights && s < view->count; s++)
        mpfi_div(weights[s], weights[s], total);
    mpfi_clear(term);
    mpfi_clear(power);
    mpfi_clear(total);
    mpfr_clear(largest);
    return ATTEND_DONE;
}

static double to_double(const void *x)
{
    return mpfi_get_d((mpfi_srcptr)x);
}

static char *to_text(const void *x)
{
    mpfi_srcptr interval = x;
    char *text = NULL, *copy;
    if (mpfr_asprintf(&text, "[%.20RDe, %.20RUe]", &interval->left, &interval->right) < 0)
        return memory_copy_string("[?]");
    copy = memory_copy_string(text);
    mpfr_free_str(text);
    return copy;
}

number_system number_enclosure(softmax_base base, mpfr_prec_t precision)
{
    number_system system = {
        .size = sizeof(mpfi_t),
        .precision = precision,
        .base = base,
        .init = init,
        .clear = clear,
        .set_q = set_q,
        .set = set,
        .add = add,
        .sub = sub,
        .mul = mul,
        .div = divide,
        .addmul_q = addmul_q,
        .addmul = addmul,
        .exp = exponential,
        .relu = relu,
        .sign = sign,
        .attend = attend,
        .to_double = to_double,
        .to_text = to_text,
    };
    snprintf(system.name, sizeof system.name, "%s",
             base == SOFTMAX_BASE_2 ? "base2 (enclosures)" : "e");
    return system;
}
