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

static status call_log2(value *v, error *e)
{
    if (v->kind != VALUE_EXACT || mpq_sgn(v->exact) <= 0)
        return error_set(e, STATUS_MALFORMED, "log2 takes a positive number");
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

/* N h(k/N) = k log2(N/k) + (N-k) log2(1 + k/(N-k)), then for 0 < k < N
 *     sqrt(N / (8 k (N-k))) 2^(N h) <= binom(N, k) <= sqrt(N / (2 pi k (N-k))) 2^(N h).
 * log1p keeps all digits when k is much smaller than N. */
static void log2_binomial(mpfi_t z, const mpz_t N, const mpz_t k)
{
    mpz_t rest;
    mpfi_t part, low, ln2;
    mpz_init(rest);
    mpfi_init2(part, mpfi_get_prec(z));
    mpfi_init2(low, mpfi_get_prec(z));
    mpfi_init2(ln2, mpfi_get_prec(z));
    mpfi_const_log2(ln2);
    mpz_sub(rest, N, k);
    mpfi_set_z(part, k);
    mpfi_div_z(part, part, rest);
    mpfi_log1p(part, part);
    mpfi_div(part, part, ln2);
    mpfi_mul_z(z, part, rest);
    interval_log2_z(part, N);
    interval_log2_z(low, k);
    mpfi_sub(low, part, low); /* log2(N/k) */
    mpfi_mul_z(low, low, k);
    mpfi_add(z, z, low);
    interval_log2_z(low, k);
    mpfi_sub(part, part, low);
    interval_log2_z(low, rest);
    mpfi_sub(part, part, low); /* log2(N / (k (N-k))) */
    mpfi_const_pi(low);
    mpfi_mul_ui(low, low, 2);
    mpfi_log2(low, low);
    mpfi_put_ui(low, 3); /* from log2(2 pi) up to log2 8 */
    mpfi_sub(part, part, low);
    mpfi_div_ui(part, part, 2);
    mpfi_add(z, z, part);
    mpfi_clear(part);
    mpfi_clear(low);
    mpfi_clear(ln2);
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
    return STATUS_OK;
}
