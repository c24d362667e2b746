/* The separation in one theorem: at one size, one bit budget B = d P and one prompt length, a
 * network of L+1 full layers (or one linear and L full) is right on every input, and nobody with
 * L-1 full layers and `a` linear ones of the same H = 1, d, P is.
 *
 * The two halves pull apart: what is impossible for B needs prompts that grow with B, and what a
 * network of B can do ends at prompts that grow with 2^d. So for each P the least d is wanted at
 * which the shortest impossible prompt still fits into a network. The search proposes; whether
 * sizes fit, and whether they are impossible, only the kernel says. */
#ifndef STRATA_VERIFIER_SEPARATION_H
#define STRATA_VERIFIER_SEPARATION_H

#include "bounds/setting.h"
#include "verifier/kernel/kernel.h"

enum {
    separation_most_P = 16,
    separation_built_tokens = 1024, /* longer prompts: by the lemma, nothing is built */
    separation_any = -1
};

typedef struct separation_question {
    unsigned L;
    mpz_srcptr a;       /* linear layers of those who fail */
    int full_only;      /* those who fail have L full layers and no linear one (Theorem 3) */
    int keys;           /* a kernel_keys, or separation_any */
    unsigned long P, d; /* 0: any */
} separation_question;

typedef struct separation {
    kernel_keys keys;
    unsigned long d, P;
    setting s; /* those who fail */
    witness w;
    mpz_t tokens;
    theorem *proved;
    char *certificate;   /* of the network, if one was built; else NULL: by the lemma */
    unsigned long tried; /* pairs (d, P) looked at */
} separation;

/* L is fixed here. */
void separation_init(separation *found, const separation_question *q);
void separation_clear(separation *found);

/* STATUS_LIMIT: nothing found, and the message says where it was looked for. */
status separation_search(separation *found, const separation_question *q, error *e);

/* Replaces the network's half of the theorem: the network is built, the symbolic engine writes a
 * certificate, the kernel looks it up in fixed:P. STATUS_LIMIT if the prompt is too long or the
 * construction has no certificates; then everything stays as it was. */
status separation_build(separation *found, error *e);

/* Why not d-1, or P-1? At that budget, with the shortest prompt found, in words; "" if the question
 * makes no sense. Free with memory_free. */
char *separation_limit(const separation *found, const separation_question *q, int less_d,
                       int less_P);

#endif
