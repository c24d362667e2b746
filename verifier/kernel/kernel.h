/* The kernel: the only code that can make a `theorem`.
 *
 * A theorem is an opaque value. Each function kernel_* below is one rule: it checks its side
 * conditions exactly (integers, or logarithms rounded outwards: inequality.h) and only then
 * makes a new theorem out of old ones. Nothing else can, so whoever holds a theorem holds a
 * derivation by these rules, whatever program proposed its steps. The folder uses src/base,
 * src/exact and src/task only.
 *
 * A rule that does not apply returns STATUS_NEGATIVE and says which condition fails;
 * STATUS_LIMIT means a number is too long or a comparison stayed undecided.
 *
 * The rules are the steps of docs/mathematics/3-lower-bound.md ("3") and 5-sparse.md ("5");
 * notation as there. */
#ifndef STRATA_VERIFIER_KERNEL_KERNEL_H
#define STRATA_VERIFIER_KERNEL_KERNEL_H

#include "base/status.h"

#include <gmp.h>

typedef struct theorem theorem;

/* Levels, and bits of one number, beyond which nothing is checked any more. */
enum { kernel_max_L = 60, kernel_max_bits = 1 << 19 };

/* Who is to be refuted, and on which task: all protocols with L-1 full layers and a linear
 * layers, parameters (B, S), on FC(L; m; n_1 .. n_{L-1}). With last_full only those whose last
 * layer is full. Theorem 3 refutes L full layers instead and takes neither a, S nor last_full. */
typedef struct kernel_setting {
    unsigned L;
    mpz_srcptr B, S, a, m;
    mpz_srcptr n[kernel_max_L]; /* n[l] = n_l, l = 1 .. L-1 */
    int last_full;
} kernel_setting;

/* ---- lower bound, hybrids (Theorem 1) ----------------------------------------- */

/* Base. x_0 <= m gives Claim(1) with theta_0 = x_0, P_1 = x_0, D_1 = a S. */
status kernel_start(theorem **made, const kernel_setting *s, const mpz_t x0, error *e);

/* Steps 1-3, for Theorems 1 and 3. From Claim(l), l < L, with D_l and P_l:
 *     theta <= N_{l-1},  binom(N_{l-1}, theta) (theta/N_{l-1})^(x P_l) <= 2^-(x D_l + 1)
 * give Z_l of size <= x and S_t with |S_t| >= 2^-(x D_l + 1) |A_{>l}|, Z_l x S_t inside R_l,
 * |I_l| >= theta. If D_l = 0 then R_l is everything and nothing is drawn: x functions reach
 * any theta <= min(x P_l, N_{l-1}) values, and S_t is everything. */
status kernel_cover(theorem **made, const theorem *claim, const mpz_t x, const mpz_t theta,
                    error *e);

/* Step 4. Freezing C_l bits in S_t gives Claim(l+1) with D_{l+1} = (loss of cover) + C_l and
 * P_{l+1} = n_l theta_l. */
status kernel_freeze(theorem **made, const theorem *covered, error *e);

/* The contradiction. Claim(L) and D_L < P_L log2 N_{L-1}: nobody solves the task. */
status kernel_contradict(theorem **made, const theorem *claim, error *e);

/* ---- lower bound, full attention only (Theorem 3) ------------------------------ */

/* L >= 2, x_0 <= m: Claim(1) after the first layer, D_1 = 2 B L A. */
status kernel_start_full(theorem **made, const kernel_setting *s, const mpz_t x0, error *e);

/* Step 4 with the counts of Theorem 3. */
status kernel_freeze_full(theorem **made, const theorem *covered, error *e);

/* ---- consequences ---------------------------------------------------------------- */

/* A weaker machine fails, too: fewer layers of either kind, shorter messages, smaller states
 * (a layer may be idle, a message may be padded). NULL keeps a value. If `full` falls, idle
 * full layers can be put on top, so the condition "last layer full" goes. */
typedef struct kernel_weaker {
    mpz_srcptr full, a, B, S;
} kernel_weaker;
status kernel_specialise(theorem **made, const theorem *impossible, const kernel_weaker *to,
                         error *e);

/* The published threshold, for this L >= 2 and B >= 2. What is impossible with T tokens is
 * impossible for "all prompts of up to n tokens" whenever n >= T, so this needs only T <= the
 * threshold and parameters as large as the published theorem's:
 *   2602.01763, Theorem 1.1: L-1 full layers, a >= 2^(3 L^2), S >= 2 B^2, T <= B^(2^(4L+2));
 *   2412.02975, Theorem 1.1: L full layers,                               T <= B^(2^(4L)). */
status kernel_publish(theorem **made, const theorem *impossible, error *e);

/* Block-sparse attention and 2-Sum (5): k < blocks and 2^bits < binom(M, block), block <= M. */
typedef struct kernel_sparse_setting {
    mpz_srcptr M, block, keep, blocks, bits;
} kernel_sparse_setting;
status kernel_sparse(theorem **made, const kernel_sparse_setting *s, error *e);

/* ---- looking at a theorem -------------------------------------------------------- */

void theorem_clear(theorem *t); /* NULL is fine */

typedef enum theorem_form {
    FORM_CLAIM,      /* Claim(l) holds for every protocol of the setting */
    FORM_COVERED,    /* ... and after steps 1-3 at level l */
    FORM_IMPOSSIBLE, /* no protocol of the setting solves the task */
    FORM_PUBLISHED,  /* the published theorem at these L and B */
    FORM_SPARSE      /* no sparse layer of these sizes solves 2-Sum */
} theorem_form;

theorem_form theorem_get_form(const theorem *t);
int theorem_is_closed(const theorem *t);    /* not an intermediate fact */
int theorem_is_full_only(const theorem *t); /* Theorem 3's protocols: no linear layer */
int theorem_is_last_full(const theorem *t);
unsigned theorem_L(const theorem *t);
unsigned theorem_stage(const theorem *t); /* l of a claim or cover */

/* Numbers a theorem is about; NULL where it has none. DIMENSION counts as in the notes: `l`
 * runs from 0 for N, x and theta, from 1 for n. At a claim D is D_l and points is P_l; after
 * cover D is the loss x_l D_l + 1. */
typedef enum theorem_number_name {
    NUMBER_FULL,
    NUMBER_a,
    NUMBER_B,
    NUMBER_S,
    NUMBER_D,
    NUMBER_POINTS,
    NUMBER_TOKENS,
    NUMBER_M,
    NUMBER_BLOCK,
    NUMBER_KEEP,
    NUMBER_BLOCKS,
    number_count
} theorem_number_name;
mpz_srcptr theorem_number(const theorem *t, theorem_number_name q);

typedef enum theorem_list { LIST_n, LIST_N, LIST_x, LIST_theta, list_count } theorem_list;
mpz_srcptr theorem_entry(const theorem *t, theorem_list list, unsigned l);

/* What the derivation used. */
typedef enum kernel_rule {
    RULE_START,
    RULE_START_FULL,
    RULE_COVER,
    RULE_FREEZE,
    RULE_FREEZE_FULL,
    RULE_CONTRADICT,
    RULE_SPECIALISE,
    RULE_PUBLISH,
    RULE_SPARSE,
    rule_count
} kernel_rule;
extern const char *const kernel_rule_names[rule_count];
unsigned theorem_uses(const theorem *t, kernel_rule rule); /* how often */
unsigned theorem_precision(const theorem *t);              /* bits; 0 = integers only */

#endif
