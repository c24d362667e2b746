#include "verifier/check-rules.h"

#include <limits.h>
#include <stdlib.h>

enum { digits = 64, exponent_limit = 1 << 22, light = 1024 };

/* ---- weights ------------------------------------------------------------------------------------
 */

static status whole(long *exponent, const mpq_t q, long limit, error *e)
{
    if (mpz_cmp_ui(mpq_denref(q), 1) != 0 || mpz_cmpabs_ui(mpq_numref(q), (unsigned long)limit) > 0)
        return error_set(e, STATUS_NEGATIVE, "a score is no integer or beyond all limits");
    *exponent = mpz_get_si(mpq_numref(q));
    return STATUS_OK;
}

static void power_of_two(mpq_t z, long exponent)
{
    mpq_set_ui(z, 1, 1);
    if (exponent >= 0)
        mpq_mul_2exp(z, z, (mp_bitcnt_t)exponent);
    else
        mpq_div_2exp(z, z, (mp_bitcnt_t)-exponent);
}

static status score(long *value, const check_network *net, const qvec_t pull, fc_place token,
                    uint64_t w, error *e)
{
    mpq_t sum, x;
    mpq_inits(sum, x, NULL);
    for (size_t c = 0; c < net->width; c++) {
        if (mpq_sgn(pull->entry[c]) == 0)
            continue;
        check_embed(x, net, c, token, w);
        mpq_mul(x, x, pull->entry[c]);
        mpq_add(sum, sum, x);
    }
    status s = whole(value, sum, LONG_MAX / 4, e);
    mpq_clears(sum, x, NULL);
    return s;
}

/* The score as a sum over binary digits of the argument = outer * inner + (inner part). */
typedef struct digit_form {
    uint64_t inner;
    mpq_t base, in[digits], out[digits];
    long in_exponent[digits], out_exponent[digits], base_exponent;
} digit_form;

static int exact_log2(unsigned *bit, uint64_t x)
{
    for (*bit = 0; *bit < digits - 1 && UINT64_C(1) << *bit < x; ++*bit)
        ;
    return x == 0 || UINT64_C(1) << *bit == x;
}

/* Adds pull times a term; the argument's split was chosen by `inner`. */
static int add_term(digit_form *form, const check_term *term, mpq_srcptr pull,
                    const check_network *net, int block, mpq_t value)
{
    unsigned bit;
    uint64_t size = fc_block_size(&net->task, block);
    if (term->has_at || term->of == CHECK_POSITION)
        return 0;
    if (term->of != CHECK_ARGUMENT) {
        uint64_t q = term->of == CHECK_BLOCK ? (uint64_t)block : 1;
        check_term_value(value, term, check_digit(term, q));
        mpq_mul(value, value, pull);
        mpq_add(form->base, form->base, value);
        return 1;
    }
    mpq_t *to;
    if (term->mod != 2)
        return 0;
    if (exact_log2(&bit, term->div) && (term->within == form->inner || form->inner == size))
        to = form->in; /* digit `bit` of the inner part, which is all there is if inner = size */
    else if (!term->within && term->div % form->inner == 0 &&
             exact_log2(&bit, term->div / form->inner))
        to = form->out;
    else
        return 0;
    mpq_mul(value, term->offset, pull);
    mpq_add(form->base, form->base, value);
    mpq_mul(value, term->scale, pull); /* a binary digit is its own square */
    mpq_add(to[bit], to[bit], value);
    return 1;
}

static status fill_form(digit_form *form, const check_network *net, const qvec_t pull, int block,
                        error *e)
{
    uint64_t size = fc_block_size(&net->task, block);
    mpq_t value;
    mpq_init(value);
    int fine = 1;
    form->inner = size;
    for (int pass = 0; pass < 2; pass++) /* first the split, then the terms */
        for (size_t c = 0; c < net->width && fine; c++)
            for (size_t i = 0; mpq_sgn(pull->entry[c]) && i < net->coordinate[c].count; i++) {
                const check_term *term = &net->coordinate[c].term[i];
                if (!check_term_reaches(term, net, block))
                    continue;
                if (pass == 0 && term->of == CHECK_ARGUMENT && term->within &&
                    term->within < form->inner)
                    form->inner = term->within;
                else if (pass == 1)
                    fine = fine && add_term(form, term, pull->entry[c], net, block, value);
            }
    mpq_clear(value);
    if (!fine)
        return error_set(e, STATUS_NEGATIVE, "block %d: its keys are no binary digits", block);
    TRY(whole(&form->base_exponent, form->base, exponent_limit, e));
    for (unsigned j = 0; j < digits; j++) {
        TRY(whole(&form->in_exponent[j], form->in[j], exponent_limit, e));
        TRY(whole(&form->out_exponent[j], form->out[j], exponent_limit, e));
    }
    return STATUS_OK;
}

/* sum_{i < count} prod_j 2^{e_j bit_j(i)}: with r = count mod 2^j, the numbers below
 * 2^j + r are those below 2^j, and those below r with digit j set. */
static void digit_sum(mpq_t sum, uint64_t count, const long exponent[digits])
{
    mpq_t free_digits, factor;
    mpq_inits(free_digits, factor, NULL);
    mpq_set_ui(free_digits, 1, 1);
    mpq_set_ui(sum, 0, 1);
    for (unsigned j = 0; j < digits && count >> j; j++) {
        power_of_two(factor, exponent[j]);
        if (count >> j & 1) {
            mpq_mul(sum, sum, factor);
            mpq_add(sum, sum, free_digits);
        }
        mpq_mul(factor, factor, free_digits);
        mpq_add(free_digits, free_digits, factor);
    }
    mpq_clears(free_digits, factor, NULL);
}

static void add_form(mpq_t sum, const digit_form *form, uint64_t size, long wanted)
{
    uint64_t outer = size / form->inner, left = size % form->inner;
    long last = 0;
    mpq_t inner, term;
    mpq_inits(inner, term, NULL);
    digit_sum(inner, form->inner, form->in_exponent);
    digit_sum(sum, outer, form->out_exponent);
    mpq_mul(sum, sum, inner);
    for (unsigned j = 0; j < digits; j++)
        last += outer >> j & 1 ? form->out_exponent[j] : 0;
    digit_sum(inner, left, form->in_exponent); /* 0 if nothing is left */
    power_of_two(term, last);
    mpq_mul(term, term, inner);
    mpq_add(sum, sum, term);
    power_of_two(term, form->base_exponent - wanted);
    mpq_mul(sum, sum, term);
    mpq_clears(inner, term, NULL);
}

static status sum_digits(mpq_t sum, const check_network *net, const qvec_t pull, int block,
                         long wanted, error *e)
{
    digit_form form = {0};
    mpq_init(form.base);
    for (unsigned j = 0; j < digits; j++)
        mpq_inits(form.in[j], form.out[j], NULL);
    status s = fill_form(&form, net, pull, block, e);
    if (s == STATUS_OK && labs(form.base_exponent - wanted) > 64L * exponent_limit)
        s = error_set(e, STATUS_NEGATIVE, "block %d: scores are too far apart", block);
    if (s == STATUS_OK)
        add_form(sum, &form, fc_block_size(&net->task, block), wanted);
    mpq_clear(form.base);
    for (unsigned j = 0; j < digits; j++)
        mpq_clears(form.in[j], form.out[j], NULL);
    return s;
}

/* `left_out` bounds the tokens that are lighter than 2^-1024 of the wanted one. */
static status sum_tokens(mpq_t sum, mpq_t left_out, const check_network *net, const qvec_t pull,
                         int block, uint64_t w, long wanted, error *e)
{
    mpq_t term;
    status s = STATUS_OK;
    mpq_init(term);
    for (uint64_t i = 0; i < fc_block_size(&net->task, block) && s == STATUS_OK; i++) {
        long value = 0;
        s = score(&value, net, pull, (fc_place){block, i}, w, e);
        if (s == STATUS_OK && value - wanted > exponent_limit)
            s = error_set(e, STATUS_NEGATIVE, "a token outweighs the wanted one");
        if (s != STATUS_OK)
            break;
        int lighter = value - wanted < -light;
        power_of_two(term, lighter ? -light : value - wanted);
        mpq_add(lighter ? left_out : sum, lighter ? left_out : sum, term);
    }
    mpq_clear(term);
    return s;
}

status check_weigh(check_weights *to, const check_network *net, const qvec_t pull, fc_place wanted,
                   uint64_t w, const unsigned char *by_digits, error *e)
{
    size_t blocks = (size_t)net->task.L + 2;
    long wanted_score = 0;
    TRY(score(&wanted_score, net, pull, wanted, w, e));
    mpq_t one, left_out;
    mpq_inits(one, left_out, NULL);
    mpq_set_ui(one, 1, 1);
    qrange_set_q(to->share, one); /* first the sums relative to the wanted token */
    status s = STATUS_OK;
    for (size_t b = 0; b < blocks && s == STATUS_OK; b++) {
        qrange_struct *part = &to->part[b];
        qrange_set_zero(part);
        mpq_set_ui(left_out, 0, 1);
        if (b > 0 && by_digits[b - 1])
            s = sum_digits(part->lo, net, pull, (int)b - 1, wanted_score, e);
        else
            s = sum_tokens(part->lo, left_out, net, pull, (int)b - 1, w, wanted_score, e);
        if ((int)b - 1 == wanted.block)
            mpq_sub(part->lo, part->lo, one);
        mpq_add(part->hi, part->lo, left_out);
        qrange_add(to->share, part);
    }
    mpq_inv(to->share->lo, to->share->lo); /* then shares of the total */
    mpq_inv(to->share->hi, to->share->hi);
    mpq_swap(to->share->lo, to->share->hi);
    for (size_t b = 0; b < blocks; b++) {
        mpq_mul(to->part[b].lo, to->part[b].lo, to->share->lo);
        mpq_mul(to->part[b].hi, to->part[b].hi, to->share->hi);
    }
    mpq_clears(one, left_out, NULL);
    return s;
}

/* ---- the MLP
 * ---------------------------------------------------------------------------------------- */

/* How many coordinates of the box that unit u reads vary; the last of them; and the part of
 * its argument that does not. */
static size_t varying_inputs(size_t *which, mpq_t fixed, const check_layer *layer, size_t u,
                             const qrange_struct *x)
{
    size_t varying = 0;
    mpq_t term;
    mpq_init(term);
    mpq_set(fixed, layer->in_bias->entry[u]);
    for (size_t c = 0; c < layer->in->columns; c++) {
        mpq_srcptr weight = qmat_get(layer->in, u, c);
        if (mpq_sgn(weight) == 0)
            continue;
        if (!qrange_is_point(&x[c])) {
            varying++;
            *which = c;
            continue;
        }
        mpq_mul(term, weight, x[c].lo);
        mpq_add(fixed, fixed, term);
    }
    mpq_clear(term);
    return varying;
}

/* The part of output c that depends on coordinate v alone, at the point p. */
static void part_at(mpq_t value, const check_layer *layer, size_t c, size_t v, mpq_srcptr p,
                    const qrange_struct *x)
{
    mpq_t term;
    size_t which = 0;
    mpq_init(term);
    mpq_set_ui(value, 0, 1);
    if (v == c)
        mpq_set(value, p);
    for (size_t u = 0; u < layer->in->rows; u++) {
        mpq_srcptr weight = qmat_get(layer->out, c, u), slope = qmat_get(layer->in, u, v);
        if (mpq_sgn(weight) == 0 || mpq_sgn(slope) == 0 ||
            varying_inputs(&which, term, layer, u, x) != 1)
            continue;
        mpq_t argument;
        mpq_init(argument);
        mpq_mul(argument, slope, p);
        mpq_add(argument, argument, term);
        if (mpq_sgn(argument) > 0) {
            mpq_mul(argument, argument, weight);
            mpq_add(value, value, argument);
        }
        mpq_clear(argument);
    }
    mpq_clear(term);
}

/* That part is piecewise linear in p: its extremes are at the ends and at breakpoints. */
static void part_range(qrange_t range, const check_layer *layer, size_t c, size_t v,
                       const qrange_struct *x)
{
    mpq_t p, fixed;
    qrange_t point;
    size_t which = 0;
    mpq_inits(p, fixed, NULL);
    qrange_init(point);
    part_at(range->lo, layer, c, v, x[v].lo, x);
    mpq_set(range->hi, range->lo);
    for (size_t u = 0; u <= layer->in->rows; u++) {
        mpq_set(p, x[v].hi);
        if (u < layer->in->rows) {
            mpq_srcptr slope = qmat_get(layer->in, u, v);
            if (mpq_sgn(slope) == 0 || mpq_sgn(qmat_get(layer->out, c, u)) == 0 ||
                varying_inputs(&which, fixed, layer, u, x) != 1)
                continue;
            mpq_div(p, fixed, slope);
            mpq_neg(p, p);
            if (mpq_cmp(p, x[v].lo) <= 0 || mpq_cmp(p, x[v].hi) >= 0)
                continue;
        }
        part_at(point->lo, layer, c, v, p, x);
        mpq_set(point->hi, point->lo);
        qrange_join(range, point);
    }
    mpq_clears(p, fixed, NULL);
    qrange_clear(point);
}

void check_mlp(qrange_t out, const check_layer *layer, size_t c, const qrange_struct *x)
{
    qrange_t part;
    size_t which = 0;
    qrange_init(part);
    qrange_set_q(out, layer->out_bias->entry[c]);
    if (qrange_is_point(&x[c]))
        qrange_add(out, &x[c]);
    for (size_t v = 0; v < layer->in->columns; v++) {
        if (qrange_is_point(&x[v]))
            continue;
        part_range(part, layer, c, v, x);
        qrange_add(out, part);
    }
    for (size_t u = 0; u < layer->in->rows; u++) { /* units that read none, or several */
        mpq_srcptr weight = qmat_get(layer->out, c, u);
        if (mpq_sgn(weight) == 0 || varying_inputs(&which, part->lo, layer, u, x) == 1)
            continue;
        qrange_set_q(part, layer->in_bias->entry[u]);
        for (size_t v = 0; v < layer->in->columns; v++)
            qrange_addmul_q(part, qmat_get(layer->in, u, v), &x[v]);
        qrange_relu(part);
        qrange_addmul_q(out, weight, part);
    }
    qrange_clear(part);
}
