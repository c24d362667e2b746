/* The fast exhaustive engine: every input of a range, exactly, at about the speed of
 * hashing the answers.
 *
 * The prompt is split into slow tokens (a prefix) and fast tokens (a suffix with R settings,
 * a *run*). For each of the R settings the fast tokens alone decide, whatever the slow ones
 * are, how far the last token gets: to an answer, or to a content from which the slow tokens
 * take over. Settings with the same continuation (and the same way to the expected answer)
 * form a class. For each setting of the slow tokens, bounds on what fast tokens can still
 * add decide every class at once; where bounds do not decide, each input is evaluated by
 * itself. All of that is earned from the weights (verifier/analysis.h). */
#ifndef STRATA_VERIFIER_FAST_H
#define STRATA_VERIFIER_FAST_H

#include "verifier/fast-content.h"
#include "verifier/fast-lanes.h"
#include "verifier/tally.h"

typedef struct fast_class {
    int decided;     /* the answer's code is known whatever the slow tokens are */
    uint64_t code;   /* then */
    size_t content;  /* otherwise: from here the slow tokens matter */
    size_t position; /* the first slow token on the way to the expected answer, or NO_TOKEN */
    unsigned level;  /* it is i_level */
    uint64_t w;      /* the rest of the way; 0 when level = L */
    uint64_t expected;
    uint64_t size;           /* number of settings */
    uint64_t least, largest; /* among them */
} fast_class;

typedef struct fast_engine {
    fast_store store;
    const fc *task;
    size_t tokens, slow;
    uint64_t run;       /* R */
    uint64_t *setting;  /* R x fast tokens: their symbols, in the order of task/order.h */
    uint16_t *class_of; /* R */
    size_t classes;
    fast_class *class;
    uint64_t *prompt;     /* the current slow symbols; fast ones as last used */
    uint64_t *radix;      /* of the slow tokens */
    unsigned char *down;  /* their directions */
    uint64_t stamp;       /* of the current setting of the slow tokens */
    size_t changed;       /* the slow token that changed since the last stamp, or NO_TOKEN */
    uint64_t before;      /* its symbol then */
    uint64_t *code;       /* per class, for the current setting */
    unsigned char *mixed; /* per class: must be decided input by input */
    fast_lanes lanes;
} fast_engine;
#define NO_TOKEN SIZE_MAX

/* The analysis must be `allowed`, and the task must have at most 2^50 inputs. */
status fast_engine_init(fast_engine *f, const network *net, const analysis *facts, error *e);
void fast_engine_clear(fast_engine *f);

/* Adds the inputs with numbers from .. to-1 to the tally. */
void fast_engine_run(fast_engine *f, uint64_t from, uint64_t to, tally *t);

#endif
