#include "exact/digits.h"

#include "base/memory.h"
#include "base/status.h"
#include "exact/interval.h"
#include "exact/rational.h"

#include <stdio.h>
#include <string.h>

/* The digits of a number no precision could print (a tie among huge numbers) stop here. */
enum { precision_limit = 1 << 20 };

static char *round_end(const char *format, int decimals, mpfr_srcptr end)
{
    char *text = NULL;
    REQUIRE(mpfr_asprintf(&text, format, decimals, end) >= 0);
    char *copy = memory_copy_string(text);
    mpfr_free_str(text);
    return copy;
}

static char *agreed(const char *format, int decimals, mpfi_srcptr x)
{
    char *low = round_end(format, decimals, &x->left);
    char *high = round_end(format, decimals, &x->right);
    int same = strcmp(low, high) == 0;
    memory_free(high);
    if (same)
        return low;
    memory_free(low);
    return NULL;
}

char *digits_fixed(mpfi_srcptr x, int decimals)
{
    return agreed("%.*RNf", decimals, x);
}

/* s = 2^e: log2 is the integer e; otherwise it is irrational and no rounding can tie. */
static int is_power_of_two(mpz_t exponent, const factored_sum_t s)
{
    if (s->count == 1 && mpz_sgn(s->integer) == 0 && s->term[0]->count == 1 &&
        mpz_cmp_ui(s->term[0]->base[0], 2) == 0) {
        mpz_set(exponent, s->term[0]->exponent[0]);
        return 1;
    }
    if (s->count > 0 || mpz_popcount(s->integer) != 1)
        return 0;
    mpz_set_ui(exponent, mpz_sizeinbase(s->integer, 2) - 1);
    return 1;
}

char *digits_log2(const factored_sum_t s, int decimals)
{
    mpz_t exponent;
    mpz_init(exponent);
    char *text = is_power_of_two(exponent, s) ? integer_to_text(exponent) : NULL;
    mpz_clear(exponent);
    for (mpfr_prec_t precision = 96; !text && precision <= precision_limit; precision *= 2) {
        mpfi_t log;
        mpfi_init2(log, precision);
        factored_sum_log2(log, s);
        text = digits_fixed(log, decimals);
        mpfi_clear(log);
    }
    REQUIRE(text != NULL);
    return text;
}

char *digits_log2_short(const factored_sum_t s, int decimals)
{
    enum { room = 12 };
    char *text = digits_log2(s, decimals);
    if (strlen(text) <= room)
        return text;
    memory_free(text);
    text = NULL;
    for (int shown = 3; !text && shown >= 0; shown--) { /* fewer digits in case of a tie */
        mpfi_t log;
        mpfi_init2(log, 512);
        factored_sum_log2(log, s);
        text = agreed("%.*RNe", shown, log);
        mpfi_clear(log);
    }
    REQUIRE(text != NULL);
    return text;
}

/* ---- a x 10^b ------------------------------------------------------------------ */

/* log10 of s, and an enclosure of 10^(its fractional part) */
static void split_decimal(mpz_t power, mpfi_ptr mantissa, const factored_sum_t s)
{
    mpfi_t log, ten;
    mpfi_init2(log, mpfi_get_prec(mantissa));
    factored_sum_log2(log, s);
    mpfi_init2(ten, mpfi_get_prec(log));
    mpfi_set_ui(ten, 10);
    mpfi_log2(ten, ten);
    mpfi_div(log, log, ten); /* log10 s */
    mpfr_get_z(power, &log->left, MPFR_RNDD);
    mpfi_sub_z(log, log, power);
    mpfi_mul(log, log, ten);
    mpfi_exp2(mantissa, log);
    mpfi_clear(log);
    mpfi_clear(ten);
}

/* "9.9996" rounds to "10.000": then the power is one more and the digits are 1.000. */
static char *scientific(const factored_sum_t s, int decimals, mpfr_prec_t precision)
{
    mpz_t power;
    mpfi_t mantissa;
    mpz_init(power);
    mpfi_init2(mantissa, precision);
    split_decimal(power, mantissa, s);
    char *digits = digits_fixed(mantissa, decimals), *text = NULL;
    if (digits) {
        if (strncmp(digits, "10", 2) == 0) {
            mpz_add_ui(power, power, 1);
            mpfi_div_ui(mantissa, mantissa, 10);
            memory_free(digits);
            digits = digits_fixed(mantissa, decimals);
        }
        char *b = integer_to_text(power);
        size_t room = strlen(digits) + strlen(b) + 8;
        text = memory_new(room, 1);
        snprintf(text, room, "%s x 10^%s", digits, b);
        memory_free(b);
        memory_free(digits);
    }
    mpfi_clear(mantissa);
    mpz_clear(power);
    return text;
}

static char *short_decimal(const mpz_t value, size_t room)
{
    char *text = integer_to_text(value);
    if (strlen(text) <= room)
        return text;
    memory_free(text);
    return NULL;
}

char *digits_value(const factored_sum_t s, size_t room)
{
    mpz_t value;
    mpz_init(value);
    char *text = NULL;
    if (factored_sum_get_z(value, s, room * 4 + 8)) /* log2 10 < 4 */
        text = short_decimal(value, room);
    mpz_clear(value);
    /* A tie (the digits end in an exact 5) is escaped by showing one digit less. */
    for (int decimals = 3; !text && decimals >= 0; decimals--)
        for (mpfr_prec_t precision = 96; !text && precision <= 1 << 14; precision *= 2)
            text = scientific(s, decimals, precision);
    REQUIRE(text != NULL);
    return text;
}

char *digits_or_factors(const factored_t f, size_t room)
{
    mpz_t value;
    mpz_init(value);
    char *text = NULL;
    if (factored_get_z(value, f, room * 4 + 8))
        text = short_decimal(value, room);
    mpz_clear(value);
    return text ? text : factored_to_text(f);
}
