#include "exact/factored.h"

#include "base/memory.h"
#include "base/status.h"
#include "exact/interval.h"
#include "exact/rational.h"

#include <stdio.h>

/* ---- life ------------------------------------------------------------------ */

void factored_init(factored_t f)
{
    f->count = 0;
    f->base = NULL;
    f->exponent = NULL;
}

static void drop_all(factored_t f)
{
    for (size_t i = 0; i < f->count; i++)
        mpz_clears(f->base[i], f->exponent[i], NULL);
    f->count = 0;
}

void factored_clear(factored_t f)
{
    drop_all(f);
    memory_free(f->base);
    memory_free(f->exponent);
    factored_init(f);
}

static void append(factored_t f, const mpz_t base, const mpz_t exponent)
{
    f->base = memory_resize(f->base, f->count + 1, sizeof *f->base);
    f->exponent = memory_resize(f->exponent, f->count + 1, sizeof *f->exponent);
    mpz_init_set(f->base[f->count], base);
    mpz_init_set(f->exponent[f->count], exponent);
    f->count++;
}

void factored_set(factored_t f, const factored_t g)
{
    if (f == g)
        return;
    drop_all(f);
    for (size_t i = 0; i < g->count; i++)
        append(f, g->base[i], g->exponent[i]);
}

void factored_set_z(factored_t f, const mpz_t value)
{
    drop_all(f);
    factored_mul_z(f, value);
}

void factored_set_ui(factored_t f, unsigned long value)
{
    drop_all(f);
    factored_mul_ui(f, value);
}

/* ---- products ---------------------------------------------------------------- */

/* multiplies by base^exponent, base odd or 2 */
static void multiply(factored_t f, const mpz_t base, const mpz_t exponent)
{
    if (mpz_cmp_ui(base, 1) == 0 || mpz_sgn(exponent) == 0)
        return;
    for (size_t i = 0; i < f->count; i++)
        if (mpz_cmp(f->base[i], base) == 0) {
            mpz_add(f->exponent[i], f->exponent[i], exponent);
            return;
        }
    append(f, base, exponent);
}

void factored_mul_power(factored_t f, const mpz_t base, const mpz_t exponent)
{
    REQUIRE(mpz_sgn(base) > 0 && mpz_sgn(exponent) >= 0);
    mpz_t two, part, twos;
    mpz_init_set_ui(two, 2);
    mpz_inits(part, twos, NULL);
    mpz_set_ui(twos, mpz_remove(part, base, two));
    mpz_mul(twos, twos, exponent);
    multiply(f, two, twos);
    multiply(f, part, exponent);
    mpz_clears(two, part, twos, NULL);
}

void factored_mul_z(factored_t f, const mpz_t value)
{
    mpz_t one;
    mpz_init_set_ui(one, 1);
    factored_mul_power(f, value, one);
    mpz_clear(one);
}

void factored_mul_ui(factored_t f, unsigned long value)
{
    mpz_t v;
    mpz_init_set_ui(v, value);
    factored_mul_z(f, v);
    mpz_clear(v);
}

void factored_mul(factored_t f, const factored_t g)
{
    REQUIRE(f != g);
    for (size_t i = 0; i < g->count; i++)
        multiply(f, g->base[i], g->exponent[i]);
}

void factored_pow(factored_t f, const mpz_t exponent)
{
    REQUIRE(mpz_sgn(exponent) >= 0);
    if (mpz_sgn(exponent) == 0)
        drop_all(f);
    for (size_t i = 0; i < f->count; i++)
        mpz_mul(f->exponent[i], f->exponent[i], exponent);
}

void factored_pow_ui(factored_t f, unsigned long exponent)
{
    mpz_t e;
    mpz_init_set_ui(e, exponent);
    factored_pow(f, e);
    mpz_clear(e);
}

/* ---- value ------------------------------------------------------------------- */

int factored_is_one(const factored_t f)
{
    return f->count == 0;
}

static size_t exponent_bits(const factored_t f)
{
    size_t most = 0;
    for (size_t i = 0; i < f->count; i++)
        if (mpz_sizeinbase(f->exponent[i], 2) > most)
            most = mpz_sizeinbase(f->exponent[i], 2);
    return most;
}

void factored_log2(mpfi_ptr z, const factored_t f)
{
    mpfi_t sum, term;
    mpfr_prec_t precision = mpfi_get_prec(z) + (mpfr_prec_t)exponent_bits(f) + 16;
    mpfi_init2(sum, precision);
    mpfi_init2(term, precision);
    mpfi_set_ui(sum, 0);
    for (size_t i = 0; i < f->count; i++) {
        if (mpz_cmp_ui(f->base[i], 2) == 0) { /* the commonest base costs no logarithm */
            mpfi_set_z(term, f->exponent[i]);
        } else {
            interval_log2_z(term, f->base[i]);
            mpfi_mul_z(term, term, f->exponent[i]);
        }
        mpfi_add(sum, sum, term);
    }
    mpfi_set_prec(z, precision); /* rounding back would lose the digits after the point */
    mpfi_set(z, sum);
    mpfi_clear(sum);
    mpfi_clear(term);
}

int factored_get_z(mpz_t value, const factored_t f, size_t bits)
{
    size_t used = 0;
    for (size_t i = 0; i < f->count; i++) {
        size_t least = mpz_sizeinbase(f->base[i], 2) - 1; /* base >= 2^least */
        if (!mpz_fits_ulong_p(f->exponent[i]) || mpz_get_ui(f->exponent[i]) > bits / least)
            return 0;
        used += mpz_get_ui(f->exponent[i]) * least;
        if (used > bits)
            return 0;
    }
    mpz_t power;
    mpz_init(power);
    mpz_set_ui(value, 1);
    for (size_t i = 0; i < f->count; i++) {
        mpz_pow_ui(power, f->base[i], mpz_get_ui(f->exponent[i]));
        mpz_mul(value, value, power);
    }
    mpz_clear(power);
    return mpz_sizeinbase(value, 2) <= bits;
}

/* ---- order ------------------------------------------------------------------- */

/* f / g with signed exponents, in one list */
static void quotient(factored_t q, const factored_t f, const factored_t g)
{
    factored_set(q, f);
    mpz_t negative;
    mpz_init(negative);
    for (size_t i = 0; i < g->count; i++) {
        mpz_neg(negative, g->exponent[i]);
        multiply(q, g->base[i], negative);
    }
    mpz_clear(negative);
}

/* Splits base i = h u and base j = h v by their common divisor h > 1; 0 if they are coprime.
 * The product of all bases shrinks with every split, so splitting ends. */
static int split(factored_t q, size_t i, size_t j)
{
    mpz_t h, e;
    mpz_inits(h, e, NULL);
    mpz_gcd(h, q->base[i], q->base[j]);
    int common = mpz_cmp_ui(h, 1) > 0;
    if (common) {
        mpz_divexact(q->base[i], q->base[i], h);
        mpz_divexact(q->base[j], q->base[j], h);
        mpz_add(e, q->exponent[i], q->exponent[j]);
        append(q, h, e);
    }
    mpz_clears(h, e, NULL);
    return common;
}

/* Over pairwise coprime bases a product is 1 only if every exponent is 0. */
static int equal(const factored_t f, const factored_t g)
{
    factored_t q;
    factored_init(q);
    quotient(q, f, g);
    for (size_t i = 1; i < q->count; i++)
        for (size_t j = 0; j < i; j++)
            if (split(q, i, j)) {
                i = 0; /* begin again: new bases may share factors with old ones */
                break;
            }
    int one = 1;
    for (size_t i = 0; i < q->count; i++)
        one &= mpz_cmp_ui(q->base[i], 1) == 0 || mpz_sgn(q->exponent[i]) == 0;
    factored_clear(q);
    return one;
}

static forced_sign log_order(const factored_t f, const factored_t g, mpfr_prec_t precision)
{
    mpfi_t a, b;
    mpfi_init2(a, precision);
    mpfi_init2(b, precision);
    factored_log2(a, f);
    factored_log2(b, g);
    mpfi_sub(a, a, b);
    forced_sign sign = interval_sign(a);
    mpfi_clear(a);
    mpfi_clear(b);
    return sign;
}

int factored_cmp(const factored_t f, const factored_t g)
{
    forced_sign sign = log_order(f, g, 64);
    if (sign == SIGN_UNDECIDED && equal(f, g))
        return 0;
    /* They differ, so some precision tells them apart. */
    for (mpfr_prec_t precision = 256; sign == SIGN_UNDECIDED; precision *= 2)
        sign = log_order(f, g, precision);
    return (int)sign;
}

/* ---- text -------------------------------------------------------------------- */

char *factored_to_text(const factored_t f)
{
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    REQUIRE(to != NULL);
    if (f->count == 0)
        fputs("1", to);
    for (size_t i = 0; i < f->count; i++) {
        char *base = integer_to_text(f->base[i]);
        char *exponent = integer_to_text(f->exponent[i]);
        fprintf(to, "%s%s", i ? "*" : "", base);
        if (mpz_cmp_ui(f->exponent[i], 1) != 0)
            fprintf(to, "^%s", exponent);
        memory_free(base);
        memory_free(exponent);
    }
    REQUIRE(fclose(to) == 0);
    return text;
}
