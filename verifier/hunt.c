#include "verifier/hunt.h"

#include "base/json-read.h"
#include "base/memory.h"

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
    const attention_head *head = &net->layer[h->spot->layer].head[h->spot->head];
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

static int fails(hunt *h)
{
    const fc *task = &h->net->task;
    run_result got = evaluator_answer(&h->ev, h->prompt, NULL);
    uint64_t expected = fc_answer(task, h->prompt);
    mpz_add_ui(h->found->checked, h->found->checked, 1);
    if (got.outcome == RUN_UNDECIDED || (got.outcome == RUN_ANSWER && got.answer == expected))
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

static status try_all(hunt_end *end, verdict *found, const symbolic_proof *proof, unsigned threads,
                      error *e)
{
    exhaustive_job job = {
        .net = proof->net, .threads = threads, .stop_at_first = 1, .cancelled = proof->cancelled};
    mpz_inits(job.from, job.to, NULL);
    status s = STATUS_OK;
    if (fc_count_fits(&proof->net->task) && proof->net->task.tokens <= 64) {
        fc_count(job.to, &proof->net->task);
        if (mpz_cmp_ui(job.to, hunt_exhaustive_limit) <= 0) {
            mpz_set_ui(found->checked, 0);
            s = exhaustive_verify(found, &job, e);
            if (s == STATUS_OK)
                *end = found->counterexample ? HUNT_FOUND : HUNT_NONE_EXIST;
        }
    }
    mpz_clears(job.from, job.to, NULL);
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
