/* A file that opens a brace is a certificate and says in its "format" which kind; a row of the
 * table below says who checks it. Any other file is a proof script. */
#include "base/file.h"
#include "base/json-read.h"
#include "base/json.h"
#include "base/memory.h"
#include "cli/check-exhaustive.h"
#include "cli/check-refutation.h"
#include "cli/check-script.h"
#include "cli/check-symbolic.h"
#include "cli/commands.h"
#include "cli/subject.h"
#include "verifier/script/script.h"

#include <stdio.h>
#include <string.h>

static const option_rule rules[] = {
    TASK_OPTIONS,         NETWORK_OPTIONS,    CHECK_EXHAUSTIVE_OPTIONS,
    CHECK_SCRIPT_OPTIONS, {NULL, NULL, NULL},
};

static void print_help(void)
{
    options_help(
        "strata check FILE... [OPTIONS]",
        "Replays proof scripts (docs/proof-scripts.md) through the kernel, printing every fact,\n"
        "and checks certificates (docs/verification.md). The last line for each file is VERIFIED\n"
        "with its SHA-256, REFUTED, INVALID, UNDECIDED, or SAMPLED with the number of inputs run\n"
        "again when that was not all of them. With --network, or --construction and sizes, a\n"
        "certificate must be about that network. - is a proof script on standard input.\n"
        "Exit code 0 = valid, 1 = invalid or a refutation, 3 = neither script nor certificate,\n"
        "4 = undecided or beyond limits.",
        rules,
        "  strata check depth2.proof --audit\n"
        "  strata prove --L 2 --H 8 --d 64 --p 16 --linear 28 | strata check -\n"
        "  strata check fc224.json --rerun all --L 2 --m 2 --n 4\n");
}

/* ---- certificates ------------------------------------------------------------------------ */

typedef struct checker {
    const char *format;
    /* Writes what there is to say, its last line being the verdict, to `to`. */
    status (*check)(FILE *to, const char *path, const options *o, error *e);
} checker;

static const checker checkers[] = {
    {EXHAUSTIVE_CERTIFICATE_FORMAT, check_exhaustive},
    {SYMBOLIC_CERTIFICATE_FORMAT, check_symbolic_file},
    {REFUTATION_CERTIFICATE_FORMAT, check_refutation},
};

static status find_checker(const checker **found, const char *path, error *e)
{
    json_t *root;
    TRY(json_read_file(&root, path, e));
    const char *format = json_string_value(json_object_get(root, "format"));
    *found = NULL;
    for (size_t i = 0; format && i < sizeof checkers / sizeof *checkers; i++)
        if (strcmp(checkers[i].format, format) == 0)
            *found = &checkers[i];
    status s = STATUS_OK;
    if (!*found)
        s = error_set(e, STATUS_MALFORMED, "%s: \"format\" names no kind of certificate%s%.60s",
                      path, format ? ": " : "", format ? format : "");
    json_decref(root);
    return s;
}

/* A certificate that does not hold is INVALID, with the reason. */
static status check_certificate(FILE *to, const char *path, const options *o, error *e)
{
    const checker *by;
    if (strcmp(path, "-") == 0)
        return error_set(e, STATUS_MALFORMED,
                         "standard input: a certificate must be in a file of its own");
    TRY(find_checker(&by, path, e));
    status s = by->check(to, path, o, e);
    if (s == STATUS_NEGATIVE && e->message[0]) {
        fprintf(to, "%s\nINVALID\n", e->message);
        e->message[0] = '\0';
    }
    return s;
}

/* ---- files ------------------------------------------------------------------------------- */

/* 1 if the first thing in the file is a brace; the rest of a certificate may be large. */
static int opens_brace(const char *path)
{
    FILE *from = strcmp(path, "-") == 0 ? NULL : fopen(path, "r");
    int first = ' ';
    while (from && (first == ' ' || first == '\n' || first == '\t' || first == '\r'))
        first = fgetc(from);
    if (from)
        fclose(from);
    return first == '{' || first == '[';
}

static status check_file(FILE *to, json_t *row, const char *path, const options *o, error *e)
{
    if (opens_brace(path))
        return check_certificate(to, path, o, e);
    char *text;
    size_t length;
    TRY(file_read(&text, &length, path, script_max_bytes, e));
    status s =
        check_script(to, row, strcmp(path, "-") == 0 ? "standard input" : path, text, length, o, e);
    memory_free(text);
    return s;
}

/* The last line of what was said about a file, without its newline. */
static void last_line(char *line, size_t room, const char *text)
{
    size_t end = strlen(text);
    end -= end && text[end - 1] == '\n';
    size_t start = end;
    while (start && text[start - 1] != '\n')
        start--;
    snprintf(line, room, "%.*s", (int)(end - start), text + start);
}

/* One file: its words to `to` (with --quiet the verdict only), the same as a row. */
static status report_file(FILE *to, json_t *rows, const char *path, const options *o, char *verdict,
                          size_t room, error *e)
{
    char *text = NULL;
    size_t length;
    FILE *words = open_memstream(&text, &length);
    REQUIRE(words != NULL);
    json_t *row = json_object();
    json_array_append_new(rows, row);
    json_object_set_new(row, "file", json_string(path));
    status s = check_file(words, row, path, o, e);
    REQUIRE(fclose(words) == 0);
    last_line(verdict, room, text);
    if (options_has(o, "quiet") && length)
        fprintf(to, "%s\n", verdict);
    else
        fputs(text, to);
    memory_free(text);
    json_object_set_new(row, "verified",
                        json_boolean(s == STATUS_OK && strncmp(verdict, "VERIFIED", 8) == 0));
    json_object_set_new(row, "verdict", json_stringn(verdict, strcspn(verdict, " ")));
    return s;
}

/* All files; the worst of their fates is the command's, and its last line. */
static status report_files(FILE *to, json_t *rows, const options *o, error *e)
{
    status worst = STATUS_OK, s = STATUS_OK;
    char verdict[128] = "", worst_verdict[128] = "";
    for (size_t i = 0; i < o->files && !e->message[0]; i++) {
        if (o->files > 1 && !options_has(o, "quiet"))
            fprintf(to, "%s== %s\n", i ? "\n" : "", o->file[i]);
        s = report_file(to, rows, o->file[i], o, verdict, sizeof verdict, e);
        if (s > worst) {
            worst = s;
            memcpy(worst_verdict, verdict, sizeof verdict);
        }
    }
    if (worst != s && !options_has(o, "quiet"))
        fprintf(to, "\nNot every file holds.\n");
    if (worst != s)
        fprintf(to, "%s\n", worst_verdict);
    return worst;
}

static char *to_json(json_t *rows)
{
    json_t *object = json_object(), *row;
    size_t i;
    int all = 1;
    json_array_foreach(rows, i, row) all = all && json_is_true(json_object_get(row, "verified"));
    json_object_set_new(object, "verified", json_boolean(all));
    json_object_set(object, "rows", rows);
    char *text = json_to_text(object, 0);
    json_decref(object);
    return text;
}

status command_check(int count, char *const *arguments, error *e)
{
    options o;
    report_format format;
    TRY(options_parse(&o, rules, 1, count, arguments, e));
    if (options_has(&o, "help")) {
        print_help();
        return STATUS_OK;
    }
    TRY(options_format(&format, &o, e));
    if (format != FORMAT_TEXT && format != FORMAT_JSON)
        return error_set(e, STATUS_USAGE, "--format: check prints text or json");
    if (o.files == 0)
        return error_set(e, STATUS_USAGE, "which file? strata check FILE...");
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    REQUIRE(to != NULL);
    json_t *rows = json_array();
    status s = report_files(to, rows, &o, e);
    REQUIRE(fclose(to) == 0);
    status printed = STATUS_OK;
    if (!e->message[0]) { /* otherwise one line on standard error says it all */
        char *json = format == FORMAT_JSON ? to_json(rows) : NULL;
        printed = subject_print(&o, json ? json : text, e);
        memory_free(json);
    }
    json_decref(rows);
    memory_free(text);
    return printed != STATUS_OK ? printed : s;
}
