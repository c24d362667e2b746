#include "cli/check-symbolic.h"

#include "base/json-read.h"
#include "base/json.h"
#include "base/memory.h"
#include "cli/subject.h"
#include "model/network-file.h"
#include "verifier/kernel/statement.h"
#include "verifier/solve.h"

#include <string.h>

/* With --network, or --construction or sizes, the certificate must be about that network. */
static status check_subject(const theorem *proved, const options *o, error *e)
{
    static const char *const naming[] = {"network", "construction", "L", "m", "n"};
    int named = 0;
    for (size_t i = 0; i < sizeof naming / sizeof *naming; i++)
        named |= options_has(o, naming[i]);
    if (!named)
        return STATUS_OK;
    network net;
    char hash[SHA256_HEX];
    TRY(subject_network(&net, o, e));
    network_hash(hash, &net);
    network_clear(&net);
    const char *about = theorem_network(proved) + strlen("network ");
    if (strcmp(hash, about) == 0)
        return STATUS_OK;
    return error_set(e, STATUS_NEGATIVE,
                     "the certificate is for another network (%.16s..., not %.16s...)", about,
                     hash);
}

static status check_text(FILE *to, const char *text, size_t length, const char *path,
                         const options *o, error *e)
{
    theorem *proved = NULL;
    json_error_t where;
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &where);
    if (!root)
        return error_set(e, STATUS_MALFORMED, "%s:%d:%d: %s", path, where.line, where.column,
                         where.text);
    status s = solve_by_lookups(&proved, root, e);
    json_decref(root);
    if (s == STATUS_OK)
        s = check_subject(proved, o, e);
    if (s == STATUS_OK) {
        char hash[SHA256_HEX];
        sha256_hex(hash, text, length);
        char *statement = theorem_to_text(proved);
        fprintf(to, "%s: %s\nTheorem. %s.\nVERIFIED %s\n", path, theorem_network(proved), statement,
                hash);
        memory_free(statement);
    } else {
        error_prefix(e, "%s", path);
    }
    theorem_clear(proved);
    return s;
}

status check_symbolic_file(FILE *to, const char *path, const options *o, error *e)
{
    enum { size_limit = 1 << 28 };
    char *text;
    size_t length;
    TRY(file_read(&text, &length, path, size_limit, e));
    status s = check_text(to, text, length, path, o, e);
    memory_free(text);
    return s;
}
