/* Each file says in its "format" what it is; a row of the table below says who checks it. */
#include "base/file.h"
#include "base/json-read.h"
#include "base/json.h"
#include "base/memory.h"
#include "cli/check-exhaustive.h"
#include "cli/check-symbolic.h"
#include "cli/commands.h"
#include "cli/subject.h"

#include <stdio.h>
#include <string.h>

static const option_rule rules[] = {
    TASK_OPTIONS,
    NETWORK_OPTIONS,
    CHECK_EXHAUSTIVE_OPTIONS,
    {NULL, NULL, NULL},
};

typedef struct checker {
    const char *format;
    /* Writes what there is to say, its last line being the verdict, to `to`. */
    status (*check)(FILE *to, const char *path, const options *o, error *e);
} checker;

static const checker checkers[] = {
    {EXHAUSTIVE_CERTIFICATE_FORMAT, check_exhaustive},
    {SYMBOLIC_CERTIFICATE_FORMAT, check_symbolic_file},
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

/* One file: its words go to `to`; one that does not hold is INVALID, with the reason. */
static status check_file(FILE *to, const char *path, const options *o, error *e)
{
    const checker *by;
    TRY(find_checker(&by, path, e));
    status s = by->check(to, path, o, e);
    if (s == STATUS_NEGATIVE && e->message[0]) {
        fprintf(to, "%s\nINVALID\n", e->message);
        e->message[0] = '\0';
    }
    return s;
}

status command_check(int count, char *const *arguments, error *e)
{
    options o;
    TRY(options_parse(&o, rules, 1, count, arguments, e));
    if (options_has(&o, "help")) {
        options_help(
            "strata check FILE... [OPTIONS]",
            "Checks certificates (docs/verification.md). The last line for each is VERIFIED\n"
            "with the SHA-256 of the file, REFUTED, INVALID, or SAMPLED with the number of\n"
            "inputs run again when that was not all of them. With --network, or\n"
            "--construction and sizes, a certificate must be about that network.\n"
            "Exit code 0 = valid, 1 = invalid or a refutation, 3 = not a certificate.",
            rules,
            "  strata check fc224.json\n"
            "  strata check fc224.json --rerun all --L 2 --m 2 --n 4\n");
        return STATUS_OK;
    }
    if (o.files == 0)
        return error_set(e, STATUS_USAGE, "which file? strata check FILE...");
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    REQUIRE(to != NULL);
    status worst = STATUS_OK;
    for (size_t i = 0; i < o.files && worst <= STATUS_NEGATIVE; i++) {
        status s = check_file(to, o.file[i], &o, e);
        worst = s > worst ? s : worst;
    }
    REQUIRE(fclose(to) == 0);
    status printed = length ? subject_print(&o, text, e) : STATUS_OK;
    memory_free(text);
    return printed != STATUS_OK ? printed : worst;
}
