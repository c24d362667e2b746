#include "base/json-read.h"
#include "base/memory.h"
#include "bounds/optimal.h"
#include "bounds/proof-text.h"
#include "cli/bounds-rows.h"
#include "cli/check-script.h"
#include "cli/lesson-evidence.h"
#include "exact/digits.h"

#include <stdio.h>
#include <string.h>

enum { shown_digits = 10000 };

char *lesson_command(const char *before, const char *given, const char *after)
{
    size_t room = strlen(before) + strlen(given) + strlen(after) + 1;
    char *line = memory_new(room, 1);
    snprintf(line, room, "%s%s%s", before, given, after);
    return line;
}

char *lesson_machine_options(const setting *s)
{
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    REQUIRE(to != NULL);
    fprintf(to, "--L %u ", s->L);
    gmp_fprintf(to, "--B %Zd", s->B);
    if (mpz_sgn(s->a) > 0)
        gmp_fprintf(to, " --linear %Zd --state-bits %Zd", s->a, s->S);
    REQUIRE(fclose(to) == 0);
    return text;
}

/* The script through the kernel, told as `strata check` tells it. */
static status replay_script_row(json_t *row, const char *script, error *e)
{
    char *told = NULL;
    size_t length;
    options none = {0};
    FILE *to = open_memstream(&told, &length);
    REQUIRE(to != NULL);
    status s = check_script(to, row, "proof", script, strlen(script), &none, e);
    REQUIRE(fclose(to) == 0);
    memory_free(told);
    if (s != STATUS_OK && json_object_get(row, "reason"))
        return error_set(e, s, "the kernel does not accept the proof at these numbers: %s",
                         json_string_value(json_object_get(row, "reason")));
    if (s == STATUS_LIMIT)
        error_prefix(e, "the numbers of the proof are too long for the kernel");
    return s;
}

/* The command that prints the facts: sizes of the reader's own are not known to `prove`. */
static char *script_command(const lesson_subject *of)
{
    if (!of->given)
        return lesson_command("strata prove ", of->options, "");
    char *text = NULL;
    size_t length;
    const witness *w = &of->sizes;
    FILE *to = open_memstream(&text, &length);
    REQUIRE(to != NULL);
    fprintf(to, "strata lesson %s", of->options);
    const struct {
        const char *name;
        factored_t *list;
        unsigned from, end;
    } lists[] = {{"n", w->n, 1, w->L}, {"x", w->x, 0, w->L}, {"theta", w->theta, 1, w->L}};
    char *number = digits_or_factors(w->m, shown_digits);
    fprintf(to, " --m %s", number);
    memory_free(number);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (unsigned l = lists[i].from; l < lists[i].end; l++) {
            number = digits_or_factors(lists[i].list[l], shown_digits);
            if (l == lists[i].from)
                fprintf(to, " --%s %s", lists[i].name, number);
            else
                fprintf(to, ",%s", number);
            memory_free(number);
        }
    fputs(" --script", to);
    REQUIRE(fclose(to) == 0);
    return text;
}

static void add_facts(names *n, const lesson_subject *of, json_t *row)
{
    static const char *const fields[] = {"facts", "theorem", "audit", "statement"};
    static const char *const called[] = {"facts", "theorem", "audit", "theorem_statement"};
    char *prove = script_command(of);
    char *command = lesson_command(prove, "", " | strata check - --format json");
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        char field[32];
        snprintf(field, sizeof field, "rows[0].%s", fields[i]);
        names_add(n, called[i], json_incref(json_object_get(row, fields[i])), 0, command, field);
    }
    json_t *sizes = json_object_get(json_object_get(row, "theorem"), "n");
    names_add(n, "n", json_incref(sizes), 1, command, "rows[0].theorem.n");
    names_add(n, "prove_command", json_string(prove), 0, "", "");
    names_add(n, "given", json_boolean(of->given), 0, "", "");
    memory_free(command);
    memory_free(prove);
}

/* The proof for the reader's sizes, or for those that stand in the row of bounds, as `check`
 * tells it. */
static status prove_row(json_t *row, char **script, const lesson_subject *of, error *e)
{
    const setting *s = &of->setting;
    witness w;
    witness_init(&w, s->L);
    status result = STATUS_OK;
    if (of->given)
        witness_set(&w, &of->sizes);
    else
        result = optimal_search(&w, s, e);
    if (result == STATUS_OK) {
        *script = proof_text(s, &w, s->L - 1);
        result = replay_script_row(row, *script, e);
    }
    witness_clear(&w);
    return result;
}

status lesson_evidence_proof(names *n, char **script, const lesson_subject *of, error *e)
{
    json_t *rows = json_array();
    *script = NULL;
    status result = bounds_append(rows, ID_OPTIMAL, &of->setting, of->word, e);
    if (result == STATUS_OK) {
        char *command =
            lesson_command("strata bounds ", of->options, " --theorem optimal --format json");
        names_add(n, "optimal", json_incref(json_array_get(rows, 0)), 0, command, "rows[0]");
        memory_free(command);
        json_t *row = json_object();
        result = prove_row(row, script, of, e);
        if (result == STATUS_OK)
            add_facts(n, of, row);
        json_decref(row);
    }
    json_decref(rows);
    return result;
}

/* One full layer with B = 1 on FC(2; 2; 2): x_0 = 1, x_1 = 2, theta_1 = 2. */
status lesson_evidence_smallest(names *n, error *e)
{
    lesson_subject of = {.given = 1};
    setting_init(&of.setting);
    of.setting.L = 2;
    of.setting.kind = THEOREM_1;
    of.setting.last_full = 1;
    mpz_set_ui(of.setting.B, 1);
    witness_init(&of.sizes, 2);
    factored_set_ui(of.sizes.m, 2);
    factored_set_ui(of.sizes.n[1], 2);
    factored_set_ui(of.sizes.x[1], 2);
    factored_set_ui(of.sizes.theta[1], 2);
    of.options = lesson_machine_options(&of.setting);
    char *script = NULL;
    json_t *row = json_object();
    status result = prove_row(row, &script, &of, e);
    if (result == STATUS_OK) {
        char *made = script_command(&of);
        char *command = lesson_command(made, "", " | strata check - --format json");
        names_add(n, "smallest", json_incref(json_object_get(row, "facts")), 0, command,
                  "rows[0].facts");
        memory_free(command);
        memory_free(made);
    }
    json_decref(row);
    memory_free(script);
    memory_free(of.options);
    witness_clear(&of.sizes);
    setting_clear(&of.setting);
    return result;
}
