/* The contents the last token's stream can have before a layer, each met once.
 *
 * What the last token does next depends on the content of its stream and on the symbols of
 * the other tokens, through the signs of a few forms (the kinks of the layer, fast-kinks.h).
 * Each content owns these forms and remembers, region by region, what comes next: another
 * content, an answer, or an exact evaluation where the outputs vary within the region. */
#ifndef STRATA_VERIFIER_FAST_CONTENT_H
#define STRATA_VERIFIER_FAST_CONTENT_H

#include "model/evaluate.h"
#include "verifier/fast-kinks.h"
#include "verifier/fast-reading.h"
#include "verifier/last-token.h"

typedef enum region_kind {
    REGION_NEXT,  /* the stream has a fixed content afterwards */
    REGION_CODE,  /* after the last layer: a fixed answer */
    REGION_SIGNS, /* after the last layer: the signs of forms are the bits of the answer */
    REGION_VARIES /* evaluate exactly */
} region_kind;

typedef struct fast_region {
    uint64_t pattern;
    region_kind kind;
    size_t next;
    uint64_t code;     /* as in digest.h */
    form_bundle signs; /* one form per read-out coordinate */
} fast_region;

typedef enum content_kind {
    CONTENT_FORMS,  /* signs of forms decide */
    CONTENT_EXACT,  /* too many kinks, or forms that are no sums: rationals, at the last token */
    CONTENT_FOREIGN /* scores that are no integers: the reference engine */
} content_kind;

typedef struct fast_content {
    size_t layer; /* before this layer */
    qvec_t x;     /* coordinates that are not live are 0 */
    uint64_t hash;
    content_kind kind;
    fast_reading reading;
    fast_kinks kinks;
    form_bundle forms;
    size_t regions, last_region;
    fast_region *region;
    /* Sums over a leading part of the prompt, kept by the enumeration (fast-run.c). */
    int64_t *slow_sum, *slow_low, *slow_high, *fast_low, *fast_high;
    uint64_t sum_stamp, settled_stamp, settled_code;
    int settled;
} fast_content;

typedef struct fast_store {
    const network *net;
    const analysis *facts;
    token_rows rows;
    size_t slow; /* tokens of the leading part */
    fast_layer *layer;
    size_t contents, room, bytes;
    fast_content **content;
    size_t *bucket; /* open addressing, content + 1 */
    last_token last;
    int has_reference;
    evaluator reference;
} fast_store;

#define NO_CONTENT SIZE_MAX

status fast_store_init(fast_store *store, const network *net, const analysis *facts, size_t slow,
                       error *e);
void fast_store_clear(fast_store *store);

/* The content x before layer i (i < layers); NO_CONTENT if the store is full. */
size_t fast_store_intern(fast_store *store, size_t i, const qvec_t x);

/* The region of a content with forms. */
const fast_region *fast_store_region(fast_store *store, fast_content *content, uint64_t pattern);

/* From a content to the answer's code on one prompt, exactly. `sum` gives the 64-bit sums of
 * a content's forms on this prompt. */
typedef void prompt_sums(void *data, int64_t *sum, fast_content *content, const uint64_t *prompt);
uint64_t fast_store_finish(fast_store *store, size_t content, const uint64_t *prompt,
                           prompt_sums *sums, void *data);

static inline uint64_t code_of(run_result got)
{
    return got.outcome == RUN_ANSWER ? got.answer + 1 : 0;
}

#endif
