#include "bounds/proof-text.h"

#include "base/memory.h"
#include "base/status.h"
#include "exact/digits.h"
#include "exact/rational.h"

#include <stdio.h>

enum { shown_digits = 40, shown_decimals = 2 };

/* ---- lines ------------------------------------------------------------------------------ */

static void put_z(FILE *to, const mpz_t value)
{
    char *digits = integer_to_text(value);
    fputs(digits, to);
    memory_free(digits);
}

static void let_text(FILE *to, const char *name, char *value) /* frees value */
{
    fprintf(to, "let %s = %s\n", name, value);
    memory_free(value);
}

static void let_size(FILE *to, const char *name, unsigned l, const factored_t value)
{
    char indexed[32];
    snprintf(indexed, sizeof indexed, "%s%u", name, l);
    let_text(to, indexed, digits_or_factors(value, shown_digits));
}

static void let_z(FILE *to, const char *name, const mpz_t value)
{
    let_text(to, name, integer_to_text(value));
}

static void put_machine(FILE *to, const setting *s)
{
    if (s->kind == THEOREM_3) {
        fprintf(to, "%u layers of full attention", s->L);
        return;
    }
    fprintf(to, "%u full and ", s->L - 1);
    put_z(to, s->a);
    fprintf(to, " linear layers%s",
            s->last_full && mpz_sgn(s->a) > 0 ? ", the last one full," : "");
}

static void put_title(FILE *to, const setting *s, const witness *w)
{
    factored_sum_t tokens;
    factored_sum_init(tokens);
    witness_tokens(tokens, w);
    char *log = digits_log2(tokens, shown_decimals);
    fprintf(to, "# %u-step composition is impossible for ", s->L);
    put_machine(to, s);
    fprintf(to, "\n# with B = H*d*p = ");
    put_z(to, s->B);
    fprintf(to, ", from prompts of 2^%s tokens on.\n", log);
    memory_free(log);
    factored_sum_clear(tokens);
}

static void let_parameters(FILE *to, const setting *s)
{
    fputs("\n# The machine.\n", to);
    let_z(to, "B", s->B);
    if (s->kind == THEOREM_1) {
        let_z(to, "S", s->S);
        let_z(to, "a", s->a);
    }
}

static void put_start(FILE *to, const setting *s)
{
    int full = s->kind == THEOREM_3;
    fprintf(to, "\n# %s\n",
            full ? "After the first layer: of what player -1 may have heard, for every query, keep "
                   "the commonest."
                 : "Base: of all that the linear layers may carry over, keep the commonest.");
    fprintf(to, "C1 := %s with L = %u, B = B, ", full ? "start-full" : "start", s->L);
    if (!full)
        fputs("S = S, a = a, ", to);
    fputs("m = m, n = [", to);
    for (unsigned l = 1; l < s->L; l++)
        fprintf(to, "%sn%u", l > 1 ? ", " : "", l);
    fprintf(to, "], x0 = x0%s\n", s->last_full && !full ? ", last = F" : "");
}

static void put_refutation(FILE *to, const setting *s, const char *name)
{
    put_start(to, s);
    for (unsigned l = 1; l < s->L; l++) {
        fprintf(
            to,
            "\n# Level %u: x%u functions z_%u reach theta%u values; then freeze what is said.\n", l,
            l, l, l);
        fprintf(to, "V%u := cover C%u with x = x%u, theta = theta%u\n", l, l, l, l);
        fprintf(to, "C%u := freeze%s V%u\n", l + 1, s->kind == THEOREM_3 ? "-full" : "", l);
    }
    fprintf(to, "\n# Too many z_%u are left for the one answer they share.\n", s->L);
    fprintf(to, "%s := contradict C%u\n", name, s->L);
}

static void put_steps(FILE *to, const setting *s, unsigned full)
{
    unsigned most = s->kind == THEOREM_3 ? s->L : s->L - 1;
    put_refutation(to, s, "T");
    if (full < most)
        fprintf(to,
                "\n# The machine has fewer full layers still.\nW := specialise T with full = %u\n",
                full);
    fprintf(to, "qed %s\n", full < most ? "W" : "T");
}

/* ---- scripts ---------------------------------------------------------------------------- */

static FILE *open_text(char **text, size_t *length)
{
    FILE *to = open_memstream(text, length);
    REQUIRE(to != NULL);
    return to;
}

static void let_task(FILE *to, const witness *w)
{
    fputs("\n# The task.\n", to);
    let_text(to, "m", digits_or_factors(w->m, shown_digits));
    for (unsigned l = 1; l < w->L; l++)
        let_size(to, "n", l, w->n[l]);
}

static void let_kept(FILE *to, const witness *w)
{
    fputs(
        "\n# What is kept: x0 seeds, x1, x2, ... functions; theta1, theta2, ... values they reach.\n",
        to);
    for (unsigned l = 0; l < w->L; l++)
        let_size(to, "x", l, w->x[l]);
    for (unsigned l = 1; l < w->L; l++)
        let_size(to, "theta", l, w->theta[l]);
}

char *proof_text(const setting *s, const witness *w, unsigned full)
{
    char *text = NULL;
    size_t length;
    FILE *to = open_text(&text, &length);
    put_title(to, s, w);
    let_parameters(to, s);
    let_task(to, w);
    let_kept(to, w);
    put_steps(to, s, full);
    REQUIRE(fclose(to) == 0);
    return text;
}

/* ---- separations ------------------------------------------------------------------------- */

static void let_budget(FILE *to, const setting *s, const proof_network *net)
{
    fprintf(to,
            "\n# One head of dimension d and numbers of P bits, for those who can and those who "
            "cannot.\nlet d = %lu\nlet P = %lu\nlet B = d*P\n",
            net->d, net->P);
    if (s->kind == THEOREM_3)
        return;
    fputs(mpz_sgn(s->S) ? "let S = d*(d+1)*P\n" : "let S = 0\n", to);
    let_z(to, "a", s->a);
}

static void put_network(FILE *to, unsigned L, const proof_network *net)
{
    if (net->certificate) {
        fputs("\n# The network: layer by layer the last token looks up what it wants.\n", to);
        fprintf(to, "U0 := lookup \"%s\"\n", net->certificate);
        for (unsigned t = 1; t <= L; t++)
            fprintf(to, "U%u := lookup U%u\n", t, t - 1);
        fprintf(to, "U := compose U%u\n", L);
        return;
    }
    fprintf(to, "\n# The network.\nU := construct with L = %u, m = m, n = [", L);
    for (unsigned l = 1; l < L; l++)
        fprintf(to, "%sn%u", l > 1 ? ", " : "", l);
    fprintf(to, "], d = d, P = P, keys = %s\n", net->keys);
}

char *proof_text_separation(const setting *s, const witness *w, const proof_network *net,
                            const char *prose)
{
    char *text = NULL;
    size_t length;
    FILE *to = open_text(&text, &length);
    fputs(prose, to);
    let_budget(to, s, net);
    let_task(to, w);
    put_network(to, s->L, net);
    let_kept(to, w);
    put_refutation(to, s, "I");
    fputs("\n# One can, the others cannot.\nT := separate U, I\nqed T\n", to);
    REQUIRE(fclose(to) == 0);
    return text;
}

/* x_l = K^(3^(L-1-l)), n_l = x_l^2, m = 8 x_0 ... x_{L-1}, theta_l = x_l P_l / 2 */
static void let_closed(FILE *to, unsigned L)
{
    for (unsigned l = 0; l < L; l++)
        fprintf(to, "let x%u = K^(3^%u)\n", l, L - 1 - l);
    for (unsigned l = 1; l < L; l++)
        fprintf(to, "let n%u = x%u^2\n", l, l);
    fputs("let m = 8", to);
    for (unsigned l = 0; l < L; l++)
        fprintf(to, "*x%u", l);
    fputs("\n\n# Half of the values that could be reached.\nlet P1 = x0\n", to);
    for (unsigned l = 1; l < L; l++) {
        fprintf(to, "let theta%u = x%u*P%u/2\n", l, l, l);
        if (l + 1 < L)
            fprintf(to, "let P%u = n%u*theta%u\n", l + 1, l, l);
    }
}

char *proof_text_closed(const setting *s, const mpz_t larger, unsigned full)
{
    char *text = NULL;
    size_t length;
    FILE *to = open_text(&text, &length);
    fprintf(to, "# %u-step composition is impossible for ", s->L);
    put_machine(to, s);
    fputs(": the sizes of Theorem 2.\n", to);
    let_parameters(to, s);
    fprintf(to, "\n# Everything is a power of K.\nlet K = 8^%u*", s->L);
    if (mpz_cmp(larger, s->B) == 0)
        fputs("B", to);
    else
        put_z(to, larger); /* the least B' >= B with a*S <= x_0 */
    fputs("\n", to);
    let_closed(to, s->L);
    put_steps(to, s, full);
    REQUIRE(fclose(to) == 0);
    return text;
}

char *proof_text_sparse(const mpz_t bits, const mpz_t M, const mpz_t block, const mpz_t keep)
{
    char *text = NULL;
    size_t length;
    FILE *to = open_text(&text, &length);
    fputs("# One layer of block-sparse attention cannot solve 2-Sum: two sets of numbers share a\n"
          "# summary, and the block that differs is not the one that is kept.\n\n",
          to);
    let_z(to, "M", M);
    let_z(to, "block", block);
    let_z(to, "keep", keep);
    let_z(to, "bits", bits);
    fputs("\nT := sparse with M = M, block = block, keep = keep, blocks = keep + 1, bits = bits\n"
          "qed T\n",
          to);
    REQUIRE(fclose(to) == 0);
    return text;
}
