/* A proof script, read: a list of rule applications with all numbers evaluated.
 *
 * Reading checks everything that needs no mathematics: the grammar (docs/proof-scripts.md), that
 * names are known and new, that each rule gets the arguments it takes. Whether a rule applies is
 * the kernel's business (replay.h). */
#ifndef STRATA_VERIFIER_SCRIPT_SCRIPT_H
#define STRATA_VERIFIER_SCRIPT_SCRIPT_H

#include "verifier/kernel/kernel.h"
#include "verifier/script/cursor.h"

#include <stddef.h>

enum { script_max_steps = 1000, script_max_bytes = 4 << 20, script_max_file_name = 100 };

/* What can be given after `with`. */
typedef enum script_key {
    KEY_L,
    KEY_B,
    KEY_S,
    KEY_a,
    KEY_m,
    KEY_x0,
    KEY_x,
    KEY_theta,
    KEY_full,
    KEY_M,
    KEY_block,
    KEY_keep,
    KEY_blocks,
    KEY_bits,
    KEY_d,
    KEY_P,
    KEY_n,    /* a list: [n_1, ..., n_{L-1}] */
    KEY_last, /* always "F": the last layer is full */
    KEY_keys, /* the name of a kind of keys: kernel_keys_names */
    key_count
} script_key;

enum { script_number_keys = KEY_n };

typedef struct script_step {
    span name; /* points into the script's text */
    unsigned line;
    kernel_rule rule;
    size_t premise[2]; /* indices of earlier steps, as many as the rule is applied to */
    span file;         /* or the certificate it is applied to; length 0: none */
    kernel_keys keys;
    char given[key_count];
    mpz_t number[script_number_keys];
    size_t sizes; /* length of n */
    mpz_t *n;
} script_step;

typedef struct script {
    size_t count;
    script_step *step;
    size_t conclusion; /* the step named after qed */
    unsigned conclusion_line;
} script;

/* A certificate, or a fact (the look-up before), or nothing but a certificate. */
enum { FILE_NONE, FILE_OR_FACT, FILE_ONLY };

/* What a rule takes; keys as bits 1 << KEY_... */
typedef struct rule_form {
    unsigned premises; /* facts it is applied to */
    int file;          /* FILE_... below */
    unsigned needs, takes;
} rule_form;
extern const rule_form script_rule_forms[rule_count];
extern const char *const script_key_names[key_count];

/* `text` must outlive the script; `file` is for messages. On failure the script is cleared. */
status script_read(script *s, const char *text, size_t length, const char *file, error *e);
void script_clear(script *s);

#endif
