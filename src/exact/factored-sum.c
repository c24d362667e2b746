#include "exact/factored-sum.h"

#include "base/memory.h"
#include "base/status.h"
#include "exact/interval.h"

/* ---- life ------------------------------------------------------------------ */

void factored_sum_init(factored_sum_t s)
{
    mpz_init(s->integer);
    s->count = 0;
    s->term = NULL;
}

static void drop_terms(factored_sum_t s)
{
    for (size_t i = 0; i < s->count; i++)
        factored_clear(s->term[i]);
    memory_free(s->term);
    s->term = NULL;
    s->count = 0;
}

void factored_sum_clear(factored_sum_t s)
{
    drop_terms(s);
    mpz_clear(s->integer);
}

void factored_sum_set(factored_sum_t s, const factored_sum_t t)
{
    if (s == t)
        return;
    drop_terms(s);
    mpz_set_ui(s->integer, 0);
    factored_sum_add(s, t);
}

/* ---- sums ------------------------------------------------------------------ */

static int same_factors(const factored_t f, const factored_t g)
{
    if (f->count != g->count)
        return 0;
    for (size_t i = 0; i < f->count; i++) {
        size_t j = 0;
        while (j < g->count && mpz_cmp(f->base[i], g->base[j]) != 0)
            j++;
        if (j == g->count || mpz_cmp(f->exponent[i], g->exponent[j]) != 0)
            return 0;
    }
    return 1;
}

static void append(factored_sum_t s, const factored_t f)
{
    s->term = memory_resize(s->term, s->count + 1, sizeof *s->term);
    factored_init(s->term[s->count]);
    factored_set(s->term[s->count++], f);
}

/* A term met a second time is doubled, which may make it equal to yet another one. */
static void add_long(factored_sum_t s, const factored_t f)
{
    for (size_t i = 0; i < s->count; i++)
        if (same_factors(s->term[i], f)) {
            factored_t twice;
            factored_init(twice);
            factored_set(twice, f);
            factored_mul_ui(twice, 2);
            factored_clear(s->term[i]);
            s->term[i][0] = s->term[--s->count][0];
            add_long(s, twice);
            factored_clear(twice);
            return;
        }
    append(s, f);
}

void factored_sum_add_product(factored_sum_t s, const factored_t f)
{
    mpz_t value;
    mpz_init(value);
    if (factored_get_z(value, f, factored_short_bits))
        mpz_add(s->integer, s->integer, value);
    else
        add_long(s, f);
    mpz_clear(value);
}

void factored_sum_add_z(factored_sum_t s, const mpz_t value)
{
    REQUIRE(mpz_sgn(value) >= 0);
    mpz_add(s->integer, s->integer, value);
}

void factored_sum_add_ui(factored_sum_t s, unsigned long value)
{
    mpz_add_ui(s->integer, s->integer, value);
}

void factored_sum_add(factored_sum_t s, const factored_sum_t t)
{
    REQUIRE(s != t);
    mpz_add(s->integer, s->integer, t->integer);
    for (size_t i = 0; i < t->count; i++) /* looking for equal ones would take longer */
        append(s, t->term[i]);
}

void factored_sum_mul(factored_sum_t s, const factored_t f)
{
    for (size_t i = 0; i < s->count; i++)
        factored_mul(s->term[i], f);
    if (mpz_sgn(s->integer) == 0)
        return;
    factored_t product;
    factored_init(product);
    factored_set_z(product, s->integer);
    factored_mul(product, f);
    mpz_set_ui(s->integer, 0);
    factored_sum_add_product(s, product);
    factored_clear(product);
}

/* ---- value ------------------------------------------------------------------- */

int factored_sum_is_zero(const factored_sum_t s)
{
    return s->count == 0 && mpz_sgn(s->integer) == 0;
}

int factored_sum_get_z(mpz_t value, const factored_sum_t s, size_t bits)
{
    mpz_t one, sum;
    mpz_init(one);
    mpz_init_set(sum, s->integer);
    int fits = 1;
    for (size_t i = 0; i < s->count && fits; i++) {
        fits = factored_get_z(one, s->term[i], bits);
        mpz_add(sum, sum, one);
    }
    fits = fits && mpz_sizeinbase(sum, 2) <= bits;
    if (fits)
        mpz_set(value, sum);
    mpz_clears(one, sum, NULL);
    return fits;
}

/* The logarithms of all parts, the largest first; *count of them. */
static mpfi_t *part_logs(const factored_sum_t s, size_t *count, mpfr_prec_t precision)
{
    mpfi_t *log = memory_new(s->count + 1, sizeof *log);
    size_t used = 0, largest = 0;
    for (size_t i = 0; i < s->count; i++) {
        mpfi_init2(log[used], precision);
        factored_log2(log[used++], s->term[i]);
    }
    if (mpz_sgn(s->integer) > 0) {
        mpfi_init2(log[used], precision);
        interval_log2_z(log[used++], s->integer);
    }
    for (size_t i = 1; i < used; i++)
        if (mpfr_cmp(&log[i]->left, &log[largest]->left) > 0)
            largest = i;
    mpfi_swap(log[0], log[largest]);
    *count = used;
    return log;
}

/* log2(2^a + 2^b + ...) = a + log2(1 + 2^(b-a) + ...) */
void factored_sum_log2(mpfi_ptr z, const factored_sum_t s)
{
    REQUIRE(!factored_sum_is_zero(s));
    size_t count;
    mpfr_prec_t precision = mpfi_get_prec(z);
    mpfi_t *log = part_logs(s, &count, precision + 16);
    mpfi_t total, part;
    mpfi_init2(total, precision + 16);
    mpfi_init2(part, mpfi_get_prec(log[0]));
    mpfi_set_ui(total, 1);
    for (size_t i = 1; i < count; i++) {
        mpfi_sub(part, log[i], log[0]);
        mpfi_exp2(part, part);
        mpfi_add(total, total, part);
    }
    mpfi_log2(total, total);
    mpfi_set_prec(z, mpfi_get_prec(log[0]));
    mpfi_add(z, log[0], total);
    for (size_t i = 0; i < count; i++)
        mpfi_clear(log[i]);
    memory_free(log);
    mpfi_clear(total);
    mpfi_clear(part);
}

/* ---- order ------------------------------------------------------------------- */

static forced_sign log_order(const factored_sum_t s, const factored_sum_t t, mpfr_prec_t precision)
{
    mpfi_t a, b;
    mpfi_init2(a, precision);
    mpfi_init2(b, precision);
    factored_sum_log2(a, s);
    factored_sum_log2(b, t);
    mpfi_sub(a, a, b);
    forced_sign sign = interval_sign(a);
    mpfi_clear(a);
    mpfi_clear(b);
    return sign;
}

static void cancel_common(factored_sum_t s, factored_sum_t t)
{
    for (size_t i = 0; i < s->count; i++)
        for (size_t j = 0; j < t->count; j++)
            if (factored_cmp(s->term[i], t->term[j]) == 0) {
                factored_clear(s->term[i]);
                s->term[i--][0] = s->term[--s->count][0];
                factored_clear(t->term[j]);
                t->term[j][0] = t->term[--t->count][0];
                break;
            }
    mpz_t least;
    mpz_init_set(least, mpz_cmp(s->integer, t->integer) < 0 ? s->integer : t->integer);
    mpz_sub(s->integer, s->integer, least);
    mpz_sub(t->integer, t->integer, least);
    mpz_clear(least);
}

static forced_sign order_of(factored_sum_t s, factored_sum_t t)
{
    if (s->count + t->count > 0)
        cancel_common(s, t);
    if (factored_sum_is_zero(s) || factored_sum_is_zero(t))
        return (forced_sign)(factored_sum_is_zero(t) - factored_sum_is_zero(s));
    if (s->count + t->count == 0)
        return (forced_sign)((mpz_cmp(s->integer, t->integer) > 0) -
                             (mpz_cmp(s->integer, t->integer) < 0));
    forced_sign sign = SIGN_UNDECIDED;
    for (mpfr_prec_t p = 64; sign == SIGN_UNDECIDED && p <= 1 << 16; p *= 4)
        sign = log_order(s, t, p);
    return sign;
}

int factored_sum_cmp(int *order, const factored_sum_t s, const factored_sum_t t)
{
    factored_sum_t a, b;
    factored_sum_init(a);
    factored_sum_init(b);
    factored_sum_set(a, s);
    factored_sum_set(b, t);
    forced_sign sign = order_of(a, b);
    *order = sign == SIGN_UNDECIDED ? 0 : (int)sign;
    factored_sum_clear(a);
    factored_sum_clear(b);
    return sign != SIGN_UNDECIDED;
}
