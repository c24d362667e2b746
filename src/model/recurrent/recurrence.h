/* Recurrent layers: s_t = update(s_{t-1}, x_t),  y_t = read(s_t, x_t).
 *
 * A variant is one small file behind this interface. What a token brings to the recurrence
 * (query, key, value, gates) are its parts: affine functions of its residual stream, with
 * rational weights. Constants of a variant (RetNet's gamma, Mamba's A) are parts that do not
 * look at the stream. Variants are written over the operations of a number system, so the
 * same few lines run exactly, in enclosures, and in every emulated format.
 *
 * The state is a list of numbers; a matrix S, d_k x d_v, is stored by rows (one row per key
 * coordinate) and read as S^T q, unless a variant says otherwise. docs/recurrences.md lists
 * the formulas. */
#ifndef STRATA_MODEL_RECURRENT_RECURRENCE_H
#define STRATA_MODEL_RECURRENT_RECURRENCE_H

#include "model/number.h"

/* Widths of one head. `repeats` is n_h of DeltaProduct and the width of a window, else 1. */
typedef struct recurrent_shape {
    size_t key, value, repeats;
} recurrent_shape;

/* A part has one number, or one per key coordinate, per value coordinate, or per pair. */
typedef enum part_height { PART_ONE, PART_KEY, PART_VALUE, PART_KEY_VALUE } part_height;

typedef struct part_rule {
    const char *name;
    part_height height;
    int repeated; /* `repeats` times that many */
    int constant; /* does not depend on the token */
} part_rule;

enum { recurrent_max_parts = 6 };

size_t part_rows(const part_rule *rule, const recurrent_shape *shape);

/* One head at one token. */
typedef struct recurrent_token {
    const number_system *system;
    recurrent_shape shape;
    size_t t;                              /* tokens before this one */
    const void *part[recurrent_max_parts]; /* in the order of the rules */
    void *scratch;                         /* key + value + repeats + 2 numbers */
    const fc *task;                        /* of the prompt, for attention_view; may be NULL */
} recurrent_token;

static inline size_t recurrent_scratch_room(const recurrent_shape *shape)
{
    return shape->key + shape->value + shape->repeats + 2;
}

typedef struct recurrence {
    const char *name;
    const char *title;      /* as people write it */
    const part_rule *parts; /* ends with a row without a name */
    int uses_repeats;
    size_t (*entries)(const recurrent_shape *shape); /* numbers in the state */
    int reads_first;                                 /* y_t = read(s_{t-1}, x_t) */
    attend_result (*update)(void *state, const recurrent_token *in);
    attend_result (*read)(void *y, const void *state, const recurrent_token *in);
} recurrence;

extern const recurrence *const recurrences[]; /* ends with NULL */
const recurrence *recurrence_find(const char *name);
size_t recurrence_parts(const recurrence *kind);

/* Which part is only looked at by read, and which one is what is written and read. (All other
 * parts say how. What is read is linear in the values.) */
size_t recurrence_query_part(const recurrence *kind);
size_t recurrence_value_part(const recurrence *kind);

/* One token: updates the state and writes y (shape.value numbers); both are rounded where
 * the number system asks for it. */
attend_result recurrence_step(const recurrence *kind, void *y, void *state,
                              const recurrent_token *in);

extern const recurrence recurrence_linear, recurrence_linear_norm, recurrence_retnet,
    recurrence_gla, recurrence_hgrn2, recurrence_deltanet, recurrence_gated_deltanet,
    recurrence_kda, recurrence_deltaproduct, recurrence_rwkv6, recurrence_rwkv7, recurrence_mamba,
    recurrence_mamba2, recurrence_window;

#endif
