#include "verifier/kernel/weigh.h"

#include "base/memory.h"

#include <limits.h>
#include <stdlib.h>

enum { digits = 64, exponent_limit = 1 << 22 };

static status whole(long *exponent, const mpq_t q, long limit, error *e)
{
    if (mpz_cmp_ui(mpq_denref(q), 1) != 0 || mpz_cmpabs_ui(mpq_numref(q), (unsigned long)limit) > 0)
        return error_set(e, STATUS_NEGATIVE, "a score is no integer or beyond all limits");
    *exponent = mpz_get_si(mpq_numref(q));
    return STATUS_OK;
}

void weigh_power_of_two(mpq_t z, long exponent)
{
    mpq_set_ui(z, 1, 1);
    if (exponent >= 0)
        mpq_mul_2exp(z, z, (mp_bitcnt_t)exponent);
    else
        mpq_div_2exp(z, z, (mp_bitcnt_t)-exponent);
}

static status score(long *value, const plain_network *net, const qvec_t pull, fc_place token,
                    uint64_t w, error *e)
{
    mpq_t sum, x;
    mpq_inits(sum, x, NULL);
    for (size_t c = 0; c < net->width; c++) {
        if (mpq_sgn(pull->entry[c]) == 0)
            continue;
        plain_embed(x, net, c, token, w);
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
    unsigned count; /* digits from here on are 0 in all arguments of the block */
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
static int add_term(digit_form *form, const plain_term *term, mpq_srcptr pull,
                    const plain_network *net, int block, mpq_t value)
{
    unsigned bit;
    uint64_t size = fc_block_size(&net->task, block);
    if (term->has_at || term->of == PLAIN_POSITION)
        return 0;
    if (term->of != PLAIN_ARGUMENT) {
        uint64_t q = term->of == PLAIN_BLOCK ? (uint64_t)block : 1;
        plain_term_value(value, term, plain_digit(term, q));
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
    if (bit >= form->count)
        return 1;
    mpq_mul(value, term->scale, pull); /* a binary digit is its own square */
    mpq_add(to[bit], to[bit], value);
    return 1;
}

static status fill_form(digit_form *form, const plain_network *net, const qvec_t pull, int block,
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
                const plain_term *term = &net->coordinate[c].term[i];
                if (!plain_term_reaches(term, net, block))
                    continue;
                if (pass == 0 && term->of == PLAIN_ARGUMENT && term->within &&
                    term->within < form->inner)
                    form->inner = term->within;
                else if (pass == 1)
                    fine = fine && add_term(form, term, pull->entry[c], net, block, value);
            }
    mpq_clear(value);
    if (!fine)
        return error_set(e, STATUS_NEGATIVE, "block %d: its keys are no binary digits", block);
    TRY(whole(&form->base_exponent, form->base, exponent_limit, e));
    for (unsigned j = 0; j < form->count; j++) {
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
        weigh_power_of_two(factor, exponent[j]);
        if (count >> j & 1) {
            mpq_mul(sum, sum, factor);
            mpq_add(sum, sum, free_digits);
        }
        mpq_mul(factor, factor, free_digits);
        mpq_add(free_digits, free_digits, factor);
    }
    mpq_clears(free_digits, factor, NULL);
}

/* The largest of sum_j e_j bit_j(i) over i < count; count >= 1. Splits as digit_sum does. */
static long digit_top(uint64_t count, const long exponent[digits])
{
    long best = 0, free_digits = 0;
    int any = 0;
    for (unsigned j = 0; j < digits && count >> j; j++) {
        if (count >> j & 1) {
            best = any && exponent[j] + best > free_digits ? exponent[j] + best : free_digits;
            any = 1;
        }
        free_digits += exponent[j] > 0 ? exponent[j] : 0;
    }
    return best;
}

/* The score that the digits of the last, incomplete outer part add. */
static long last_outer(const digit_form *form, uint64_t outer)
{
    long last = 0;
    for (unsigned j = 0; j < digits; j++)
        last += outer >> j & 1 ? form->out_exponent[j] : 0;
    return last;
}

static long form_top(const digit_form *form, uint64_t size)
{
    uint64_t outer = size / form->inner, left = size % form->inner;
    long whole_parts =
        digit_top(outer, form->out_exponent) + digit_top(form->inner, form->in_exponent);
    if (!left)
        return form->base_exponent + whole_parts;
    long rest = last_outer(form, outer) + digit_top(left, form->in_exponent);
    return form->base_exponent + (whole_parts > rest ? whole_parts : rest);
}

static void add_form(mpq_t sum, const digit_form *form, uint64_t size, long wanted)
{
    uint64_t outer = size / form->inner, left = size % form->inner;
    mpq_t inner, term;
    mpq_inits(inner, term, NULL);
    digit_sum(inner, form->inner, form->in_exponent);
    digit_sum(sum, outer, form->out_exponent);
    mpq_mul(sum, sum, inner);
    digit_sum(inner, left, form->in_exponent); /* 0 if nothing is left */
    weigh_power_of_two(term, last_outer(form, outer));
    mpq_mul(term, term, inner);
    mpq_add(sum, sum, term);
    weigh_power_of_two(term, form->base_exponent - wanted);
    mpq_mul(sum, sum, term);
    mpq_clears(inner, term, NULL);
}

static status sum_digits(mpq_t sum, long *top, const plain_network *net, const qvec_t pull,
                         int block, long wanted, error *e)
{
    digit_form form = {0};
    mpq_init(form.base);
    while (fc_block_size(&net->task, block) >> form.count)
        form.count++;
    for (unsigned j = 0; j < form.count; j++)
        mpq_inits(form.in[j], form.out[j], NULL);
    status s = fill_form(&form, net, pull, block, e);
    if (s == STATUS_OK && labs(form.base_exponent - wanted) > 64L * exponent_limit)
        s = error_set(e, STATUS_NEGATIVE, "block %d: scores are too far apart", block);
    if (s == STATUS_OK) {
        add_form(sum, &form, fc_block_size(&net->task, block), wanted);
        *top = form_top(&form, fc_block_size(&net->task, block));
    }
    mpq_clear(form.base);
    for (unsigned j = 0; j < form.count; j++)
        mpq_clears(form.in[j], form.out[j], NULL);
    return s;
}

/* The sum lies in the range: tokens lighter than 2^-1024 of the wanted one are only bounded. */
static status sum_tokens(qrange_t sum, long *top, const plain_network *net, const qvec_t pull,
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
        *top = i == 0 || value > *top ? value : *top;
        int lighter = value - wanted < -weigh_light;
        weigh_power_of_two(term, lighter ? -weigh_light : value - wanted);
        mpq_add(sum->hi, sum->hi, term);
        if (!lighter)
            mpq_add(sum->lo, sum->lo, term);
    }
    mpq_clear(term);
    return s;
}

status weigh_query(query_weights *to, const plain_network *net, const qvec_t pull, fc_place wanted,
                   uint64_t w, const unsigned char *by_digits, error *e)
{
    TRY(score(&to->wanted, net, pull, wanted, w, e));
    mpq_t minus_one;
    mpq_init(minus_one);
    mpq_set_si(minus_one, -1, 1);
    status s = STATUS_OK;
    for (size_t b = 0; b < to->blocks && s == STATUS_OK; b++) {
        qrange_struct *rest = &to->rest[b];
        qrange_set_zero(rest);
        if (b > 0 && by_digits[b - 1]) {
            s = sum_digits(rest->lo, &to->top[b], net, pull, (int)b - 1, to->wanted, e);
            mpq_set(rest->hi, rest->lo);
        } else {
            s = sum_tokens(rest, &to->top[b], net, pull, (int)b - 1, w, to->wanted, e);
        }
        if ((int)b - 1 == wanted.block)
            qrange_add_q(rest, minus_one);
    }
    mpq_clear(minus_one);
    return s;
}

void query_weights_init(query_weights *weights, size_t blocks)
{
    weights->blocks = blocks;
    weights->rest = qranges_new(blocks);
    weights->top = memory_new(blocks, sizeof *weights->top);
}

void query_weights_clear(query_weights *weights)
{
    qranges_free(weights->rest, weights->blocks);
    memory_free(weights->top);
}
