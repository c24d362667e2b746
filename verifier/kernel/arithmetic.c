#include "verifier/kernel/arithmetic.h"

#include <stdio.h>
#include <string.h>

/* One or two digits, without a leading zero; NULL if there are none. */
static const char *read_digits(unsigned *value, const char *text)
{
    *value = 0;
    const char *at = text;
    while (*at >= '0' && *at <= '9' && at - text < 2)
        *value = *value * 10 + (unsigned)(*at++ - '0');
    return at == text || (*text == '0' && at - text > 1) ? NULL : at;
}

status arithmetic_parse(arithmetic *a, const char *name, error *e)
{
    static const char fixed[] = "fixed:";
    *a = (arithmetic){0, 0};
    if (strcmp(name, "base2") == 0)
        return STATUS_OK;
    const char *at = strncmp(name, fixed, strlen(fixed)) == 0 ? name + strlen(fixed) : NULL;
    at = at ? read_digits(&a->P, at) : NULL;
    at = at && *at == ':' ? read_digits(&a->I, at + 1) : NULL;
    if (at && !*at && a->P >= 1 && a->P <= arithmetic_max_P && a->I < a->P)
        return STATUS_OK;
    return error_set(e, STATUS_MALFORMED, "expected base2 or fixed:P:I as number system");
}

void arithmetic_name(char name[arithmetic_name_room], arithmetic a)
{
    if (a.P)
        snprintf(name, arithmetic_name_room, "fixed:%u:%u", a.P, a.I);
    else
        snprintf(name, arithmetic_name_room, "base2");
}

/* 2^I - unit */
static void set_largest(mpq_t q, arithmetic a)
{
    mpq_set_ui(q, 1, 1);
    mpq_mul_2exp(q, q, a.P - 1);
    mpz_sub_ui(mpq_numref(q), mpq_numref(q), 1);
    mpq_div_2exp(q, q, a.P - 1 - a.I);
}

static void round_number(mpq_t q, arithmetic a)
{
    mpz_t below, rest;
    mpq_t largest;
    mpz_inits(below, rest, NULL);
    mpq_init(largest);
    mpq_mul_2exp(q, q, a.P - 1 - a.I);
    mpz_fdiv_qr(below, rest, mpq_numref(q), mpq_denref(q));
    mpz_mul_2exp(rest, rest, 1);
    int side = mpz_cmp(rest, mpq_denref(q));
    if (side > 0 || (side == 0 && mpz_odd_p(below)))
        mpz_add_ui(below, below, 1);
    mpq_set_z(q, below);
    mpq_div_2exp(q, q, a.P - 1 - a.I);
    set_largest(largest, a);
    if (mpq_cmp(q, largest) > 0)
        mpq_set(q, largest);
    mpq_neg(largest, largest);
    if (mpq_cmp(q, largest) < 0)
        mpq_set(q, largest);
    mpz_clears(below, rest, NULL);
    mpq_clear(largest);
}

void arithmetic_round(qrange_t x, arithmetic a)
{
    if (!a.P)
        return;
    round_number(x->lo, a);
    round_number(x->hi, a);
}

int arithmetic_on_grid(mpq_srcptr q, arithmetic a)
{
    mpz_srcptr denominator = mpq_denref(q);
    return !a.P || (mpz_scan1(denominator, 0) + 1 == mpz_sizeinbase(denominator, 2) &&
                    mpz_sizeinbase(denominator, 2) <= a.P - a.I);
}

int arithmetic_holds(const qrange_t x, arithmetic a)
{
    if (!a.P)
        return 1;
    qrange_t all;
    qrange_init(all);
    set_largest(all->hi, a);
    mpq_neg(all->lo, all->hi);
    int within = qrange_within(x, all);
    qrange_clear(all);
    return within;
}
