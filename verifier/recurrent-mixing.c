#include "verifier/recurrent-mixing.h"

#include "base/memory.h"

/* Steps of the recurrence that one mixture may cost. */
#define STEP_LIMIT (UINT64_C(1) << 22)

static const number_system *const exact = &number_base2;

/* All parts of all tokens, and a state that is run along them. */
typedef struct runner {
    const recurrent_head *head;
    size_t tokens, parts, width; /* numbers of one token: all parts together */
    size_t value_at;             /* where the value part begins */
    mpq_t *part;                 /* tokens x width */
    mpq_t *zeros;                /* in place of a value part */
    mpq_t *base, *state, *y, *scratch;
    size_t entries;
    uint64_t steps;
} runner;

static void load_token(mpq_t *to, const recurrent_head *head, const qvec_t x)
{
    size_t row = 0;
    for (size_t p = 0; p < recurrence_parts(head->kind); p++) {
        const recurrent_part *part = &head->part[p];
        qvec_struct out = {part->map->rows, to + row};
        qmat_apply(&out, part->map, x);
        for (size_t i = 0; i < out.length; i++)
            mpq_add(out.entry[i], out.entry[i], part->bias->entry[i]);
        row += out.length;
    }
}

static void runner_init(runner *r, const network *net, const recurrent_head *head, const qvec_t x)
{
    *r = (runner){.head = head,
                  .tokens = (size_t)net->task.tokens,
                  .parts = recurrence_parts(head->kind),
                  .entries = head->kind->entries(&head->shape)};
    for (size_t p = 0; p < r->parts; p++) {
        if (p == recurrence_value_part(head->kind))
            r->value_at = r->width;
        r->width += head->part[p].map->rows;
    }
    r->part = numbers_new(exact, r->tokens * r->width);
    r->zeros = numbers_new(exact, r->width);
    r->base = numbers_new(exact, r->entries);
    r->state = numbers_new(exact, r->entries);
    r->y = numbers_new(exact, head->shape.value);
    r->scratch = numbers_new(exact, recurrent_scratch_room(&head->shape));
    qvec_t embedded;
    qvec_init(embedded, net->embed.width);
    for (size_t t = 0; t + 1 < r->tokens; t++) {
        embedding_evaluate(embedded, &net->embed, &net->task, t, 0);
        load_token(r->part + t * r->width, head, embedded);
    }
    load_token(r->part + (r->tokens - 1) * r->width, head, x);
    qvec_clear(embedded);
}

static void runner_clear(runner *r)
{
    numbers_free(exact, r->part, r->tokens * r->width);
    numbers_free(exact, r->zeros, r->width);
    numbers_free(exact, r->base, r->entries);
    numbers_free(exact, r->state, r->entries);
    numbers_free(exact, r->y, r->head->shape.value);
    numbers_free(exact, r->scratch, recurrent_scratch_room(&r->head->shape));
}

/* One step with these values instead of the token's own. */
static int step(runner *r, mpq_t *state, size_t t, mpq_t *value)
{
    recurrent_token in = {.system = exact, .shape = r->head->shape, .t = t, .scratch = r->scratch};
    size_t row = 0;
    for (size_t p = 0; p < r->parts; p++) {
        in.part[p] = row == r->value_at && p == recurrence_value_part(r->head->kind)
                         ? (void *)value
                         : (void *)(r->part + t * r->width + row);
        row += r->head->part[p].map->rows;
    }
    return ++r->steps <= STEP_LIMIT &&
           recurrence_step(r->head->kind, r->y, state, &in) == ATTEND_DONE;
}

static int states_equal(mpq_t *a, mpq_t *b, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!mpq_equal(a[i], b[i]))
            return 0;
    return 1;
}

/* Token s brings ones in step `repeat`. `base` is the state before s if all values are 0; if
 * the state after s is no other than without the ones, nothing of s is kept, and only the last
 * token itself may still read it. */
static int read_impulse(mpq_t *c, runner *r, size_t s, size_t repeat, mpq_t *base_after)
{
    size_t width = r->head->shape.value;
    mpq_t *ones = numbers_new(exact, r->width);
    for (size_t j = 0; j < width; j++)
        mpq_set_ui(ones[repeat * width + j], 1, 1);
    for (size_t i = 0; i < r->entries; i++)
        mpq_set(r->state[i], r->base[i]);
    int fine = step(r, r->state, s, ones);
    int lost = s + 1 < r->tokens && states_equal(r->state, base_after, r->entries);
    for (size_t t = s + 1; t < r->tokens && fine && !lost; t++)
        fine = step(r, r->state, t, r->zeros);
    for (size_t j = 0; j < width && fine && !lost; j++)
        mpq_set(c[repeat * width + j], r->y[j]);
    numbers_free(exact, ones, r->width);
    return fine;
}

int recurrent_mixing_init(recurrent_mixing *mix, const network *net, const recurrent_head *head,
                          const qvec_t x)
{
    runner r;
    runner_init(&r, net, head, x);
    mix->tokens = r.tokens;
    mix->rows = head->part[recurrence_value_part(head->kind)].map->rows;
    mix->coefficient = numbers_new(exact, mix->tokens * mix->rows);
    mpq_t *after = numbers_new(exact, r.entries);
    int fine = 1;
    for (size_t s = 0; s < r.tokens && fine; s++) {
        for (size_t i = 0; i < r.entries; i++)
            mpq_set(after[i], r.base[i]);
        fine = step(&r, after, s, r.zeros);
        for (size_t k = 0; k < mix->rows / head->shape.value && fine; k++)
            fine = read_impulse(mix->coefficient + s * mix->rows, &r, s, k, after);
        for (size_t i = 0; i < r.entries; i++)
            mpq_swap(r.base[i], after[i]);
    }
    numbers_free(exact, after, r.entries);
    runner_clear(&r);
    return fine;
}

void recurrent_mixing_clear(recurrent_mixing *mix)
{
    numbers_free(exact, mix->coefficient, mix->tokens * mix->rows);
}
