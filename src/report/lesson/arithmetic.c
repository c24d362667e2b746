#include "report/lesson/functions.h"

#include "base/json-read.h"
#include "base/memory.h"

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
