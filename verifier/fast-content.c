#include "verifier/fast-content.h"

#include "base/memory.h"
#include "verifier/digest.h"

/* More contents than this are not remembered: the rest is evaluated exactly each time. */
enum { content_limit = 1 << 14, bucket_count = 1 << 16 };
static const size_t byte_limit = (size_t)1 << 28;

/* ---- the store --------------------------------------------------------------------------- */

status fast_store_init(fast_store *store, const network *net, const analysis *facts, size_t slow,
                       error *e)
{
    *store = (fast_store){.net = net, .facts = facts, .slow = slow};
    status s = last_token_init(&store->last, net, facts, e);
    if (s != STATUS_OK)
        return s;
    size_t tokens = (size_t)net->task.tokens - 1;
    store->rows.tokens = tokens;
    store->rows.start = memory_new(tokens + 1, sizeof *store->rows.start);
    for (size_t t = 0; t < tokens; t++)
        store->rows.start[t + 1] = store->rows.start[t] + (size_t)fc_radix(&net->task, t);
    store->layer = memory_new(net->layers, sizeof *store->layer);
    for (size_t i = 0; i < net->layers; i++)
        fast_layer_init(&store->layer[i], facts, i, &store->rows);
    store->bucket = memory_new(bucket_count, sizeof *store->bucket);
    return STATUS_OK;
}

static void content_free(fast_content *c, const token_rows *rows)
{
    for (size_t i = 0; i < c->regions; i++)
        if (c->region[i].kind == REGION_SIGNS)
            form_bundle_clear(&c->region[i].signs, rows);
    memory_free(c->region);
    if (c->kind == CONTENT_FORMS)
        form_bundle_clear(&c->forms, rows);
    memory_free(c->slow_sum);
    fast_reading_clear(&c->reading);
    fast_kinks_clear(&c->kinks);
    qvec_clear(c->x);
    memory_free(c);
}

void fast_store_clear(fast_store *store)
{
    for (size_t i = 0; i < store->contents; i++)
        content_free(store->content[i], &store->rows);
    memory_free(store->content);
    memory_free(store->bucket);
    for (size_t i = 0; i < store->net->layers; i++)
        fast_layer_clear(&store->layer[i]);
    memory_free(store->layer);
    memory_free(store->rows.start);
    last_token_clear(&store->last);
    if (store->has_reference)
        evaluator_clear(&store->reference);
}

/* ---- new contents ------------------------------------------------------------------------ */

static uint64_t hash_content(size_t layer, const qvec_t x)
{
    uint64_t h = layer + 1;
    for (size_t c = 0; c < x->length; c++) {
        mpq_srcptr q = x->entry[c];
        h = (h ^ (h >> 29)) * DIGEST_MIX_1 + mpz_get_ui(mpq_numref(q)) * DIGEST_INDEX;
        h += mpz_get_ui(mpq_denref(q)) * DIGEST_ANSWER + (uint64_t)(mpq_sgn(q) + 1);
    }
    return h ^ (h >> 32);
}

static void prepare_sums(fast_store *store, fast_content *c)
{
    size_t n = c->forms.count;
    c->slow_sum = memory_new(5 * n, sizeof *c->slow_sum);
    c->slow_low = c->slow_sum + n;
    c->slow_high = c->slow_low + n;
    c->fast_low = c->slow_high + n;
    c->fast_high = c->fast_low + n;
    form_range(c->slow_low, c->slow_high, &c->forms, &store->rows, 0, store->slow);
    form_range(c->fast_low, c->fast_high, &c->forms, &store->rows, store->slow, store->rows.tokens);
}

static fast_content *content_new(fast_store *store, size_t i, const qvec_t x, uint64_t hash)
{
    fast_content *c = memory_new(1, sizeof *c);
    c->layer = i;
    c->hash = hash;
    qvec_init(c->x, x->length);
    qvec_set(c->x, x);
    fast_kinks_init(&c->kinks, &store->layer[i], x);
    if (!fast_reading_init(&c->reading, &store->layer[i], x, &store->rows))
        c->kind = CONTENT_FOREIGN;
    else if (c->kinks.planes > kink_limit ||
             !fast_reading_forms(&c->forms, &c->reading, c->kinks.plane, c->kinks.planes,
                                 &store->rows))
        c->kind = CONTENT_EXACT;
    else {
        c->kind = CONTENT_FORMS;
        prepare_sums(store, c);
        store->bytes += form_bundle_bytes(&c->forms, &store->rows);
    }
    return c;
}

size_t fast_store_intern(fast_store *store, size_t i, const qvec_t x)
{
    uint64_t hash = hash_content(i, x);
    size_t at = (size_t)hash % bucket_count;
    for (; store->bucket[at]; at = (at + 1) % bucket_count) {
        fast_content *c = store->content[store->bucket[at] - 1];
        if (c->hash == hash && c->layer == i && qvec_equal(c->x, x))
            return store->bucket[at] - 1;
    }
    if (store->contents == content_limit || store->bytes > byte_limit)
        return NO_CONTENT;
    if (store->contents == store->room) {
        store->room = store->room ? 2 * store->room : 64;
        store->content = memory_resize(store->content, store->room, sizeof(fast_content *));
    }
    store->content[store->contents] = content_new(store, i, x, hash);
    store->bucket[at] = store->contents + 1;
    return store->contents++;
}

/* ---- regions ----------------------------------------------------------------------------- */

static int outputs_vary(const qmat_t out)
{
    for (size_t r = 0; r < out->rows; r++)
        for (size_t j = 0; j + 1 < out->columns; j++)
            if (mpq_sgn(qmat_get(out, r, j)) != 0)
                return 1;
    return 0;
}

static void find_next(fast_store *store, fast_region *region, size_t layer, const qmat_t out)
{
    const unsigned char *live = analysis_live_after(store->facts, layer);
    qvec_t x;
    qvec_init(x, store->net->embed.width);
    for (size_t c = 0, r = 0; c < x->length; c++)
        if (live[c])
            mpq_set(x->entry[c], qmat_get(out, r++, out->columns - 1));
    region->next = fast_store_intern(store, layer + 1, x);
    region->kind = region->next == NO_CONTENT ? REGION_VARIES : REGION_NEXT;
    qvec_clear(x);
}

/* The code of an answer whose bit j is the sign of coordinate j; 0 if one has no sign. */
static uint64_t code_of_signs(const int *sign, size_t count)
{
    uint64_t answer = 0;
    for (size_t j = 0; j < count; j++) {
        if (sign[j] == 0)
            return code_of_no_answer;
        answer |= (uint64_t)(sign[j] > 0) << j;
    }
    return answer + 1;
}

static void find_answer(fast_store *store, fast_region *region, const fast_content *c,
                        const qmat_t out, int vary)
{
    int sign[network_answer_bits];
    for (size_t r = 0; r < out->rows; r++)
        sign[r] = mpq_sgn(qmat_get(out, r, out->columns - 1));
    region->kind = REGION_CODE;
    region->code = code_of_signs(sign, out->rows);
    if (!vary)
        return;
    qvec_struct *form = memory_new(out->rows, sizeof *form);
    for (size_t r = 0; r < out->rows; r++)
        form[r] = (qvec_struct){out->columns, out->entry + r * out->columns};
    region->kind = fast_reading_forms(&region->signs, &c->reading, form, out->rows, &store->rows)
                       ? REGION_SIGNS
                       : REGION_VARIES;
    if (region->kind == REGION_SIGNS)
        store->bytes += form_bundle_bytes(&region->signs, &store->rows);
    memory_free(form);
}

const fast_region *fast_store_region(fast_store *store, fast_content *c, uint64_t pattern)
{
    if (c->last_region < c->regions && c->region[c->last_region].pattern == pattern)
        return &c->region[c->last_region];
    for (size_t i = 0; i < c->regions; i++)
        if (c->region[i].pattern == pattern) {
            c->last_region = i;
            return &c->region[i];
        }
    const fast_layer *layer = &store->layer[c->layer];
    fast_region region = {.pattern = pattern, .kind = REGION_VARIES};
    qmat_t out;
    qmat_init(out, layer->outputs, layer->variables + 1);
    fast_kinks_outputs(out, &c->kinks, pattern);
    int vary = outputs_vary(out);
    if (c->layer + 1 == store->net->layers)
        find_answer(store, &region, c, out, vary);
    else if (!vary)
        find_next(store, &region, c->layer, out);
    qmat_clear(out);
    c->region = memory_resize(c->region, c->regions + 1, sizeof *c->region);
    c->region[c->regions] = region;
    c->last_region = c->regions;
    return &c->region[c->regions++];
}

/* ---- one prompt
 * ----------------------------------------------------------------------------------- */

static uint64_t ask_reference(fast_store *store, const uint64_t *prompt)
{
    error e;
    if (!store->has_reference)
        store->has_reference = evaluator_init(&store->reference, store->net, &e) == STATUS_OK;
    REQUIRE(store->has_reference); /* prompts that can be enumerated fit in memory */
    return code_of(evaluator_answer(&store->reference, prompt, NULL));
}

/* From last.x before layer i to the end, in rationals. */
static uint64_t finish_exactly(fast_store *store, size_t i, const uint64_t *prompt)
{
    for (; i < store->net->layers; i++)
        if (!last_token_layer(&store->last, i, prompt))
            return ask_reference(store, prompt);
    return code_of(last_token_read(&store->last));
}

static uint64_t pattern_of(const fast_store *store, const fast_content *c, const int64_t *sum,
                           const uint64_t *prompt)
{
    uint64_t pattern = 0;
    for (size_t k = 0; k < c->forms.count; k++)
        if (sum[k] >= 0 || form_sign(&c->forms, k, sum[k], &store->rows, prompt) >= 0)
            pattern |= UINT64_C(1) << k;
    return pattern;
}

static uint64_t read_signs(const fast_store *store, const form_bundle *signs,
                           const uint64_t *prompt)
{
    int64_t sum[network_answer_bits];
    int sign[network_answer_bits];
    for (size_t k = 0; k < signs->count; k++)
        sum[k] = signs->constant[k];
    form_add_tokens(sum, signs, &store->rows, prompt, 0, store->rows.tokens);
    for (size_t k = 0; k < signs->count; k++)
        sign[k] = form_sign(signs, k, sum[k], &store->rows, prompt);
    return code_of_signs(sign, signs->count);
}

uint64_t fast_store_finish(fast_store *store, size_t content, const uint64_t *prompt,
                           prompt_sums *sums, void *data)
{
    int64_t sum[kink_limit];
    for (;;) {
        fast_content *c = store->content[content];
        if (c->kind == CONTENT_FOREIGN)
            return ask_reference(store, prompt);
        if (c->kind == CONTENT_FORMS) {
            sums(data, sum, c, prompt);
            const fast_region *region =
                fast_store_region(store, c, pattern_of(store, c, sum, prompt));
            if (region->kind == REGION_CODE)
                return region->code;
            if (region->kind == REGION_SIGNS)
                return read_signs(store, &region->signs, prompt);
            if (region->kind == REGION_NEXT) {
                content = region->next;
                continue;
            }
        }
        qvec_set(store->last.x, c->x);
        if (!last_token_layer(&store->last, c->layer, prompt))
            return ask_reference(store, prompt);
        if (c->layer + 1 == store->net->layers)
            return code_of(last_token_read(&store->last));
        content = fast_store_intern(store, c->layer + 1, store->last.x);
        if (content == NO_CONTENT)
            return finish_exactly(store, c->layer + 1, prompt);
    }
}
