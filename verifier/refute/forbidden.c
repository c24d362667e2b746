#include "verifier/refute/forbidden.h"

#include "exact/rational.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void forbidden_init(forbidden *f)
{
    memset(f, 0, sizeof *f);
    for (unsigned l = 0; l <= fc_max_L; l++)
        mpz_inits(f->D[l], f->P[l], NULL);
}

void forbidden_clear(forbidden *f)
{
    theorem_clear(f->theorem);
    for (unsigned l = 0; l <= fc_max_L; l++)
        mpz_clears(f->D[l], f->P[l], NULL);
}

/* ---- the search ---------------------------------------------------------------------------- */

/* The search is a depth-first walk over choices; each rule tried costs one step. */
enum { most_steps = 1 << 15, most_x = 1 << 12 };

typedef struct seeker {
    forbidden *found;
    const fc *task;
    int full_only;
    const uint64_t *x, *theta; /* a given choice; NULL: search */
    unsigned steps;
} seeker;

static status apply_cover(theorem **made, const theorem *claim, uint64_t x, uint64_t theta)
{
    error ignored;
    mpz_t zx, ztheta;
    mpz_inits(zx, ztheta, NULL);
    integer_set_u64(zx, x);
    integer_set_u64(ztheta, theta);
    status s = kernel_cover(made, claim, zx, ztheta, &ignored);
    mpz_clears(zx, ztheta, NULL);
    return s;
}

/* The largest theta that a bisection finds acceptable: P_{l+1} grows with it and no D does. */
static theorem *best_cover(seeker *at, const theorem *claim, uint64_t x, uint64_t *theta)
{
    uint64_t low = 0, high = at->task->N[theorem_stage(claim) - 1];
    theorem *best = NULL;
    while (low < high) {
        uint64_t middle = high - (high - low) / 2;
        theorem *covered = NULL;
        at->steps++;
        if (apply_cover(&covered, claim, x, middle) == STATUS_OK) {
            theorem_clear(best);
            best = covered;
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    *theta = low;
    return best;
}

static theorem *next_claim(const seeker *at, const theorem *covered)
{
    error ignored;
    theorem *claim = NULL;
    status s = at->full_only ? kernel_freeze_full(&claim, covered, &ignored)
                             : kernel_freeze(&claim, covered, &ignored);
    return s == STATUS_OK ? claim : NULL;
}

static void note_claim(forbidden *f, const theorem *claim)
{
    unsigned l = theorem_stage(claim);
    mpz_set(f->D[l], theorem_number(claim, NUMBER_D));
    mpz_set(f->P[l], theorem_number(claim, NUMBER_POINTS));
}

/* 1, 2, 3, 4, 6, 8, 12, 16, ... */
static uint64_t next_x(uint64_t x)
{
    if (x < 4)
        return x + 1;
    return (x & (x - 1)) == 0 ? x + x / 2 : x / 3 * 4;
}

/* The least x with x P_l >= N_{l-1}. */
static uint64_t whole_cover(const fc *task, const theorem *claim)
{
    uint64_t N = task->N[theorem_stage(claim) - 1];
    mpz_srcptr points = theorem_number(claim, NUMBER_POINTS);
    if (mpz_cmp_ui(points, N) >= 0)
        return 1;
    uint64_t P = mpz_get_ui(points);
    return N / P + (N % P != 0);
}

static int descend(seeker *at, const theorem *claim);

/* Goes on with x functions at level l. */
static int take(seeker *at, const theorem *claim, uint64_t x)
{
    unsigned l = theorem_stage(claim);
    uint64_t theta = at->theta ? at->theta[l] : 0;
    theorem *covered = NULL;
    if (!at->theta)
        covered = best_cover(at, claim, x, &theta);
    else if (apply_cover(&covered, claim, x, theta) != STATUS_OK)
        covered = NULL;
    theorem *next = covered ? next_claim(at, covered) : NULL;
    int done = next && descend(at, next);
    if (done) {
        at->found->x[l] = x;
        at->found->theta[l] = theta;
        note_claim(at->found, claim);
    }
    theorem_clear(next);
    theorem_clear(covered);
    return done;
}

/* From Claim(l) to the contradiction, if there is a way. */
static int descend(seeker *at, const theorem *claim)
{
    unsigned l = theorem_stage(claim);
    error ignored;
    at->steps++;
    if (l == at->task->L) {
        if (kernel_contradict(&at->found->theorem, claim, &ignored) != STATUS_OK)
            return 0;
        note_claim(at->found, claim);
        return 1;
    }
    if (at->x)
        return take(at, claim, at->x[l]);
    /* where nothing was lost yet, the least x that covers everything comes first */
    if (mpz_sgn(theorem_number(claim, NUMBER_D)) == 0 &&
        take(at, claim, whole_cover(at->task, claim)))
        return 1;
    for (uint64_t x = 1; x <= most_x && at->steps < most_steps; x = next_x(x))
        if (take(at, claim, x))
            return 1;
    return 0;
}

/* The derivation that starts with x_0. */
static int start(seeker *at, const kernel_setting *s, uint64_t x0)
{
    error ignored;
    theorem *claim = NULL;
    mpz_t z;
    mpz_init(z);
    integer_set_u64(z, x0);
    status started = at->full_only ? kernel_start_full(&claim, s, z, &ignored)
                                   : kernel_start(&claim, s, z, &ignored);
    int done = started == STATUS_OK && descend(at, claim);
    if (done)
        at->found->x[0] = at->found->theta[0] = x0;
    if (started == STATUS_OK)
        theorem_clear(claim);
    mpz_clear(z);
    return done;
}

static int search(seeker *at, const kernel_setting *s)
{
    if (at->x)
        return start(at, s, at->x[0]);
    for (uint64_t x0 = 1; x0 <= at->task->N[0] && at->steps < most_steps; x0 = next_x(x0))
        if (start(at, s, x0))
            return 1;
    return start(at, s, at->task->N[0]); /* all seeds, if no step fell on m */
}

/* ---- the setting --------------------------------------------------------------------------- */

static uint64_t count_letters(const char *word, char letter)
{
    uint64_t count = 0;
    for (; *word; word++)
        count += *word == letter;
    return count;
}

/* A word with fewer full layers than the theorem allows fails all the more. */
static void specialise(forbidden *f, const fc *task, uint64_t full)
{
    if (f->number != 1 || full + 1 == task->L)
        return;
    error e;
    mpz_t fewer;
    theorem *made = NULL;
    mpz_init(fewer);
    integer_set_u64(fewer, full);
    kernel_weaker to = {.full = fewer};
    REQUIRE(kernel_specialise(&made, f->theorem, &to, &e) == STATUS_OK);
    theorem_clear(f->theorem);
    f->theorem = made;
    mpz_clear(fewer);
}

static void refuse_word(forbidden *f, uint64_t full, uint64_t linear, unsigned L)
{
    snprintf(f->reason, sizeof f->reason,
             "%" PRIu64 " full and %" PRIu64
             " linear layer%s: the theorems speak about at most L-1 = "
             "%u full layers%s",
             full, linear, linear == 1 ? "" : "s", L - 1,
             L >= 2 ? ", or L of them and no linear one" : "");
}

/* The numbers of a setting, for as long as the kernel looks at them. */
typedef struct setting_numbers {
    mpz_t B, S, a, m, n[fc_max_L];
} setting_numbers;

static void numbers_begin(setting_numbers *z, kernel_setting *s, const protocol_kind *kind,
                          uint64_t linear)
{
    const fc *task = kind->task;
    mpz_inits(z->B, z->S, z->a, z->m, NULL);
    integer_set_u64(z->B, kind->B);
    integer_set_u64(z->S, linear ? kind->S : 0);
    integer_set_u64(z->a, linear);
    integer_set_u64(z->m, task->N[0]);
    *s = (kernel_setting){.L = task->L, .B = z->B, .S = z->S, .a = z->a, .m = z->m};
    for (unsigned l = 1; l < task->L; l++) {
        mpz_init(z->n[l]);
        integer_set_u64(z->n[l], task->n[l]);
        s->n[l] = z->n[l];
    }
}

static void numbers_end(setting_numbers *z, unsigned L)
{
    mpz_clears(z->B, z->S, z->a, z->m, NULL);
    for (unsigned l = 1; l < L; l++)
        mpz_clear(z->n[l]);
}

static void derive(forbidden *f, const protocol_kind *kind, const uint64_t *x,
                   const uint64_t *theta)
{
    const fc *task = kind->task;
    uint64_t full = count_letters(kind->word, 'F'), linear = count_letters(kind->word, 'R');
    size_t length = strlen(kind->word);
    kernel_setting s;
    setting_numbers z;
    f->number = full < task->L ? 1 : full == task->L && linear == 0 && task->L >= 2 ? 3 : 0;
    if (f->number == 0) {
        refuse_word(f, full, linear, task->L);
        return;
    }
    numbers_begin(&z, &s, kind, linear);
    /* where there are fewer full layers, idle ones go on top */
    s.last_full = f->number == 1 && task->L >= 2 &&
                  (full + 1 < task->L || (length && kind->word[length - 1] == 'F'));
    f->last_full = s.last_full;
    seeker at = {.found = f, .task = task, .full_only = f->number == 3, .x = x, .theta = theta};
    if (search(&at, &s))
        specialise(f, task, full);
    else
        snprintf(f->reason, sizeof f->reason,
                 "no x, theta found for which Theorem %u holds at these sizes (B = %" PRIu64
                 "%s; %u steps)",
                 f->number, kind->B, linear ? ", with linear layers" : "", at.steps);
    numbers_end(&z, task->L);
}

void forbidden_search(forbidden *f, const protocol_kind *kind)
{
    derive(f, kind, NULL, NULL);
}

void forbidden_confirm(forbidden *f, const protocol_kind *kind, const uint64_t *x,
                       const uint64_t *theta)
{
    derive(f, kind, x, theta);
}
