#include "bounds/models.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { column_count = 10, model_limit = 10000 };

static const char *const column_name[column_count] = {
    "model",    "layers",  "full_layers",         "linear_layers", "heads",
    "head_dim", "variant", "state_entries_total", "context",       "source",
};
enum { MODEL, LAYERS, FULL, LINEAR, HEADS, HEAD_DIM, VARIANT, STATE, CONTEXT, SOURCE };

typedef struct reader {
    const char *at, *where;
    unsigned long line;
} reader;

typedef struct record {
    size_t count;
    char *cell[2 * column_count];
} record;

/* ---- CSV ----------------------------------------------------------------------------- */

static void record_clear(record *r)
{
    for (size_t i = 0; i < r->count; i++)
        memory_free(r->cell[i]);
    r->count = 0;
}

/* One cell; quotes are removed, doubled quotes inside quotes stand for one. */
static status read_cell(char **cell, reader *in, error *e)
{
    size_t used = 0, rest = strcspn(in->at, "\n");
    int quoted = *in->at == '"';
    char *text = memory_new(strlen(in->at) + 1, 1);
    if (!quoted) {
        size_t length = strcspn(in->at, ",\r\n");
        memcpy(text, in->at, length);
        in->at += length;
        *cell = memory_copy_string(text);
        memory_free(text);
        return STATUS_OK;
    }
    const char *s = in->at + 1;
    while (*s && (*s != '"' || s[1] == '"')) {
        s += *s == '"';
        text[used++] = *s++;
    }
    int closed = *s == '"' && (size_t)(s - in->at) < rest;
    in->at = closed ? s + 1 : s;
    *cell = memory_copy_string(text);
    memory_free(text);
    if (!closed)
        return error_set(e, STATUS_MALFORMED, "%s:%lu: a quote is not closed", in->where, in->line);
    return STATUS_OK;
}

static status read_record(record *r, reader *in, error *e)
{
    r->count = 0;
    for (;;) {
        if (r->count == sizeof r->cell / sizeof *r->cell)
            return error_set(e, STATUS_MALFORMED, "%s:%lu: too many columns", in->where, in->line);
        status result = read_cell(&r->cell[r->count++], in, e);
        if (result != STATUS_OK)
            return result;
        if (*in->at != ',')
            break;
        in->at++;
    }
    in->at += *in->at == '\r';
    if (*in->at && *in->at != '\n')
        return error_set(e, STATUS_MALFORMED, "%s:%lu: text after a closing quote", in->where,
                         in->line);
    in->at += *in->at == '\n';
    return STATUS_OK;
}

/* ---- rows ------------------------------------------------------------------------------ */

/* position[c] = where column c stands in the header; further columns are passed over */
static status read_header(size_t position[column_count], size_t *width, reader *in, error *e)
{
    record r;
    status result = read_record(&r, in, e);
    *width = r.count;
    for (size_t c = 0; c < column_count && result == STATUS_OK; c++) {
        position[c] = 0;
        while (position[c] < r.count && strcmp(r.cell[position[c]], column_name[c]) != 0)
            position[c]++;
        if (position[c] == r.count)
            result = error_set(e, STATUS_MALFORMED, "%s:%lu: the column %s is missing", in->where,
                               in->line, column_name[c]);
    }
    record_clear(&r);
    return result;
}

static status read_count(uint64_t *value, const char *text, int may_be_unknown, const reader *in,
                         const char *name, error *e)
{
    *value = 0;
    if (may_be_unknown && strcmp(text, "?") == 0)
        return STATUS_OK;
    size_t length = strspn(text, "0123456789");
    if (length == 0 || text[length] || length > 15)
        return error_set(e, STATUS_MALFORMED, "%s:%lu: %s: expected a number%s, got '%.40s'",
                         in->where, in->line, name, may_be_unknown ? " or ?" : "", text);
    *value = strtoull(text, NULL, 10);
    return STATUS_OK;
}

static status fill(model *m, const record *r, const size_t *position, const reader *in, error *e)
{
    const struct {
        uint64_t *value;
        int column, may_be_unknown;
    } number[] = {
        {&m->full_layers, FULL, 0},  {&m->linear_layers, LINEAR, 0}, {&m->heads, HEADS, 0},
        {&m->head_dim, HEAD_DIM, 0}, {&m->state_entries, STATE, 1},  {&m->context, CONTEXT, 1},
    };
    m->name = memory_copy_string(r->cell[position[MODEL]]);
    m->variant = memory_copy_string(r->cell[position[VARIANT]]);
    m->source = memory_copy_string(r->cell[position[SOURCE]]);
    for (size_t i = 0; i < sizeof number / sizeof *number; i++) {
        status result = read_count(number[i].value, r->cell[position[number[i].column]],
                                   number[i].may_be_unknown, in, column_name[number[i].column], e);
        if (result != STATUS_OK)
            return result;
    }
    if (m->heads == 0 || m->head_dim == 0)
        return error_set(e, STATUS_MALFORMED, "%s:%lu: heads and head_dim are at least 1",
                         in->where, in->line);
    return STATUS_OK;
}

static status add_model(models *list, reader *in, const size_t *position, size_t width, error *e)
{
    record r;
    status result = read_record(&r, in, e);
    if (result == STATUS_OK && r.count != width)
        result = error_set(e, STATUS_MALFORMED, "%s:%lu: expected %zu columns, got %zu", in->where,
                           in->line, width, r.count);
    if (result == STATUS_OK && list->count == model_limit)
        result = error_set(e, STATUS_LIMIT, "%s: more than %d models", in->where, (int)model_limit);
    if (result == STATUS_OK) {
        list->model = memory_resize(list->model, list->count + 1, sizeof *list->model);
        memset(&list->model[list->count], 0, sizeof *list->model);
        result = fill(&list->model[list->count++], &r, position, in, e);
    }
    record_clear(&r);
    return result;
}

status models_parse(models *list, const char *text, const char *where, error *e)
{
    reader in = {text, where, 1};
    size_t position[column_count], width;
    list->count = 0;
    list->model = NULL;
    status result = read_header(position, &width, &in, e);
    for (in.line = 2; result == STATUS_OK && *in.at; in.line++)
        result = add_model(list, &in, position, width, e);
    if (result != STATUS_OK)
        models_clear(list);
    return result;
}

void models_clear(models *list)
{
    for (size_t i = 0; i < list->count; i++) {
        memory_free(list->model[i].name);
        memory_free(list->model[i].variant);
        memory_free(list->model[i].source);
    }
    memory_free(list->model);
    list->model = NULL;
    list->count = 0;
}
