#include "verifier/kernel/mixing.h"

#include <string.h>

void mixing_init(mixing *mix, arithmetic number, size_t blocks, size_t wanted_block)
{
    memset(mix, 0, sizeof *mix);
    mix->number = number;
    mix->blocks = blocks;
    mix->wanted = wanted_block + 1;
    qrange_init(mix->own);
    mix->rest = qranges_new(blocks);
    mix->scale = qranges_new(blocks);
}

void mixing_clear(mixing *mix)
{
    qrange_clear(mix->own);
    qranges_free(mix->rest, mix->blocks);
    qranges_free(mix->scale, mix->blocks);
}

/* z = hull of z and x, or x if it is the first */
static void widen(qrange_t z, const qrange_t x, int any)
{
    if (any)
        qrange_join(z, x);
    else
        qrange_set(z, x);
}

/* ---- exact: shares of the total ---------------------------------------------------------- */

static void add_exact(mixing *mix, const query_weights *weights)
{
    qrange_t share, part;
    qrange_init(share);
    qrange_init(part);
    mpq_set_ui(share->lo, 1, 1); /* first the total, the wanted token counting 1 */
    mpq_set_ui(share->hi, 1, 1);
    for (size_t b = 0; b < mix->blocks; b++)
        qrange_add(share, &weights->rest[b]);
    mpq_inv(share->lo, share->lo);
    mpq_inv(share->hi, share->hi);
    mpq_swap(share->lo, share->hi);
    widen(mix->own, share, mix->any);
    for (size_t b = 0; b < mix->blocks; b++) {
        mpq_mul(part->lo, weights->rest[b].lo, share->lo);
        mpq_mul(part->hi, weights->rest[b].hi, share->hi);
        widen(&mix->rest[b], part, mix->any);
    }
    qrange_clear(share);
    qrange_clear(part);
}

/* ---- fixed:P: one report per block -------------------------------------------------------- */

/* Two's complement integers of `bits` bits. */
static int fits(long top, unsigned long bits)
{
    if (bits == 0)
        return top == 0;
    return bits > 63 || (top >= -(1L << (bits - 1)) && top <= (1L << (bits - 1)) - 1);
}

/* Block b's other weights relative to its own largest score, and the scale of its report. A
 * block that is lighter than all limits may report anything its size allows. */
static void add_report(mixing *mix, const query_weights *weights, size_t b, uint64_t tokens)
{
    long below = weights->top[b] - weights->top[mix->wanted];
    long shift = weights->wanted - weights->top[b];
    qrange_t rest, scale;
    mpq_t factor;
    qrange_init(rest);
    qrange_init(scale);
    mpq_init(factor);
    if (below < -weigh_light) {
        mpq_set_ui(rest->hi, (unsigned long)tokens, 1);
        weigh_power_of_two(scale->hi, -weigh_light);
    } else {
        weigh_power_of_two(factor, shift);
        qrange_addmul_q(rest, factor, &weights->rest[b]);
        weigh_power_of_two(factor, below);
        qrange_set_q(scale, factor);
    }
    widen(&mix->rest[b], rest, mix->any);
    widen(&mix->scale[b], scale, mix->any);
    qrange_clear(rest);
    qrange_clear(scale);
    mpq_clear(factor);
}

static status add_fixed(mixing *mix, const query_weights *weights, unsigned long score_bits,
                        const fc *task, error *e)
{
    long ahead = weights->top[mix->wanted] - weights->wanted;
    if (ahead > weigh_light)
        return error_set(e, STATUS_NEGATIVE, "a token outweighs the wanted one");
    for (size_t b = 0; b < mix->blocks; b++) {
        if (!fits(weights->top[b], score_bits))
            return error_set(e, STATUS_NEGATIVE, "a block's largest score has more than %lu bits",
                             score_bits);
        if (weights->top[b] - weights->top[mix->wanted] > weigh_light)
            return error_set(e, STATUS_NEGATIVE, "a block outweighs the wanted one");
        add_report(mix, weights, b, fc_block_size(task, (int)b - 1));
    }
    qrange_t own;
    qrange_init(own);
    weigh_power_of_two(own->lo, -ahead);
    mpq_set(own->hi, own->lo);
    widen(mix->own, own, mix->any);
    qrange_clear(own);
    return STATUS_OK;
}

status mixing_add(mixing *mix, const query_weights *weights, unsigned long score_bits,
                  const fc *task, error *e)
{
    if (mix->number.P)
        TRY(add_fixed(mix, weights, score_bits, task, e));
    else
        add_exact(mix, weights);
    mix->any = 1;
    return STATUS_OK;
}

/* ---- reading ------------------------------------------------------------------------------ */

/* share * v(wanted) + sum over blocks of part * value (Lemma 4) */
static void read_exact(qrange_t y, const mixing *mix, const qrange_struct *value,
                       const qrange_struct *on_wanted)
{
    qrange_set_zero(y);
    for (size_t b = 0; b < mix->blocks; b++)
        qrange_addmul(y, &mix->rest[b], &value[b]);
    qrange_addmul(y, mix->own, on_wanted);
}

/* y = numerator / denominator, denominator > 0 */
static void divide(qrange_t y, const qrange_t numerator, const qrange_t denominator)
{
    mpq_div(y->lo, numerator->lo, mpq_sgn(numerator->lo) < 0 ? denominator->lo : denominator->hi);
    mpq_div(y->hi, numerator->hi, mpq_sgn(numerator->hi) > 0 ? denominator->lo : denominator->hi);
}

/* Lemma 6: the reports of all blocks, rounded, combined exactly, and the quotient rounded. */
static status read_fixed(qrange_t y, const mixing *mix, const qrange_struct *value,
                         const qrange_struct *on_wanted, error *e)
{
    qrange_t numerator, denominator, above, below;
    qrange_init(numerator);
    qrange_init(denominator);
    qrange_init(above);
    qrange_init(below);
    for (size_t b = 0; b < mix->blocks; b++) {
        qrange_set_zero(above);
        qrange_set(below, &mix->rest[b]);
        qrange_addmul(above, &mix->rest[b], &value[b]);
        if (b == mix->wanted) {
            qrange_add(below, mix->own);
            qrange_addmul(above, mix->own, on_wanted);
        }
        arithmetic_round(above, mix->number);
        arithmetic_round(below, mix->number);
        qrange_addmul(numerator, &mix->scale[b], above);
        qrange_addmul(denominator, &mix->scale[b], below);
    }
    status s = STATUS_OK;
    if (mpq_sgn(denominator->lo) > 0) {
        divide(y, numerator, denominator);
        arithmetic_round(y, mix->number);
    } else {
        s = error_set(e, STATUS_NEGATIVE, "the weights may all be rounded to 0");
    }
    qrange_clear(numerator);
    qrange_clear(denominator);
    qrange_clear(above);
    qrange_clear(below);
    return s;
}

status mixing_read(qrange_t y, const mixing *mix, const qrange_struct *value,
                   const qrange_struct *on_wanted, error *e)
{
    if (mix->number.P)
        return read_fixed(y, mix, value, on_wanted, e);
    read_exact(y, mix, value, on_wanted);
    return STATUS_OK;
}
