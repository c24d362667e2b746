/* A recurrent head as a look-up of z_0: what it reads is share * v(z_0) + the rest, with
 * coefficients that depend on positions alone. They are computed, not bounded: there is one
 * query. */
#include "verifier/recurrent-mixing.h"
#include "verifier/symbolic.h"

#include <stdio.h>

static int say(symbolic_spot *spot, size_t t, size_t h, const char *why)
{
    snprintf(spot->reason, sizeof spot->reason, "layer %zu, head %zu: %s", t, h, why);
    return 0;
}

/* Does the part look at a coordinate that is written, or that depends on any symbol? */
static int part_is_positional(const recurrent_part *part, const analysis *a, size_t t)
{
    for (size_t row = 0; row < part->map->rows; row++)
        for (size_t c = 0; c < part->map->columns; c++)
            if (mpq_sgn(qmat_get(part->map, row, c)) != 0 &&
                (!a->layer[t].memory[c] || a->symbol_blocks[c] != 0))
                return 0;
    return 1;
}

/* Values are memory, without bias; the steps of DeltaProduct all bring the same value. */
static int value_is_plain(const recurrent_head *head, const analysis *a, size_t t)
{
    const recurrent_part *part = &head->part[recurrence_value_part(head->kind)];
    for (size_t row = 0; row < part->map->rows; row++) {
        if (mpq_sgn(part->bias->entry[row]) != 0)
            return 0;
        for (size_t c = 0; c < part->map->columns; c++) {
            mpq_srcptr weight = qmat_get(part->map, row, c);
            if (mpq_sgn(weight) != 0 && !a->layer[t].memory[c])
                return 0;
            if (!mpq_equal(weight, qmat_get(part->map, row % head->shape.value, c)))
                return 0;
        }
    }
    return 1;
}

int symbolic_recurrent_is_fit(symbolic_spot *spot, const analysis *a, size_t t, size_t h)
{
    const recurrent_head *head = &a->net->layer[t].recurrent[h];
    if (t != 0)
        return say(spot, t, h, "a recurrent layer is understood as the look-up of z_0 only");
    for (size_t p = 0; p < recurrence_parts(head->kind); p++)
        if (p != recurrence_value_part(head->kind) && !part_is_positional(&head->part[p], a, t))
            return say(spot, t, h, "query, keys or gates depend on symbols");
    if (!value_is_plain(head, a, t))
        return say(spot, t, h, "values are no plain functions of memory fields");
    return 1;
}

/* The coefficient of token s, all steps together; 0 if channels differ or it is negative. */
static int token_coefficient(mpq_t sum, const recurrent_mixing *mix, size_t width, size_t s)
{
    mpq_t other;
    mpq_init(other);
    int same = 1;
    for (size_t j = 0; j < width && same; j++) {
        mpq_set_ui(other, 0, 1);
        for (size_t row = j; row < mix->rows; row += width)
            mpq_add(other, other, mix->coefficient[s * mix->rows + row]);
        if (j == 0)
            mpq_set(sum, other);
        same = mpq_equal(sum, other);
    }
    mpq_clear(other);
    return same && mpq_sgn(sum) >= 0;
}

static int fill_hull(mixing_hull *hull, const recurrent_mixing *mix, const fc *task, size_t width)
{
    mpq_t c;
    mpq_init(c);
    int fine = 1;
    for (size_t s = 0; s < mix->tokens && fine; s++) {
        fine = token_coefficient(c, mix, width, s);
        qrange_struct *to = &hull->part[fc_locate(task, s).block + 1];
        if (s + 2 == mix->tokens)
            to = hull->share;
        mpq_add(to->lo, to->lo, c);
        mpq_set(to->hi, to->lo);
    }
    hull->begun = 1;
    mpq_clear(c);
    return fine;
}

status symbolic_mix_recurrent(symbolic_proof *proof, mixing_hull *hull, size_t h)
{
    const network *net = proof->net;
    const recurrent_head *head = &net->layer[0].recurrent[h];
    recurrent_mixing mix;
    qvec_t x;
    qvec_init(x, net->embed.width);
    embedding_evaluate(x, &net->embed, &net->task, net->task.tokens - 1, 0);
    int exact = recurrent_mixing_init(&mix, net, head, x);
    int fine = exact && fill_hull(hull, &mix, &net->task, head->shape.value);
    if (!fine)
        say(&proof->spot, 0, h,
            exact ? "coefficients are negative, or differ from channel to channel"
                  : "the recurrence is not exact here, or too long to unroll");
    recurrent_mixing_clear(&mix);
    qvec_clear(x);
    proof->queries++;
    return fine ? STATUS_OK : STATUS_NEGATIVE;
}
