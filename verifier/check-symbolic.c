#include "verifier/check-symbolic.h"

#include "base/json.h"
#include "base/memory.h"
#include "verifier/check-rules.h"

#include <string.h>

/* What the certificate claims about a coordinate of the last token's stream between two
 * layers: as embedded (count 0), in one range, or in a range per digit of i_t. */
typedef struct claim {
    size_t count;
    qrange_struct *range;
    const check_term *digit;
} claim;

typedef struct checker {
    check_network net;
    size_t t;              /* the layer at hand, which looks up z_t */
    claim *before, *after; /* per coordinate */
    qrange_struct *share;  /* claims per head */
    qrange_struct **part;  /* per head and block */
    unsigned char *digits; /* of the head at hand: blocks summed digit by digit */
    error *e;
} checker;

static status invalid(checker *k, const char *what)
{
    return error_set(k->e, STATUS_NEGATIVE, "layer %zu: %s", k->t, what);
}

/* ---- claims
 * ------------------------------------------------------------------------------------------ */

static status read_range(qrange_struct *range, const json_t *json, const place *at, error *e)
{
    if (!json_is_array(json) || json_array_size(json) != 2)
        return place_error(e, STATUS_MALFORMED, at, "expected [\"low\", \"high\"]");
    TRY(check_read_rational(range->lo, json_array_get(json, 0), at, e));
    TRY(check_read_rational(range->hi, json_array_get(json, 1), at, e));
    if (mpq_cmp(range->lo, range->hi) > 0)
        return place_error(e, STATUS_MALFORMED, at, "the range is empty");
    return STATUS_OK;
}

static status read_head_claims(checker *k, size_t h, const json_t *json, const place *at)
{
    static const char *const members[] = {"sums", "share", "parts", NULL};
    size_t blocks = (size_t)k->net.task.L + 2;
    const json_t *sums = json_object_get(json, "sums"), *parts = json_object_get(json, "parts");
    TRY(json_check_members(json, members, at, k->e));
    if (json_array_size(sums) != blocks - 1 || json_array_size(parts) != blocks)
        return place_error(k->e, STATUS_MALFORMED, at, "expected one entry per block");
    for (size_t l = 0; l + 1 < blocks; l++) {
        const char *how = json_string_value(json_array_get(sums, l));
        if (!how || (strcmp(how, "digits") != 0 && strcmp(how, "tokens") != 0))
            return place_error(k->e, STATUS_MALFORMED, at, "sums are by digits or by tokens");
        k->digits[l] = how[0] == 'd';
    }
    TRY(read_range(&k->share[h], json_object_get(json, "share"), at, k->e));
    for (size_t b = 0; b < blocks; b++)
        TRY(read_range(&k->part[h][b], json_array_get(parts, b), at, k->e));
    return STATUS_OK;
}

static void claims_free(claim *claims, size_t width)
{
    for (size_t c = 0; c < width; c++)
        qranges_free(claims[c].range, claims[c].count);
    memory_free(claims);
}

/* ---- ranges of the embedding
 * --------------------------------------------------------------------------- */

/* Digits ((q mod within) div div) mod mod of q = first .. last are at most this. */
static uint64_t most_digit(const check_term *term, uint64_t last)
{
    if (term->within && last >= term->within)
        last = term->within - 1;
    if (term->div)
        last /= term->div;
    return term->mod && last >= term->mod ? term->mod - 1 : last;
}

static void term_range(qrange_t range, const check_term *term, const check_network *net, int block)
{
    const fc *task = &net->task;
    uint64_t first = 0, last = 0, size = fc_block_size(task, block);
    qrange_set_zero(range);
    if (!check_term_reaches(term, net, block))
        return;
    if (term->of == CHECK_ONE || term->of == CHECK_BLOCK)
        first = last = term->of == CHECK_ONE ? 1 : (uint64_t)block;
    else if (term->of == CHECK_SYMBOL)
        last = fc_block_radix(task, block) - 1;
    else if (term->of == CHECK_QUERY)
        last = task->n[term->part] - 1;
    else {
        first = term->of == CHECK_POSITION ? fc_block_start(task, block) : 0;
        last = first + (term->has_at ? term->at : size - 1);
        first = term->has_at ? last : first;
    }
    int grows = first == last || (!term->within && !term->mod);
    check_term_value(range->lo, term, grows ? check_digit(term, first) : 0);
    check_term_value(range->hi, term, grows ? check_digit(term, last) : most_digit(term, last));
    if (mpq_cmp(range->lo, range->hi) > 0)
        mpq_swap(range->lo, range->hi);
    if (term->has_at && size > 1) { /* the other tokens get 0 from it */
        qrange_t zero;
        qrange_init(zero);
        qrange_join(range, zero);
        qrange_clear(zero);
    }
}

/* range += weight times coordinate c on the block */
static void add_coordinate(qrange_t range, mpq_srcptr weight, const check_network *net, size_t c,
                           int block)
{
    qrange_t one;
    qrange_init(one);
    for (size_t i = 0; mpq_sgn(weight) != 0 && i < net->coordinate[c].count; i++) {
        term_range(one, &net->coordinate[c].term[i], net, block);
        qrange_addmul_q(range, weight, one);
    }
    qrange_clear(one);
}

/* ---- keys and values come from memory
 * -------------------------------------------------------------------- */

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

static int writes(const check_layer *layer, size_t c)
{
    int written = row_used(layer->out, c) || mpq_sgn(layer->out_bias->entry[c]) != 0;
    for (size_t h = 0; h < layer->heads; h++)
        written |= row_used(layer->head[h].output, c);
    return written;
}

static status check_memory(checker *k, const check_head *head)
{
    for (size_t c = 0; c < k->net.width; c++) {
        int key = column_used(head->key, c);
        if (!key && !column_used(head->value, c))
            continue;
        for (size_t t = 0; t < k->t; t++)
            if (writes(&k->net.layer[t], c))
                return invalid(k, "keys or values come from a field that a layer writes");
        for (size_t i = 0; key && i < k->net.coordinate[c].count; i++)
            if (check_term_reads_symbol(&k->net.coordinate[c].term[i]) &&
                k->net.coordinate[c].term[i].blocks != 1)
                return invalid(k, "keys depend on symbols");
    }
    return STATUS_OK;
}

/* ---- every query's weights are as claimed
 * ------------------------------------------------------------------ */

typedef struct query_space {
    unsigned char part[fc_max_L + 1]; /* parts of w that matter here */
    uint64_t value[fc_max_L + 1];
    qvec_t x, query, pull;
    check_weights weights;
} query_space;

static void find_parts(query_space *space, const checker *k, const check_head *head)
{
    if (k->t >= 2)
        space->part[k->t - 1] = 1;
    for (size_t c = 0; c < k->net.width; c++) {
        if (!column_used(head->key, c) && (k->before[c].count || !column_used(head->query, c)))
            continue;
        for (size_t i = 0; i < k->net.coordinate[c].count; i++) {
            const check_term *term = &k->net.coordinate[c].term[i];
            if (term->of == CHECK_QUERY && check_term_reads_symbol(term))
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
static status set_stream(query_space *space, checker *k, const check_head *head, uint64_t w,
                         uint64_t i)
{
    for (size_t c = 0; c < k->net.width; c++) {
        const claim *it = &k->before[c];
        if (!column_used(head->query, c))
            continue;
        if (!it->count) {
            check_embed(space->x->entry[c], &k->net, c, (fc_place){-1, 0}, w);
            continue;
        }
        const qrange_struct *range = &it->range[it->digit ? check_digit(it->digit, i) : 0];
        if (!qrange_is_point(range))
            return invalid(k, "a query reads a coordinate that is not known exactly");
        mpq_set(space->x->entry[c], range->lo);
    }
    return STATUS_OK;
}

static status check_query(query_space *space, checker *k, size_t h, uint64_t w, uint64_t i)
{
    const check_head *head = &k->net.layer[k->t].head[h];
    const fc *task = &k->net.task;
    unsigned t = (unsigned)k->t;
    fc_place wanted = {(int)t, i};
    mpq_t term;
    if (t >= 2)
        wanted.argument += fc_query_part(task, w, t - 1) * task->N[t - 2];
    TRY(set_stream(space, k, head, w, i));
    qmat_apply(space->query, head->query, space->x);
    mpq_init(term);
    for (size_t c = 0; c < k->net.width; c++) {
        mpq_set_ui(space->pull->entry[c], 0, 1);
        for (size_t row = 0; row < head->key->rows; row++) {
            if (mpq_sgn(qmat_get(head->key, row, c)) == 0)
                continue;
            mpq_mul(term, qmat_get(head->key, row, c), space->query->entry[row]);
            mpq_add(space->pull->entry[c], space->pull->entry[c], term);
        }
    }
    mpq_clear(term);
    TRY(check_weigh(&space->weights, &k->net, space->pull, wanted, w, k->digits, k->e));
    int fine = qrange_within(space->weights.share, &k->share[h]);
    for (size_t b = 0; b < (size_t)task->L + 2; b++)
        fine = fine && qrange_within(&space->weights.part[b], &k->part[h][b]);
    return fine ? STATUS_OK
                : invalid(k, "the weights of a query are not within the claimed ranges");
}

static status check_queries(checker *k, size_t h)
{
    const fc *task = &k->net.task;
    const check_head *head = &k->net.layer[k->t].head[h];
    uint64_t results = k->t == 0 ? 1 : task->N[k->t >= 2 ? k->t - 2 : 0], w = 0;
    size_t blocks = (size_t)task->L + 2;
    query_space space = {.part = {0}};
    find_parts(&space, k, head);
    qvec_init(space.x, k->net.width);
    qvec_init(space.pull, k->net.width);
    qvec_init(space.query, head->key->rows);
    qrange_init(space.weights.share);
    space.weights.part = qranges_new(blocks);
    status s = STATUS_OK;
    do
        for (uint64_t i = 0; i < results && s == STATUS_OK; i++)
            s = check_query(&space, k, h, w, i);
    while (s == STATUS_OK && next_w(&space, &w, task));
    qvec_clear(space.x);
    qvec_clear(space.pull);
    qvec_clear(space.query);
    qrange_clear(space.weights.share);
    qranges_free(space.weights.part, blocks);
    return s;
}

/* ---- the stream after the layer is as claimed
 * ---------------------------------------------------------------- */

/* The value coordinate as rest + coefficient * (one digit of the wanted token's symbol). */
static status follow_value(const check_term **digit, mpq_t coefficient, mpq_t rest, checker *k,
                           const check_head *head, size_t j)
{
    qrange_t range;
    status s = STATUS_OK;
    qrange_init(range);
    *digit = NULL;
    for (size_t c = 0; c < k->net.width && s == STATUS_OK; c++) {
        mpq_srcptr weight = qmat_get(head->value, j, c);
        for (size_t i = 0; mpq_sgn(weight) != 0 && i < k->net.coordinate[c].count; i++) {
            const check_term *term = &k->net.coordinate[c].term[i];
            int whole_block = !term->has_at || fc_block_size(&k->net.task, (int)k->t) == 1;
            if (!check_term_reaches(term, &k->net, (int)k->t))
                continue;
            term_range(range, term, &k->net, (int)k->t);
            if (check_term_reads_symbol(term) && whole_block && !*digit) {
                *digit = term;
                mpq_set(coefficient, weight);
            } else if (qrange_is_point(range)) {
                mpq_mul(range->lo, range->lo, weight);
                mpq_add(rest, rest, range->lo);
            } else {
                s = invalid(k, "a value follows more than one digit of the symbol");
            }
        }
    }
    qrange_clear(range);
    return s != STATUS_OK || *digit ? s : invalid(k, "a value does not follow the symbol");
}

/* What value coordinate j of head h contributes: over all inputs, or, if `value` is given,
 * when the wanted token's value is that. */
static void reading_range(qrange_t range, const checker *k, size_t h, size_t j,
                          const qrange_struct *value)
{
    const check_head *head = &k->net.layer[k->t].head[h];
    qrange_t on_block;
    qrange_init(on_block);
    qrange_set_zero(range);
    for (size_t b = 0; b < (size_t)k->net.task.L + 2; b++) {
        qrange_set_zero(on_block);
        for (size_t c = 0; c < k->net.width; c++)
            add_coordinate(on_block, qmat_get(head->value, j, c), &k->net, c, (int)b - 1);
        qrange_addmul(range, &k->part[h][b], on_block);
        if (b == k->t + 1)
            qrange_addmul(range, &k->share[h], value ? value : on_block);
    }
    qrange_clear(on_block);
}

/* x: the stream after attention, over all inputs. */
static void attended(qrange_struct *x, const checker *k)
{
    const check_layer *layer = &k->net.layer[k->t];
    mpq_t one;
    qrange_t range;
    mpq_init(one);
    qrange_init(range);
    mpq_set_ui(one, 1, 1);
    for (size_t c = 0; c < k->net.width; c++) {
        qrange_set_zero(&x[c]);
        if (!k->before[c].count)
            add_coordinate(&x[c], one, &k->net, c, -1);
        else
            qrange_set(&x[c], &k->before[c].range[0]);
        for (size_t d = 1; d < k->before[c].count; d++)
            qrange_join(&x[c], &k->before[c].range[d]);
    }
    for (size_t h = 0; h < layer->heads; h++)
        for (size_t j = 0; j < layer->head[h].value->rows; j++) {
            reading_range(range, k, h, j, NULL);
            for (size_t c = 0; c < k->net.width; c++)
                qrange_addmul_q(&x[c], qmat_get(layer->head[h].output, c, j), range);
        }
    mpq_clear(one);
    qrange_clear(range);
}

/* Replaces what value (h, j) contributes to x by what it contributes at one digit: the ends
 * of a sum of ranges are sums of ends, so the old ends can be taken away again. */
static void narrow(qrange_struct *x, const checker *k, size_t h, size_t j,
                   const qrange_struct *value)
{
    const qmat_struct *output = k->net.layer[k->t].head[h].output;
    qrange_t all, at;
    mpq_t minus;
    qrange_init(all);
    qrange_init(at);
    mpq_init(minus);
    reading_range(all, k, h, j, NULL);
    reading_range(at, k, h, j, value);
    for (size_t c = 0; c < k->net.width; c++) {
        mpq_srcptr weight = qmat_get(output, c, j);
        mpq_neg(minus, weight);
        mpq_swap(all->lo, all->hi);
        qrange_addmul_q(&x[c], minus, all);
        mpq_swap(all->lo, all->hi);
        qrange_addmul_q(&x[c], weight, at);
    }
    qrange_clear(all);
    qrange_clear(at);
    mpq_clear(minus);
}

static status check_following(checker *k, size_t c, size_t h, size_t j, qrange_struct *x)
{
    claim *to = &k->after[c];
    const check_layer *layer = &k->net.layer[k->t];
    mpq_t coefficient, rest;
    qrange_t value, out;
    mpq_inits(coefficient, rest, NULL);
    qrange_init(value);
    qrange_init(out);
    status s = follow_value(&to->digit, coefficient, rest, k, &layer->head[h], j);
    uint64_t most =
        s == STATUS_OK ? most_digit(to->digit, fc_block_radix(&k->net.task, (int)k->t) - 1) : 0;
    if (s == STATUS_OK && to->count != most + 1)
        s = invalid(k, "a digit has more or fewer values than are claimed");
    for (size_t d = 0; d < to->count && s == STATUS_OK; d++) {
        check_term_value(value->lo, to->digit, d);
        mpq_mul(value->lo, value->lo, coefficient);
        mpq_add(value->lo, value->lo, rest);
        mpq_set(value->hi, value->lo);
        attended(x, k);
        narrow(x, k, h, j, value);
        check_mlp(out, layer, c, x);
        if (!qrange_within(out, &to->range[d]))
            s = invalid(k, "a coordinate can leave the range claimed for it");
    }
    mpq_clears(coefficient, rest, NULL);
    qrange_clear(value);
    qrange_clear(out);
    return s;
}

static status check_content(checker *k, const json_t *json, qrange_struct *x, const place *at)
{
    static const char *const members[] = {"coordinate", "follows", "ranges", NULL};
    const check_layer *layer = &k->net.layer[k->t];
    const json_t *follows = json_object_get(json, "follows"),
                 *ranges = json_object_get(json, "ranges");
    uint64_t c, h, j;
    TRY(json_check_members(json, members, at, k->e));
    TRY(json_read_number(&c, json_object_get(json, "coordinate"), 0, k->net.width - 1, at, k->e));
    claim *to = &k->after[c];
    if (to->count || json_array_size(ranges) < 1)
        return place_error(k->e, STATUS_MALFORMED, at, "claimed twice, or nothing claimed");
    to->count = json_array_size(ranges);
    to->range = qranges_new(to->count);
    for (size_t d = 0; d < to->count; d++)
        TRY(read_range(&to->range[d], json_array_get(ranges, d), at, k->e));
    if (follows) {
        if (json_array_size(follows) != 2 || layer->heads == 0)
            return place_error(k->e, STATUS_MALFORMED, at, "expected [head, value]");
        TRY(json_read_number(&h, json_array_get(follows, 0), 0, layer->heads - 1, at, k->e));
        size_t rows = layer->head[h].value->rows;
        TRY(json_read_number(&j, json_array_get(follows, 1), 0, rows ? rows - 1 : 0, at, k->e));
        return rows ? check_following(k, (size_t)c, (size_t)h, (size_t)j, x)
                    : invalid(k, "this head has no values");
    }
    qrange_t out;
    qrange_init(out);
    attended(x, k);
    check_mlp(out, layer, (size_t)c, x);
    int fine = to->count == 1 && qrange_within(out, &to->range[0]);
    qrange_clear(out);
    return fine ? STATUS_OK : invalid(k, "a coordinate can leave the range claimed for it");
}

static status check_contents(checker *k, const json_t *contents, const place *at)
{
    qrange_struct *x = qranges_new(k->net.width);
    status s = STATUS_OK;
    for (size_t i = 0; i < json_array_size(contents) && s == STATUS_OK; i++) {
        place here = place_element(at, i);
        s = check_content(k, json_array_get(contents, i), x, &here);
    }
    qranges_free(x, k->net.width);
    for (size_t c = 0; c < k->net.width && s == STATUS_OK; c++)
        if (!k->after[c].count && (k->before[c].count || writes(&k->net.layer[k->t], c)))
            s = invalid(k, "nothing is claimed about a coordinate that has been written");
    return s;
}

/* ---- layers and read-out
 * ------------------------------------------------------------------------------------- */

static status check_heads(checker *k, const json_t *heads, const place *at)
{
    const check_layer *layer = &k->net.layer[k->t];
    if (!json_is_array(heads) || json_array_size(heads) != layer->heads)
        return place_error(k->e, STATUS_MALFORMED, at, "expected one entry per head");
    for (size_t h = 0; h < layer->heads; h++) {
        place here = place_element(at, h);
        TRY(check_memory(k, &layer->head[h]));
        TRY(read_head_claims(k, h, json_array_get(heads, h), &here));
        TRY(check_queries(k, h));
    }
    return STATUS_OK;
}

static status check_one_layer(checker *k, const json_t *json, const place *at)
{
    static const char *const members[] = {"heads", "contents", NULL};
    size_t heads = k->net.layer[k->t].heads, blocks = (size_t)k->net.task.L + 2;
    place head_place = place_member(at, "heads"), content_place = place_member(at, "contents");
    TRY(json_check_members(json, members, at, k->e));
    k->share = qranges_new(heads);
    k->part = memory_new(heads, sizeof(qrange_struct *));
    for (size_t h = 0; h < heads; h++)
        k->part[h] = qranges_new(blocks);
    k->digits = memory_new(blocks, 1);
    status s = check_heads(k, json_object_get(json, "heads"), &head_place);
    if (s == STATUS_OK)
        s = check_contents(k, json_object_get(json, "contents"), &content_place);
    qranges_free(k->share, heads);
    for (size_t h = 0; h < heads; h++)
        qranges_free(k->part[h], blocks);
    memory_free(k->part);
    memory_free(k->digits);
    return s;
}

/* Bit r of the answer must be forced to bit r of i_L, for all i_L. */
static status check_readout(checker *k)
{
    const qmat_struct *readout = k->net.readout;
    uint64_t count = k->net.task.N[k->net.task.L - 1];
    qrange_t sum;
    if (readout->rows > 62 || (count - 1) >> readout->rows != 0)
        return error_set(k->e, STATUS_NEGATIVE, "read-out: the wrong number of bits");
    qrange_init(sum);
    int fine = 1;
    for (uint64_t i = 0; i < count && fine; i++)
        for (size_t r = 0; r < readout->rows && fine; r++) {
            qrange_set_zero(sum);
            for (size_t c = 0; c < k->net.width; c++) {
                const claim *it = &k->before[c];
                mpq_srcptr weight = qmat_get(readout, r, c);
                if (mpq_sgn(weight) == 0)
                    continue;
                if (it->count)
                    qrange_addmul_q(sum, weight,
                                    &it->range[it->digit ? check_digit(it->digit, i) : 0]);
                else
                    add_coordinate(sum, weight, &k->net, c, -1);
            }
            fine = qrange_sign(sum) == (i >> r & 1 ? 1 : -1);
        }
    qrange_clear(sum);
    return fine ? STATUS_OK : error_set(k->e, STATUS_NEGATIVE, "read-out: a bit is not forced");
}

static status check_layers(checker *k, const json_t *layers)
{
    place at = place_member(NULL, "layers");
    size_t width = k->net.width;
    if (json_array_size(layers) != k->net.layers || k->net.layers != (size_t)k->net.task.L + 1)
        return error_set(k->e, STATUS_NEGATIVE, "expected L+1 layers, each a look-up");
    k->before = memory_new(width, sizeof *k->before);
    status s = STATUS_OK;
    for (k->t = 0; k->t < k->net.layers && s == STATUS_OK; k->t++) {
        place here = place_element(&at, k->t);
        k->after = memory_new(width, sizeof *k->after);
        s = check_one_layer(k, json_array_get(layers, k->t), &here);
        claims_free(k->before, width);
        k->before = k->after;
    }
    if (s == STATUS_OK)
        s = check_readout(k);
    claims_free(k->before, width);
    return s;
}

/* ---- the whole
 * -------------------------------------------------------------------------------------------------
 */

static int hash_is(const json_t *claimed, const json_t *json, char sum[SHA256_HEX])
{
    char *text = json_to_text(json, 1);
    sha256_hex(sum, text, strlen(text));
    memory_free(text);
    return json_is_string(claimed) && strcmp(json_string_value(claimed), sum) == 0;
}

status check_symbolic(symbolic_theorem *proved, const json_t *root, error *e)
{
    static const char *const members[] = {"format", "version", "payload_sha256", "payload", NULL};
    static const char *const inner[] = {"network_sha256", "network", "layers", NULL};
    place top = place_member(NULL, "certificate"), at = place_member(&top, "payload");
    const json_t *payload = json_object_get(root, "payload");
    const json_t *network = json_object_get(payload, "network");
    char sum[SHA256_HEX];
    TRY(json_check_members(root, members, &top, e));
    TRY(json_check_members(payload, inner, &at, e));
    const char *format = json_string_value(json_object_get(root, "format"));
    const json_t *version = json_object_get(root, "version");
    if (!format || strcmp(format, "strata-symbolic-certificate") != 0 ||
        !json_is_integer(version) || json_integer_value(version) != 1 || !network)
        return error_set(e, STATUS_MALFORMED, "expected a strata-symbolic-certificate, version 1");
    if (!hash_is(json_object_get(root, "payload_sha256"), payload, sum))
        return error_set(e, STATUS_NEGATIVE,
                         "the payload is not the one that was signed off "
                         "(payload_sha256 differs)");
    if (!hash_is(json_object_get(payload, "network_sha256"), network, proved->network_sha256))
        return error_set(e, STATUS_NEGATIVE,
                         "the certificate is for another network "
                         "(network_sha256 differs)");
    checker k = {.e = e};
    status s = check_network_read(&k.net, network, e);
    if (s == STATUS_OK)
        s = check_layers(&k, json_object_get(payload, "layers"));
    proved->task = k.net.task;
    check_network_clear(&k.net);
    return s;
}
