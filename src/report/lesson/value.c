#include "report/lesson/value.h"

#include "base/memory.h"
#include "base/status.h"
#include "exact/digits.h"
#include "exact/rational.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { enclosure_bits = 512, most_digits = 24, fraction_digits = 14, decimals = 3, leading = 4 };
static const char narrow_space[] = "\xe2\x80\xaf", dot[] = "\xc2\xb7",
                  minus_sign[] = "\xe2\x88\x92";

void value_init(value *v)
{
    v->kind = VALUE_EXACT;
    mpq_init(v->exact);
    mpfi_init2(v->enclosed, enclosure_bits);
    v->text = NULL;
    v->rough = 0;
}

void value_clear(value *v)
{
    mpq_clear(v->exact);
    mpfi_clear(v->enclosed);
    memory_free(v->text);
}

void value_set(value *v, const value *from)
{
    v->kind = from->kind;
    v->rough = from->rough;
    mpq_set(v->exact, from->exact);
    mpfi_set(v->enclosed, from->enclosed);
    char *text = from->text ? memory_copy_string(from->text) : NULL;
    memory_free(v->text);
    v->text = text;
}

void value_set_text(value *v, const char *text)
{
    char *copy = memory_copy_string(text);
    memory_free(v->text);
    v->text = copy;
    v->kind = VALUE_TEXT;
}

/* ---- reading ------------------------------------------------------------------------------ */

/* digits "." digits, perhaps with a minus: exactly that many thousandths, ... */
static int read_decimal(mpq_t q, const char *text)
{
    const char *digits = text + (*text == '-');
    size_t whole = strspn(digits, "0123456789");
    if (whole == 0 || digits[whole] != '.')
        return 0;
    size_t part = strspn(digits + whole + 1, "0123456789");
    if (part == 0 || digits[whole + 1 + part] != '\0')
        return 0;
    char *joined = memory_copy_string(text);
    memmove(strchr(joined, '.'), strchr(joined, '.') + 1, strlen(strchr(joined, '.')));
    REQUIRE(mpz_set_str(mpq_numref(q), joined, 10) == 0);
    mpz_ui_pow_ui(mpq_denref(q), 10, part);
    mpq_canonicalize(q);
    memory_free(joined);
    return 1;
}

void value_read(value *v, const char *text)
{
    error ignored = {""};
    memory_free(v->text);
    v->text = NULL;
    v->kind = VALUE_EXACT;
    if (rational_parse(v->exact, text, &ignored) == STATUS_OK)
        return;
    if (read_decimal(v->exact, text))
        v->text = memory_copy_string(text);
    else
        value_set_text(v, text);
}

void value_enclose(value *v)
{
    REQUIRE(v->kind == VALUE_EXACT);
    mpfi_set_q(v->enclosed, v->exact);
    v->kind = VALUE_ENCLOSED;
    v->rough = 0;
    memory_free(v->text);
    v->text = NULL;
}

int value_is_integer(const value *v)
{
    return v->kind == VALUE_EXACT && mpz_cmp_ui(mpq_denref(v->exact), 1) == 0;
}

/* ---- showing ------------------------------------------------------------------------------ */

static void put_grouped(FILE *to, const char *digits)
{
    size_t length = strlen(digits), sign = *digits == '-';
    if (sign)
        fputs(minus_sign, to);
    for (size_t i = sign; i < length; i++) {
        if (i > sign && length - sign > leading && (length - i) % 3 == 0)
            fputs(narrow_space, to);
        fputc(digits[i], to);
    }
}

/* Both ends rounded to `leading` digits: equal, or nothing is shown. */
static void put_scientific(FILE *to, mpfi_srcptr x)
{
    mpfr_t low, high;
    mpfr_init2(low, mpfi_get_prec(x));
    mpfr_init2(high, mpfi_get_prec(x));
    mpfi_get_left(low, x);
    mpfi_get_right(high, x);
    mpfr_exp_t a, b;
    char *s = mpfr_get_str(NULL, &a, 10, leading, low, MPFR_RNDN);
    char *t = mpfr_get_str(NULL, &b, 10, leading, high, MPFR_RNDN);
    int minus = s[0] == '-';
    if (a != b || strcmp(s, t) != 0)
        fputs("not known to four digits", to);
    else
        fprintf(to, "%s%c.%s%s10^%s%ld", minus ? minus_sign : "", s[minus], s + minus + 1, dot,
                a < 1 ? minus_sign : "", labs((long)a - 1));
    mpfr_free_str(s);
    mpfr_free_str(t);
    mpfr_clears(low, high, (mpfr_ptr)NULL);
}

static void put_enclosed(FILE *to, mpfi_srcptr x, int rough)
{
    mpfr_t size;
    mpfr_init2(size, mpfi_get_prec(x));
    mpfi_mag(size, x);
    int zero = mpfr_zero_p(size), small = mpfr_cmp_d(size, 0.01) < 0;
    int with_decimals = mpfr_cmp_d(size, rough ? 1e6 : 1e15) < 0;
    int whole = !rough && mpfr_cmp_d(size, 1e24) < 0;
    mpfr_clear(size);
    if (zero) {
        fputc('0', to);
        return;
    }
    char *text =
        small || !(with_decimals || whole) ? NULL : digits_fixed(x, with_decimals ? decimals : 0);
    if (text) {
        char *point = strchr(text, '.');
        if (point)
            *point = '\0';
        put_grouped(to, text);
        if (point)
            fprintf(to, ".%s", point + 1);
    } else {
        put_scientific(to, x);
    }
    memory_free(text);
}

static void put_exact(FILE *to, const mpq_t q)
{
    size_t above = mpz_sizeinbase(mpq_numref(q), 10), below = mpz_sizeinbase(mpq_denref(q), 10);
    int whole = mpz_cmp_ui(mpq_denref(q), 1) == 0;
    if (whole ? above > most_digits : above + below > 2 * fraction_digits) {
        mpfi_t x;
        mpfi_init2(x, enclosure_bits);
        mpfi_set_q(x, q);
        put_scientific(to, x);
        mpfi_clear(x);
        return;
    }
    char *text = rational_to_text(q);
    char *slash = strchr(text, '/');
    if (slash)
        *slash = '\0';
    put_grouped(to, text);
    if (slash) {
        fputc('/', to);
        put_grouped(to, slash + 1);
    }
    memory_free(text);
}

/* What a command printed: "58.111" gets its groups, "2.8e+11" and "2.8 x 10^11" one look. */
static void put_printed(FILE *to, const value *v)
{
    const char *power = strstr(v->text, " x 10^"), *e = strstr(v->text, "e+");
    int number = isdigit((unsigned char)v->text[0]) != 0;
    if (v->kind == VALUE_EXACT) {
        char *copy = memory_copy_string(v->text), *point = strchr(copy, '.');
        *point = '\0';
        put_grouped(to, copy);
        fprintf(to, ".%s", point + 1);
        memory_free(copy);
    } else if (number && power) {
        fprintf(to, "%.*s%s10^%s", (int)(power - v->text), v->text, dot, power + strlen(" x 10^"));
    } else if (number && e) {
        fprintf(to, "%.*s%s10^%s", (int)(e - v->text), v->text, dot, e + 2);
    } else {
        fputs(v->text, to);
    }
}

char *value_show(const value *v)
{
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    REQUIRE(to != NULL);
    if (v->text)
        put_printed(to, v);
    else if (v->kind == VALUE_ENCLOSED)
        put_enclosed(to, v->enclosed, v->rough);
    else
        put_exact(to, v->exact);
    REQUIRE(fclose(to) == 0);
    return text;
}

char *value_exact_text(const value *v)
{
    if (v->text)
        return memory_copy_string(v->text);
    return v->kind == VALUE_EXACT ? rational_to_text(v->exact) : NULL;
}
