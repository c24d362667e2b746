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

char *theorem_to_text(const theorem *t)
{
    static void (*const puts_form[])(FILE *, const theorem *) = {
        [FORM_CLAIM] = put_claim,           [FORM_COVERED] = put_covered,
        [FORM_IMPOSSIBLE] = put_impossible, [FORM_PUBLISHED] = put_published,
        [FORM_SPARSE] = put_sparse,
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
    static const char *const protocol[] = {
        "The statement is about communication protocols. It speaks about networks through the "
        "reduction of docs/mathematics/1-task-and-models.md, which assumes that a full layer's "
        "partial sums (numerators, denominators) relative to a block's largest score are p-bit "
        "numbers, and the scores at most (d-1)*p bits: B = H*d*p.",
        "The rules are sound: docs/mathematics/3-lower-bound.md proves each of them.",
    };
    static const char *const sparse[] = {
        "One map summarises every block and does not see where the block stands; with "
        "position-aware summaries the statement is false.",
        "The rule is sound: docs/mathematics/5-sparse.md proves it.",
    };
    if (i >= 2)
        return NULL;
    return theorem_get_form(t) == FORM_SPARSE ? sparse[i] : protocol[i];
}
