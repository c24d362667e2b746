/* The fast engine, prepared: which tokens are fast, and into which classes their settings
 * fall. */
#include "verifier/fast-split.h"

#include "base/memory.h"

#include <string.h>

/* Runs are at most this long, so that the tables of a run stay in the nearest cache. */
enum { run_limit = 4096, class_limit = 1 << 16 };

size_t fast_slow_tokens(const fc *task, uint64_t *run)
{
    size_t slow = (size_t)task->tokens - 1; /* the last token is always fast */
    *run = task->A;
    while (slow > 0 && *run * fc_radix(task, slow - 1) <= run_limit)
        *run *= fc_radix(task, --slow);
    return slow;
}

/* The settings of the fast tokens in the order of task/order.h, starting upwards. */
static void list_settings(fast_engine *f)
{
    size_t width = f->tokens - f->slow;
    f->setting = memory_new((size_t)f->run * width, sizeof *f->setting);
    for (uint64_t k = 0; k < f->run; k++) {
        uint64_t *symbol = f->setting + k * width, rest = k, odd = 0;
        for (size_t t = width; t-- > 0;) {
            uint64_t radix = fc_radix(f->task, f->slow + t);
            symbol[t] = rest % radix;
            rest /= radix;
        }
        for (size_t t = 0; t < width; t++) {
            uint64_t a = symbol[t], radix = fc_radix(f->task, f->slow + t);
            symbol[t] = odd ? radix - 1 - a : a;
            odd = ((odd & radix) ^ a) & 1;
        }
    }
}

void fast_take_setting(fast_engine *f, uint64_t k)
{
    size_t width = f->tokens - f->slow;
    memcpy(f->prompt + f->slow, f->setting + k * width, width * sizeof *f->prompt);
}

/* ---- how far a setting gets by itself ------------------------------------------------------ */

/* The region the fast tokens (those in the prompt) force, whatever the slow ones are. */
static const fast_region *forced_region(fast_engine *f, fast_content *c)
{
    int64_t sum[kink_limit];
    uint64_t pattern = 0;
    if (c->kind != CONTENT_FORMS)
        return NULL;
    for (size_t k = 0; k < c->forms.count; k++)
        sum[k] = c->forms.constant[k];
    form_add_tokens(sum, &c->forms, &f->store.rows, f->prompt, f->slow, f->store.rows.tokens);
    for (size_t k = 0; k < c->forms.count; k++) {
        if (sum[k] + c->slow_low[k] >= 0)
            pattern |= UINT64_C(1) << k;
        else if (sum[k] + c->slow_high[k] >= -c->forms.slack[k])
            return NULL;
    }
    const fast_region *region = fast_store_region(&f->store, c, pattern);
    return region->kind == REGION_NEXT || region->kind == REGION_CODE ? region : NULL;
}

static void follow_network(fast_engine *f, fast_class *found)
{
    fast_store *store = &f->store;
    last_token_start(&store->last, f->prompt[f->tokens - 1]);
    if (store->net->layers == 0) {
        found->decided = 1;
        found->code = code_of(last_token_read(&store->last));
        return;
    }
    found->content = fast_store_intern(store, 0, store->last.x);
    REQUIRE(found->content != NO_CONTENT);
    for (;;) {
        const fast_region *region = forced_region(f, store->content[found->content]);
        if (!region)
            return;
        if (region->kind == REGION_CODE) {
            found->decided = 1;
            found->code = region->code;
            found->content = 0;
            return;
        }
        found->content = region->next;
    }
}

/* The way to the expected answer, up to the first slow token. */
static void follow_task(const fast_engine *f, fast_class *found)
{
    const fc *task = f->task;
    uint64_t w = f->prompt[f->tokens - 1], i = 0;
    for (unsigned l = 0; l <= task->L; l++) {
        uint64_t argument = l == 0   ? 0
                            : l == 1 ? i
                                     : fc_query_part(task, w, l - 1) * task->N[l - 2] + i;
        size_t position = (size_t)(fc_block_start(task, (int)l) + argument);
        if (position < f->slow) {
            found->position = position;
            found->level = l;
            found->w = l == task->L ? 0 : w;
            return;
        }
        i = f->prompt[position];
    }
    found->position = NO_TOKEN;
    found->expected = i;
}

static int same_class(const fast_class *a, const fast_class *b)
{
    return a->decided == b->decided && a->code == b->code && a->content == b->content &&
           a->position == b->position && a->level == b->level && a->w == b->w &&
           a->expected == b->expected;
}

static size_t find_class(fast_engine *f, const fast_class *like)
{
    for (size_t c = 0; c < f->classes; c++)
        if (same_class(&f->class[c], like))
            return c;
    f->class = memory_resize(f->class, f->classes + 1, sizeof *f->class);
    f->class[f->classes] = *like;
    return f->classes++;
}

void fast_split_run(fast_engine *f)
{
    list_settings(f);
    f->class_of = memory_new((size_t)f->run, sizeof *f->class_of);
    for (uint64_t k = 0; k < f->run; k++) {
        fast_class like = {.least = k};
        fast_take_setting(f, k);
        follow_network(f, &like);
        follow_task(f, &like);
        size_t c = find_class(f, &like);
        REQUIRE(c < class_limit);
        f->class[c].size++;
        f->class[c].largest = k;
        f->class_of[k] = (uint16_t)c;
    }
}
