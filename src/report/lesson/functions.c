#include "report/lesson/functions.h"

#include "base/json-read.h"
#include "base/memory.h"
#include "exact/interval.h"

#include <ctype.h>
#include <string.h>

static int is_power_of_two(const mpz_t z)
{
    return mpz_popcount(z) == 1;
}

/* Exact at powers of two. */
static status call_log2(value *v, error *e)
{
    if (v->kind != VALUE_EXACT || mpq_sgn(v->exact) <= 0)
        return error_set(e, STATUS_MALFORMED, "log2 takes a positive number");
    if (is_power_of_two(mpq_numref(v->exact)) && is_power_of_two(mpq_denref(v->exact))) {
        long log = (long)mpz_sizeinbase(mpq_numref(v->exact), 2) -
                   (long)mpz_sizeinbase(mpq_denref(v->exact), 2);
        value_read(v, "0");
        mpq_set_si(v->exact, log, 1);
        return STATUS_OK;
    }
    mpfi_t below;
    mpfi_init2(below, mpfi_get_prec(v->enclosed));
    mpz_t part;
    mpz_init_set(part, mpq_numref(v->exact));
    value_enclose(v);
    interval_log2_z(v->enclosed, part);
    interval_log2_z(below, mpq_denref(v->exact));
    mpfi_sub(v->enclosed, v->enclosed, below);
    mpz_clear(part);
    mpfi_clear(below);
    return STATUS_OK;
}

static status call_floor(value *v, int ceiling_log2, error *e)
{
    if (v->kind != VALUE_EXACT || (ceiling_log2 && mpq_sgn(v->exact) <= 0))
        return error_set(e, STATUS_MALFORMED, "floor and clog2 take an exact number");
    mpz_ptr whole = mpq_numref(v->exact);
    if (ceiling_log2) { /* least k with 2^k >= q: bits of ceil(q) - 1 */
        mpz_cdiv_q(whole, whole, mpq_denref(v->exact));
        mpz_sub_ui(whole, whole, 1);
        mpz_set_ui(whole, mpz_sgn(whole) <= 0 ? 0 : mpz_sizeinbase(whole, 2));
    } else {
        mpz_fdiv_q(whole, whole, mpq_denref(v->exact));
    }
    mpz_set_ui(mpq_denref(v->exact), 1);
    return STATUS_OK;
}

static status comma(parse *c, error *e)
{
    while (isspace((unsigned char)*c->at))
        c->at++;
    if (*c->at != ',')
        return error_set(e, STATUS_MALFORMED, "expected ',' at '%.30s'", c->at);
    c->at++;
    return STATUS_OK;
}

static status call_extreme(value *v, int larger, parse *c, error *e)
{
    value other, left;
    value_init(&other);
    value_init(&left);
    status s = parse_sum(v, c, e);
    if (s == STATUS_OK)
        s = comma(c, e);
    if (s == STATUS_OK)
        s = parse_sum(&other, c, e);
    value_set(&left, v);
    if (s == STATUS_OK)
        s = value_compare(&left, larger ? "<" : ">", &other, e);
    if (s == STATUS_OK && mpq_sgn(left.exact) != 0)
        value_set(v, &other);
    value_clear(&left);
    value_clear(&other);
    return s;
}

static status call_list(value *v, int multiply, parse *c, error *e)
{
    char name[48];
    size_t length = strcspn(c->at, ",)");
    long from, to;
    if (length == 0 || length >= sizeof name)
        return error_set(e, STATUS_MALFORMED, "expected the name of a list at '%.30s'", c->at);
    memcpy(name, c->at, length);
    name[length] = '\0';
    c->at += length;
    TRY(comma(c, e));
    TRY(parse_index(&from, c, e));
    TRY(comma(c, e));
    TRY(parse_index(&to, c, e));
    value element;
    value_init(&element);
    value_read(v, multiply ? "1" : "0");
    status s = STATUS_OK;
    for (long i = from; i <= to && s == STATUS_OK; i++) {
        s = names_element(&element, c->names, name, i, c->depth, e);
        if (s == STATUS_OK)
            s = value_combine(v, multiply ? '*' : '+', &element, e);
    }
    value_clear(&element);
    return s;
}

/* binom(N, k), exact where it is short, or log2binom(N, k), an enclosure. */
static status call_binomial(value *v, int logarithm, parse *c, error *e)
{
    enum { longest = 1 << 16 };
    value k;
    value_init(&k);
    status s = parse_sum(v, c, e);
    if (s == STATUS_OK)
        s = comma(c, e);
    if (s == STATUS_OK)
        s = parse_sum(&k, c, e);
    mpz_ptr N = mpq_numref(v->exact), of = mpq_numref(k.exact);
    if (s == STATUS_OK &&
        !(value_is_integer(v) && value_is_integer(&k) && mpz_sgn(of) >= 0 && mpz_cmp(of, N) <= 0))
        s = error_set(e, STATUS_MALFORMED, "binomials are of integers 0 <= k <= N");
    else if (s == STATUS_OK && !logarithm && mpz_cmp_ui(N, longest) > 0)
        s = error_set(e, STATUS_LIMIT, "the binomial is too long");
    if (s == STATUS_OK && !logarithm) {
        mpz_bin_ui(N, N, mpz_get_ui(of));
    } else if (s == STATUS_OK) {
        value_enclose(v);
        enclose_log2_binomial(v->enclosed, N, of);
    }
    value_clear(&k);
    return s;
}

/* 1 if the argument names something that is there and not null. */
static status call_known(value *v, parse *c)
{
    error ignored = {""};
    int open = 0;
    size_t length = 0;
    for (; c->at[length] && (c->at[length] != ')' || open > 0); length++)
        open += (c->at[length] == '(') - (c->at[length] == ')');
    char *inside = memory_new(length + 1, 1);
    memcpy(inside, c->at, length);
    parse inner = {inside, c->names, c->depth + 1};
    status s = parse_sum(v, &inner, &ignored);
    int none = v->kind == VALUE_TEXT && strcmp(v->text, "none") == 0;
    value_read(v, s == STATUS_OK && !none ? "1" : "0");
    memory_free(inside);
    c->at += length;
    return STATUS_OK;
}

status function_call(value *v, const char *name, parse *c, error *e)
{
    if (strcmp(name, "prod") == 0 || strcmp(name, "sum") == 0)
        return call_list(v, name[0] == 'p', c, e);
    if (strcmp(name, "known") == 0)
        return call_known(v, c);
    if (strcmp(name, "count") == 0)
        return parse_count(v, c, e);
    if (strcmp(name, "binom") == 0 || strcmp(name, "log2binom") == 0)
        return call_binomial(v, name[0] == 'l', c, e);
    if (strcmp(name, "min") == 0 || strcmp(name, "max") == 0)
        return call_extreme(v, name[1] == 'a', c, e);
    int log2 = strcmp(name, "log2") == 0, approx = strcmp(name, "approx") == 0;
    int clog2 = strcmp(name, "clog2") == 0;
    if (!log2 && !approx && !clog2 && strcmp(name, "floor") != 0)
        return error_set(e, STATUS_MALFORMED, "there is no function '%s'", name);
    TRY(parse_sum(v, c, e));
    if (log2)
        return call_log2(v, e);
    if (!approx)
        return call_floor(v, clog2, e);
    if (v->kind == VALUE_TEXT)
        return error_set(e, STATUS_MALFORMED, "a word is no number");
    if (v->kind == VALUE_EXACT)
        value_enclose(v);
    v->rough = 1;
    return STATUS_OK;
}
