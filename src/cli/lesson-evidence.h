/* The evidence of the lesson: what the other commands print, computed here by the same code.
 *
 * Each function adds pieces of JSON under names that the lesson's text uses (names.h), with
 * the command line that prints the same; tests/cli/lesson.sh runs these commands and compares. */
#ifndef STRATA_CLI_LESSON_EVIDENCE_H
#define STRATA_CLI_LESSON_EVIDENCE_H

#include "bounds/setting.h"
#include "report/lesson/names.h"

/* The machine the reader chose, and its options as text: "--L 3 --B 64 --linear 1 ...". */
typedef struct lesson_subject {
    setting setting;
    char *word; /* or NULL */
    char *options;
    int given;     /* sizes of the reader's own: */
    witness sizes; /* for the proof, instead of a search */
} lesson_subject;

/* Fresh strings (memory_free): the options that give this machine to the other commands, and a
 * command line. */
char *lesson_machine_options(const setting *s);
char *lesson_command(const char *before, const char *given, const char *after);

/* `optimal` (bounds), `facts`, `theorem`, `audit` (check): the proof at the reader's numbers,
 * made by the kernel. *script gets the proof script (memory_free). */
status lesson_evidence_proof(names *n, char **script, const lesson_subject *of, error *e);

/* `smallest` (check): the facts of the proof on FC(2; 2; 2) with B = 1. */
status lesson_evidence_smallest(names *n, error *e);

/* `published`, `full` (thresholds of 2602.01763 and 2412.02975), `closed` (Theorem 2),
 * `threefold` (Theorem 3), `recall` (Theorem 1 at L = 1), `shallow` (one full layer
 * alone): rows of bounds. `models`: its rows,
 * null for those whose search takes long. */
status lesson_evidence_bounds(names *n, const lesson_subject *of, error *e);

/* Both halves at one size: `fails` (bounds), `solves` (verify --mode parametric); nothing where
 * the sizes are too long to be written down. */
status lesson_evidence_both(names *n, const lesson_subject *of, error *e);

/* The running example FC(2; 2; 2): `run`, `hybrid` (run), `verified` (verify), `networks`
 * (constructions). */
status lesson_evidence_example(names *n, error *e);

#endif
