#include "cli/check-symbolic.h"

#include "base/json-read.h"
#include "base/json.h"
#include "base/memory.h"
#include "cli/subject.h"
#include "model/network-file.h"
#include "verifier/check-symbolic.h"

#include <string.h>

/* With --network, or --construction or sizes, the certificate must be about that network. */
static status check_subject(const symbolic_theorem *proved, const options *o, error *e)
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
    if (strcmp(hash, proved->network_sha256) == 0)
        return STATUS_OK;
    return error_set(e, STATUS_NEGATIVE,
                     "the certificate is for another network (%.16s..., not %.16s...)",
                     proved->network_sha256, hash);
}

static status check_text(FILE *to, const char *text, size_t length, const char *path,
                         const options *o, error *e)
{
    symbolic_theorem proved;
    json_error_t where;
    char hash[SHA256_HEX], task[fc_text_room];
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &where);
    if (!root)
        return error_set(e, STATUS_MALFORMED, "%s:%d:%d: %s", path, where.line, where.column,
                         where.text);
    status s = check_symbolic(&proved, root, e);
    json_decref(root);
    if (s == STATUS_OK)
        s = check_subject(&proved, o, e);
    if (s != STATUS_OK) {
        error_prefix(e, "%s", path);
        return s;
    }
    sha256_hex(hash, text, length);
    fc_to_text(task, &proved.task);
    fprintf(to, "%s: the network with SHA-256 %s answers all inputs of %s rightly\n", path,
            proved.network_sha256, task);
    fprintf(to, "VERIFIED %s\n", hash);
    return STATUS_OK;
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
