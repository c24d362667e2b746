/* The number system a person asked for: base2, e, fixed:P, fixed:P:I, fixed:min, fp32, fp16,
 * bf16, fp8e4m3, fp8e5m2. */
#ifndef STRATA_MODEL_NUMBER_CHOICE_H
#define STRATA_MODEL_NUMBER_CHOICE_H

#include "base/status.h"
#include "model/number.h"

typedef enum number_kind {
    NUMBER_EXACT,      /* base2: exact rationals, enclosures where they cannot hold the weights */
    NUMBER_ENCLOSED,   /* e: enclosures at rising precision */
    NUMBER_ROUNDED,    /* fixed:P and the floating-point formats: `system` */
    NUMBER_FIXED_LEAST /* fixed:min: find the least P */
} number_kind;

typedef struct number_choice {
    number_kind kind;
    number_system system; /* NUMBER_ROUNDED */
} number_choice;

enum { fixed_most_bits = 256 };

/* I, where a person gives none: 2, which holds the values -2 .. 2 of the constructions' MLPs. */
enum { fixed_usual_integer_bits = 2 };

status number_choice_parse(number_choice *choice, const char *text, error *e);

/* What is chosen, for reports: "base2", "e", "fixed:6:2", ... */
const char *number_choice_name(const number_choice *choice);

/* P of fixed:P, 0 otherwise. */
unsigned number_fixed_bits(const number_system *system);

#endif
