/* What the lesson knows by name.
 *
 * Evidence is JSON as the program's commands print it (`strata check --format json`, ...),
 * computed in this run; every piece remembers which command prints it and under which field.
 * Definitions (`let N[l = 0 .. L-1] = m * prod(n, 1, l)`) are formulas over evidence and other
 * definitions; they stand in the lesson's text and are evaluated when asked for. */
#ifndef STRATA_REPORT_LESSON_NAMES_H
#define STRATA_REPORT_LESSON_NAMES_H

#include "base/status.h"

#include <jansson.h>

typedef struct evidence {
    char *name;
    json_t *json;
    int first;     /* number of the first element, when json is a list: n_1 is n[1] */
    char *command; /* "strata bounds --L 3 --B 64 --theorem optimal --format json" */
    char *field;   /* "rows[0].n" */
} evidence;

typedef struct definition {
    char *name;
    char *index;     /* NULL for a single number */
    char *from, *to; /* formulas */
    char *formula;
} definition;

typedef struct names {
    size_t evidences, definitions;
    evidence *evidence;
    definition *definition;
} names;

void names_init(names *n);
void names_clear(names *n);

/* Takes over the reference to json. */
void names_add(names *n, const char *name, json_t *json, int first, const char *command,
               const char *field);

/* `text` follows the word "let". */
status names_define(names *n, const char *text, error *e);

const evidence *names_evidence(const names *n, const char *name);     /* or NULL */
const definition *names_definition(const names *n, const char *name); /* or NULL */

#endif
