/* What the last token's stream can hold between two layers, as far as the symbolic engine
 * knows it. Before layer t the look-ups so far have returned i_{t-1}; each coordinate then
 *
 *  - is EMBEDDED: no layer has written it, it is what the embedding makes of w;
 *  - follows a DIGIT of i_{t-1}: for each value of the digit a range is known;
 *  - or lies in one RANGE whatever the input is.
 *
 * Each statement is about all inputs at once. */
#ifndef STRATA_VERIFIER_CONTENT_H
#define STRATA_VERIFIER_CONTENT_H

#include "exact/qrange.h"
#include "model/network.h"

typedef enum stream_kind { STREAM_EMBEDDED, STREAM_DIGIT, STREAM_RANGE } stream_kind;

typedef struct stream_content {
    stream_kind kind;
    const embedding_term *digit; /* f of the look-up's symbol; belongs to the network */
    size_t head, value;          /* STREAM_DIGIT: read from this value coordinate */
    size_t count;                /* of ranges: digit values, or 1 */
    qrange_struct *range;
} stream_content;

stream_content *contents_new(size_t width); /* all EMBEDDED */
void contents_free(stream_content *contents, size_t width);
void content_set(stream_content *to, stream_kind kind, size_t count);

/* Encloses coordinate c over all inputs. */
void content_range(qrange_t range, const stream_content *contents, const network *net, size_t c);

/* The range for one result i of the look-up; not for EMBEDDED. */
const qrange_struct *content_at(const stream_content *it, uint64_t i);

#endif
