#include "model/safetensors.h"

#include "base/memory.h"

#include <mpfr.h>
#include <stdio.h>
#include <string.h>

/* Numbers in one file: half a gigabyte. */
enum { number_limit = 1 << 26 };

/* ---- writing tensors ------------------------------------------------------------------ */

/* Tensors are described in `header` and their bytes collected in `data`, little-endian. */
typedef struct writer {
    json_t *header;
    FILE *data;
    size_t bytes;
} writer;

static void write_u64(FILE *to, uint64_t x)
{
    for (int i = 0; i < 8; i++)
        fputc((int)(x >> 8 * i & 255), to);
}

static void put_double(writer *w, mpq_srcptr q)
{
    mpfr_t nearest;
    mpfr_init2(nearest, 53);
    mpfr_set_q(nearest, q, MPFR_RNDN);
    double value = mpfr_get_d(nearest, MPFR_RNDN);
    mpfr_clear(nearest);
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    write_u64(w->data, bits);
}

/* Announces a tensor of rows x columns numbers of 8 bytes (columns 0: a vector), whose bytes
 * the caller puts next. */
static void begin_tensor(writer *w, const char *name, const char *type, size_t rows, size_t columns)
{
    json_t *shape = columns ? json_pack("[I,I]", (json_int_t)rows, (json_int_t)columns)
                            : json_pack("[I]", (json_int_t)rows);
    size_t end = w->bytes + 8 * rows * (columns ? columns : 1);
    json_object_set_new(w->header, name,
                        json_pack("{s:s,s:o,s:[I,I]}", "dtype", type, "shape", shape,
                                  "data_offsets", (json_int_t)w->bytes, (json_int_t)end));
    w->bytes = end;
}

static void put_matrix(writer *w, const char *prefix, const char *name, const qmat_t a)
{
    char full[120];
    snprintf(full, sizeof full, "%s%s", prefix, name);
    if (a->rows == 0 || a->columns == 0)
        return; /* a layer without MLP simply has no such tensor */
    begin_tensor(w, full, "F64", a->rows, a->columns);
    for (size_t i = 0; i < a->rows * a->columns; i++)
        put_double(w, a->entry[i]);
}

static void put_vector(writer *w, const char *prefix, const char *name, const qvec_t v)
{
    char full[120];
    snprintf(full, sizeof full, "%s%s", prefix, name);
    if (v->length == 0)
        return;
    begin_tensor(w, full, "F64", v->length, 0);
    for (size_t i = 0; i < v->length; i++)
        put_double(w, v->entry[i]);
}

/* ---- the embedding as tables ------------------------------------------------------------- */

/* Symbols of one kind of token that share rows of the table. */
typedef struct symbol_rows {
    size_t token;   /* one of them */
    int query;      /* rows for w on a token the network wrote */
    uint64_t first; /* row */
    uint64_t count;
} symbol_rows;

typedef struct tables {
    const network *net;
    size_t groups;
    symbol_rows *group;
    uint64_t rows;
    uint64_t *symbol_row; /* per token */
    uint64_t *query_row;  /* per token the network wrote */
} tables;

static uint64_t add_rows(tables *t, size_t token, int query, uint64_t count)
{
    t->group = memory_resize(t->group, t->groups + 1, sizeof *t->group);
    t->group[t->groups++] = (symbol_rows){token, query, t->rows, count};
    t->rows += count;
    return t->rows - count;
}

/* Some term reads the symbol on this token of its block only. */
static int is_special(const network *net, fc_place place)
{
    for (size_t c = 0; c < net->embed.width; c++)
        for (size_t i = 0; i < net->embed.coordinate[c].count; i++) {
            const embedding_term *term = &net->embed.coordinate[c].term[i];
            if (term->has_at && term_reads_symbol(term) && term_applies(term, place))
                return 1;
        }
    return 0;
}

static void lay_out(tables *t, const network *net)
{
    size_t own = (size_t)net->task.tokens, tokens = network_tokens(net);
    *t = (tables){.net = net};
    t->symbol_row = memory_new(tokens, sizeof *t->symbol_row);
    t->query_row = memory_new(net->steps, sizeof *t->query_row);
    size_t at = 0;
    for (int block = (int)net->task.L; block >= -1; block--) {
        uint64_t radix = fc_block_radix(&net->task, block), shared = UINT64_MAX;
        for (uint64_t i = 0; i < fc_block_size(&net->task, block); i++, at++) {
            int special = is_special(net, (fc_place){block, i});
            if (special || shared == UINT64_MAX)
                t->symbol_row[at] = add_rows(t, at, 0, radix);
            else
                t->symbol_row[at] = shared;
            if (!special)
                shared = t->symbol_row[at];
        }
    }
    for (; at < tokens; at++) {
        t->symbol_row[at] = add_rows(t, at, 0, UINT64_C(1) << net->readout->rows);
        t->query_row[at - own] = add_rows(t, at, 1, net->task.A);
    }
}

/* The stream of a token; `s` is its symbol, or w on a token the network wrote. */
static void evaluate(qvec_t x, const network *net, size_t token, uint64_t s, int query)
{
    size_t own = (size_t)net->task.tokens;
    if (token < own)
        embedding_evaluate(x, &net->embed, &net->task, token, s);
    else
        embedding_evaluate_step(x, &net->embed, &net->task, token - own, query ? s : 0,
                                query ? 0 : s);
}

/* Row of symbol s: what s changes against symbol 0. */
static void put_symbol_rows(writer *w, const tables *t, const symbol_rows *group)
{
    size_t width = t->net->embed.width;
    qvec_t zero, x;
    qvec_init(zero, width);
    qvec_init(x, width);
    evaluate(zero, t->net, group->token, 0, group->query);
    for (uint64_t s = 0; s < group->count; s++) {
        evaluate(x, t->net, group->token, s, group->query);
        for (size_t c = 0; c < width; c++) {
            mpq_sub(x->entry[c], x->entry[c], zero->entry[c]);
            put_double(w, x->entry[c]);
        }
    }
    qvec_clear(zero);
    qvec_clear(x);
}

static void put_rows(writer *w, const char *name, const uint64_t *row, size_t count)
{
    begin_tensor(w, name, "I64", count, 0);
    for (size_t t = 0; t < count; t++)
        write_u64(w->data, row[t]);
}

static void put_embedding(writer *w, const tables *t)
{
    const network *net = t->net;
    size_t tokens = network_tokens(net), width = net->embed.width;
    qvec_t x;
    qvec_init(x, width);
    begin_tensor(w, "embedding.position", "F64", tokens, width);
    for (size_t at = 0; at < tokens; at++) {
        evaluate(x, net, at, 0, 0);
        for (size_t c = 0; c < width; c++)
            put_double(w, x->entry[c]);
    }
    qvec_clear(x);
    begin_tensor(w, "embedding.symbol", "F64", (size_t)t->rows, width);
    for (size_t g = 0; g < t->groups; g++)
        put_symbol_rows(w, t, &t->group[g]);
    put_rows(w, "embedding.symbol_row", t->symbol_row, tokens);
    if (net->steps > 1)
        put_rows(w, "embedding.query_row", t->query_row, net->steps - 1);
}

/* ---- the rest ------------------------------------------------------------------------------ */

static json_t *put_recurrent_head(writer *w, const char *prefix, const recurrent_head *head)
{
    for (size_t i = 0; i < recurrence_parts(head->kind); i++) {
        char name[80];
        snprintf(name, sizeof name, "%s.map", head->kind->parts[i].name);
        put_matrix(w, prefix, name, head->part[i].map);
        snprintf(name, sizeof name, "%s.bias", head->kind->parts[i].name);
        put_vector(w, prefix, name, head->part[i].bias);
    }
    put_matrix(w, prefix, "output", head->output);
    json_t *parts = json_array();
    for (size_t i = 0; i < recurrence_parts(head->kind); i++)
        json_array_append_new(parts, json_string(head->kind->parts[i].name));
    return json_pack("{s:s,s:I,s:o}", "variant", head->kind->name, "repeats",
                     (json_int_t)head->shape.repeats, "parts", parts);
}

/* Writes the layer's tensors; what the tensors do not say goes into the metadata. */
static json_t *put_layer(writer *w, const network_layer *layer, size_t i)
{
    char prefix[60];
    json_t *heads = json_array();
    for (size_t h = 0; h < layer->heads; h++) {
        snprintf(prefix, sizeof prefix, "layers.%zu.heads.%zu.", i, h);
        if (layer->kind == LAYER_RECURRENT) {
            json_array_append_new(heads, put_recurrent_head(w, prefix, &layer->recurrent[h]));
            continue;
        }
        put_matrix(w, prefix, "query", layer->head[h].query);
        put_matrix(w, prefix, "key", layer->head[h].key);
        put_matrix(w, prefix, "value", layer->head[h].value);
        put_matrix(w, prefix, "output", layer->head[h].output);
        json_array_append_new(heads, json_object());
    }
    snprintf(prefix, sizeof prefix, "layers.%zu.mlp.", i);
    put_matrix(w, prefix, "in", layer->mlp_in);
    put_vector(w, prefix, "in_bias", layer->mlp_in_bias);
    put_matrix(w, prefix, "out", layer->mlp_out);
    put_vector(w, prefix, "out_bias", layer->mlp_out_bias);
    return json_pack("{s:s,s:o}", "kind", layer->kind == LAYER_FULL ? "full" : "recurrent", "heads",
                     heads);
}

/* Metadata of safetensors are strings; ours hold JSON. */
static void put_metadata(writer *w, const network *net, json_t *layers)
{
    char *text = json_dumps(layers, JSON_COMPACT), steps[24], task[fc_text_room];
    snprintf(steps, sizeof steps, "%zu", net->steps);
    fc_to_text(task, &net->task);
    json_object_set_new(w->header, "__metadata__",
                        json_pack("{s:s,s:s,s:s,s:s,s:s}", "format", "strata-network", "name",
                                  net->name, "task", task, "steps", steps, "layers", text));
    memory_free(text);
}

static void put_network(writer *w, const network *net, const tables *t)
{
    json_t *layers = json_array();
    put_embedding(w, t);
    for (size_t i = 0; i < net->layers; i++)
        json_array_append_new(layers, put_layer(w, &net->layer[i], i));
    put_matrix(w, "", "readout", net->readout);
    put_metadata(w, net, layers);
    json_decref(layers);
}

/* Length of the header, header padded to 8 bytes, data. */
static void join(char **bytes, size_t *length, const json_t *header, const char *data, size_t count)
{
    char *text = json_dumps(header, JSON_COMPACT | JSON_ENSURE_ASCII);
    size_t used = strlen(text), padded = (used + 7) / 8 * 8;
    FILE *to = open_memstream(bytes, length);
    REQUIRE(to != NULL);
    write_u64(to, padded);
    fwrite(text, 1, used, to);
    for (size_t i = used; i < padded; i++)
        fputc(' ', to);
    fwrite(data, 1, count, to);
    REQUIRE(fclose(to) == 0);
    memory_free(text);
}

static status check_size(const tables *t, error *e)
{
    double rows = (double)t->rows + (double)network_tokens(t->net);
    if (rows * (double)t->net->embed.width <= number_limit)
        return STATUS_OK;
    return error_set(e, STATUS_LIMIT,
                     "the embedding has %.3g rows of %zu numbers: too large for a table", rows,
                     t->net->embed.width);
}

status network_to_safetensors(char **bytes, size_t *length, const network *net, error *e)
{
    tables t;
    if (net->task.tokens > number_limit || net->task.A > number_limit)
        return error_set(e, STATUS_LIMIT, "a prompt of %llu tokens is too large for a table",
                         (unsigned long long)net->task.tokens);
    if (net->steps > 1 && net->readout->rows > 26)
        return error_set(e, STATUS_LIMIT, "answers of %zu bits are too many for a table",
                         net->readout->rows);
    lay_out(&t, net);
    status s = check_size(&t, e);
    if (s == STATUS_OK) {
        char *data = NULL;
        size_t count;
        writer w = {json_object(), open_memstream(&data, &count), 0};
        REQUIRE(w.data != NULL);
        put_network(&w, net, &t);
        REQUIRE(fclose(w.data) == 0 && count == w.bytes);
        join(bytes, length, w.header, data, count);
        json_decref(w.header);
        memory_free(data);
    }
    memory_free(t.group);
    memory_free(t.symbol_row);
    memory_free(t.query_row);
    return s;
}
