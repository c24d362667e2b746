/* Chain of thought: a network of one layer that runs L+1 times is L+1 look-ups, too.
 *
 * Pass t is a look-up by the token (w, t-1, i_{t-1}) that was written before it (by w itself
 * for t = 0). That token is new, so its stream is what the embedding makes of w and i_{t-1}:
 * all queries are gone through. Tokens written so far must have key 0 and value 0, as w must:
 * then they weigh 2^0 each and add nothing. By induction: if pass t-1 has answered i_{t-1}
 * and the read-out of pass t is forced to i_t for every w and i_{t-1}, pass t answers i_t. */
#include "base/json-read.h"
#include "base/memory.h"
#include "verifier/symbolic.h"
#include "verifier/terms.h"

#include <stdio.h>

#define QUERY_LIMIT (UINT64_C(1) << 22)

typedef struct pass {
    symbolic_proof *proof;
    network unrolled; /* the layer, L+1 times: a shallow copy, for symbolic_apply */
    size_t t;
    score_rule rule;
    int64_t denominator, *stream, *own_key;
    qvec_t x;
    stream_content *before;
} pass;

static status stop(symbolic_proof *proof, const char *why)
{
    snprintf(proof->spot.reason, sizeof proof->spot.reason, "%.390s", why);
    return STATUS_NEGATIVE;
}

/* ---- what the argument needs of the weights ---------------------------------------------------
 */

/* Keys and values are 0 on w and on written tokens, and keys do not depend on symbols. */
static int coordinate_is_fit(const embedding_coordinate *from, int is_key)
{
    for (size_t i = 0; i < from->count; i++)
        if ((from->term[i].blocks & (BLOCK_BIT(-1) | BLOCK_BIT(block_steps))) != 0 ||
            (is_key && term_reads_symbol(&from->term[i])))
            return 0;
    return 1;
}

static status check_fit(symbolic_proof *proof)
{
    const network *net = proof->net;
    if (net->layers != 1 || net->layer[0].kind != LAYER_FULL || net->layer[0].heads != 1 ||
        net->steps != (size_t)net->task.L + 1)
        return stop(proof, "several passes are understood for one full layer of one head that "
                           "runs L+1 times");
    const attention_head *head = &net->layer[0].head[0];
    for (size_t c = 0; c < net->embed.width; c++) {
        int key = 0, value = 0;
        for (size_t row = 0; row < head->key->rows; row++)
            key |= mpq_sgn(qmat_get(head->key, row, c)) != 0;
        for (size_t row = 0; row < head->value->rows; row++)
            value |= mpq_sgn(qmat_get(head->value, row, c)) != 0;
        if ((key || value) && !coordinate_is_fit(&net->embed.coordinate[c], key))
            return stop(proof, "keys or values are not 0 on w and on the tokens that are written, "
                               "or keys depend on symbols");
    }
    return STATUS_OK;
}

/* ---- one pass
 * ------------------------------------------------------------------------------------ */

/* Denominators of all that the embedding can put on a token. */
static int join_denominators(pass *p)
{
    const embedding *embed = &p->proof->net->embed;
    p->denominator = 1;
    for (size_t c = 0; c < embed->width; c++)
        for (size_t i = 0; i < embed->coordinate[c].count; i++)
            if (!denominator_join(&p->denominator, embed->coordinate[c].term[i].scale) ||
                !denominator_join(&p->denominator, embed->coordinate[c].term[i].offset))
                return 0;
    return 1;
}

/* The last token of pass t at (w, i_{t-1} = i); its ranges are widened to hold it. */
static int set_query(pass *p, uint64_t w, uint64_t i, int first)
{
    const network *net = p->proof->net;
    if (p->t == 0)
        embedding_evaluate(p->x, &net->embed, &net->task, net->task.tokens - 1, w);
    else
        embedding_evaluate_step(p->x, &net->embed, &net->task, p->t - 1, w, i);
    for (size_t c = 0; c < net->embed.width; c++) {
        if (!integer_scaled(&p->stream[c], p->x->entry[c], p->denominator))
            return 0;
        qrange_struct *range = p->before[c].range;
        if (first || mpq_cmp(p->x->entry[c], range->lo) < 0)
            mpq_set(range->lo, p->x->entry[c]);
        if (first || mpq_cmp(p->x->entry[c], range->hi) > 0)
            mpq_set(range->hi, p->x->entry[c]);
    }
    return 1;
}

static status visit(pass *p, mixing_hull *hull, error *e)
{
    const fc *task = &p->proof->net->task;
    uint64_t results = p->t == 0 ? 1 : task->N[p->t >= 2 ? p->t - 2 : 0];
    if (task->A > QUERY_LIMIT / results)
        return stop(p->proof, "more than 2^22 different queries");
    score_query query = {p->stream, p->denominator, p->own_key};
    mixing_row row;
    mixing_row_init(&row, task);
    row.last_tokens = p->t + 1; /* w, and the t tokens written so far */
    status s = STATUS_OK;
    for (uint64_t w = 0; w < task->A && s == STATUS_OK; w++)
        for (uint64_t i = 0; i < results && s == STATUS_OK; i++) {
            fc_place wanted = {(int)p->t, i};
            if (p->t >= 2)
                wanted.argument += fc_query_part(task, w, (unsigned)p->t - 1) * task->N[p->t - 2];
            if (!set_query(p, w, i, w == 0 && i == 0))
                s = stop(p->proof, "numbers too fine for machine integers");
            else if (mixing_row_compute(&row, &p->rule, &query, wanted, e) != STATUS_OK)
                s = stop(p->proof, e->message);
            else
                mixing_hull_add(hull, &row, w, i);
            p->proof->queries++;
            if (p->proof->cancelled && *p->proof->cancelled)
                s = error_set(e, STATUS_LIMIT, "interrupted");
        }
    mixing_row_clear(&row);
    if (s == STATUS_OK)
        mixing_hull_finish(hull);
    return s;
}

static status prove_pass(pass *p, error *e)
{
    const network *net = p->proof->net;
    lookup_proof *lookup = &p->proof->layer[p->t];
    p->proof->layers++;
    symbolic_lookup_init(lookup, &p->unrolled, p->t);
    p->before = contents_new(net->embed.width);
    for (size_t c = 0; c < net->embed.width; c++)
        content_set(&p->before[c], STREAM_RANGE, 1);
    status s = visit(p, &lookup->hull[0], e);
    for (unsigned l = 0; l <= net->task.L; l++)
        lookup->digits[l] = (unsigned char)p->rule.block[l].by_digits;
    if (s == STATUS_OK) {
        symbolic_apply(lookup, &p->unrolled, p->t, p->before);
        uint64_t answers = fc_block_radix(&net->task, (int)p->t);
        if (!symbolic_read_value(&p->proof->spot, &p->unrolled, lookup->after, answers))
            s = STATUS_NEGATIVE;
    }
    p->proof->spot.has_query = 0;
    contents_free(p->before, net->embed.width);
    return s;
}

status symbolic_prove_steps(symbolic_proof *proof, error *e)
{
    const network *net = proof->net;
    if (check_fit(proof) != STATUS_OK)
        return STATUS_OK;
    pass p = {.proof = proof, .unrolled = *net};
    status s = score_rule_init(&p.rule, net, &net->layer[0].head[0], e);
    p.unrolled.layers = net->steps;
    p.unrolled.layer = memory_new(net->steps, sizeof *p.unrolled.layer);
    for (size_t t = 0; t < net->steps; t++)
        p.unrolled.layer[t] = net->layer[0];
    p.stream = memory_new(net->embed.width, sizeof *p.stream);
    p.own_key = memory_new(p.rule.keys + 1, sizeof *p.own_key); /* all 0 */
    qvec_init(p.x, net->embed.width);
    if (s != STATUS_OK)
        s = stop(proof, e->message);
    else if (!join_denominators(&p))
        s = stop(proof, "numbers too fine for machine integers");
    for (p.t = 0; p.t < net->steps && s == STATUS_OK; p.t++)
        s = prove_pass(&p, e);
    proof->complete = s == STATUS_OK;
    score_rule_clear(&p.rule);
    memory_free(p.unrolled.layer);
    memory_free(p.stream);
    memory_free(p.own_key);
    qvec_clear(p.x);
    if (s == STATUS_NEGATIVE)
        e->message[0] = '\0';
    return s == STATUS_NEGATIVE ? STATUS_OK : s;
}
