#include "base/json.h"

#include "base/file.h"
#include "base/memory.h"

#include <string.h>

enum { json_file_limit = 1 << 28 };

status json_read_file(json_t **root, const char *path, error *e)
{
    char *text;
    size_t length;
    status result = file_read(&text, &length, path, json_file_limit, e);
    if (result != STATUS_OK)
        return result;
    json_error_t where;
    *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &where);
    memory_free(text);
    if (!*root)
        return error_set(e, STATUS_MALFORMED, "%s:%d:%d: %s", path, where.line, where.column,
                         where.text);
    return STATUS_OK;
}

char *json_to_text(const json_t *root, int compact)
{
    size_t style = compact ? JSON_COMPACT : JSON_INDENT(2);
    char *text = json_dumps(root, style | JSON_ENSURE_ASCII);
    REQUIRE(text != NULL);
    size_t length = strlen(text);
    text = memory_resize(text, length + 2, 1);
    memcpy(text + length, "\n", 2);
    return text;
}
