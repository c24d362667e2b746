#include "verifier/hunt.h"

#include "base/json-read.h"
#include "base/memory.h"
#include "exact/rational.h"
#include "verifier/analysis.h"
#include "verifier/sweep.h"

#include <string.h>

/* Token operations a search may cost: the reference engine takes about n^2 per input. */
#define EFFORT (UINT64_C(1) << 33)

typedef struct hunt {
    const network *net;
    const symbolic_spot *spot;
    evaluator ev;
    uint64_t *prompt;
    uint64_t tries;
    verdict *found;
} hunt;

/* ---- inputs worth trying -------------------------------------------------------------------- */

/* The symbol of a token for which value coordinate `value` of the head is largest (or least,
 * for a negative direction). At most a few thousand symbols are compared. */
static uint64_t worst_symbol(const hunt *h, uint64_t t, int direction)
{
    enum { compared = 2048 };
    const network *net = h->net;
    attention_head view = network_head_view(&net->layer[h->spot->layer], h->spot->head);
    const attention_head *head = &view;
    uint64_t radix = fc_radix(&net->task, t), best = 0;
    qvec_t x, v;
    mpq_t most;
    qvec_init(x, net->embed.width);
    qvec_init(v, head->value->rows);
    mpq_init(most);
    for (uint64_t symbol = 0; symbol < radix && symbol < compared; symbol++) {
        embedding_evaluate(x, &net->embed, &net->task, t, symbol);
        qmat_apply(v, head->value, x);
        int better = mpq_cmp(v->entry[h->spot->value], most) * direction > 0;
        if (symbol == 0 || better) {
            mpq_set(most, v->entry[h->spot->value]);
            best = symbol;
        }
    }
    qvec_clear(x);
    qvec_clear(v);
    mpq_clear(most);
    return best;
}

/* All tokens of a block carry the same worst symbol unless values depend on positions; it
 * is computed at the block's first token. */
static void set_worst(hunt *h, int direction)
{
    const fc *task = &h->net->task;
    for (int block = (int)task->L; block >= 0; block--) {
        uint64_t start = fc_block_start(task, block);
        uint64_t symbol = worst_symbol(h, start, direction);
        for (uint64_t i = 0; i < fc_block_size(task, block); i++)
            h->prompt[start + i] = symbol;
    }
}

/* Tables above `block` become injective, so that a wrong look-up is not forgiven. */
static void set_injective(hunt *h, int block, uint64_t shift)
{
    const fc *task = &h->net->task;
    for (int l = (int)task->L; l > block; l--) {
        uint64_t start = fc_block_start(task, l), size = fc_block_size(task, l);
        for (uint64_t i = 0; i < size; i++)
            h->prompt[start + i] = (i + shift) % size;
    }
}

/* Makes the input lead to the spot's query: look-up t-1 returns i. */
static void set_path(hunt *h)
{
    const fc *task = &h->net->task;
    unsigned t = (unsigned)h->spot->layer;
    h->prompt[task->tokens - 1] = h->spot->w;
    if (t == 0)
        return;
    uint64_t x = t == 1 ? 0 : fc_intermediate(task, h->prompt, t - 2);
    if (t >= 3)
        x += fc_query_part(task, h->spot->w, t - 2) * task->N[t - 3];
    h->prompt[fc_block_start(task, (int)t - 1) + x] = h->spot->i;
}

/* ---- trying ------------------------------------------------------------------------------------
 */

/* No answer counts as a failure, as it does for the exhaustive engines: also one whose sign
 * is not settled at the evaluator's highest precision. */
static int fails(hunt *h)
{
    const fc *task = &h->net->task;
    run_result got = evaluator_answer(&h->ev, h->prompt, NULL);
    uint64_t expected = fc_answer(task, h->prompt);
    mpz_add_ui(h->found->checked, h->found->checked, 1);
    if (got.outcome == RUN_ANSWER && got.answer == expected)
        return 0;
    h->found->counterexample = memory_new((size_t)task->tokens, sizeof *h->prompt);
    memcpy(h->found->counterexample, h->prompt, (size_t)task->tokens * sizeof *h->prompt);
    h->found->got = got;
    h->found->expected = expected;
    mpz_set_ui(h->found->failures, 1);
    return 1;
}

static int try_worst(hunt *h)
{
    const fc *task = &h->net->task;
    unsigned t = (unsigned)h->spot->layer;
    uint64_t symbols = fc_block_radix(task, (int)t), tried = symbols < 16 ? symbols : 16;
    for (uint64_t k = 0; k < 4 * tried && h->tries; k++, h->tries--) {
        set_worst(h, k & 1 ? 1 : -1);
        if (k & 2)
            set_injective(h, (int)t, k / 4);
        set_path(h);
        uint64_t before = h->prompt[task->tokens - 2];
        uint64_t x = t == 0 ? 0 : t == 1 ? before : h->spot->i;
        if (t >= 2)
            x += fc_query_part(task, h->spot->w, t - 1) * task->N[t - 2];
        h->prompt[fc_block_start(task, (int)t) + x] = k / 4;
        if (fails(h))
            return 1;
    }
    return 0;
}

static int try_random(hunt *h)
{
    random_source source = {1};
    for (int k = 0; k < 64 && h->tries; k++, h->tries--) {
        order_random(h->prompt, &h->net->task, &source);
        if (fails(h))
            return 1;
    }
    return 0;
}

/* ---- all inputs
 * ---------------------------------------------------------------------------------- */

/* Puts input number k, which an engine says fails, before the reference engine. */
static status confirm(verdict *found, const network *net, uint64_t number, error *e)
{
    order_walk walk;
    mpz_t k;
    hunt h = {.net = net, .found = found};
    TRY(evaluator_init(&h.ev, net, e));
    order_walk_init(&walk, &net->task);
    mpz_init(k);
    integer_set_u64(k, number);
    order_walk_seek(&walk, k);
    h.prompt = walk.prompt;
    REQUIRE(fails(&h)); /* or one of the engines is wrong */
    mpz_clear(k);
    order_walk_clear(&walk);
    evaluator_clear(&h.ev);
    return STATUS_OK;
}

static status run_all(hunt_end *end, verdict *found, sweep *all, error *e)
{
    TRY(sweep_run(all, e));
    tally total = sweep_total(all);
    mpz_set_ui(found->checked, 0);
    if (total.first != NO_FAILURE) {
        TRY(confirm(found, all->net, total.first, e));
        *end = HUNT_FOUND;
    } else {
        *end = HUNT_NONE_EXIST;
    }
    integer_set_u64(found->checked, total.checked);
    return STATUS_OK;
}

static status try_all(hunt_end *end, verdict *found, const symbolic_proof *proof, unsigned threads,
                      error *e)
{
    sweep all;
    sweep_plan plan;
    if (sweep_plan_init(&plan, &proof->net->task, e) != STATUS_OK) {
        e->message[0] = '\0'; /* too many inputs: that is no error here */
        return STATUS_OK;
    }
    analysis facts;
    analysis_init(&facts, proof->net);
    uint64_t limit = facts.allowed ? hunt_fast_limit : hunt_reference_limit;
    status s = STATUS_OK;
    if (plan.inputs <= limit) {
        s = sweep_init(&all, proof->net, e);
        if (s == STATUS_OK) {
            all.facts = facts.allowed ? &facts : NULL;
            all.threads = threads;
            all.stop_at_first = 1;
            all.cancelled = proof->cancelled;
            s = run_all(end, found, &all, e);
            sweep_clear(&all);
        }
    }
    analysis_clear(&facts);
    return s;
}

status hunt_counterexample(hunt_end *end, verdict *found, const symbolic_proof *proof,
                           unsigned threads, error *e)
{
    const fc *task = &proof->net->task;
    hunt h = {.net = proof->net, .spot = &proof->spot, .found = found};
    *end = HUNT_GAVE_UP;
    h.tries = task->tokens < (UINT64_C(1) << 16) ? EFFORT / (task->tokens * task->tokens * 64) : 0;
    if (h.tries && evaluator_init(&h.ev, proof->net, e) == STATUS_OK) {
        h.prompt = memory_new((size_t)task->tokens, sizeof *h.prompt);
        if ((proof->spot.has_query && try_worst(&h)) || try_random(&h))
            *end = HUNT_FOUND;
        memory_free(h.prompt);
        evaluator_clear(&h.ev);
    }
    e->message[0] = '\0';
    return *end == HUNT_FOUND ? STATUS_OK : try_all(end, found, proof, threads, e);
}
