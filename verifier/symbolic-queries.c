/* All queries of a layer: every w, as far as this layer can tell them apart, with every
 * i_{t-1}. Queries that no input distinguishes are looked at once: parts of w that neither
 * the query nor the wanted position depends on are left at 0. */
#include "base/json-read.h"
#include "base/memory.h"
#include "verifier/analysis.h"
#include "verifier/symbolic.h"
#include "verifier/terms.h"

#include <stdio.h>
#include <string.h>

/* Beyond so many queries of one head we say so instead of working for days. */
#define QUERY_LIMIT (UINT64_C(1) << 30)

typedef struct query_space {
    const network *net;
    const stream_content *before;
    score_rule *rule;
    size_t t;
    uint64_t results;                   /* number of i_{t-1} */
    unsigned parts, part[fc_max_L + 1]; /* of w that matter */
    int64_t denominator;                /* of the stream coordinates below */
    size_t reads;                       /* stream coordinates the query is made from ... */
    size_t *read;
    int64_t **by_digit; /* ... and their integers per digit of i, NULL if embedded */
    int64_t *stream, *own_key;
    qvec_t embedded;
} query_space;

/* ---- what the query is made from
 * ----------------------------------------------------------------- */

static void add_part(query_space *s, unsigned part)
{
    for (unsigned k = 0; k < s->parts; k++)
        if (s->part[k] == part)
            return;
    s->part[s->parts++] = part;
}

static void add_parts_of(query_space *s, size_t c)
{
    const embedding_coordinate *from = &s->net->embed.coordinate[c];
    for (size_t i = 0; i < from->count; i++)
        if (from->term[i].what == QUANTITY_QUERY && term_reads_symbol(&from->term[i]))
            add_part(s, from->term[i].part);
}

static void find_reads(query_space *s)
{
    const score_rule *rule = s->rule;
    unsigned char *seen = memory_new(s->net->embed.width, 1);
    for (size_t i = 0; i < rule->entries; i++) {
        size_t from = rule->entry[i].from;
        if (seen[from])
            continue;
        seen[from] = 1;
        s->read[s->reads++] = from;
        if (s->before[from].kind == STREAM_EMBEDDED)
            add_parts_of(s, from);
    }
    for (size_t k = 0; k < rule->keys; k++)
        add_parts_of(s, rule->key[k]);
    if (s->t >= 2)
        add_part(s, (unsigned)s->t - 1);
    memory_free(seen);
}

/* Queries must be points: a coordinate only known to lie in a range stops the argument. */
static int reads_are_points(symbolic_spot *spot, const query_space *s)
{
    for (size_t k = 0; k < s->reads; k++) {
        const stream_content *it = &s->before[s->read[k]];
        for (size_t d = 0; it->kind != STREAM_EMBEDDED && d < it->count; d++) {
            if (qrange_is_point(&it->range[d]))
                continue;
            char name[coordinate_name_room], digit[48] = "";
            analysis_coordinate_name(name, s->net, s->read[k]);
            if (it->kind == STREAM_DIGIT)
                snprintf(digit, sizeof digit, " when its digit of i_%zu is %zu", s->t - 1, d);
            snprintf(spot->reason, sizeof spot->reason,
                     "layer %zu leaves %.100s between %.9g and %.9g%s, and layer %zu's query "
                     "reads it",
                     s->t - 1, name, mpq_get_d(it->range[d].lo), mpq_get_d(it->range[d].hi), digit,
                     s->t);
            spot->has_query = it->kind == STREAM_DIGIT;
            spot->layer = s->t - 1;
            spot->head = it->head;
            spot->value = it->value;
            return 0;
        }
    }
    return 1;
}

static int join_denominators(query_space *s)
{
    int fine = 1;
    s->denominator = 1;
    for (size_t k = 0; k < s->reads; k++) {
        const stream_content *it = &s->before[s->read[k]];
        const embedding_coordinate *from = &s->net->embed.coordinate[s->read[k]];
        if (it->kind == STREAM_EMBEDDED)
            for (size_t i = 0; i < from->count && fine; i++)
                fine = denominator_join(&s->denominator, from->term[i].scale) &&
                       denominator_join(&s->denominator, from->term[i].offset);
        for (size_t d = 0; it->kind != STREAM_EMBEDDED && d < it->count && fine; d++)
            fine = denominator_join(&s->denominator, it->range[d].lo);
    }
    return fine;
}

static int fill_digits(query_space *s)
{
    if (!join_denominators(s))
        return 0;
    int fine = 1;
    for (size_t k = 0; k < s->reads; k++) {
        const stream_content *it = &s->before[s->read[k]];
        if (it->kind == STREAM_EMBEDDED)
            continue;
        s->by_digit[k] = memory_new(it->count, sizeof **s->by_digit);
        for (size_t d = 0; d < it->count && fine; d++)
            fine = integer_scaled(&s->by_digit[k][d], it->range[d].lo, s->denominator);
    }
    return fine;
}

/* ---- running through them
 * -------------------------------------------------------------------------- */

/* The next choice of the parts of w that matter; 0 after the last. `w` is the packed tuple. */
static int next_query(const query_space *s, uint64_t *value, uint64_t *w)
{
    const fc *task = &s->net->task;
    unsigned k = 0;
    while (k < s->parts && ++value[k] == task->n[s->part[k]])
        value[k++] = 0;
    *w = 0;
    for (unsigned l = task->L - 1; l >= 1; l--) {
        uint64_t part = 0;
        for (unsigned p = 0; p < s->parts; p++)
            if (s->part[p] == l)
                part = value[p];
        *w = *w * task->n[l] + part;
    }
    return k < s->parts;
}

/* The coordinates that depend on w only. */
static int set_embedded(query_space *s, uint64_t w)
{
    const fc *task = &s->net->task;
    int fine = 1;
    embedding_evaluate(s->embedded, &s->net->embed, task, task->tokens - 1, w);
    for (size_t k = 0; k < s->reads && fine; k++)
        if (s->before[s->read[k]].kind == STREAM_EMBEDDED)
            fine = integer_scaled(&s->stream[s->read[k]], s->embedded->entry[s->read[k]],
                                  s->denominator);
    for (size_t k = 0; k < s->rule->keys && fine; k++)
        fine = integer_scaled(&s->own_key[k], s->embedded->entry[s->rule->key[k]],
                              s->rule->key_denominator);
    return fine;
}

static void set_result(query_space *s, uint64_t i)
{
    for (size_t k = 0; k < s->reads; k++) {
        const stream_content *it = &s->before[s->read[k]];
        if (it->kind == STREAM_EMBEDDED)
            continue;
        uint64_t digit = it->kind == STREAM_DIGIT ? term_digit(it->digit, i) : 0;
        s->stream[s->read[k]] = s->by_digit[k][digit];
    }
}

/* x_t: block 0's only entry, i_0, or (w_{t-1}, i_{t-1}). */
static fc_place wanted_token(const query_space *s, uint64_t w, uint64_t i)
{
    const fc *task = &s->net->task;
    unsigned t = (unsigned)s->t;
    if (t < 2)
        return (fc_place){(int)t, i};
    return (fc_place){(int)t, fc_query_part(task, w, t - 1) * task->N[t - 2] + i};
}

static status visit_queries(query_space *s, mixing_hull *hull, symbolic_proof *proof, error *e)
{
    uint64_t value[fc_max_L + 1] = {0}, w = 0;
    score_query query = {s->stream, s->denominator, s->own_key};
    mixing_row row;
    mixing_row_init(&row, &s->net->task);
    status result = STATUS_OK;
    do {
        if (!set_embedded(s, w))
            result = error_set(e, STATUS_LIMIT, "numbers too fine for machine integers");
        for (uint64_t i = 0; i < s->results && result == STATUS_OK; i++) {
            set_result(s, i);
            result = mixing_row_compute(&row, s->rule, &query, wanted_token(s, w, i), e);
            if (result != STATUS_OK) {
                snprintf(proof->spot.reason, sizeof proof->spot.reason,
                         "layer %zu, query w = %llu, i_%zu = %llu: %.200s", s->t,
                         (unsigned long long)w, s->t ? s->t - 1 : 0, (unsigned long long)i,
                         e->message);
                result = STATUS_NEGATIVE;
                break;
            }
            mixing_hull_add(hull, &row, w, i);
            proof->queries++;
            if (proof->cancelled && *proof->cancelled)
                result = error_set(e, STATUS_LIMIT, "interrupted");
        }
    } while (result == STATUS_OK && next_query(s, value, &w));
    mixing_row_clear(&row);
    if (result == STATUS_OK)
        mixing_hull_finish(hull);
    return result;
}

/* ---- one head
 * ---------------------------------------------------------------------------------------- */

static status give_up(symbolic_proof *proof, size_t t, const char *why)
{
    snprintf(proof->spot.reason, sizeof proof->spot.reason, "layer %zu: %.300s", t, why);
    return STATUS_NEGATIVE;
}

static status visit_head(symbolic_proof *proof, query_space *s, mixing_hull *hull, error *e)
{
    find_reads(s);
    if (!reads_are_points(&proof->spot, s)) {
        if (proof->spot.has_query) {
            const mixing_hull *worst = &proof->layer[s->t - 1].hull[proof->spot.head];
            proof->spot.w = worst->w;
            proof->spot.i = worst->i;
        }
        return STATUS_NEGATIVE;
    }
    if (!fill_digits(s))
        return give_up(proof, s->t, "numbers too fine for machine integers");
    uint64_t queries = s->results;
    for (unsigned k = 0; k < s->parts; k++)
        if (__builtin_mul_overflow(queries, s->net->task.n[s->part[k]], &queries) ||
            queries > QUERY_LIMIT)
            return give_up(proof, s->t, "more than 2^30 different queries");
    return visit_queries(s, hull, proof, e);
}

static status mix_head(symbolic_proof *proof, lookup_proof *lookup, size_t t, size_t h,
                       const stream_content *before, error *e)
{
    const network *net = proof->net;
    size_t width = net->embed.width;
    score_rule rule;
    status result = score_rule_init(&rule, net, &net->layer[t].head[h], e);
    if (result != STATUS_OK) {
        result = give_up(proof, t, e->message);
    } else {
        query_space s = {.net = net, .before = before, .rule = &rule, .t = t};
        s.results = t == 0 ? 1 : net->task.N[t >= 2 ? t - 2 : 0];
        s.read = memory_new(width, sizeof *s.read);
        s.by_digit = memory_new(width, sizeof *s.by_digit);
        s.stream = memory_new(width, sizeof *s.stream);
        s.own_key = memory_new(rule.keys, sizeof *s.own_key);
        qvec_init(s.embedded, width);
        result = visit_head(proof, &s, &lookup->hull[h], e);
        for (unsigned l = 0; l <= net->task.L; l++)
            lookup->digits[h * (net->task.L + 1) + l] = (unsigned char)rule.block[l].by_digits;
        for (size_t k = 0; k < s.reads; k++)
            memory_free(s.by_digit[k]);
        memory_free(s.read);
        memory_free(s.by_digit);
        memory_free(s.stream);
        memory_free(s.own_key);
        qvec_clear(s.embedded);
    }
    score_rule_clear(&rule);
    if (result == STATUS_NEGATIVE)
        e->message[0] = '\0'; /* it is in the spot; no error of the program */
    return result;
}

status symbolic_mix(symbolic_proof *proof, lookup_proof *lookup, size_t t,
                    const stream_content *before, error *e)
{
    for (size_t h = 0; h < lookup->heads; h++)
        TRY(proof->net->layer[t].kind == LAYER_FULL
                ? mix_head(proof, lookup, t, h, before, e)
                : symbolic_mix_recurrent(proof, &lookup->hull[h], h));
    return STATUS_OK;
}
