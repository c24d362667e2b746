#include "cli/separate-report.h"

#include "base/json-read.h"
#include "base/memory.h"
#include "bounds/proof-text.h"
#include "exact/digits.h"
#include "exact/rational.h"
#include "verifier/kernel/statement.h"

#include <stdio.h>
#include <string.h>

enum { decimals = 3, digits_shown = 40 };

const table_column separate_columns[] = {
    {"L", "L", "$L$", 1},
    {"word_solves", "solves", NULL, 0},
    {"word_fails", "fails", NULL, 0},
    {"tokens", "tokens", NULL, 1},
    {"log2_n", "log2 n", "$\\log_2 n$", 1},
    {"m", "m", "$m$", 1},
    {"sizes", "n_l", "$n_l$", 1},
    {"construction", "construction", NULL, 0},
    {"d", "d", "$d$", 1},
    {"P", "P", "$P$", 1},
    {"B", "B", "$B$", 1},
    {"S", "S", "$S$", 1},
};
const size_t separate_column_count = sizeof separate_columns / sizeof *separate_columns;

/* ---- words ------------------------------------------------------------------------------ */

/* FFF, or RFF: the linear layer comes first. */
static char *word_solves(const separation *found)
{
    unsigned L = found->s.L;
    char *word = memory_new(L + 2, 1);
    memset(word, 'F', L + 1);
    if (found->keys == KEYS_HYBRID)
        word[0] = 'R';
    return word;
}

/* "F", or "F and 28 R in any order" */
static char *word_fails(const separation *found)
{
    unsigned full = found->s.kind == THEOREM_3 ? found->s.L : found->s.L - 1;
    char *a = integer_to_text(found->s.a), *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    REQUIRE(to != NULL);
    for (unsigned i = 0; i < full; i++)
        fputc('F', to);
    if (mpz_sgn(found->s.a) > 0)
        fprintf(to, "%s%s R%s", full ? " and " : "", a, full ? " in any order" : "");
    REQUIRE(fclose(to) == 0);
    memory_free(a);
    return text;
}

static char *tokens_text(const separation *found, int logarithm)
{
    factored_sum_t n;
    factored_sum_init(n);
    factored_sum_add_z(n, found->tokens);
    char *text = logarithm ? digits_log2(n, decimals) : digits_value(n, digits_shown);
    factored_sum_clear(n);
    return text;
}

static const char *construction_name(const separation *found)
{
    return found->keys == KEYS_HYBRID ? "hybrid-linear" : kernel_keys_names[found->keys];
}

/* ---- the script --------------------------------------------------------------------------- */

static void put_prefixed(FILE *to, const char *first, const char *text)
{
    fprintf(to, "# %s", first);
    for (; *text; text++) {
        fputc(*text, to);
        if (*text == '\n')
            fputs("# ", to);
    }
    fputc('\n', to);
}

static void put_field(FILE *to, const char *name, char *value) /* frees value */
{
    if (value[0])
        fprintf(to, "#   %-11s%s\n", name, value);
    memory_free(value);
}

static char *sentence(const char *format, char *one, char *two) /* frees both */
{
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    REQUIRE(to != NULL);
    REQUIRE(fprintf(to, format, one, two) >= 0 && fclose(to) == 0);
    memory_free(one);
    memory_free(two);
    return text;
}

/* "--L 2 --m 10 --n 1" */
static void put_sizes(FILE *to, const separation *found)
{
    char *m = digits_or_factors(found->w.m, digits_shown);
    fprintf(to, "--L %u --m %s", found->s.L, m);
    memory_free(m);
    for (unsigned l = 1; l < found->s.L; l++) {
        char *n = digits_or_factors(found->w.n[l], digits_shown);
        fprintf(to, "%s%s", l > 1 ? "," : " --n ", n);
        memory_free(n);
    }
}

static void put_recheck(FILE *to, const separation *found)
{
    fputs("#   re-check   strata check THIS-FILE\n", to);
    if (mpz_cmp_ui(found->tokens, separation_built_tokens) > 0 || found->keys == KEYS_HYBRID)
        return;
    fputs("#              strata verify ", to);
    put_sizes(to, found);
    fprintf(to, " --construction %s --mode symbolic --number fixed:%lu\n", construction_name(found),
            found->P);
}

static char *prose(const separation *found, const separation_question *q, const char *cert)
{
    char *text = NULL, *statement = theorem_to_text(found->proved);
    size_t length;
    FILE *to = open_memstream(&text, &length);
    REQUIRE(to != NULL);
    put_prefixed(to, "Theorem. ", statement);
    fputs("#\n", to);
    put_field(to, "tokens", sentence("%s = 2^%s", tokens_text(found, 0), tokens_text(found, 1)));
    put_field(to, "solves", word_solves(found));
    put_field(to, "fails", word_fails(found));
    put_field(to, "budget",
              sentence(mpz_sgn(found->s.S) ? "B = d*P = %s, S = d*(d+1)*P = %s" : "B = d*P = %s",
                       integer_to_text(found->s.B), integer_to_text(found->s.S)));
    put_field(
        to, "how",
        memory_copy_string(cert ? "the network was built; its certificate lies beside this file"
                                : "the network by the lemma about its construction"));
    put_field(to, "not less", separation_limit(found, q, 1, 0));
    put_field(to, "", separation_limit(found, q, 0, 1));
    put_recheck(to, found);
    REQUIRE(fclose(to) == 0);
    memory_free(statement);
    return text;
}

char *separate_script(const separation *found, const separation_question *q, const char *cert)
{
    proof_network net = {kernel_keys_names[found->keys], found->d, found->P, cert};
    char *top = prose(found, q, cert);
    char *text = proof_text_separation(&found->s, &found->w, &net, top);
    memory_free(top);
    return text;
}

/* ---- the row --------------------------------------------------------------------------------- */

static void set_text(json_t *row, const char *field, char *text) /* frees text */
{
    json_object_set_new(row, field, json_string(text));
    memory_free(text);
}

static json_t *sizes_json(const separation *found)
{
    json_t *list = json_array();
    for (unsigned l = 1; l < found->s.L; l++) {
        char *n = digits_or_factors(found->w.n[l], 10000);
        json_array_append_new(list, json_string(n));
        memory_free(n);
    }
    return list;
}

json_t *separate_json(const separation *found, const separation_question *q, const char *cert,
                      const char *script)
{
    json_t *row =
        json_pack("{s:i,s:s,s:I,s:I,s:s?,s:s}", "L", (int)found->s.L, "construction",
                  construction_name(found), "d", (json_int_t)found->d, "P", (json_int_t)found->P,
                  "certificate", cert, "method", cert ? "symbolic" : "parametric");
    REQUIRE(row != NULL);
    set_text(row, "n", integer_to_text(found->tokens));
    set_text(row, "tokens", tokens_text(found, 0));
    set_text(row, "log2_n", tokens_text(found, 1));
    set_text(row, "m", digits_or_factors(found->w.m, 10000));
    json_object_set_new(row, "sizes", sizes_json(found));
    set_text(row, "a", integer_to_text(found->s.a));
    set_text(row, "B", integer_to_text(found->s.B));
    set_text(row, "S", integer_to_text(found->s.S));
    set_text(row, "word_solves", word_solves(found));
    set_text(row, "word_fails", word_fails(found));
    set_text(row, "theorem", theorem_to_text(found->proved));
    json_t *limits = json_array();
    for (int less_d = 1; less_d >= 0; less_d--) {
        char *limit = separation_limit(found, q, less_d, !less_d);
        if (limit[0])
            json_array_append_new(limits, json_string(limit));
        memory_free(limit);
    }
    json_object_set_new(row, "limited_by", limits);
    json_object_set_new(row, "script", json_string(script));
    return row;
}
