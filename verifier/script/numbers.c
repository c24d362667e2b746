#include "verifier/script/numbers.h"

#include "base/json-read.h"
#include "base/memory.h"

void numbers_init(numbers *known)
{
    *known = (numbers){0};
}

void numbers_clear(numbers *known)
{
    for (size_t i = 0; i < known->count; i++)
        mpz_clear(known->value[i]);
    memory_free(known->name);
    memory_free(known->value);
}

mpz_srcptr numbers_find(const numbers *known, span name)
{
    for (size_t i = 0; i < known->count; i++)
        if (span_equal(known->name[i], name))
            return known->value[i];
    return NULL;
}

void numbers_bind(numbers *known, span name, const mpz_t value)
{
    if (known->count == known->room) {
        known->room = 2 * known->room + 16;
        known->name = memory_resize(known->name, known->room, sizeof *known->name);
        known->value = memory_resize(known->value, known->room, sizeof *known->value);
    }
    known->name[known->count] = name;
    mpz_init_set(known->value[known->count++], value);
}

/* ---- evaluation ------------------------------------------------------------------ */

typedef struct reading {
    numbers *known;
    cursor *c;
    unsigned depth;
} reading;

static status read_sum(mpz_t value, reading *r, error *e);

/* Every computed value passes here: the limits of one value and of all of them. */
static status account(const mpz_t value, reading *r, const char *at, error *e)
{
    size_t bits = mpz_sizeinbase(value, 2);
    r->known->work += bits;
    if (bits > numbers_max_bits)
        return cursor_error(e, STATUS_LIMIT, r->c, at, "a number of more than %d bits",
                            numbers_max_bits);
    if (r->known->work > numbers_max_work)
        return cursor_error(e, STATUS_LIMIT, r->c, at, "too much arithmetic in one script");
    return STATUS_OK;
}

static status read_digits(mpz_t value, reading *r, error *e)
{
    cursor *c = r->c;
    const char *start = c->at;
    while (c->at < c->end && *c->at >= '0' && *c->at <= '9')
        c->at++;
    size_t length = (size_t)(c->at - start);
    if (length > numbers_max_digits)
        return cursor_error(e, STATUS_LIMIT, c, start, "a number of more than %d digits",
                            numbers_max_digits);
    char *digits = memory_new(length + 1, 1);
    for (size_t i = 0; i < length; i++)
        digits[i] = start[i];
    REQUIRE(mpz_set_str(value, digits, 10) == 0);
    memory_free(digits);
    return account(value, r, start, e);
}

static status read_atom(mpz_t value, reading *r, error *e)
{
    cursor *c = r->c;
    span name;
    cursor_skip_spaces(c);
    const char *start = c->at;
    if (c->at < c->end && *c->at >= '0' && *c->at <= '9')
        return read_digits(value, r, e);
    if (cursor_take(c, "(")) {
        TRY(read_sum(value, r, e));
        return cursor_expect(c, ")", e);
    }
    if (!cursor_take_word(&name, c))
        return cursor_error(e, STATUS_MALFORMED, c, start, "expected a number");
    mpz_srcptr known = numbers_find(r->known, name);
    if (!known)
        return cursor_error(e, STATUS_MALFORMED, c, start, "no number is called '%.*s'",
                            name.length > 40 ? 40 : (int)name.length, name.at);
    mpz_set(value, known);
    return STATUS_OK;
}

/* value = value^exponent, refused before it is computed if it would be too long. */
static status raise_to(mpz_t value, const mpz_t exponent, reading *r, const char *at, error *e)
{
    if (mpz_cmp_ui(value, 1) <= 0) { /* 0^0 = 1, as everywhere in this project */
        mpz_set_ui(value, mpz_sgn(exponent) == 0 || mpz_sgn(value) != 0);
        return STATUS_OK;
    }
    if (mpz_cmp_ui(exponent, numbers_max_bits) > 0 ||
        mpz_get_ui(exponent) * (mpz_sizeinbase(value, 2) - 1) > numbers_max_bits)
        return cursor_error(e, STATUS_LIMIT, r->c, at, "a number of more than %d bits",
                            numbers_max_bits);
    mpz_pow_ui(value, value, mpz_get_ui(exponent));
    return account(value, r, at, e);
}

static status read_power_rest(mpz_t value, reading *r, error *e);

static status read_power(mpz_t value, reading *r, error *e)
{
    if (++r->depth > numbers_max_depth)
        return cursor_error(e, STATUS_LIMIT, r->c, r->c->at, "nested more than %d deep",
                            numbers_max_depth);
    TRY(read_atom(value, r, e));
    TRY(read_power_rest(value, r, e));
    r->depth--;
    return STATUS_OK;
}

static status read_power_rest(mpz_t value, reading *r, error *e)
{
    if (!cursor_take(r->c, "^"))
        return STATUS_OK;
    const char *sign = r->c->at - 1;
    mpz_t exponent;
    mpz_init(exponent);
    status s = read_power(exponent, r, e);
    if (s == STATUS_OK)
        s = raise_to(value, exponent, r, sign, e);
    mpz_clear(exponent);
    return s;
}

static status divide(mpz_t value, const mpz_t by, reading *r, const char *at, error *e)
{
    if (mpz_sgn(by) == 0)
        return cursor_error(e, STATUS_MALFORMED, r->c, at, "division by 0");
    if (!mpz_divisible_p(value, by))
        return cursor_error(e, STATUS_MALFORMED, r->c, at, "the division leaves a remainder");
    mpz_divexact(value, value, by);
    return STATUS_OK;
}

static status combine(mpz_t value, char sign, const mpz_t with, reading *r, const char *at,
                      error *e)
{
    switch (sign) {
    case '+':
        mpz_add(value, value, with);
        break;
    case '-':
        mpz_sub(value, value, with);
        if (mpz_sgn(value) < 0)
            return cursor_error(e, STATUS_MALFORMED, r->c, at, "the difference is below 0");
        break;
    case '*':
        mpz_mul(value, value, with);
        break;
    default:
        TRY(divide(value, with, r, at, e));
        break;
    }
    return account(value, r, at, e);
}

/* value { sign operand }, for the signs of one precedence */
static status read_chain(mpz_t value, reading *r, const char *signs,
                         status (*operand)(mpz_t, reading *, error *), error *e)
{
    TRY(operand(value, r, e));
    mpz_t with;
    mpz_init(with);
    status s = STATUS_OK;
    while (s == STATUS_OK) {
        cursor_skip_spaces(r->c);
        const char *at = r->c->at;
        if (at == r->c->end || (*at != signs[0] && *at != signs[1]))
            break;
        r->c->at++;
        s = operand(with, r, e);
        if (s == STATUS_OK)
            s = combine(value, *at, with, r, at, e);
    }
    mpz_clear(with);
    return s;
}

static status read_product(mpz_t value, reading *r, error *e)
{
    return read_chain(value, r, "*/", read_power, e);
}

static status read_sum(mpz_t value, reading *r, error *e)
{
    return read_chain(value, r, "+-", read_product, e);
}

status numbers_read(mpz_t value, numbers *known, cursor *c, error *e)
{
    reading r = {known, c, 0};
    return read_sum(value, &r, e);
}
