#include "verifier/kernel/network.h"

#include "base/memory.h"
#include "exact/rational.h"

#include <string.h>

enum { size_limit = 1 << 16, entry_limit = 1 << 24 };
#define ANY ((uint64_t)INT64_MAX)

static status bad(error *e, const place *at, const char *what)
{
    return place_error(e, STATUS_MALFORMED, at, "%s", what);
}

static status read_rational(mpq_t value, const json_t *json, const place *at, error *e)
{
    if (!json_is_string(json))
        return bad(e, at, "expected a rational as a string");
    return rational_parse(value, json_string_value(json), e);
}

/* ---- reading ------------------------------------------------------------------------------------
 */

static status read_matrix(qmat_t a, const json_t *object, const char *name, const place *within,
                          error *e)
{
    static const char *const members[] = {"shape", "entries", NULL};
    place at = place_member(within, name);
    const json_t *json = json_object_get(object, name);
    TRY(json_check_members(json, members, &at, e));
    uint64_t rows, columns, row, column;
    const json_t *shape = json_object_get(json, "shape"),
                 *entries = json_object_get(json, "entries");
    TRY(json_read_number(&rows, json_array_get(shape, 0), 0, size_limit, &at, e));
    TRY(json_read_number(&columns, json_array_get(shape, 1), 0, size_limit, &at, e));
    if (json_array_size(shape) != 2 || rows * columns > entry_limit || !json_is_array(entries))
        return bad(e, &at, "expected a matrix");
    qmat_clear(a);
    qmat_init(a, (size_t)rows, (size_t)columns);
    for (size_t k = 0; k < json_array_size(entries); k++) {
        const json_t *entry = json_array_get(entries, k);
        place here = place_element(&at, k);
        if (rows == 0 || columns == 0 || json_array_size(entry) != 3)
            return bad(e, &here, "expected [row, column, \"rational\"] within the shape");
        TRY(json_read_number(&row, json_array_get(entry, 0), 0, rows - 1, &here, e));
        TRY(json_read_number(&column, json_array_get(entry, 1), 0, columns - 1, &here, e));
        mpq_ptr to = qmat_at(a, (size_t)row, (size_t)column);
        if (mpq_sgn(to) != 0)
            return bad(e, &here, "an entry is given twice");
        TRY(read_rational(to, json_array_get(entry, 2), &here, e));
    }
    return STATUS_OK;
}

static status read_vector(qvec_t v, const json_t *object, const char *name, const place *within,
                          error *e)
{
    place at = place_member(within, name);
    const json_t *json = json_object_get(object, name);
    if (!json_is_array(json) || json_array_size(json) > size_limit)
        return bad(e, &at, "expected a list of rationals");
    qvec_clear(v);
    qvec_init(v, json_array_size(json));
    for (size_t i = 0; i < v->length; i++) {
        place here = place_element(&at, i);
        TRY(read_rational(v->entry[i], json_array_get(json, i), &here, e));
    }
    return STATUS_OK;
}

static status read_blocks(uint64_t *blocks, const json_t *json, const fc *task, const place *at,
                          error *e)
{
    *blocks = 0;
    if (json_is_string(json) && strcmp(json_string_value(json), "all") == 0) {
        *blocks = (UINT64_C(1) << (task->L + 2)) - 1;
        return STATUS_OK;
    }
    if (!json_is_array(json))
        return bad(e, at, "expected blocks");
    for (size_t i = 0; i < json_array_size(json); i++) {
        const json_t *item = json_array_get(json, i);
        json_int_t l = json_integer_value(item);
        if (!json_is_integer(item) || l < -1 || l > (json_int_t)task->L)
            return bad(e, at, "no such block");
        *blocks |= UINT64_C(1) << (l + 1);
    }
    return STATUS_OK;
}

static status read_size(uint64_t *value, const json_t *json, const char *name, const place *within,
                        error *e)
{
    place at = place_member(within, name);
    const json_t *given = json_object_get(json, name);
    *value = 0;
    return given ? json_read_number(value, given, 1, ANY, &at, e) : STATUS_OK;
}

static status read_term(plain_term *term, const json_t *json, const fc *task, const place *at,
                        error *e)
{
    static const char *const members[] = {"blocks", "at",    "of",    "part",   "within", "div",
                                          "mod",    "power", "scale", "offset", NULL};
    static const char *const names[] = {"one", "position", "block", "argument", "symbol", "query"};
    uint64_t part, power;
    mpq_inits(term->scale, term->offset, NULL);
    TRY(json_check_members(json, members, at, e));
    TRY(read_blocks(&term->blocks, json_object_get(json, "blocks"), task, at, e));
    const char *of = json_string_value(json_object_get(json, "of"));
    size_t what = 0;
    while (what < 6 && (!of || strcmp(of, names[what]) != 0))
        what++;
    if (what == 6)
        return bad(e, at, "unknown quantity");
    term->of = (plain_quantity)what;
    term->has_at = json_object_get(json, "at") != NULL;
    if (term->has_at)
        TRY(json_read_number(&term->at, json_object_get(json, "at"), 0, ANY, at, e));
    TRY(read_size(&part, json, "part", at, e));
    TRY(read_size(&power, json, "power", at, e));
    TRY(read_size(&term->within, json, "within", at, e));
    TRY(read_size(&term->div, json, "div", at, e));
    TRY(read_size(&term->mod, json, "mod", at, e));
    int on_w = (term->blocks & 1) != 0, is_query = term->of == PLAIN_QUERY;
    if (power > 2 || (is_query && (term->blocks != 1 || part < 1 || part >= task->L)) ||
        (on_w && (term->of == PLAIN_SYMBOL || term->of == PLAIN_BLOCK)))
        return bad(e, at, "a term that means nothing");
    term->part = (unsigned)part;
    term->power = power == 2 ? 2 : 1;
    TRY(read_rational(term->scale, json_object_get(json, "scale"), at, e));
    return read_rational(term->offset, json_object_get(json, "offset"), at, e);
}

static status read_embedding(plain_network *net, const json_t *fields, const place *at, error *e)
{
    for (size_t f = 0; f < json_array_size(fields); f++) {
        place here = place_element(at, f);
        const json_t *list = json_object_get(json_array_get(fields, f), "coordinates");
        if (!json_is_array(list) || net->width + json_array_size(list) > size_limit)
            return bad(e, &here, "expected coordinates");
        for (size_t k = 0; k < json_array_size(list); k++) {
            const json_t *terms = json_array_get(list, k);
            size_t count = json_array_size(terms);
            net->coordinate =
                memory_resize(net->coordinate, net->width + 1, sizeof *net->coordinate);
            plain_coordinate *to = &net->coordinate[net->width++];
            *to = (plain_coordinate){0, memory_new(count, sizeof *to->term)};
            for (size_t i = 0; i < count; i++, to->count++) {
                status s = read_term(&to->term[i], json_array_get(terms, i), &net->task, &here, e);
                if (s != STATUS_OK) {
                    to->count++; /* its numbers are initialised */
                    return s;
                }
            }
        }
    }
    return STATUS_OK;
}

static status read_head(plain_head *head, const json_t *json, size_t width, const place *at,
                        error *e)
{
    TRY(read_matrix(head->query, json, "query", at, e));
    TRY(read_matrix(head->key, json, "key", at, e));
    TRY(read_matrix(head->value, json, "value", at, e));
    TRY(read_matrix(head->output, json, "output", at, e));
    if (head->query->columns != width || head->key->columns != width ||
        head->value->columns != width || head->output->rows != width ||
        head->query->rows != head->key->rows || head->output->columns != head->value->rows)
        return bad(e, at, "shapes do not fit");
    return STATUS_OK;
}

static status read_layer(plain_layer *layer, const json_t *json, size_t width, const place *at,
                         error *e)
{
    const char *kind = json_string_value(json_object_get(json, "kind"));
    const json_t *heads = json_object_get(json, "heads"), *mlp = json_object_get(json, "mlp");
    qmat_init(layer->in, 0, 0);
    qmat_init(layer->out, 0, 0);
    qvec_init(layer->in_bias, 0);
    qvec_init(layer->out_bias, 0);
    if (!kind || strcmp(kind, "full") != 0 || json_object_size(json) != 3)
        return bad(e, at, "only full attention layers have a rule here");
    layer->head = memory_new(json_array_size(heads), sizeof *layer->head);
    for (size_t h = 0; h < json_array_size(heads); h++) {
        plain_head *head = &layer->head[layer->heads++];
        place here = place_element(at, h);
        qmat_init(head->query, 0, 0);
        qmat_init(head->key, 0, 0);
        qmat_init(head->value, 0, 0);
        qmat_init(head->output, 0, 0);
        TRY(read_head(head, json_array_get(heads, h), width, &here, e));
    }
    TRY(read_matrix(layer->in, mlp, "in", at, e));
    TRY(read_vector(layer->in_bias, mlp, "in_bias", at, e));
    TRY(read_matrix(layer->out, mlp, "out", at, e));
    TRY(read_vector(layer->out_bias, mlp, "out_bias", at, e));
    if (layer->in->columns != width || layer->in_bias->length != layer->in->rows ||
        layer->out->rows != width || layer->out->columns != layer->in->rows ||
        layer->out_bias->length != width)
        return bad(e, at, "shapes do not fit");
    return STATUS_OK;
}

static status read_task(fc *task, const json_t *json, const place *at, error *e)
{
    uint64_t L, m, n[fc_max_L] = {0};
    const json_t *list = json_object_get(json, "n");
    TRY(json_read_number(&L, json_object_get(json, "L"), 1, fc_max_L, at, e));
    TRY(json_read_number(&m, json_object_get(json, "m"), 1, ANY, at, e));
    if (!json_is_array(list) || json_array_size(list) != L - 1)
        return bad(e, at, "expected n_1 .. n_{L-1}");
    for (size_t l = 0; l + 1 < L; l++)
        TRY(json_read_number(&n[l], json_array_get(list, l), 1, ANY, at, e));
    return fc_init(task, (unsigned)L, m, n, e);
}

status plain_network_read(plain_network *net, const json_t *root, error *e)
{
    static const char *const members[] = {"format",    "version", "name",    "task",
                                          "embedding", "layers",  "readout", NULL};
    place top = place_member(NULL, "network"), at = place_member(&top, "layers");
    const json_t *layers = json_object_get(root, "layers");
    memset(net, 0, sizeof *net);
    qmat_init(net->readout, 0, 0);
    TRY(json_check_members(root, members, &top, e));
    const char *format = json_string_value(json_object_get(root, "format"));
    if (!format || strcmp(format, "strata-network") != 0 ||
        json_integer_value(json_object_get(root, "version")) != 1)
        return bad(e, &top, "expected a strata-network of version 1");
    TRY(read_task(&net->task, json_object_get(root, "task"), &top, e));
    TRY(read_embedding(net, json_object_get(root, "embedding"), &top, e));
    net->layer = memory_new(json_array_size(layers), sizeof *net->layer);
    for (size_t i = 0; i < json_array_size(layers); i++) {
        place here = place_element(&at, i);
        TRY(read_layer(&net->layer[net->layers++], json_array_get(layers, i), net->width, &here,
                       e));
    }
    TRY(read_matrix(net->readout, root, "readout", &top, e));
    return net->readout->columns == net->width ? STATUS_OK : bad(e, &top, "shapes do not fit");
}

void plain_network_clear(plain_network *net)
{
    for (size_t c = 0; c < net->width; c++) {
        for (size_t i = 0; i < net->coordinate[c].count; i++)
            mpq_clears(net->coordinate[c].term[i].scale, net->coordinate[c].term[i].offset, NULL);
        memory_free(net->coordinate[c].term);
    }
    for (size_t i = 0; i < net->layers; i++) {
        plain_layer *layer = &net->layer[i];
        for (size_t h = 0; h < layer->heads; h++) {
            qmat_clear(layer->head[h].query);
            qmat_clear(layer->head[h].key);
            qmat_clear(layer->head[h].value);
            qmat_clear(layer->head[h].output);
        }
        memory_free(layer->head);
        qmat_clear(layer->in);
        qmat_clear(layer->out);
        qvec_clear(layer->in_bias);
        qvec_clear(layer->out_bias);
    }
    memory_free(net->coordinate);
    memory_free(net->layer);
    qmat_clear(net->readout);
}

/* ---- evaluating ---------------------------------------------------------------------------------
 */

int plain_term_reaches(const plain_term *term, const plain_network *net, int block)
{
    return (term->blocks >> (block + 1) & 1) &&
           (!term->has_at || term->at < fc_block_size(&net->task, block));
}

int plain_term_reads_symbol(const plain_term *term)
{
    return (term->of == PLAIN_SYMBOL || term->of == PLAIN_QUERY) && mpq_sgn(term->scale) != 0;
}

uint64_t plain_digit(const plain_term *term, uint64_t q)
{
    q = term->within ? q % term->within : q;
    q = term->div ? q / term->div : q;
    return term->mod ? q % term->mod : q;
}

void plain_term_value(mpq_t value, const plain_term *term, uint64_t digit)
{
    mpz_set_ui(mpq_denref(value), 1);
    integer_set_u64(mpq_numref(value), digit);
    if (term->power == 2)
        mpz_mul(mpq_numref(value), mpq_numref(value), mpq_numref(value));
    mpq_mul(value, value, term->scale);
    mpq_add(value, value, term->offset);
}

void plain_embed(mpq_t x, const plain_network *net, size_t c, fc_place token, uint64_t symbol)
{
    mpq_t value;
    mpq_init(value);
    mpq_set_ui(x, 0, 1);
    for (size_t i = 0; i < net->coordinate[c].count; i++) {
        const plain_term *term = &net->coordinate[c].term[i];
        if (!(term->blocks >> (token.block + 1) & 1) ||
            (term->has_at && term->at != token.argument))
            continue;
        uint64_t q = 1;
        if (term->of == PLAIN_POSITION)
            q = fc_block_start(&net->task, token.block) + token.argument;
        else if (term->of == PLAIN_BLOCK)
            q = (uint64_t)token.block;
        else if (term->of == PLAIN_ARGUMENT)
            q = token.argument;
        else if (term->of == PLAIN_SYMBOL)
            q = symbol;
        else if (term->of == PLAIN_QUERY)
            q = fc_query_part(&net->task, symbol, term->part);
        plain_term_value(value, term, plain_digit(term, q));
        mpq_add(x, x, value);
    }
    mpq_clear(value);
}
