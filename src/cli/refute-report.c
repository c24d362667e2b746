#include "cli/refute-report.h"

#include "base/json.h"
#include "base/memory.h"
#include "exact/digits.h"
#include "exact/interval.h"
#include "exact/rational.h"
#include "report/table.h"
#include "task/input.h"
#include "verifier/kernel/statement.h"

#include <stdio.h>
#include <string.h>

/* ---- levels
 * ---------------------------------------------------------------------------------------- */

/* What came out stands next to what was promised. */
static const table_column level_columns[] = {
    {"level", "l", NULL, 1},
    {"Z_x", "|Z_{l-1}| <= x", NULL, 1},
    {"I_theta", "|I_{l-1}| >= theta", NULL, 1},
    {"points_P", "points >= P_l", NULL, 1},
    {"frozen_bits", "bits frozen", NULL, 1},
    {"classes", "classes", NULL, 1},
    {"R_of", "|R_l| of |A_{>=l}|", NULL, 1},
    {"share_D", "log2 share >= -D_l", NULL, 1},
};

/* log2(R / of), three decimals, none of them wrong. */
static char *share_text(uint64_t R, uint64_t of)
{
    mpfi_t high, low;
    mpz_t z;
    char *text = NULL;
    if (R == of)
        return memory_copy_string("0.000");
    mpz_init(z);
    for (mpfr_prec_t precision = 128; !text; precision *= 2) {
        REQUIRE(precision <= 1 << 13); /* no ratio of two such numbers is that near a tie */
        mpfi_init2(high, precision);
        mpfi_init2(low, precision);
        integer_set_u64(z, R);
        interval_log2_z(high, z);
        integer_set_u64(z, of);
        interval_log2_z(low, z);
        mpfi_sub(high, high, low);
        text = digits_fixed(high, 3);
        mpfi_clear(high);
        mpfi_clear(low);
    }
    mpz_clear(z);
    return text;
}

static json_t *level_json(const refutation *r, unsigned l)
{
    const decomposition_level *at = &r->levels.level[l];
    const forbidden *f = &r->theorem;
    char *share = share_text(at->R, at->of), *D = integer_to_text(f->D[l]);
    char *P = integer_to_text(f->P[l]);
    json_t *row =
        json_pack("{s:i,s:I,s:I,s:I,s:I,s:I,s:s,s:I,s:I,s:I,s:I,s:s,s:s,s:b}", "level", (int)l, "Z",
                  (json_int_t)at->Z, "x", (json_int_t)f->x[l - 1], "I", (json_int_t)at->I, "theta",
                  (json_int_t)f->theta[l - 1], "points", (json_int_t)at->points, "P", P,
                  "frozen_bits", (json_int_t)at->bits, "classes", (json_int_t)at->classes, "R",
                  (json_int_t)at->R, "of", (json_int_t)at->of, "log2_share", share, "D", D,
                  "keeps_bounds", decomposition_keeps_promise(&r->levels, f, l));
    REQUIRE(row != NULL);
    memory_free(share);
    memory_free(D);
    memory_free(P);
    return row;
}

static json_t *levels_json(const refutation *r)
{
    json_t *rows = json_array();
    for (unsigned l = 1; l <= r->levels.reached; l++)
        json_array_append_new(rows, level_json(r, l));
    return rows;
}

/* ---- both formats
 * ------------------------------------------------------------------------------------ */

static json_t *answer_json(uint64_t answer)
{
    return answer == PROTOCOL_NO_ANSWER ? json_null() : json_integer((json_int_t)answer);
}

static size_t full_layers(const char *word)
{
    size_t count = 0;
    for (; *word; word++)
        count += *word == 'F';
    return count;
}

/* ---- JSON
 * --------------------------------------------------------------------------------------------- */

static void set_theorem(json_t *o, const forbidden *f)
{
    char *statement = f->theorem ? theorem_to_text(f->theorem) : NULL;
    json_object_set_new(o, "theorem_applies", json_boolean(f->theorem != NULL));
    json_object_set_new(o, "theorem",
                        f->theorem ? json_integer((json_int_t)f->number) : json_null());
    json_object_set_new(o, "kernel", statement ? json_string(statement) : json_null());
    json_object_set_new(o, "outside", f->theorem ? json_null() : json_string(f->reason));
    memory_free(statement);
}

static void set_found(json_t *o, const refutation *r, const fc *task)
{
    json_t *inputs = json_array(), *answers = json_array(), *expected = json_array();
    for (size_t k = 0; k < r->inputs; k++) {
        json_array_append_new(inputs, input_to_json(task, r->input[k]));
        json_array_append_new(answers, answer_json(r->answer[k]));
        json_array_append_new(expected, json_integer((json_int_t)r->expected[k]));
    }
    json_object_set_new(o, "inputs", inputs);
    json_object_set_new(o, "answers", answers);
    json_object_set_new(o, "expected", expected);
    char hash[SHA256_HEX];
    if (r->view)
        sha256_hex(hash, r->view, strlen(r->view));
    json_object_set_new(o, "view_sha256", r->view ? json_string(hash) : json_null());
}

char *refute_report_json(const refutation *r, const candidate *c, const char *certificate)
{
    const fc *task = candidate_task(c);
    char name[fc_text_room], hash[SHA256_HEX], *word = candidate_word(c);
    fc_to_text(name, task);
    candidate_hash(hash, c);
    json_t *o = json_object();
    json_object_set_new(o, "refuted", json_boolean(r->method != REFUTE_NOT));
    json_object_set_new(o, "method",
                        r->method == REFUTE_NOT ? json_null()
                                                : json_string(refute_method_names[r->method]));
    json_object_set_new(o, "task", json_string(name));
    json_object_set_new(o, "word", json_string(word));
    json_object_set_new(o, "full_layers", json_integer((json_int_t)full_layers(word)));
    json_object_set_new(o, "B", c->is_protocol ? json_integer((json_int_t)c->p.B) : json_null());
    json_object_set_new(o, "S", c->is_protocol ? json_integer((json_int_t)c->p.S) : json_null());
    set_theorem(o, &r->theorem);
    json_object_set_new(o, "levels", levels_json(r));
    set_found(o, r, task);
    json_object_set_new(o, "tried", json_string(r->tried));
    json_object_set_new(o, "candidate_sha256", json_string(hash));
    json_object_set_new(o, "certificate", certificate ? json_string(certificate) : json_null());
    char *text = json_to_text(o, 0);
    json_decref(o);
    memory_free(word);
    return text;
}

/* ---- text
 * --------------------------------------------------------------------------------------------- */

static void print_candidate(FILE *to, const candidate *c)
{
    typedef unsigned long long ull;
    char name[fc_text_room], *word = candidate_word(c);
    size_t full = full_layers(word), layers = strlen(word);
    fc_to_text(name, candidate_task(c));
    fprintf(to, "%s: %s, ", name, c->is_protocol ? c->p.name : c->net.name);
    if (layers <= 40)
        fprintf(to, "word %s", word);
    else
        fprintf(to, "%zu layers, %zu of them full", layers, full);
    if (c->kind == CANDIDATE_NETWORK)
        fprintf(to, ", in %s", number_choice_name(&c->number));
    if (c->is_protocol)
        fprintf(to, ", B = %llu, S = %llu", (ull)c->p.B, (ull)c->p.S);
    fprintf(to, "\n");
    memory_free(word);
}

static void print_theorem(FILE *to, const forbidden *f)
{
    if (!f->theorem) {
        fprintf(to, "Outside the theorems: %s.\n", f->reason);
        return;
    }
    char *statement = theorem_to_text(f->theorem);
    fprintf(to, "Theorem %u applies. The kernel: %s.\n", f->number, statement);
    memory_free(statement);
}

static void set_pair(json_t *row, const char *field, const char *one, const char *relation,
                     const char *sign, const char *two)
{
    json_object_set_new(row, field, json_sprintf("%s %s %s%s", one, relation, sign, two));
}

static void join_pairs(json_t *row)
{
    static const struct {
        const char *field, *one, *relation, *two;
    } pairs[] = {{"Z_x", "Z", "<=", "x"},
                 {"I_theta", "I", ">=", "theta"},
                 {"points_P", "points", ">=", "P"},
                 {"R_of", "R", "of", "of"},
                 {"share_D", "log2_share", ">=", "D"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        char *text[2];
        const char *names[2] = {pairs[i].one, pairs[i].two};
        for (int k = 0; k < 2; k++) {
            json_t *value = json_object_get(row, names[k]);
            text[k] = json_is_string(value) ? memory_copy_string(json_string_value(value))
                                            : json_dumps(value, JSON_ENCODE_ANY);
        }
        int minus = strcmp(names[1], "D") == 0 && strcmp(text[1], "0") != 0;
        set_pair(row, pairs[i].field, text[0], pairs[i].relation, minus ? "-" : "", text[1]);
        memory_free(text[0]);
        memory_free(text[1]);
    }
}

static void print_levels(FILE *to, const refutation *r)
{
    if (r->levels.reached == 0)
        return;
    json_t *rows = levels_json(r);
    for (size_t i = 0; i < json_array_size(rows); i++)
        join_pairs(json_array_get(rows, i));
    char *table = table_to_text(level_columns, sizeof level_columns / sizeof *level_columns, rows,
                                FORMAT_TEXT);
    fprintf(to, "\nThe proof, executed: what came out at level l, next to what is promised\n%s",
            table);
    memory_free(table);
    json_decref(rows);
}

static void print_input(FILE *to, const refutation *r, const fc *task, size_t k)
{
    json_t *json = input_to_json(task, r->input[k]);
    char *text = json_to_text(json, 1);
    fprintf(to, "  %.*s  needs %llu, ", (int)strcspn(text, "\n"), text,
            (unsigned long long)r->expected[k]);
    if (r->answer[k] == PROTOCOL_NO_ANSWER)
        fprintf(to, "gets no answer\n");
    else
        fprintf(to, "gets %llu%s\n", (unsigned long long)r->answer[k],
                r->answer[k] == r->expected[k] ? "" : ": wrong");
    memory_free(text);
    json_decref(json);
}

static void print_found(FILE *to, const refutation *r, const fc *task)
{
    if (r->inputs == 2) {
        char hash[SHA256_HEX];
        sha256_hex(hash, r->view, strlen(r->view));
        fprintf(
            to,
            "\nTwo inputs that player -1 cannot tell apart (what it knows has SHA-256 %.16s...), "
            "but that need different answers:\n",
            hash);
    } else if (r->inputs == 1) {
        fprintf(
            to, "\nOne input that is answered wrongly%s:\n",
            r->theorem.theorem
                ? " (by the theorem there are two that player -1 cannot tell apart; the search did not meet them)"
                : " (no theorem applies, so one is all that is sought)");
    }
    for (size_t k = 0; k < r->inputs; k++)
        print_input(to, r, task, k);
}

char *refute_report_text(const refutation *r, const candidate *c, const char *certificate)
{
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    REQUIRE(to != NULL);
    print_candidate(to, c);
    print_theorem(to, &r->theorem);
    print_levels(to, r);
    print_found(to, r, candidate_task(c));
    fprintf(to, "\nMethod: %s (%s).\n",
            r->method == REFUTE_NOT ? "search, which found nothing"
                                    : refute_method_names[r->method],
            r->tried);
    if (certificate)
        fprintf(to, "Certificate: %s (`strata check` runs it again).\n", certificate);
    fprintf(to, "%s\n", r->method == REFUTE_NOT ? "NOT REFUTED" : "REFUTED");
    REQUIRE(fclose(to) == 0);
    return text;
}
