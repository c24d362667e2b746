#include "base/json-read.h"
#include "base/memory.h"
#include "bounds/optimal.h"
#include "bounds/proof-text.h"
#include "cli/bounds-rows.h"
#include "cli/check-script.h"
#include "cli/lesson-evidence.h"

#include <stdio.h>
#include <string.h>

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
    if (s != STATUS_OK)
        return error_set(e, STATUS_LIMIT,
                         "the kernel does not accept the proof at these numbers: %s",
                         json_string_value(json_object_get(row, "reason")));
    return STATUS_OK;
}

static void add_facts(names *n, const lesson_subject *of, json_t *row)
{
    char *command = lesson_command("strata prove ", of->options, " | strata check - --format json");
    static const char *const fields[] = {"facts", "theorem", "audit"};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        char field[32];
        snprintf(field, sizeof field, "rows[0].%s", fields[i]);
        names_add(n, fields[i], json_incref(json_object_get(row, fields[i])), 0, command, field);
    }
    names_add(n, "theorem_statement", json_incref(json_object_get(row, "statement")), 0, command,
              "rows[0].statement");
    char *prove = lesson_command("strata prove ", of->options, "");
    names_add(n, "prove_command", json_string(prove), 0, "", "");
    memory_free(prove);
    json_t *theorem_row = json_object_get(row, "theorem");
    names_add(n, "n", json_incref(json_object_get(theorem_row, "n")), 1, command,
              "rows[0].theorem.n");
    memory_free(command);
}

/* The facts of the proof for the witness that stands in the row of bounds. */
static status add_proof(names *n, char **script, const lesson_subject *of, error *e)
{
    const setting *s = &of->setting;
    witness w;
    witness_init(&w, s->L);
    status result = optimal_search(&w, s, e);
    if (result == STATUS_OK) {
        json_t *row = json_object();
        *script = proof_text(s, &w, s->L - 1);
        result = replay_script_row(row, *script, e);
        if (result == STATUS_OK)
            add_facts(n, of, row);
        json_decref(row);
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
        result = add_proof(n, script, of, e);
    }
    json_decref(rows);
    return result;
}
