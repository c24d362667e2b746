#include "verifier/fast.h"

#include "base/memory.h"
#include "verifier/fast-split.h"

status fast_engine_init(fast_engine *f, const network *net, const analysis *facts, error *e)
{
    *f = (fast_engine){.task = &net->task, .tokens = (size_t)net->task.tokens, .stamp = 1};
    f->slow = fast_slow_tokens(&net->task, &f->run);
    if (f->run > UINT16_MAX)
        return error_set(e, STATUS_LIMIT, "%llu queries w are too many for the fast engine",
                         (unsigned long long)net->task.A);
    status s = fast_store_init(&f->store, net, facts, f->slow, e);
    if (s != STATUS_OK)
        return s;
    f->prompt = memory_new(f->tokens, sizeof *f->prompt);
    f->radix = memory_new(f->slow, sizeof *f->radix);
    f->down = memory_new(f->slow, sizeof *f->down);
    for (size_t t = 0; t < f->slow; t++)
        f->radix[t] = fc_radix(&net->task, t);
    fast_split_run(f);
    f->code = memory_new(f->classes, sizeof *f->code);
    f->mixed = memory_new(f->classes, sizeof *f->mixed);
    fast_lanes_init(&f->lanes, f->run, f->classes, f->class_of);
    return STATUS_OK;
}

void fast_engine_clear(fast_engine *f)
{
    fast_lanes_clear(&f->lanes);
    memory_free(f->setting);
    memory_free(f->class_of);
    memory_free(f->class);
    memory_free(f->prompt);
    memory_free(f->radix);
    memory_free(f->down);
    memory_free(f->code);
    memory_free(f->mixed);
    fast_store_clear(&f->store);
}

/* ---- the slow tokens, one step at a time ------------------------------------------------- */

/* As order_walk_seek, for the prefix. */
static void seek(fast_engine *f, uint64_t number)
{
    uint64_t odd = 0;
    for (size_t t = f->slow; t-- > 0; number /= f->radix[t])
        f->prompt[t] = number % f->radix[t];
    REQUIRE(number == 0);
    for (size_t t = 0; t < f->slow; t++) {
        uint64_t a = f->prompt[t], radix = f->radix[t];
        f->down[t] = (unsigned char)odd;
        f->prompt[t] = odd ? radix - 1 - a : a;
        odd = ((odd & radix) ^ a) & 1;
    }
    f->changed = NO_TOKEN;
    f->stamp++;
}

/* As order_walk_next. */
static void step(fast_engine *f)
{
    size_t t = f->slow;
    f->stamp++;
    f->changed = NO_TOKEN;
    while (t-- > 0) {
        if (f->down[t] ? f->prompt[t] > 0 : f->prompt[t] + 1 < f->radix[t]) {
            f->changed = t;
            f->before = f->prompt[t];
            f->prompt[t] += f->down[t] ? (uint64_t)-1 : 1;
            return;
        }
        f->down[t] ^= 1;
    }
}

/* Brings the sums over the slow tokens up to date: by one difference if they are one step
 * behind, otherwise from scratch. */
static void update_slow_sum(fast_engine *f, fast_content *c)
{
    const form_bundle *forms = &c->forms;
    if (c->sum_stamp == f->stamp)
        return;
    if (c->sum_stamp + 1 == f->stamp && f->changed != NO_TOKEN) {
        size_t row = f->store.rows.start[f->changed];
        const int64_t *now = forms->part + (row + f->prompt[f->changed]) * forms->count;
        const int64_t *then = forms->part + (row + f->before) * forms->count;
        for (size_t k = 0; k < forms->count; k++)
            c->slow_sum[k] += now[k] - then[k];
    } else {
        for (size_t k = 0; k < forms->count; k++)
            c->slow_sum[k] = forms->constant[k];
        form_add_tokens(c->slow_sum, forms, &f->store.rows, f->prompt, 0, f->slow);
    }
    c->sum_stamp = f->stamp;
}

static void sum_prompt(void *data, int64_t *sum, fast_content *c, const uint64_t *prompt)
{
    fast_engine *f = data;
    update_slow_sum(f, c);
    for (size_t k = 0; k < c->forms.count; k++)
        sum[k] = c->slow_sum[k];
    form_add_tokens(sum, &c->forms, &f->store.rows, prompt, f->slow, f->store.rows.tokens);
}

/* ---- one setting of the slow tokens ------------------------------------------------------ */

/* The region the slow tokens force, whatever the fast ones are. */
static const fast_region *forced_region(fast_engine *f, fast_content *c)
{
    uint64_t pattern = 0;
    update_slow_sum(f, c);
    for (size_t k = 0; k < c->forms.count; k++) {
        if (c->slow_sum[k] + c->fast_low[k] >= 0)
            pattern |= UINT64_C(1) << k;
        else if (c->slow_sum[k] + c->fast_high[k] >= -c->forms.slack[k])
            return NULL;
    }
    return fast_store_region(&f->store, c, pattern);
}

/* Does the content lead to one answer for all settings of the fast tokens? Which? */
static int settle(fast_engine *f, size_t content, uint64_t *code)
{
    fast_content *first = f->store.content[content], *c = first;
    if (first->settled_stamp != f->stamp) {
        first->settled_stamp = f->stamp;
        for (;;) {
            const fast_region *region = c->kind == CONTENT_FORMS ? forced_region(f, c) : NULL;
            first->settled = region && region->kind == REGION_CODE;
            if (first->settled)
                first->settled_code = region->code;
            if (!region || region->kind != REGION_NEXT)
                break;
            c = f->store.content[region->next];
        }
    }
    *code = first->settled_code;
    return first->settled;
}

/* From the first slow token on all are slow: the way leads to earlier and earlier blocks. */
static uint64_t expected_answer(const fast_engine *f, const fast_class *class)
{
    const fc *task = f->task;
    if (class->position == NO_TOKEN)
        return class->expected;
    uint64_t i = f->prompt[class->position];
    for (unsigned l = class->level + 1; l <= task->L; l++) {
        uint64_t argument = l == 1 ? i : fc_query_part(task, class->w, l - 1) * task->N[l - 2] + i;
        i = f->prompt[fc_block_start(task, (int)l) + argument];
    }
    return i;
}

/* Decides all classes for the current slow tokens; returns whether none is mixed. */
static int decide_classes(fast_engine *f)
{
    int clean = 1;
    for (size_t k = 0; k < f->classes; k++) {
        const fast_class *class = &f->class[k];
        f->code[k] = class->code;
        f->mixed[k] = !class->decided && !settle(f, class->content, &f->code[k]);
        clean &= !f->mixed[k];
    }
    return clean;
}

/* Settings from .. to-1 (in the order of the run), one by one. */
static void run_inputs(fast_engine *f, uint64_t number, uint64_t from, uint64_t to, tally *t)
{
    int clean = decide_classes(f);
    for (uint64_t j = from; j < to; j++) {
        uint64_t k = number & 1 ? f->run - 1 - j : j;
        const fast_class *class = &f->class[f->class_of[k]];
        uint64_t code = f->code[f->class_of[k]], expected;
        if (clean || !f->mixed[f->class_of[k]])
            expected = expected_answer(f, class);
        else {
            fast_take_setting(f, k);
            expected = fc_answer(f->task, f->prompt);
            if (!class->decided && !settle(f, class->content, &code))
                code = fast_store_finish(&f->store, class->content, f->prompt, sum_prompt, f);
        }
        tally_add(t, number * f->run + j, code, expected);
    }
}

static void run_whole(fast_engine *f, uint64_t number, tally *t)
{
    if (!decide_classes(f)) {
        run_inputs(f, number, 0, f->run, t);
        return;
    }
    for (size_t k = 0; k < f->classes; k++) {
        const fast_class *class = &f->class[k];
        if (f->code[k] == expected_answer(f, class) + 1)
            continue;
        uint64_t offset = number & 1 ? f->run - 1 - class->largest : class->least;
        t->failures += class->size;
        if (number * f->run + offset < t->first)
            t->first = number * f->run + offset;
    }
    t->checked += f->run;
    fast_lanes_add(&f->lanes, &t->digest, number, f->code);
}

void fast_engine_run(fast_engine *f, uint64_t from, uint64_t to, tally *t)
{
    if (from >= to)
        return;
    uint64_t number = from / f->run;
    seek(f, number);
    for (uint64_t at = from; at < to; number++) {
        uint64_t start = number * f->run;
        uint64_t end = to - start < f->run ? to - start : f->run;
        if (at == start && end == f->run)
            run_whole(f, number, t);
        else
            run_inputs(f, number, at - start, end, t);
        at = start + end;
        if (at < to)
            step(f);
    }
    fast_lanes_flush(&f->lanes, &t->digest);
}
