#include "verifier/refute/search.h"

#include "base/json-read.h"
#include "base/memory.h"
#include "base/random.h"
#include "protocol/transcript.h"
#include "task/order.h"
#include "verifier/refute/tables.h"

#include <string.h>

enum { most_entry_values = 64, most_entry_rounds = 256, most_pool_rounds = 16, brief_rounds = 16 };
enum { always_all = 4096 }; /* so few inputs are always run */

typedef struct seeker {
    const protocol *p;
    const fc *task;
    search_found *found;
    random_source source;
    transcript run;
    uint64_t *prompt, *other;
    const watch *watch;
    uint64_t budget; /* runs left */
    uint64_t total;  /* about as many as there will be */
} seeker;

/* ---- one run ----------------------------------------------------------------------------------
 */

static uint64_t *copy_prompt(const seeker *k, const uint64_t *prompt)
{
    uint64_t *copy = memory_new((size_t)k->task->tokens, sizeof *copy);
    memcpy(copy, prompt, (size_t)k->task->tokens * sizeof *copy);
    return copy;
}

/* Runs the prompt, notes a wrong answer, and gives the digest of what player -1 knows. */
static status try_prompt(uint64_t *view, seeker *k, error *e)
{
    TRY(watch_step(k->watch, k->found->runs, k->total, e));
    TRY(protocol_run(&k->run, k->prompt, e));
    k->found->runs++;
    k->budget -= k->budget > 0;
    *view = transcript_knowledge(&k->run, -1, k->p->layers).digest;
    if (!k->found->wrong && k->run.answer != fc_answer(k->task, k->prompt)) {
        k->found->wrong = 1;
        k->found->wrong_input = copy_prompt(k, k->prompt);
        k->found->answer = k->run.answer;
    }
    return STATUS_OK;
}

/* `prompt` and `other` had the same digest: compare in full what player -1 knows. */
static status confirm(seeker *k, error *e)
{
    transcript second;
    transcript_init(&second, k->p);
    status s = protocol_run(&k->run, k->prompt, e);
    if (s == STATUS_OK)
        s = protocol_run(&second, k->other, e);
    if (s == STATUS_OK) {
        knowledge one = transcript_knowledge(&k->run, -1, k->p->layers);
        knowledge two = transcript_knowledge(&second, -1, k->p->layers);
        if (knowledge_equal(&one, &two)) {
            k->found->collision = 1;
            k->found->input[0] = copy_prompt(k, k->other);
            k->found->input[1] = copy_prompt(k, k->prompt);
        }
    }
    transcript_clear(&second);
    return s;
}

/* ---- entry
 * --------------------------------------------------------------------------------------- */

/* The token of z_L whose symbol is the answer. */
static uint64_t answer_token(const seeker *k)
{
    unsigned L = k->task->L;
    uint64_t i = fc_intermediate(k->task, k->prompt, L - 1);
    if (L >= 2)
        i += fc_query_part(k->task, k->prompt[k->task->tokens - 1], L - 1) * k->task->N[L - 2];
    return fc_block_start(k->task, (int)L) + i;
}

static uint64_t entry_values(const fc *task)
{
    uint64_t N = task->N[task->L - 1];
    return N < most_entry_values ? N : most_entry_values;
}

static status vary_entry(seeker *k, error *e)
{
    uint64_t view[most_entry_values], values = entry_values(k->task);
    order_random(k->prompt, k->task, &k->source);
    uint64_t at = answer_token(k);
    for (uint64_t v = 0; v < values && !k->found->collision && k->budget; v++) {
        k->prompt[at] = v;
        TRY(try_prompt(&view[v], k, e));
        for (uint64_t u = 0; u < v && !k->found->collision; u++)
            if (view[u] == view[v]) {
                memcpy(k->other, k->prompt, (size_t)k->task->tokens * sizeof *k->other);
                k->other[at] = u;
                TRY(confirm(k, e));
            }
    }
    k->found->entry_rounds++;
    return STATUS_OK;
}

/* ---- pool
 * ---------------------------------------------------------------------------------------- */

/* Views seen so far, by digest: the first z_L with each. */
typedef struct pool {
    struct pool_row {
        uint64_t view, number, answer; /* number + 1; 0 = free */
    } * row;
    size_t mask;
    uint64_t size, seed;
    int all; /* z_L by number, else by a generator's seed */
} pool;

static void write_member(uint64_t *prompt, const seeker *k, const pool *views, uint64_t number)
{
    const fc *task = k->task;
    if (views->all) {
        tables_write(prompt, task, task->L, number);
        return;
    }
    random_source source = {views->seed ^ (number * UINT64_C(0x9e3779b97f4a7c15))};
    uint64_t N = task->N[task->L - 1], *z = prompt + fc_block_start(task, (int)task->L);
    for (uint64_t i = 0; i < N; i++)
        z[i] = random_below(&source, N);
}

static struct pool_row *find_view(const pool *views, uint64_t view)
{
    size_t at = (size_t)(view * UINT64_C(0xbf58476d1ce4e5b9) >> 20) & views->mask;
    while (views->row[at].number && views->row[at].view != view)
        at = (at + 1) & views->mask;
    return &views->row[at];
}

static status fill_pool(seeker *k, pool *views, error *e)
{
    uint64_t at = answer_token(k), view;
    for (uint64_t n = 0; n < views->size && !k->found->collision && k->budget; n++) {
        write_member(k->prompt, k, views, n);
        TRY(try_prompt(&view, k, e));
        struct pool_row *row = find_view(views, view);
        if (row->number == 0) {
            *row = (struct pool_row){view, n + 1, k->prompt[at]};
        } else if (row->answer != k->prompt[at]) {
            memcpy(k->other, k->prompt, (size_t)k->task->tokens * sizeof *k->other);
            write_member(k->other, k, views, row->number - 1);
            TRY(confirm(k, e));
        }
    }
    return STATUS_OK;
}

static status collect_pool(seeker *k, uint64_t size, error *e)
{
    uint64_t all = tables_count(k->task, k->task->L);
    pool views = {.size = size, .seed = random_next(&k->source)};
    views.all = all && all <= size;
    views.size = views.all ? all : size;
    views.mask = 1;
    while (views.mask < 2 * views.size)
        views.mask = 2 * views.mask + 1;
    views.row = memory_new(views.mask + 1, sizeof *views.row);
    order_random(k->prompt, k->task, &k->source);
    status s = fill_pool(k, &views, e);
    memory_free(views.row);
    k->found->pool_rounds++;
    k->found->pool_size = views.size;
    return s;
}

/* ---- inputs
 * --------------------------------------------------------------------------------------- */

static int few_inputs(const fc *task, uint64_t most)
{
    if (task->tokens > 64)
        return 0;
    mpz_t count;
    mpz_init(count);
    fc_count(count, task);
    int few = mpz_cmp_ui(count, most) <= 0;
    mpz_clear(count);
    return few;
}

static status run_inputs(seeker *k, uint64_t most, error *e)
{
    order_walk walk;
    uint64_t view;
    status s = STATUS_OK;
    int all = few_inputs(k->task, most > always_all ? most : always_all), more = 1;
    order_walk_init(&walk, k->task);
    for (uint64_t n = 0; more && (all || n < most) && !k->found->wrong && s == STATUS_OK; n++) {
        if (!all)
            order_random(walk.prompt, k->task, &k->source);
        memcpy(k->prompt, walk.prompt, (size_t)k->task->tokens * sizeof *k->prompt);
        s = try_prompt(&view, k, e);
        k->found->inputs++;
        more = !all || order_walk_next(&walk) >= 0;
    }
    k->found->all_inputs = all && !more;
    order_walk_clear(&walk);
    return s;
}

/* ---- all of it
 * -------------------------------------------------------------------------------------- */

/* Is there still reason to look for a collision? */
static int goes_on(const seeker *k, const search_plan *plan, uint64_t rounds, uint64_t most)
{
    const search_found *found = k->found;
    if (found->collision || k->budget == 0 || rounds >= most)
        return 0;
    return !(found->wrong && plan->wrong_suffices) || rounds < brief_rounds;
}

static status search(seeker *k, const search_plan *plan, error *e)
{
    search_found *found = k->found;
    k->budget = plan->effort / 4;
    while (goes_on(k, plan, found->entry_rounds, most_entry_rounds))
        TRY(vary_entry(k, e));
    k->budget = plan->effort / 2;
    uint64_t size = k->budget / 2 + 1;
    while (!(found->wrong && plan->wrong_suffices) &&
           goes_on(k, plan, found->pool_rounds, most_pool_rounds))
        TRY(collect_pool(k, size, e));
    if (!found->collision && !found->wrong)
        TRY(run_inputs(k, plan->effort / 4, e));
    return STATUS_OK;
}

status search_collision(search_found *found, const protocol *p, const search_plan *plan, error *e)
{
    *found = (search_found){0};
    seeker k = {.p = p,
                .task = &p->task,
                .found = found,
                .source = {plan->seed},
                .watch = plan->watch,
                .total = plan->effort};
    transcript_init(&k.run, p);
    k.prompt = memory_new((size_t)p->task.tokens, sizeof *k.prompt);
    k.other = memory_new((size_t)p->task.tokens, sizeof *k.other);
    status s = search(&k, plan, e);
    memory_free(k.prompt);
    memory_free(k.other);
    transcript_clear(&k.run);
    return s;
}

void search_clear(search_found *found)
{
    memory_free(found->input[0]);
    memory_free(found->input[1]);
    memory_free(found->wrong_input);
}
