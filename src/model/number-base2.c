/* Exact rationals. With integer scores the weights 2^score are integers up to a common
 * factor, so attention is a quotient of integers: nothing is ever rounded. */
#include "base/memory.h"
#include "exact/rational.h"
#include "model/number.h"

/* Weights are held as 2^(score - least score); beyond this many bits enclosures are used. */
enum { score_range_limit = 1 << 20 };

static void init(const number_system *system, void *x)
{
    (void)system;
    mpq_init((mpq_ptr)x);
}

static void clear(void *x)
{
    mpq_clear((mpq_ptr)x);
}

static void set_q(const number_system *system, void *z, mpq_srcptr q)
{
    (void)system;
    mpq_set((mpq_ptr)z, q);
}

static void set(const number_system *system, void *z, const void *x)
{
    (void)system;
    mpq_set((mpq_ptr)z, (mpq_srcptr)x);
}

/* Most numbers in a network are integers, for which GMP's rationals would compute greatest
 * common divisors in vain. The results are the same. */
static int is_integer(mpq_srcptr q)
{
    return mpz_cmp_ui(mpq_denref(q), 1) == 0;
}

static void add_rational(mpq_ptr z, mpq_srcptr x)
{
    if (is_integer(z) && is_integer(x))
        mpz_add(mpq_numref(z), mpq_numref(z), mpq_numref(x));
    else
        mpq_add(z, z, x);
}

static void add(const number_system *system, void *z, const void *x)
{
    (void)system;
    add_rational((mpq_ptr)z, (mpq_srcptr)x);
}

static void sub(const number_system *system, void *z, const void *x)
{
    (void)system;
    mpq_sub((mpq_ptr)z, (mpq_srcptr)z, (mpq_srcptr)x);
}

static void mul(const number_system *system, void *z, const void *x)
{
    (void)system;
    mpq_mul((mpq_ptr)z, (mpq_srcptr)z, (mpq_srcptr)x);
}

static void divide(const number_system *system, void *z, const void *x)
{
    (void)system;
    mpq_div((mpq_ptr)z, (mpq_srcptr)z, (mpq_srcptr)x);
}

static void addmul(const number_system *system, void *z, const void *x, const void *y)
{
    (void)system;
    mpq_srcptr a = x, b = y;
    if (mpq_sgn(a) == 0 || mpq_sgn(b) == 0)
        return;
    if (is_integer((mpq_srcptr)z) && is_integer(a) && is_integer(b)) {
        mpz_addmul(mpq_numref((mpq_ptr)z), mpq_numref(a), mpq_numref(b));
        return;
    }
    mpq_t product;
    mpq_init(product);
    mpq_mul(product, a, b);
    mpq_add((mpq_ptr)z, (mpq_srcptr)z, product);
    mpq_clear(product);
}

static void addmul_q(const number_system *system, void *z, mpq_srcptr w, const void *x)
{
    addmul(system, z, w, x);
}

/* e^x is rational at 0 only. */
static attend_result exponential(const number_system *system, void *z)
{
    (void)system;
    if (mpq_sgn((mpq_srcptr)z) != 0)
        return ATTEND_INEXACT;
    mpq_set_ui((mpq_ptr)z, 1, 1);
    return ATTEND_DONE;
}

static void relu(void *z)
{
    if (mpq_sgn((mpq_srcptr)z) < 0)
        mpq_set_ui((mpq_ptr)z, 0, 1);
}

static forced_sign sign(const void *x)
{
    int s = mpq_sgn((mpq_srcptr)x);
    return s > 0 ? SIGN_POSITIVE : s < 0 ? SIGN_NEGATIVE : SIGN_ZERO;
}

/* The least score, if all scores are integers within the limit of each other. */
static int least_score(mpz_t least, const __mpq_struct *score, size_t count)
{
    mpz_t most;
    mpz_init_set(most, mpq_numref(&score[0]));
    mpz_set(least, mpq_numref(&score[0]));
    int integers = 1;
    for (size_t s = 0; s < count && integers; s++) {
        integers = mpz_cmp_ui(mpq_denref(&score[s]), 1) == 0;
        if (mpz_cmp(mpq_numref(&score[s]), least) < 0)
            mpz_set(least, mpq_numref(&score[s]));
        if (mpz_cmp(mpq_numref(&score[s]), most) > 0)
            mpz_set(most, mpq_numref(&score[s]));
    }
    mpz_sub(most, most, least);
    int fine = integers && mpz_cmp_ui(most, score_range_limit) <= 0;
    mpz_clear(most);
    return fine;
}

static attend_result attend(const number_system *system, void *y, void *weight,
                            const attention_view *view)
{
    (void)system;
    const __mpq_struct *score = view->score, *value = view->value;
    mpq_t *out = y, *weights = weight;
    mpz_t least, shift, total;
    mpq_t term, denominator;
    mpz_inits(least, shift, total, NULL);
    mpq_inits(term, denominator, NULL);
    attend_result result = ATTEND_INEXACT;
    if (least_score(least, score, view->count)) {
        for (size_t j = 0; j < view->width; j++)
            mpq_set_ui(out[j], 0, 1);
        for (size_t s = 0; s < view->count; s++) {
            mpz_sub(shift, mpq_numref(&score[s]), least);
            mp_bitcnt_t bits = mpz_get_ui(shift);
            for (size_t j = 0; j < view->width; j++) {
                mpq_srcptr v = &value[s * view->width + j];
                if (mpq_sgn(v) == 0)
                    continue;
                mpq_mul_2exp(term, v, bits);
                add_rational(out[j], term);
            }
            mpz_set_ui(shift, 1);
            mpz_mul_2exp(shift, shift, bits);
            mpz_add(total, total, shift);
            if (weights)
                mpq_set_z(weights[s], shift);
        }
        mpq_set_z(denominator, total);
        for (size_t j = 0; j < view->width; j++)
            mpq_div(out[j], out[j], denominator);
        for (size_t s = 0; weights && s < view->count; s++)
            mpq_div(weights[s], weights[s], denominator);
        result = ATTEND_DONE;
    }
    mpz_clears(least, shift, total, NULL);
    mpq_clears(term, denominator, NULL);
    return result;
}

static double to_double(const void *x)
{
    return mpq_get_d((mpq_srcptr)x);
}

static char *to_text(const void *x)
{
    mpq_t copy;
    mpq_init(copy);
    mpq_set(copy, (mpq_srcptr)x);
    char *text = rational_to_text(copy);
    mpq_clear(copy);
    return text;
}

const number_system number_base2 = {
    .name = "base2",
    .size = sizeof(mpq_t),
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
