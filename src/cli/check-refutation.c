#include "cli/check-refutation.h"

#include "base/json-read.h"
#include "base/memory.h"

static void report(FILE *to, const char *path, const refutation_checked *said)
{
    fprintf(to, "%s: the candidate with SHA-256 %s (word %.80s) does not solve %s\n", path,
            said->candidate_sha256, said->word, said->task);
    if (said->inputs == 2)
        fprintf(to, "run again: on both inputs player -1 knows the same, but they need different "
                    "answers\n");
    else
        fprintf(to, "run again: its answer on the input is wrong\n");
    if (said->statement)
        fprintf(to, "kernel: %s\n", said->statement);
    else
        fprintf(to, "no theorem is claimed for this word and these sizes\n");
}

status check_refutation(FILE *to, const char *path, const options *o, error *e)
{
    enum { size_limit = 1 << 28 };
    static const char *const naming[] = {"network", "construction", "L", "m", "n"};
    for (size_t i = 0; i < sizeof naming / sizeof *naming; i++)
        if (options_has(o, naming[i]))
            return error_set(e, STATUS_USAGE, "--%s: a refutation says itself whom it refutes",
                             naming[i]);
    char *text, hash[SHA256_HEX];
    size_t length;
    json_error_t where;
    refutation_checked said;
    TRY(file_read(&text, &length, path, size_limit, e));
    sha256_hex(hash, text, length);
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &where);
    memory_free(text);
    if (!root)
        return error_set(e, STATUS_MALFORMED, "%s:%d:%d: %s", path, where.line, where.column,
                         where.text);
    status s = refutation_check(&said, root, e);
    json_decref(root);
    if (s == STATUS_OK) {
        report(to, path, &said);
        fprintf(to, "VERIFIED %s\n", hash);
    } else {
        error_prefix(e, "%s", path);
    }
    refutation_checked_clear(&said);
    return s;
}
