#include "verifier/parametric.h"

#include "base/json-read.h"
#include "base/memory.h"
#include "exact/interval.h"

#include <stdio.h>
#include <string.h>

void parametric_result_init(parametric_result *r)
{
    memset(r, 0, sizeof *r);
    mpz_inits(r->beta, r->layers, r->dim, r->width, r->precision_bits, NULL);
    mpq_init(r->epsilon);
}

void parametric_result_clear(parametric_result *r)
{
    mpz_clears(r->beta, r->layers, r->dim, r->width, r->precision_bits, NULL);
    mpq_clear(r->epsilon);
}

/* The least b with 2^b >= count, count >= 1. */
static unsigned long code_bits(const mpz_t count)
{
    size_t length = mpz_sizeinbase(count, 2);
    return mpz_scan1(count, 0) == length - 1 ? length - 1 : length;
}

static unsigned long at_least_one(unsigned long width)
{
    return width ? width : 1;
}

typedef struct widths {
    unsigned long id, w, w_total, i, value;
} widths;

static void measure(widths *at, const sizes *s)
{
    mpz_t functions;
    mpz_init_set_ui(functions, s->L);
    mpz_add_ui(functions, functions, 1);
    *at = (widths){.id = code_bits(functions)};
    mpz_clear(functions);
    for (unsigned l = 1; l < s->L; l++) {
        unsigned long bits = code_bits(s->n[l]);
        at->w = bits > at->w ? bits : at->w;
        at->w_total += bits;
    }
    at->i = at_least_one(code_bits(s->N[s->L >= 2 ? s->L - 2 : 0]));
    at->value = at_least_one(code_bits(s->N[s->L - 1]));
}

/* dim and width of a network of look-ups with keys of this width */
static void set_shape(parametric_result *r, const sizes *s, const widths *at, unsigned long key)
{
    mpz_set_ui(r->layers, s->L);
    mpz_add_ui(r->layers, r->layers, 1);
    mpz_set_ui(r->dim, key > at->value ? key : at->value);
    mpz_set_ui(r->width, key + 3 * at->value + at->w_total + 1);
}

/* Both lemmas end the same way: eps <= 1/4. */
static void conclude(parametric_result *r)
{
    r->verified = r->verified && mpq_cmp_ui(r->epsilon, 1, 4) <= 0;
}

/* The P of fixed:P for binary keys (docs/constructions.md): 6, or what it takes for the block
 * maxima, integers in [-beta b, beta b], to fit in (d-1) P bits. */
static void set_precision(parametric_result *r, mpz_t scratch, unsigned long b)
{
    mpz_mul_ui(scratch, r->beta, b);
    mpz_add_ui(scratch, scratch, 1);
    mpz_set_ui(r->precision_bits, code_bits(scratch) + 1);
    mpz_sub_ui(scratch, r->dim, 1); /* d >= b >= 2 */
    mpz_cdiv_q(r->precision_bits, r->precision_bits, scratch);
    if (mpz_cmp_ui(r->precision_bits, 6) < 0)
        mpz_set_ui(r->precision_bits, 6);
}

/* Lemma P1. beta is the least integer with 4^beta >= 4 (n - 1); eps <= (n-1) 4^-beta. */
static void verify_binary(parametric_result *r, const sizes *s)
{
    widths at;
    mpz_t others;
    measure(&at, s);
    unsigned long b = at.id + at.w + at.i;
    mpz_init(others);
    mpz_sub_ui(others, s->tokens, 1);
    unsigned long beta = (code_bits(others) + 2 + 1) / 2; /* 2^{2 beta} >= 4 (n-1) > 2^{2 beta-2} */
    mpz_set_ui(r->beta, beta);
    mpz_set_ui(mpq_numref(r->epsilon), 0);
    mpz_setbit(mpq_numref(r->epsilon), 2 * beta); /* 4^beta, for the comparison */
    mpz_mul_2exp(others, others, 2);
    int sharp = mpz_cmp(others, mpq_numref(r->epsilon)) <= 0;
    r->verified = b >= 2 && sharp;
    snprintf(r->condition, sizeof r->condition, "b = %lu >= 2 and 4 (n-1) <= 4^%lu: %s", b, beta,
             r->verified ? "both hold" : "fails");
    mpz_set(mpq_denref(r->epsilon), mpq_numref(r->epsilon));
    mpz_sub_ui(mpq_numref(r->epsilon), s->tokens, 1);
    mpq_canonicalize(r->epsilon);
    set_shape(r, s, &at, b);
    set_precision(r, others, b);
    mpz_clear(others);
}

/* Lemma P2. beta = 4; eps <= 2 (2^-4 + 2^-15), for all sizes. */
static void verify_quadratic(parametric_result *r, const sizes *s)
{
    widths at;
    measure(&at, s);
    r->verified = 1;
    mpz_set_ui(r->beta, 4);
    mpq_set_ui(r->epsilon, (1U << 11) + 1, 1U << 14);
    mpq_canonicalize(r->epsilon);
    snprintf(r->condition, sizeof r->condition,
             "2 (2^-4 + 2^-16 + 2^-36 + ...) <= 2 (2^-4 + 2^-15) <= 1/4: holds for all sizes");
    set_shape(r, s, &at, 2);
}

status parametric_verify(parametric_result *r, const char *construction, const sizes *s, error *e)
{
    if (strcmp(construction, "binary") == 0) {
        r->lemma = "P1 (binary keys)";
        verify_binary(r, s);
    } else if (strcmp(construction, "quadratic") == 0) {
        r->lemma = "P2 (quadratic keys)";
        verify_quadratic(r, s);
    } else {
        return error_set(e, STATUS_USAGE,
                         "--mode parametric knows lemmas for binary and quadratic, not '%.40s'",
                         construction);
    }
    conclude(r);
    return STATUS_OK;
}

char *parametric_log2_epsilon(const parametric_result *r, unsigned digits)
{
    mpfr_t bound;
    mpfi_t numerator, denominator;
    mpfr_init2(bound, 128);
    mpfi_init2(numerator, 128);
    mpfi_init2(denominator, 128);
    interval_log2_z(numerator, mpq_numref(r->epsilon));
    interval_log2_z(denominator, mpq_denref(r->epsilon));
    mpfi_sub(numerator, numerator, denominator);
    mpfi_get_right(bound, numerator);
    char *text = NULL;
    REQUIRE(mpfr_asprintf(&text, "%.*RUf", (int)digits, bound) > 0);
    char *copy = memory_copy_string(text);
    mpfr_free_str(text);
    mpfr_clear(bound);
    mpfi_clear(numerator);
    mpfi_clear(denominator);
    return copy;
}
