#include "base/file.h"
#include "base/json-read.h"
#include "base/json.h"
#include "base/memory.h"
#include "bounds/optimal.h"
#include "cli/commands.h"
#include "cli/machine.h"
#include "cli/separate-report.h"
#include "cli/subject.h"

#include <stdio.h>
#include <string.h>

static const option_rule rules[] = {
    {"L", "L", "composition depth"},
    {"linear", "A", "linear layers of those who fail, beside L-1 full ones (default 0)"},
    {"full-only", NULL, "instead: L full layers fail (Theorem 3)"},
    {"construction", "NAME", "quadratic, binary, hybrid or any (default any)"},
    {"P", "P", "bits per number, in fixed:P (default: any)"},
    {"d", "D", "head dimension (default: any)"},
    {"parametric", NULL, "never build the network, take the lemma about its construction"},
    {"script", "FILE", "write the proof script there, and the certificate beside it"},
    {"cert", "FILE", "the certificate's file instead of the script's name with .cert"},
    {NULL, NULL, NULL},
};

static void print_help(void)
{
    options_help(
        "strata separate --L L [--linear A] [OPTIONS]",
        "The theorem of the project at one size: finds the shortest prompt at which a network of\n"
        "L+1 full layers (hybrid: 1 linear and L full) with one head of dimension d in fixed:P\n"
        "is right on every input, and no network of L-1 full and A linear layers of the same d\n"
        "and P is. Prints a proof script with both halves and the theorem on top, for\n"
        "`strata check`. With --out or --script FILE a network that can be built is built, and\n"
        "its certificate is written beside the script. Exit code 4 if nothing is found.",
        rules,
        "  strata separate --L 2 --linear 0 | strata check -\n"
        "  strata separate --L 2 --linear 28 --format json\n"
        "  strata separate --L 2 --linear 1 --construction hybrid --out hybrid.proof\n"
        "  strata separate --L 2 --out smallest.proof && strata check smallest.proof\n"
        "  strata separate --L 3 --linear 28 --format markdown\n");
}

/* ---- what is asked ---------------------------------------------------------------------- */

static status parse_keys(int *keys, const options *o, error *e)
{
    const char *name = options_get(o, "construction", "any");
    *keys = separation_any;
    if (strcmp(name, "any") == 0)
        return STATUS_OK;
    for (int i = 0; i < keys_count; i++)
        if (strcmp(name, kernel_keys_names[i]) == 0)
            *keys = i;
    if (*keys != separation_any)
        return STATUS_OK;
    return error_set(e, STATUS_USAGE,
                     "--construction: expected quadratic, binary, hybrid or any, got '%.40s'",
                     name);
}

static status parse_question(separation_question *q, mpz_t a, const options *o, error *e)
{
    enum { most_P = 4096, most_d = 1 << 20 };
    unsigned last;
    uint64_t value;
    TRY(machine_levels(&q->L, &last, o, e));
    if (q->L != last)
        return error_set(e, STATUS_USAGE, "--L: one theorem is about one L");
    if (q->L > optimal_levels)
        return error_set(e, STATUS_LIMIT, "--L: sizes are searched up to L = %d", optimal_levels);
    if (options_has(o, "linear"))
        TRY(machine_number(a, o, "linear", 0, e));
    q->a = a;
    q->full_only = options_has(o, "full-only");
    if (q->full_only && mpz_sgn(a) > 0)
        return error_set(e, STATUS_USAGE, "--full-only is about full layers alone");
    if (q->L == 1 && (mpz_sgn(a) == 0 || q->full_only))
        return error_set(e, STATUS_USAGE, "--L 1 needs linear layers: --linear 1");
    TRY(parse_keys(&q->keys, o, e));
    TRY(options_u64(&value, o, "P", 0, most_P, e));
    if (options_has(o, "P") && value == 0)
        return error_set(e, STATUS_USAGE, "--P: at least 1");
    q->P = (unsigned long)value;
    TRY(options_u64(&value, o, "d", 0, most_d, e));
    if (options_has(o, "d") && value == 0)
        return error_set(e, STATUS_USAGE, "--d: at least 1");
    q->d = (unsigned long)value;
    return STATUS_OK;
}

/* ---- files ---------------------------------------------------------------------------------- */

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* "dir/name.proof" -> "dir/name.cert" */
static char *certificate_path(const char *script)
{
    const char *base = base_name(script), *dot = strrchr(base, '.');
    size_t stem = dot && dot != base ? (size_t)(dot - script) : strlen(script);
    char *path = memory_new(stem + sizeof ".cert", 1);
    snprintf(path, stem + sizeof ".cert", "%.*s.cert", (int)stem, script);
    return path;
}

/* The script names its certificate by file name alone, so the two must lie side by side. */
static status choose_certificate(char **path, const char *script, const options *o, error *e)
{
    const char *given = options_get(o, "cert", NULL);
    *path = given ? memory_copy_string(given) : certificate_path(script);
    size_t folder = (size_t)(base_name(script) - script);
    if ((size_t)(base_name(*path) - *path) == folder && strncmp(*path, script, folder) == 0 &&
        strcmp(*path, script) != 0)
        return STATUS_OK;
    memory_free(*path);
    *path = NULL;
    return error_set(e, STATUS_USAGE, "--cert: a file of its own beside the script");
}

/* Where the script goes, NULL if it is only printed. */
static const char *script_path(const options *o, report_format format)
{
    const char *out = options_get(o, "out", NULL);
    if (options_has(o, "script"))
        return options_get(o, "script", NULL);
    return format == FORMAT_TEXT && out && strcmp(out, "-") != 0 ? out : NULL;
}

static status write_files(const separation *found, const char *cert, const char *script,
                          const options *o, error *e)
{
    if (cert)
        TRY(file_write(cert, found->certificate, strlen(found->certificate), e));
    if (options_has(o, "script"))
        TRY(file_write(options_get(o, "script", NULL), script, strlen(script), e));
    return STATUS_OK;
}

/* ---- the command ------------------------------------------------------------------------------
 */

static status print(const separation *found, const separation_question *q, const char *cert,
                    const char *script, const options *o, report_format format, error *e)
{
    if (format == FORMAT_TEXT)
        return subject_print(o, script, e);
    json_t *row = separate_json(found, q, cert, script);
    json_t *rows = json_pack("[O]", row);
    char *text = format == FORMAT_JSON
                     ? json_to_text(row, 0)
                     : table_to_text(separate_columns, separate_column_count, rows, format);
    status result = subject_print(o, text, e);
    memory_free(text);
    json_decref(rows);
    json_decref(row);
    return result;
}

/* A certificate if there is a file for it and a network to be had, else the lemma. */
static status build(separation *found, char **cert, const options *o, report_format format,
                    error *e)
{
    const char *path = script_path(o, format);
    error why = {""};
    if (!path || options_has(o, "parametric")) {
        if (options_has(o, "cert"))
            return error_set(e, STATUS_USAGE, "--cert needs --script, and no --parametric");
        return STATUS_OK;
    }
    TRY(choose_certificate(cert, path, o, e));
    status result = separation_build(found, &why);
    if (result == STATUS_OK)
        return result;
    memory_free(*cert);
    *cert = NULL;
    if (result == STATUS_LIMIT && !options_has(o, "cert"))
        return STATUS_OK;
    return error_set(e, result, "--cert: %s", why.message);
}

static status run(const separation_question *q, const options *o, report_format format, error *e)
{
    separation found;
    char *cert = NULL;
    separation_init(&found, q);
    status result = separation_search(&found, q, e);
    if (result == STATUS_OK)
        result = build(&found, &cert, o, format, e);
    if (result == STATUS_OK) {
        const char *beside = cert ? base_name(cert) : NULL;
        char *script = separate_script(&found, q, beside);
        result = write_files(&found, cert, script, o, e);
        if (result == STATUS_OK)
            result = print(&found, q, beside, script, o, format, e);
        memory_free(script);
    }
    memory_free(cert);
    separation_clear(&found);
    return result;
}

status command_separate(int count, char *const *arguments, error *e)
{
    options o;
    report_format format;
    separation_question q = {0};
    TRY(options_parse(&o, rules, 0, count, arguments, e));
    if (options_has(&o, "help")) {
        print_help();
        return STATUS_OK;
    }
    TRY(options_format(&format, &o, e));
    if (format == FORMAT_SVG)
        return error_set(e, STATUS_USAGE, "--format svg: `strata regime` draws the pictures");
    mpz_t a;
    mpz_init(a);
    status result = parse_question(&q, a, &o, e);
    if (result == STATUS_OK)
        result = run(&q, &o, format, e);
    mpz_clear(a);
    return result;
}
