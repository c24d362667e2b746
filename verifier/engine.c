#include "verifier/engine.h"

#include "exact/rational.h"

status engine_init(engine *it, const network *net, const analysis *facts, error *e)
{
    it->net = net;
    it->is_fast = facts != NULL;
    if (it->is_fast)
        return fast_engine_init(&it->fast, net, facts, e);
    status s = evaluator_init(&it->reference, net, e);
    if (s == STATUS_OK)
        order_walk_init(&it->walk, &net->task);
    return s;
}

void engine_clear(engine *it)
{
    if (it->is_fast) {
        fast_engine_clear(&it->fast);
        return;
    }
    evaluator_clear(&it->reference);
    order_walk_clear(&it->walk);
}

static void run_reference(engine *it, uint64_t from, uint64_t to, tally *t)
{
    const fc *task = &it->net->task;
    mpz_t k;
    mpz_init(k);
    integer_set_u64(k, from);
    order_walk_seek(&it->walk, k);
    mpz_clear(k);
    for (uint64_t index = from; index < to; index++) {
        run_result got = evaluator_answer(&it->reference, it->walk.prompt, NULL);
        tally_add(t, index, code_of(got), fc_answer(task, it->walk.prompt));
        order_walk_next(&it->walk);
    }
}

void engine_run(engine *it, uint64_t from, uint64_t to, tally *t)
{
    if (from >= to)
        return;
    if (it->is_fast)
        fast_engine_run(&it->fast, from, to, t);
    else
        run_reference(it, from, to, t);
}
