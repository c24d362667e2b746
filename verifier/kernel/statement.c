#include "verifier/kernel/statement.h"

#include "base/memory.h"
#include "exact/rational.h"

#include <mpfr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { digits_in_full = 60 };

static void put_number(FILE *to, mpz_srcptr value)
{
    if (mpz_sizeinbase(value, 10) <= digits_in_full) {
        char *digits = integer_to_text(value);
        fputs(digits, to);
        memory_free(digits);
        return;
    }
    mpfr_t log;
    mpfr_init2(log, 64);
    mpfr_set_z(log, value, MPFR_RNDN);
    mpfr_log2(log, log, MPFR_RNDN);
    char text[64];
    mpfr_snprintf(text, sizeof text, "~2^%.2Rf", log);
    fputs(text, to);
    mpfr_clear(log);
}

static void put(FILE *to, const char *before, mpz_srcptr value)
{
    fputs(before, to);
    put_number(to, value);
}

static void put_list(FILE *to, const theorem *t, theorem_list list, unsigned from, unsigned end)
{
    for (unsigned l = from; l < end; l++)
        put(to, l > from ? ", " : "", theorem_entry(t, list, l));
}

/* "FC(3; m = 4; n = 2, 2)" */
static void put_task(FILE *to, const theorem *t)
{
    fprintf(to, "FC(%u; ", theorem_L(t));
    put(to, "m = ", theorem_entry(t, LIST_N, 0));
    if (theorem_L(t) > 1)
        fputs("; n = ", to);
    put_list(to, t, LIST_n, 1, theorem_L(t));
    fputs(")", to);
}

/* "hybrid of 2 full and 28 linear layers with B = 8, S = 64", or its counterpart of Theorem 3 */
static void put_machine(FILE *to, const theorem *t)
{
    if (theorem_is_full_only(t)) {
        put(to, "network of ", theorem_number(t, NUMBER_FULL));
        put(to, " full layers with B = ", theorem_number(t, NUMBER_B));
        return;
    }
    put(to, "hybrid of ", theorem_number(t, NUMBER_FULL));
    put(to, " full and ", theorem_number(t, NUMBER_a));
    put(to, " linear layers with B = ", theorem_number(t, NUMBER_B));
    put(to, ", S = ", theorem_number(t, NUMBER_S));
    if (theorem_is_last_full(t))
        fputs(", the last layer full", to);
}

static void put_sets(FILE *to, const theorem *t, unsigned end)
{
    fputs(end > 1 ? "  there are Z_0" : "  there is Z_0", to);
    if (end > 1)
        fprintf(to, "%s Z_%u", end > 2 ? " .." : ",", end - 1);
    fputs(end > 1 ? " of sizes at most " : " of size at most ", to);
    put_list(to, t, LIST_x, 0, end);
}

/* Who cannot tell the inputs of R_l apart: at level L, and after the first layer of full
 * attention alone (Theorem 3), the claim is about the last player only. */
static void put_blind(FILE *to, const theorem *t)
{
    unsigned l = theorem_stage(t);
    if (l == theorem_L(t) || (l == 1 && theorem_is_full_only(t)))
        fputs("player -1", to);
    else
        fprintf(to, "the players below %u", l);
}

static void put_claim(FILE *to, const theorem *t)
{
    unsigned l = theorem_stage(t);
    fprintf(to, "Claim(%u) on ", l);
    put_task(to, t);
    fputs(", for every ", to);
    put_machine(to, t);
    fputs(":\n", to);
    put_sets(to, t, l);
    fprintf(to, " and R_%u, |R_%u| >= 2^-D_%u |A_>=%u|, D_%u = ", l, l, l, l, l);
    put_number(to, theorem_number(t, NUMBER_D));
    fputs(",\n  whose inputs look alike to ", to);
    put_blind(to, t);
    fprintf(to, "; |I_%u| >= theta_%u = ", l - 1, l - 1);
    put_number(to, theorem_entry(t, LIST_theta, l - 1));
    fprintf(to, ", P_%u = ", l);
    put_number(to, theorem_number(t, NUMBER_POINTS));
}

static void put_covered(FILE *to, const theorem *t)
{
    unsigned l = theorem_stage(t);
    fprintf(to, "Claim(%u) on ", l);
    put_task(to, t);
    fputs(" and the choice of Z_", to);
    fprintf(to, "%u:\n", l);
    put_sets(to, t, l + 1);
    fprintf(to, " and S_t, |S_t| >= 2^-E |A_>%u|, E = ", l);
    put_number(to, theorem_number(t, NUMBER_D));
    fprintf(to, ",\n  Z_%u x S_t inside R_%u; |I_%u| >= theta_%u = ", l, l, l, l);
    put_number(to, theorem_entry(t, LIST_theta, l));
}

static void put_impossible(FILE *to, const theorem *t)
{
    fputs("No ", to);
    put_machine(to, t);
    fputs(" solves ", to);
    put_task(to, t);
    put(to, ", ", theorem_number(t, NUMBER_TOKENS));
    fputs(" tokens", to);
}

static void put_published(FILE *to, const theorem *t)
{
    unsigned L = theorem_L(t);
    fputs("No ", to);
    put_machine(to, t);
    fprintf(to, "\n  solves %u-step composition up to prompt length n, for any n >= B^(2^%u): ", L,
            theorem_is_full_only(t) ? 4 * L : 4 * L + 2);
    fprintf(to, "%s at this L and B",
            theorem_is_full_only(t) ? "arXiv 2412.02975, Theorem 1.1,"
                                    : "arXiv 2602.01763, Theorem 1.1,");
}

static void put_sparse(FILE *to, const theorem *t)
{
    put(to, "No layer of block-sparse attention with blocks of ", theorem_number(t, NUMBER_BLOCK));
    put(to, " tokens, ", theorem_number(t, NUMBER_KEEP));
    put(to, " of ", theorem_number(t, NUMBER_BLOCKS));
    put(to, " kept, and summaries of H*d*p = ", theorem_number(t, NUMBER_B));
    put(to, " bits\n  solves 2-Sum modulo ", theorem_number(t, NUMBER_M));
    put(to, " on ", theorem_number(t, NUMBER_TOKENS));
    fputs(" tokens", to);
}

/* "network 3f2a... " without all digits, or the construction's name */
static void put_network(FILE *to, const theorem *t)
{
    const char *name = theorem_network(t);
    int hash = strncmp(name, "network ", 8) == 0;
    fprintf(to, hash ? "%.24s..." : "%s", name);
}

/* "3 full layers" or "2 full and 1 linear layers" */
static void put_layers(FILE *to, mpz_srcptr full, mpz_srcptr linear)
{
    put(to, "", full);
    fputs(" full", to);
    if (mpz_sgn(linear) != 0)
        put(to, " and ", linear);
    fputs(mpz_sgn(linear) != 0       ? " linear layers"
          : mpz_cmp_ui(full, 1) == 0 ? " layer"
                                     : " layers",
          to);
}

static void put_looked(FILE *to, const theorem *t)
{
    unsigned l = theorem_stage(t);
    fprintf(to, "Look-up %u of %s on ", l - 1, theorem_network(t));
    put_task(to, t);
    fprintf(to,
            ", in %s:\n  whatever the tables hold, what the last token knows after layer %u is "
            "determined by w and i_%u as far as it is used",
            theorem_number_system(t), l - 1, l - 1);
}

static void put_solves(FILE *to, const theorem *t)
{
    put_network(to, t);
    if (mpz_sgn(theorem_number(t, NUMBER_SOLVES_FULL)) != 0) {
        fputs(" (", to);
        put_layers(to, theorem_number(t, NUMBER_SOLVES_FULL), theorem_number(t, NUMBER_SOLVES_a));
        put(to, ", H = ", theorem_number(t, NUMBER_HEADS));
        put(to, ", d = ", theorem_number(t, NUMBER_DIM));
        fputs(")", to);
    }
    fputs(" solves ", to);
    put_task(to, t);
    put(to, ", ", theorem_number(t, NUMBER_TOKENS));
    fprintf(to, " tokens, on every input in %s", theorem_number_system(t));
    if (theorem_hypothesis(t))
        fprintf(to, ",\n  provided that %s was honest", theorem_hypothesis(t));
}

static void put_separated(FILE *to, const theorem *t)
{
    fputs("On ", to);
    put_task(to, t);
    put(to, ", prompts of ", theorem_number(t, NUMBER_TOKENS));
    fputs(" tokens,\n  a network of ", to);
    put_layers(to, theorem_number(t, NUMBER_SOLVES_FULL), theorem_number(t, NUMBER_SOLVES_a));
    put(to, " with H = ", theorem_number(t, NUMBER_HEADS));
    put(to, ", d = ", theorem_number(t, NUMBER_DIM));
    put(to, ", p = ", theorem_number(t, NUMBER_PRECISION));
    fputs(" is right on every input (", to);
    put_network(to, t);
    fprintf(to, ", in %s),\n  and no network of ", theorem_number_system(t));
    put_layers(to, theorem_number(t, NUMBER_FULL), theorem_number(t, NUMBER_a));
    fputs(" with the same H, d, p is", to);
    if (theorem_is_last_full(t))
        fputs(", if its last layer is full", to);
    put(to, ": nobody with H*d*p <= B = ", theorem_number(t, NUMBER_B));
    if (mpz_sgn(theorem_number(t, NUMBER_a)) != 0)
        put(to, " and states of at most S = ", theorem_number(t, NUMBER_S));
    fputs(mpz_sgn(theorem_number(t, NUMBER_a)) != 0 ? " bits" : "", to);
    if (theorem_hypothesis(t))
        fprintf(to, ",\n  provided that %s was honest", theorem_hypothesis(t));
}

char *theorem_to_text(const theorem *t)
{
    static void (*const puts_form[])(FILE *, const theorem *) = {
        [FORM_CLAIM] = put_claim,           [FORM_COVERED] = put_covered,
        [FORM_IMPOSSIBLE] = put_impossible, [FORM_PUBLISHED] = put_published,
        [FORM_SPARSE] = put_sparse,         [FORM_LOOKED] = put_looked,
        [FORM_SOLVES] = put_solves,         [FORM_SEPARATED] = put_separated,
    };
    char *block = NULL;
    size_t length = 0;
    FILE *to = open_memstream(&block, &length);
    REQUIRE(to != NULL);
    puts_form[theorem_get_form(t)](to, t);
    REQUIRE(fclose(to) == 0 && block);
    char *text = memory_copy_string(block);
    free(block);
    return text;
}

const char *theorem_assumption(const theorem *t, unsigned i)
{
    static const char reduction[] =
        "The statement is about communication protocols. It speaks about networks through the "
        "reduction of docs/mathematics/1-task-and-models.md, which assumes that a full layer's "
        "partial sums (numerators, denominators) relative to a block's largest score are p-bit "
        "numbers, and the scores at most (d-1)*p bits: B = H*d*p.";
    static const char position_aware[] =
        "One map summarises every block and does not see where the block stands; with "
        "position-aware summaries the statement is false.";
    static const char run[] =
        "An open hypothesis: the run that was believed was honest. The kernel did not repeat it; "
        "strata check --rerun does.";
    static const char construction[] =
        "The network is the one of docs/constructions.md, which proves that it solves the task in "
        "fixed:P under the conditions checked here; no network was built or run.";
    theorem_form form = theorem_get_form(t);
    const char *list[5];
    unsigned count = 0;
    if (form == FORM_SPARSE)
        list[count++] = position_aware;
    else if (form != FORM_SOLVES && form != FORM_LOOKED)
        list[count++] = reduction;
    if (theorem_hypothesis(t))
        list[count++] = run;
    if (theorem_uses(t, RULE_CONSTRUCT))
        list[count++] = construction;
    list[count++] = form == FORM_SPARSE
                        ? "The rule is sound: docs/mathematics/5-sparse.md proves it."
                    : form == FORM_SOLVES || form == FORM_LOOKED
                        ? "The rules are sound: docs/symbolic.md proves each of them."
                    : form == FORM_SEPARATED
                        ? "The rules are sound: docs/mathematics/3-lower-bound.md and "
                          "docs/symbolic.md prove each of them."
                        : "The rules are sound: docs/mathematics/3-lower-bound.md proves each of "
                          "them.";
    return i < count ? list[i] : NULL;
}
