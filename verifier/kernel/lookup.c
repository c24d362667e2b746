#include "verifier/kernel/lookup.h"

#include "base/memory.h"
#include "verifier/kernel/embedding.h"
#include "verifier/kernel/mixing.h"
#include "verifier/kernel/mlp.h"

/* Values of one digit that are tried one by one. */
enum { digit_limit = 1 << 16 };

typedef struct checker {
    const network_certificate *c;
    const plain_network *net;
    const plain_layer *layer;
    size_t t, blocks;
    const stream *before;
    stream *after;
    mixing *mix;      /* per head */
    qrange_struct *x; /* the stream after attention */
    error *e;
} checker;

static status refuse(checker *k, const char *what)
{
    return error_set(k->e, STATUS_NEGATIVE, "layer %zu: %s", k->t, what);
}

static stream *stream_new(size_t width)
{
    stream *s = memory_new(1, sizeof *s);
    s->width = width;
    s->at = memory_new(width, sizeof *s->at);
    return s;
}

void stream_free(stream *s)
{
    for (size_t c = 0; s && c < s->width; c++)
        qranges_free(s->at[c].range, s->at[c].count);
    if (s)
        memory_free(s->at);
    memory_free(s);
}

/* What is known of coordinate c when i_t has this value; NULL: as embedded. */
static const qrange_struct *claimed(const stream *s, size_t c, uint64_t i)
{
    const coordinate_claim *it = s ? &s->at[c] : NULL;
    if (!it || !it->count)
        return NULL;
    return &it->range[it->digit ? plain_digit(it->digit, i) : 0];
}

/* ---- keys and values come from memory (N2, N3) ----------------------------------------------- */

static int column_used(const qmat_t a, size_t column)
{
    for (size_t row = 0; row < a->rows; row++)
        if (mpq_sgn(qmat_get(a, row, column)) != 0)
            return 1;
    return 0;
}

static int row_used(const qmat_t a, size_t row)
{
    for (size_t column = 0; column < a->columns; column++)
        if (mpq_sgn(qmat_get(a, row, column)) != 0)
            return 1;
    return 0;
}

static int writes(const plain_layer *layer, size_t c)
{
    int written = row_used(layer->out, c) || mpq_sgn(layer->out_bias->entry[c]) != 0;
    for (size_t h = 0; h < layer->heads; h++)
        written |= row_used(layer->head[h].output, c);
    return written;
}

static status check_memory(checker *k, const plain_head *head)
{
    for (size_t c = 0; c < k->net->width; c++) {
        int key = column_used(head->key, c);
        if (!key && !column_used(head->value, c))
            continue;
        for (size_t t = 0; t < k->t; t++)
            if (writes(&k->net->layer[t], c))
                return refuse(k, "keys or values come from a field that a layer writes");
        for (size_t i = 0; key && i < k->net->coordinate[c].count; i++)
            if (plain_term_reads_symbol(&k->net->coordinate[c].term[i]) &&
                k->net->coordinate[c].term[i].blocks != 1)
                return refuse(k, "keys depend on symbols");
    }
    return STATUS_OK;
}

/* ---- the weights of every query (Lemmas 3 and 4) ----------------------------------------------
 */

typedef struct query_space {
    unsigned char part[fc_max_L + 1]; /* parts of w that matter here */
    uint64_t value[fc_max_L + 1];
    qvec_t x, query, pull;
    query_weights weights;
} query_space;

static void find_parts(query_space *space, const checker *k, const plain_head *head)
{
    if (k->t >= 2)
        space->part[k->t - 1] = 1;
    for (size_t c = 0; c < k->net->width; c++) {
        if (!column_used(head->key, c) &&
            (claimed(k->before, c, 0) || !column_used(head->query, c)))
            continue;
        for (size_t i = 0; i < k->net->coordinate[c].count; i++) {
            const plain_term *term = &k->net->coordinate[c].term[i];
            if (term->of == PLAIN_QUERY && plain_term_reads_symbol(term))
                space->part[term->part] = 1;
        }
    }
}

static int next_w(query_space *space, uint64_t *w, const fc *task)
{
    unsigned l = 1;
    while (l < task->L && (!space->part[l] || ++space->value[l] == task->n[l]))
        space->value[l++] = 0;
    *w = 0;
    for (unsigned p = task->L - 1; p >= 1; p--)
        *w = *w * task->n[p] + space->value[p];
    return l < task->L;
}

/* The stream of the last token at (w, i), as far as queries read it. */
static status set_stream(query_space *space, checker *k, const plain_head *head, uint64_t w,
                         uint64_t i)
{
    for (size_t c = 0; c < k->net->width; c++) {
        const qrange_struct *range = claimed(k->before, c, i);
        if (!column_used(head->query, c))
            continue;
        if (!range)
            plain_embed(space->x->entry[c], k->net, c, (fc_place){-1, 0}, w);
        else if (qrange_is_point(range))
            mpq_set(space->x->entry[c], range->lo);
        else
            return refuse(k, "a query reads a coordinate that is not known exactly");
    }
    return STATUS_OK;
}

/* pull = K^T query, so that scores are pull . x */
static void set_pull(query_space *space, const plain_head *head)
{
    mpq_t term;
    mpq_init(term);
    for (size_t c = 0; c < head->key->columns; c++) {
        mpq_set_ui(space->pull->entry[c], 0, 1);
        for (size_t row = 0; row < head->key->rows; row++) {
            if (mpq_sgn(qmat_get(head->key, row, c)) == 0)
                continue;
            mpq_mul(term, qmat_get(head->key, row, c), space->query->entry[row]);
            mpq_add(space->pull->entry[c], space->pull->entry[c], term);
        }
    }
    mpq_clear(term);
}

static status add_query(query_space *space, checker *k, size_t h, uint64_t w, uint64_t i)
{
    const plain_head *head = &k->layer->head[h];
    const fc *task = &k->net->task;
    unsigned t = (unsigned)k->t;
    fc_place wanted = {(int)t, i};
    if (t >= 2)
        wanted.argument += fc_query_part(task, w, t - 1) * task->N[t - 2];
    TRY(set_stream(space, k, head, w, i));
    qmat_apply(space->query, head->query, space->x);
    set_pull(space, head);
    size_t d = head->key->rows > head->value->rows ? head->key->rows : head->value->rows;
    unsigned long score_bits = d ? (d - 1) * k->c->number.P : 0;
    status s = weigh_query(&space->weights, k->net, space->pull, wanted, w,
                           k->c->hint[t].by_digits + h * (k->blocks - 1), k->e);
    if (s == STATUS_OK)
        s = mixing_add(&k->mix[h], &space->weights, score_bits, task, k->e);
    if (s != STATUS_OK)
        error_prefix(k->e, "layer %u", t);
    return s;
}

static status add_queries(checker *k, size_t h)
{
    const fc *task = &k->net->task;
    const plain_head *head = &k->layer->head[h];
    uint64_t results = k->t == 0 ? 1 : task->N[k->t >= 2 ? k->t - 2 : 0], w = 0;
    query_space space = {.part = {0}};
    find_parts(&space, k, head);
    qvec_init(space.x, k->net->width);
    qvec_init(space.pull, k->net->width);
    qvec_init(space.query, head->key->rows);
    query_weights_init(&space.weights, k->blocks);
    status s = STATUS_OK;
    do
        for (uint64_t i = 0; i < results && s == STATUS_OK; i++)
            s = add_query(&space, k, h, w, i);
    while (s == STATUS_OK && next_w(&space, &w, task));
    qvec_clear(space.x);
    qvec_clear(space.pull);
    qvec_clear(space.query);
    query_weights_clear(&space.weights);
    return s;
}

/* ---- what is read ------------------------------------------------------------------------------
 */

/* The value coordinate as rest + coefficient * (one digit of the wanted token's symbol). */
static status follow_value(const plain_term **digit, mpq_t coefficient, mpq_t rest, checker *k,
                           const plain_head *head, size_t j)
{
    qrange_t range;
    status s = STATUS_OK;
    qrange_init(range);
    *digit = NULL;
    for (size_t c = 0; c < k->net->width && s == STATUS_OK; c++) {
        mpq_srcptr weight = qmat_get(head->value, j, c);
        for (size_t i = 0; mpq_sgn(weight) != 0 && i < k->net->coordinate[c].count; i++) {
            const plain_term *term = &k->net->coordinate[c].term[i];
            int whole_block = !term->has_at || fc_block_size(&k->net->task, (int)k->t) == 1;
            if (!plain_term_reaches(term, k->net, (int)k->t))
                continue;
            plain_term_range(range, term, k->net, (int)k->t);
            if (plain_term_reads_symbol(term) && whole_block && !*digit) {
                *digit = term;
                mpq_set(coefficient, weight);
            } else if (qrange_is_point(range)) {
                mpq_mul(range->lo, range->lo, weight);
                mpq_add(rest, rest, range->lo);
            } else {
                s = refuse(k, "a value follows more than one digit of the symbol");
            }
        }
    }
    qrange_clear(range);
    return s != STATUS_OK || *digit ? s : refuse(k, "a value does not follow the symbol");
}

/* What value coordinate j of head h reads: over all inputs, or, if `on_wanted` is given, when the
 * wanted token's value is that. */
static status read_value(qrange_t y, checker *k, size_t h, size_t j, const qrange_struct *on_wanted)
{
    const plain_head *head = &k->layer->head[h];
    qrange_struct *value = qranges_new(k->blocks);
    for (size_t b = 0; b < k->blocks; b++)
        for (size_t c = 0; c < k->net->width; c++)
            plain_add_coordinate(&value[b], qmat_get(head->value, j, c), k->net, c, (int)b - 1);
    status s = mixing_read(y, &k->mix[h], value, on_wanted ? on_wanted : &value[k->t + 1], k->e);
    qranges_free(value, k->blocks);
    return s;
}

/* x = the stream after attention, over all inputs; what value (h, j) reads may be narrowed. */
static status attend(checker *k, size_t h, size_t j, const qrange_struct *on_wanted)
{
    mpq_t one;
    qrange_t y;
    status s = STATUS_OK;
    mpq_init(one);
    qrange_init(y);
    mpq_set_ui(one, 1, 1);
    for (size_t c = 0; c < k->net->width; c++) {
        const coordinate_claim *it = k->before ? &k->before->at[c] : NULL;
        qrange_set_zero(&k->x[c]);
        if (!it || !it->count)
            plain_add_coordinate(&k->x[c], one, k->net, c, -1);
        else
            qrange_set(&k->x[c], &it->range[0]);
        for (size_t d = 1; it && d < it->count; d++)
            qrange_join(&k->x[c], &it->range[d]);
    }
    for (size_t g = 0; g < k->layer->heads; g++)
        for (size_t v = 0; v < k->layer->head[g].value->rows && s == STATUS_OK; v++) {
            s = read_value(y, k, g, v, g == h && v == j ? on_wanted : NULL);
            for (size_t c = 0; c < k->net->width; c++)
                qrange_addmul_q(&k->x[c], qmat_get(k->layer->head[g].output, c, v), y);
        }
    mpq_clear(one);
    qrange_clear(y);
    return s;
}

/* ---- what the MLP makes of it (Lemmas 5 and 7) --------------------------------------------------
 */

static int whole_entries(const qmat_t a)
{
    for (size_t i = 0; i < a->rows; i++)
        for (size_t j = 0; j < a->columns; j++)
            if (mpz_cmp_ui(mpq_denref(qmat_get(a, i, j)), 1) != 0)
                return 0;
    return 1;
}

static int entries_on_grid(const qvec_t v, arithmetic number)
{
    for (size_t i = 0; i < v->length; i++)
        if (!arithmetic_on_grid(v->entry[i], number))
            return 0;
    return 1;
}

/* Lemma 7, first half: whatever an MLP of this network adds is a multiple of the unit. */
static status check_grid(checker *k)
{
    arithmetic number = k->c->number;
    if (!number.P)
        return STATUS_OK;
    int fine = whole_entries(k->layer->in) && whole_entries(k->layer->out) &&
               entries_on_grid(k->layer->in_bias, number) &&
               entries_on_grid(k->layer->out_bias, number);
    for (size_t h = 0; h < k->layer->heads; h++)
        fine = fine && whole_entries(k->layer->head[h].output);
    for (size_t c = 0; c < k->net->width; c++)
        for (size_t i = 0; i < k->net->coordinate[c].count; i++) {
            const plain_term *term = &k->net->coordinate[c].term[i];
            if (term->blocks & 1)
                fine = fine && arithmetic_on_grid(term->scale, number) &&
                       arithmetic_on_grid(term->offset, number);
        }
    return fine ? STATUS_OK : refuse(k, "what its MLP adds may have to be rounded");
}

/* range = coordinate c after the MLP, for all streams in the box x */
static status apply_mlp(qrange_t range, checker *k, size_t c)
{
    if (k->c->number.P) { /* Lemma 7, second half */
        mlp_range(range, k->layer, c, k->x, 0);
        if (!arithmetic_holds(range, k->c->number))
            return refuse(k, "what its MLP adds may be too large a number");
    }
    mlp_range(range, k->layer, c, k->x, 1);
    return STATUS_OK;
}

/* Coordinate c for each value of the digit that value (h, j) of the wanted token shows. */
static status follow(checker *k, size_t c, size_t h, size_t j)
{
    coordinate_claim *to = &k->after->at[c];
    mpq_t coefficient, rest;
    qrange_t value;
    mpq_inits(coefficient, rest, NULL);
    qrange_init(value);
    status s = follow_value(&to->digit, coefficient, rest, k, &k->layer->head[h], j);
    if (s == STATUS_OK) {
        uint64_t most = plain_most_digit(to->digit, fc_block_radix(&k->net->task, (int)k->t) - 1);
        if (most >= digit_limit)
            s = refuse(k, "a digit has too many values to try them all");
        to->count = s == STATUS_OK ? (size_t)most + 1 : 0;
        to->range = qranges_new(to->count);
    }
    for (size_t d = 0; d < to->count && s == STATUS_OK; d++) {
        plain_term_value(value->lo, to->digit, d);
        mpq_mul(value->lo, value->lo, coefficient);
        mpq_add(value->lo, value->lo, rest);
        mpq_set(value->hi, value->lo);
        s = attend(k, h, j, value);
        if (s == STATUS_OK)
            s = apply_mlp(&to->range[d], k, c);
    }
    mpq_clears(coefficient, rest, NULL);
    qrange_clear(value);
    return s;
}

static status describe(checker *k, size_t c)
{
    const follow_hint *hint = &k->c->hint[k->t].follow[c];
    coordinate_claim *to = &k->after->at[c];
    if (!claimed(k->before, c, 0) && !writes(k->layer, c))
        return STATUS_OK; /* still as embedded */
    if (hint->follows)
        return follow(k, c, hint->head, hint->value);
    to->count = 1;
    to->range = qranges_new(1);
    TRY(attend(k, 0, 0, NULL));
    return apply_mlp(to->range, k, c);
}

/* ---- a layer, and the read-out
 * ------------------------------------------------------------------- */

static status check_layer(checker *k)
{
    TRY(check_grid(k));
    for (size_t h = 0; h < k->layer->heads; h++) {
        TRY(check_memory(k, &k->layer->head[h]));
        TRY(add_queries(k, h));
    }
    for (size_t c = 0; c < k->net->width; c++)
        TRY(describe(k, c));
    return STATUS_OK;
}

status lookup_layer(stream **after, const network_certificate *c, size_t t, const stream *before,
                    error *e)
{
    const plain_layer *layer = &c->net.layer[t];
    checker k = {.c = c,
                 .net = &c->net,
                 .layer = layer,
                 .t = t,
                 .blocks = (size_t)c->net.task.L + 2,
                 .before = before,
                 .e = e};
    k.after = stream_new(c->net.width);
    k.x = qranges_new(c->net.width);
    k.mix = memory_new(layer->heads, sizeof *k.mix);
    for (size_t h = 0; h < layer->heads; h++)
        mixing_init(&k.mix[h], c->number, k.blocks, t);
    status s = check_layer(&k);
    for (size_t h = 0; h < layer->heads; h++)
        mixing_clear(&k.mix[h]);
    memory_free(k.mix);
    qranges_free(k.x, c->net.width);
    if (s == STATUS_OK)
        *after = k.after;
    else
        stream_free(k.after);
    return s;
}

status lookup_readout(const network_certificate *c, const stream *last, error *e)
{
    const qmat_struct *readout = c->net.readout;
    uint64_t count = c->net.task.N[c->net.task.L - 1];
    qrange_t sum;
    if (readout->rows > 62 || (count - 1) >> readout->rows != 0)
        return error_set(e, STATUS_NEGATIVE, "read-out: the wrong number of bits");
    qrange_init(sum);
    int fine = 1;
    for (uint64_t i = 0; i < count && fine; i++)
        for (size_t r = 0; r < readout->rows && fine; r++) {
            qrange_set_zero(sum);
            for (size_t k = 0; k < c->net.width; k++) {
                const qrange_struct *range = claimed(last, k, i);
                mpq_srcptr weight = qmat_get(readout, r, k);
                if (range)
                    qrange_addmul_q(sum, weight, range);
                else
                    plain_add_coordinate(sum, weight, &c->net, k, -1);
            }
            fine = qrange_sign(sum) == (i >> r & 1 ? 1 : -1);
        }
    qrange_clear(sum);
    return fine ? STATUS_OK : error_set(e, STATUS_NEGATIVE, "read-out: a bit is not forced");
}
