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
 * The rules are the steps of docs/mathematics/3-lower-bound.md ("3") and 5-sparse.md ("5"), of
 * docs/symbolic.md and docs/constructions.md; notation as there. */
#ifndef STRATA_VERIFIER_KERNEL_KERNEL_H
#define STRATA_VERIFIER_KERNEL_KERNEL_H

#include "base/status.h"
#include "task/fc.h"
#include "verifier/kernel/certificate.h"
#include "verifier/kernel/construct.h"

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

/* ---- upper bound: networks that solve ---------------------------------------------- */

/* One layer is one look-up (docs/symbolic.md, Lemmas 1-7). From "after t look-ups the last
 * token's stream is described in terms of (w, i_{t-1}), whatever the tables are" to the same
 * with t+1 and i_t. The first look-up is of a certificate, the others of a fact; give one of
 * them and NULL. */
status kernel_lookup(theorem **made, const certificate *c, const theorem *looked, error *e);

/* docs/symbolic.md, Theorem: after L+1 look-ups, one per layer, every read-out coordinate has
 * the sign of its bit of i_L. So the network solves its task in this arithmetic. */
status kernel_compose(theorem **made, const theorem *looked, error *e);

/* A run said to have answered every input rightly. The kernel checks that the inputs are all
 * there are; that the run was honest stays an open hypothesis of the theorem. `engine` is how
 * all of them were treated at once, if they were not run one by one: then nothing is counted. */
typedef struct kernel_run {
    const fc *task;
    const char *network_sha256, *number, *engine; /* engine NULL: one by one */
    mpz_srcptr checked, failures;
} kernel_run;
status kernel_enumerate(theorem **made, const kernel_run *run, error *e);

/* The built-in networks at sizes nobody can lay out (construct.h): one head of dimension d, in
 * fixed:P, or exactly if P = 0. */
status kernel_construct(theorem **made, const kernel_setting *sizes, kernel_keys keys,
                        const mpz_t d, const mpz_t P, error *e);

/* The separation. Some network solves FC(L; m; n) in fixed:P with H d P <= B, and nobody with
 * the impossibility's layers does: the same sizes, the same budget, and if there are linear
 * layers, states of at least H d (d+1) P bits, all a linear layer of these H, d, P has. */
status kernel_separate(theorem **made, const theorem *solves, const theorem *impossible, error *e);

/* ---- looking at a theorem -------------------------------------------------------- */

void theorem_clear(theorem *t); /* NULL is fine */

typedef enum theorem_form {
    FORM_CLAIM,      /* Claim(l) holds for every protocol of the setting */
    FORM_COVERED,    /* ... and after steps 1-3 at level l */
    FORM_IMPOSSIBLE, /* no protocol of the setting solves the task */
    FORM_PUBLISHED,  /* the published theorem at these L and B */
    FORM_SPARSE,     /* no sparse layer of these sizes solves 2-Sum */
    FORM_LOOKED,     /* after l layers the last token's stream follows i_{l-1} */
    FORM_SOLVES,     /* a network solves the task on every input */
    FORM_SEPARATED   /* one does, and another kind cannot */
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
    NUMBER_HEADS,     /* of the network that solves, with the next four; at a separation */
    NUMBER_DIM,       /* FULL and a are the others', who fail */
    NUMBER_PRECISION, /* P of fixed:P; 0: exact, or not said */
    NUMBER_SOLVES_FULL,
    NUMBER_SOLVES_a,
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
    RULE_LOOKUP,
    RULE_COMPOSE,
    RULE_ENUMERATE,
    RULE_CONSTRUCT,
    RULE_SEPARATE,
    rule_count
} kernel_rule;
extern const char *const kernel_rule_names[rule_count];
unsigned theorem_uses(const theorem *t, kernel_rule rule); /* how often */
unsigned theorem_precision(const theorem *t);              /* bits; 0 = integers only */

/* Which network solves: "network <sha256>", or the construction's name; NULL if none does. The
 * number system, and, if a run was believed, which: the hypothesis the theorem rests on. */
const char *theorem_network(const theorem *t);
const char *theorem_number_system(const theorem *t);
const char *theorem_hypothesis(const theorem *t);

#endif
