#include "report/lesson/functions.h"

#include "base/json-read.h"
#include "base/memory.h"
#include "exact/interval.h"

#include <ctype.h>
#include <string.h>

/* ---- arithmetic ---------------------------------------------------------------------------- */

static status check_length(const value *v, error *e)
{
    if (v->kind == VALUE_EXACT &&
        mpz_sizeinbase(mpq_numref(v->exact), 2) + mpz_sizeinbase(mpq_denref(v->exact), 2) >
            bits_limit)
        return error_set(e, STATUS_LIMIT, "a number of the formula is too long");
    return STATUS_OK;
}

/* Both become numbers of one kind, without the text they may have been printed with. */
static status make_alike(value *v, value *w, error *e)
{
    if (v->kind == VALUE_TEXT || w->kind == VALUE_TEXT)
        return error_set(e, STATUS_MALFORMED, "a word is no number");
    value *const both[] = {v, w};
    for (int i = 0; i < 2; i++) {
        if (both[i]->kind == VALUE_EXACT && both[1 - i]->kind == VALUE_ENCLOSED)
            value_enclose(both[i]);
        memory_free(both[i]->text);
        both[i]->text = NULL;
        both[i]->rough = 0;
    }
    return STATUS_OK;
}

static void combine_exact(mpq_t v, char sign, const mpq_t w)
{
    if (sign == '+')
        mpq_add(v, v, w);
    else if (sign == '-')
        mpq_sub(v, v, w);
    else if (sign == '*')
        mpq_mul(v, v, w);
    else
        mpq_div(v, v, w);
}

static void combine_enclosed(mpfi_t v, char sign, const mpfi_t w)
{
    if (sign == '+')
        mpfi_add(v, v, w);
    else if (sign == '-')
        mpfi_sub(v, v, w);
    else if (sign == '*')
        mpfi_mul(v, v, w);
    else
        mpfi_div(v, v, w);
}

status value_combine(value *v, char sign, const value *right, error *e)
{
    value w;
    value_init(&w);
    value_set(&w, right);
    status s = make_alike(v, &w, e);
    int exact = v->kind == VALUE_EXACT;
    if (s == STATUS_OK && sign == '/' &&
        (exact ? mpq_sgn(w.exact) == 0 : mpfi_has_zero(w.enclosed)))
        s = error_set(e, STATUS_MALFORMED, "division by zero");
    if (s == STATUS_OK && exact)
        combine_exact(v->exact, sign, w.exact);
    else if (s == STATUS_OK)
        combine_enclosed(v->enclosed, sign, w.enclosed);
    value_clear(&w);
    return s == STATUS_OK ? check_length(v, e) : s;
}

status value_power(value *v, const value *exponent, error *e)
{
    if (v->kind != VALUE_EXACT || !value_is_integer(exponent))
        return error_set(e, STATUS_MALFORMED, "powers have whole exponents");
    mpz_srcptr k = mpq_numref(exponent->exact);
    size_t bits = mpz_sizeinbase(mpq_numref(v->exact), 2) + mpz_sizeinbase(mpq_denref(v->exact), 2);
    if (mpz_cmpabs_ui(k, bits_limit) > 0 || mpz_get_ui(k) > bits_limit / bits + 1)
        return error_set(e, STATUS_LIMIT, "a number of the formula is too long");
    if (mpz_sgn(k) < 0 && mpq_sgn(v->exact) == 0)
        return error_set(e, STATUS_MALFORMED, "division by zero");
    unsigned long times = mpz_get_ui(k);
    mpz_pow_ui(mpq_numref(v->exact), mpq_numref(v->exact), times);
    mpz_pow_ui(mpq_denref(v->exact), mpq_denref(v->exact), times);
    if (mpz_sgn(k) < 0)
        mpq_inv(v->exact, v->exact);
    return STATUS_OK;
}

/* ---- comparison --------------------------------------------------------------------------- */

static status order_of(int *order, value *v, value *w, error *e)
{
    if (v->kind == VALUE_TEXT && w->kind == VALUE_TEXT) {
        *order = strcmp(v->text, w->text);
        return STATUS_OK;
    }
    TRY(make_alike(v, w, e));
    if (v->kind == VALUE_EXACT) {
        *order = mpq_cmp(v->exact, w->exact);
        return STATUS_OK;
    }
    *order = mpfi_cmp(v->enclosed, w->enclosed);
    if (*order == 0)
        return error_set(e, STATUS_LIMIT, "the enclosures of two numbers overlap");
    return STATUS_OK;
}

status value_compare(value *v, const char *sign, const value *right, error *e)
{
    int order = 0;
    value w;
    value_init(&w);
    value_set(&w, right);
    status s = order_of(&order, v, &w, e);
    value_clear(&w);
    int equal = order == 0, less = order < 0;
    int truth = sign[0] == '<'   ? less || (equal && sign[1])
                : sign[0] == '>' ? !less && (!equal || sign[1])
                : sign[0] == '!' ? !equal
                                 : equal;
    value_read(v, truth ? "1" : "0");
    return s;
}

/* ---- functions ------------------------------------------------------------------------------ */

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

static status comma(cursor *c, error *e)
{
    while (isspace((unsigned char)*c->at))
        c->at++;
    if (*c->at != ',')
        return error_set(e, STATUS_MALFORMED, "expected ',' at '%.30s'", c->at);
    c->at++;
    return STATUS_OK;
}

static status call_extreme(value *v, int larger, cursor *c, error *e)
{
    value other, left;
    value_init(&other);
    value_init(&left);
    status s = cursor_sum(v, c, e);
    if (s == STATUS_OK)
        s = comma(c, e);
    if (s == STATUS_OK)
        s = cursor_sum(&other, c, e);
    value_set(&left, v);
    if (s == STATUS_OK)
        s = value_compare(&left, larger ? "<" : ">", &other, e);
    if (s == STATUS_OK && mpq_sgn(left.exact) != 0)
        value_set(v, &other);
    value_clear(&left);
    value_clear(&other);
    return s;
}

static status call_list(value *v, int multiply, cursor *c, error *e)
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
    TRY(cursor_index(&from, c, e));
    TRY(comma(c, e));
    TRY(cursor_index(&to, c, e));
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

/* ---- binomials ------------------------------------------------------------------------------ */

/* Adds the enclosure of log2 e^r for n! = sqrt(2 pi n) (n/e)^n e^r, 1/(12n+1) < r < 1/(12n)
 * (Robbins), with the sign of the factor. */
static void add_correction(mpfi_t z, const mpz_t n, int sign)
{
    mpz_t twelve;
    mpfi_t r, other;
    mpz_init(twelve);
    mpfi_init2(r, mpfi_get_prec(z));
    mpfi_init2(other, mpfi_get_prec(z));
    mpz_mul_ui(twelve, n, 12);
    mpfi_set_z(r, twelve);
    mpz_add_ui(twelve, twelve, 1);
    mpfi_set_z(other, twelve);
    mpfi_union(r, r, other);
    mpfi_const_log2(other);
    mpfi_mul(r, r, other);
    mpfi_inv(r, r);
    if (sign < 0)
        mpfi_sub(z, z, r);
    else
        mpfi_add(z, z, r);
    mpfi_clear(r);
    mpfi_clear(other);
    mpz_clear(twelve);
}

/* By Stirling, log2 binom(N, k) is k log2(N/k) + (N-k) log2(1 + k/(N-k)) + log2(N / (2 pi k (N-k)))
 * / 2 and the corrections, for 0 < k < N. log1p keeps all digits when k is much smaller than N. */
static void log2_binomial(mpfi_t z, const mpz_t N, const mpz_t k)
{
    mpz_t rest;
    mpfi_t part, log_N, log_k;
    mpz_init(rest);
    mpfi_init2(part, mpfi_get_prec(z));
    mpfi_init2(log_N, mpfi_get_prec(z));
    mpfi_init2(log_k, mpfi_get_prec(z));
    mpz_sub(rest, N, k);
    mpfi_set_z(z, k);
    mpfi_div_z(z, z, rest);
    mpfi_log1p(z, z);
    mpfi_const_log2(part);
    mpfi_div(z, z, part);
    mpfi_mul_z(z, z, rest);
    interval_log2_z(log_N, N);
    interval_log2_z(log_k, k);
    mpfi_sub(log_N, log_N, log_k);
    mpfi_mul_z(part, log_N, k);
    mpfi_add(z, z, part);
    interval_log2_z(part, rest);
    mpfi_sub(log_N, log_N, part);
    mpfi_const_pi(part);
    mpfi_mul_ui(part, part, 2);
    mpfi_log2(part, part);
    mpfi_sub(log_N, log_N, part);
    mpfi_div_ui(log_N, log_N, 2);
    mpfi_add(z, z, log_N);
    add_correction(z, N, 1);
    add_correction(z, k, -1);
    add_correction(z, rest, -1);
    mpfi_clear(part);
    mpfi_clear(log_N);
    mpfi_clear(log_k);
    mpz_clear(rest);
}

/* binom(N, k), exact where it is short, or log2binom(N, k), an enclosure. */
static status call_binomial(value *v, int logarithm, cursor *c, error *e)
{
    enum { longest = 1 << 16 };
    value k;
    value_init(&k);
    status s = cursor_sum(v, c, e);
    if (s == STATUS_OK)
        s = comma(c, e);
    if (s == STATUS_OK)
        s = cursor_sum(&k, c, e);
    mpz_ptr N = mpq_numref(v->exact), of = mpq_numref(k.exact);
    if (s == STATUS_OK &&
        !(value_is_integer(v) && value_is_integer(&k) && mpz_sgn(of) >= 0 && mpz_cmp(of, N) <= 0))
        s = error_set(e, STATUS_MALFORMED, "binomials are of integers 0 <= k <= N");
    else if (s == STATUS_OK && !logarithm && mpz_cmp_ui(N, longest) > 0)
        s = error_set(e, STATUS_LIMIT, "the binomial is too long");
    if (s == STATUS_OK && !logarithm) {
        mpz_bin_ui(N, N, mpz_get_ui(of));
    } else if (s == STATUS_OK) {
        int trivial = mpz_sgn(of) == 0 || mpz_cmp(of, N) == 0;
        value_enclose(v);
        if (trivial)
            mpfi_set_ui(v->enclosed, 0);
        else
            log2_binomial(v->enclosed, N, of);
    }
    value_clear(&k);
    return s;
}

/* 1 if the argument names something that is there and not null. */
static status call_known(value *v, cursor *c)
{
    error ignored = {""};
    int open = 0;
    size_t length = 0;
    for (; c->at[length] && (c->at[length] != ')' || open > 0); length++)
        open += (c->at[length] == '(') - (c->at[length] == ')');
    char *inside = memory_new(length + 1, 1);
    memcpy(inside, c->at, length);
    cursor inner = {inside, c->names, c->depth + 1};
    status s = cursor_sum(v, &inner, &ignored);
    int none = v->kind == VALUE_TEXT && strcmp(v->text, "none") == 0;
    value_read(v, s == STATUS_OK && !none ? "1" : "0");
    memory_free(inside);
    c->at += length;
    return STATUS_OK;
}

status function_call(value *v, const char *name, cursor *c, error *e)
{
    if (strcmp(name, "prod") == 0 || strcmp(name, "sum") == 0)
        return call_list(v, name[0] == 'p', c, e);
    if (strcmp(name, "known") == 0)
        return call_known(v, c);
    if (strcmp(name, "count") == 0)
        return cursor_count(v, c, e);
    if (strcmp(name, "binom") == 0 || strcmp(name, "log2binom") == 0)
        return call_binomial(v, name[0] == 'l', c, e);
    if (strcmp(name, "min") == 0 || strcmp(name, "max") == 0)
        return call_extreme(v, name[1] == 'a', c, e);
    int log2 = strcmp(name, "log2") == 0, approx = strcmp(name, "approx") == 0;
    int clog2 = strcmp(name, "clog2") == 0;
    if (!log2 && !approx && !clog2 && strcmp(name, "floor") != 0)
        return error_set(e, STATUS_MALFORMED, "there is no function '%s'", name);
    TRY(cursor_sum(v, c, e));
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
