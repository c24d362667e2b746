#include "exact/rational.h"

#include "base/memory.h"

#include <ctype.h>
#include <string.h>

/* ---- files -------------------------------------------------------------- */

static size_t digits(const char *s)
{
    return strspn(s, "0123456789");
}

status rational_parse(mpq_t value, const char *text, error *e)
{
    const char *s = text + (*text == '-');
    size_t numerator = digits(s);
    const char *rest = s + numerator;
    size_t denominator = *rest == '/' ? digits(rest + 1) : 0;
    const char *end = *rest == '/' ? rest + 1 + denominator : rest;
    if (numerator == 0 || *end || (*rest == '/' && denominator == 0))
        return error_set(e, STATUS_MALFORMED, "'%.40s' is not a rational (write -3/4 or 5)", text);
    if (numerator > rational_digit_limit || denominator > rational_digit_limit)
        return error_set(e, STATUS_LIMIT, "a rational with more than %d digits",
                         rational_digit_limit);
    REQUIRE(mpq_set_str(value, text, 10) == 0);
    if (mpz_sgn(mpq_denref(value)) == 0) {
        mpq_set_ui(value, 0, 1);
        return error_set(e, STATUS_MALFORMED, "'%.40s' has denominator 0", text);
    }
    mpq_canonicalize(value);
    return STATUS_OK;
}

char *rational_to_text(const mpq_t value)
{
    size_t room = mpz_sizeinbase(mpq_numref(value), 10) + mpz_sizeinbase(mpq_denref(value), 10) + 3;
    return mpq_get_str(memory_new(room, 1), 10, value);
}

char *integer_to_text(const mpz_t value)
{
    return mpz_get_str(memory_new(mpz_sizeinbase(value, 10) + 2, 1), 10, value);
}

/* ---- command lines ------------------------------------------------------- */

/* Values with more bits than this are of no use to any command and would eat the machine. */
enum { integer_bit_limit = 1 << 24 };

static const char *read_digits(mpz_t value, const char *s)
{
    mpz_set_ui(value, 0);
    for (; isdigit((unsigned char)*s); s++) {
        mpz_mul_ui(value, value, 10);
        mpz_add_ui(value, value, (unsigned long)(*s - '0'));
    }
    return s;
}

/* value = base^exponent if that stays below the limit. */
static int raise(mpz_t value, const mpz_t base, const mpz_t exponent)
{
    if (mpz_cmp_ui(base, 1) > 0 &&
        (!mpz_fits_ulong_p(exponent) ||
         mpz_get_ui(exponent) > integer_bit_limit / (mpz_sizeinbase(base, 2) - 1)))
        return 0;
    if (mpz_cmp_ui(base, 1) <= 0) { /* 0^0 = 1, as in the formulas of this project */
        mpz_set_ui(value, mpz_sgn(exponent) == 0 || mpz_sgn(base) != 0);
        return 1;
    }
    mpz_pow_ui(value, base, mpz_get_ui(exponent));
    return 1;
}

/* factor = digits [ '^' digits | 'e' digits ] */
static const char *read_factor(mpz_t value, const char *s, int *too_large)
{
    mpz_t base, exponent;
    mpz_inits(base, exponent, NULL);
    const char *next = NULL;
    if (isdigit((unsigned char)*s)) {
        next = read_digits(base, s);
        char sign = *next;
        if (sign == '^' || sign == 'e') {
            next = isdigit((unsigned char)next[1]) ? read_digits(exponent, next + 1) : NULL;
            if (next && sign == '^') {
                *too_large |= !raise(value, base, exponent);
            } else if (next) {
                mpz_t ten;
                mpz_init_set_ui(ten, 10);
                *too_large |= !raise(value, ten, exponent);
                mpz_mul(value, value, base);
                mpz_clear(ten);
            }
        } else {
            mpz_set(value, base);
        }
    }
    mpz_clears(base, exponent, NULL);
    return next;
}

status integer_parse(mpz_t value, const char *text, const char *name, error *e)
{
    if (strlen(text) > rational_digit_limit)
        return error_set(e, STATUS_LIMIT, "%s: a number with more than %d characters", name,
                         rational_digit_limit);
    mpz_t factor;
    mpz_init(factor);
    mpz_set_ui(value, 1);
    int too_large = 0;
    const char *s = text;
    for (;;) {
        s = read_factor(factor, s, &too_large);
        if (!s || too_large)
            break;
        mpz_mul(value, value, factor);
        if (*s != '*')
            break;
        s++;
    }
    mpz_clear(factor);
    if (too_large || (s && mpz_sizeinbase(value, 2) > integer_bit_limit))
        return error_set(e, STATUS_LIMIT, "%s: '%.40s' has more than 2^24 bits", name, text);
    if (!s || *s)
        return error_set(e, STATUS_USAGE,
                         "%s: expected a number such as 12, 2^500, 3*2^10 or 1e6, got '%.40s'",
                         name, text);
    return STATUS_OK;
}

status integer_parse_u64(uint64_t *value, const char *text, uint64_t limit, const char *name,
                         error *e)
{
    mpz_t parsed;
    mpz_init(parsed);
    status result = integer_parse(parsed, text, name, e);
    if (result == STATUS_OK && !integer_fits_u64(parsed))
        result = error_set(e, STATUS_LIMIT, "%s: %.40s is too large (2^64 or more)", name, text);
    else if (result == STATUS_OK && integer_get_u64(parsed) > limit)
        result = error_set(e, STATUS_USAGE, "%s: %.40s is too large (at most %llu)", name, text,
                           (unsigned long long)limit);
    else if (result == STATUS_OK)
        *value = integer_get_u64(parsed);
    mpz_clear(parsed);
    return result;
}

/* ---- 64 bits ------------------------------------------------------------- */

void integer_set_u64(mpz_t value, uint64_t from)
{
    mpz_import(value, 1, 1, sizeof from, 0, 0, &from);
}

int integer_fits_u64(const mpz_t value)
{
    return mpz_sgn(value) >= 0 && mpz_sizeinbase(value, 2) <= 64;
}

uint64_t integer_get_u64(const mpz_t value)
{
    REQUIRE(integer_fits_u64(value));
    uint64_t to = 0;
    mpz_export(&to, NULL, 1, sizeof to, 0, 0, value);
    return to;
}
