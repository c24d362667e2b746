/* Binary floating-point formats, emulated exactly: every operation is computed by MPFR with
 * the precision of the format, correctly rounded to nearest even, and then brought into its
 * exponent range, gradual underflow included (mpfr_subnormalize rounds once, not twice).
 * Rational weights are rounded to the format when they are used. A product that is added is
 * rounded before it is added: there is no fused multiply-add. */
#include "base/memory.h"
#include "model/number.h"

#include <stdio.h>
#include <string.h>

/* MPFR writes numbers as 0.1... 2^e: the largest number has e = emax, the least positive one
 * (subnormal) is 0.1 2^emin. E4M3 is the format without infinities, whose largest number is
 * 448: overflow saturates there. */
static const struct format {
    const char *name;
    mpfr_prec_t precision;
    mpfr_exp_t emin, emax;
    int saturates;
} formats[] = {
    {"fp32", 24, -148, 128, 0}, {"fp16", 11, -23, 16, 0},   {"bf16", 8, -132, 128, 0},
    {"fp8e4m3", 4, -8, 9, 448}, {"fp8e5m2", 3, -15, 16, 0},
};

/* z was computed in MPFR's own huge range, with this ternary value: bring it into ours. The
 * range is a state of MPFR (one per thread), so it is put back at once. */
static void fit(const number_system *system, mpfr_ptr z, int ternary)
{
    mpfr_exp_t emin = mpfr_get_emin(), emax = mpfr_get_emax();
    mpfr_set_emin(system->emin);
    mpfr_set_emax(system->emax);
    ternary = mpfr_check_range(z, ternary, MPFR_RNDN);
    mpfr_subnormalize(z, ternary, MPFR_RNDN);
    mpfr_set_emin(emin);
    mpfr_set_emax(emax);
    if (system->saturates && !mpfr_nan_p(z) &&
        mpfr_cmpabs_ui(z, (unsigned long)system->saturates) > 0) {
        int negative = mpfr_signbit(z);
        mpfr_set_si(z, negative ? -system->saturates : system->saturates, MPFR_RNDN);
    }
}

static void init(const number_system *system, void *x)
{
    mpfr_init2((mpfr_ptr)x, system->precision);
    mpfr_set_zero((mpfr_ptr)x, 1);
}

static void clear(void *x)
{
    mpfr_clear((mpfr_ptr)x);
}

static void set_q(const number_system *system, void *z, mpq_srcptr q)
{
    fit(system, z, mpfr_set_q((mpfr_ptr)z, q, MPFR_RNDN));
}

static void set(const number_system *system, void *z, const void *x)
{
    (void)system;
    mpfr_set((mpfr_ptr)z, (mpfr_srcptr)x, MPFR_RNDN);
}

static void add(const number_system *system, void *z, const void *x)
{
    fit(system, z, mpfr_add((mpfr_ptr)z, (mpfr_srcptr)z, (mpfr_srcptr)x, MPFR_RNDN));
}

static void sub(const number_system *system, void *z, const void *x)
{
    fit(system, z, mpfr_sub((mpfr_ptr)z, (mpfr_srcptr)z, (mpfr_srcptr)x, MPFR_RNDN));
}

static void mul(const number_system *system, void *z, const void *x)
{
    fit(system, z, mpfr_mul((mpfr_ptr)z, (mpfr_srcptr)z, (mpfr_srcptr)x, MPFR_RNDN));
}

static void divide(const number_system *system, void *z, const void *x)
{
    fit(system, z, mpfr_div((mpfr_ptr)z, (mpfr_srcptr)z, (mpfr_srcptr)x, MPFR_RNDN));
}

static void addmul(const number_system *system, void *z, const void *x, const void *y)
{
    mpfr_t product;
    mpfr_init2(product, system->precision);
    mpfr_set(product, (mpfr_srcptr)x, MPFR_RNDN);
    mul(system, product, y);
    add(system, z, product);
    mpfr_clear(product);
}

static void addmul_q(const number_system *system, void *z, mpq_srcptr w, const void *x)
{
    if (mpq_sgn(w) == 0)
        return;
    mpfr_t product;
    mpfr_init2(product, system->precision);
    set_q(system, product, w);
    mul(system, product, x);
    add(system, z, product);
    mpfr_clear(product);
}

static attend_result exponential(const number_system *system, void *z)
{
    fit(system, z, mpfr_exp((mpfr_ptr)z, (mpfr_srcptr)z, MPFR_RNDN));
    return ATTEND_DONE;
}

static void relu(void *z)
{
    if (!mpfr_nan_p((mpfr_srcptr)z) && mpfr_sgn((mpfr_srcptr)z) <= 0)
        mpfr_set_zero((mpfr_ptr)z, 1);
}

/* A number that is not a number has no sign: the run has no answer. */
static forced_sign sign(const void *x)
{
    if (mpfr_nan_p((mpfr_srcptr)x))
        return SIGN_UNDECIDED;
    int s = mpfr_sgn((mpfr_srcptr)x);
    return s > 0 ? SIGN_POSITIVE : s < 0 ? SIGN_NEGATIVE : SIGN_ZERO;
}

/* The usual way of accelerators: subtract the largest score, exponentiate, accumulate
 * denominator and numerators token by token, divide at the end. */
static attend_result attend(const number_system *system, void *y, void *weight,
                            const attention_view *view)
{
    const __mpfr_struct *score = view->score, *value = view->value;
    mpfr_t *out = y, *weights = weight;
    mpfr_t power, total;
    mpfr_init2(power, system->precision);
    mpfr_init2(total, system->precision);
    size_t top = 0;
    for (size_t s = 1; s < view->count; s++)
        if (mpfr_greater_p(&score[s], &score[top]))
            top = s;
    mpfr_set_zero(total, 1);
    numbers_zero(system, y, view->width);
    for (size_t s = 0; s < view->count; s++) {
        mpfr_set(power, &score[s], MPFR_RNDN);
        sub(system, power, &score[top]);
        fit(system, power, mpfr_exp2(power, power, MPFR_RNDN));
        add(system, total, power);
        for (size_t j = 0; j < view->width; j++)
            addmul(system, out[j], power, &value[s * view->width + j]);
        if (weights)
            mpfr_set(weights[s], power, MPFR_RNDN);
    }
    for (size_t j = 0; j < view->width; j++)
        divide(system, out[j], total);
    for (size_t s = 0; weights && s < view->count; s++)
        divide(system, weights[s], total);
    mpfr_clear(power);
    mpfr_clear(total);
    return ATTEND_DONE;
}

static double to_double(const void *x)
{
    return mpfr_get_d((mpfr_srcptr)x, MPFR_RNDN);
}

static char *to_text(const void *x)
{
    char *text = NULL;
    if (mpfr_asprintf(&text, "%.9Rg", (mpfr_srcptr)x) < 0)
        return memory_copy_string("?");
    char *copy = memory_copy_string(text);
    mpfr_free_str(text);
    return copy;
}

int number_float(number_system *system, const char *name)
{
    size_t i = 0, count = sizeof formats / sizeof *formats;
    while (i < count && strcmp(formats[i].name, name) != 0)
        i++;
    if (i == count)
        return 0;
    *system = (number_system){
        .size = sizeof(mpfr_t),
        .base = SOFTMAX_BASE_2,
        .precision = formats[i].precision,
        .emin = formats[i].emin,
        .emax = formats[i].emax,
        .saturates = formats[i].saturates,
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
    snprintf(system->name, sizeof system->name, "%s", name);
    return 1;
}
