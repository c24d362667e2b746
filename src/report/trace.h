/* One run, told layer by layer: where the last token looks, what it reads, what it then
 * knows. Watches a run (model/run.h) and writes it down for people or as JSON. */
#ifndef STRATA_REPORT_TRACE_H
#define STRATA_REPORT_TRACE_H

#include "model/run.h"

/* What one head did at the last token. Texts are exact. */
typedef struct trace_head {
    size_t tokens, width;
    char **weight;      /* per token */
    double *bar;        /* the same, for drawing */
    size_t entries;     /* of a recurrent head's state, instead of weights */
    char **state;       /* the state it read from */
    char **read;        /* per value coordinate */
    double *read_value; /* the same, for drawing */
} trace_head;

typedef struct trace_layer {
    size_t heads;
    trace_head *head;
    char **stream; /* the last token's residual stream after the layer */
} trace_layer;

typedef struct trace {
    const network *net;
    const uint64_t *prompt;
    char system[32];    /* name of the number system */
    char ***embedded;   /* per pass: the last token's stream before the first layer */
    trace_layer *layer; /* pass by pass */
} trace;

void trace_init(trace *t, const network *net, const uint64_t *prompt);
void trace_clear(trace *t);

/* To be passed to the run; a second run (at higher precision) replaces the first. */
run_observer trace_observer(trace *t);

/* Fresh texts; free with memory_free. */
char *trace_to_json(const trace *t, run_result got);
char *trace_to_text(const trace *t, run_result got);

#endif
