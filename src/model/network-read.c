/* Reads what network-write.c writes, and the freer forms people write by hand: matrices as
 * lists of rows, defaults left out. Nothing is trusted: every shape, range and name is
 * checked before it is used. */
#include "model/network-read.h"
#include "base/json.h"
#include "model/network-file.h"

#include <string.h>

#define ANY_NUMBER ((uint64_t)INT64_MAX)

/* ---- embedding ----------------------------------------------------------------------- */

static status read_blocks(reader *r, block_set *blocks, const json_t *json, const place *at)
{
    unsigned L = r->net->task.L;
    int least = r->net->steps > 1 ? block_steps : -1;
    *blocks = 0;
    if (json_is_string(json) && strcmp(json_string_value(json), "all") == 0) {
        *blocks = blocks_all(&r->net->task);
        return STATUS_OK;
    }
    if (!json_is_array(json))
        return wrong(r, at, "expected \"all\" or a list such as [2, 1, -1]");
    for (size_t i = 0; i < json_array_size(json); i++) {
        const json_t *item = json_array_get(json, i);
        json_int_t l = json_integer_value(item);
        if (!json_is_integer(item) || l < least || l > (json_int_t)L)
            return place_error(r->e, STATUS_MALFORMED, at, "blocks are %d .. L = %u", least, L);
        if (*blocks & BLOCK_BIT(l))
            return wrong(r, at, "a block is named twice");
        *blocks |= BLOCK_BIT(l);
    }
    return STATUS_OK;
}

/* Which number the term reads, and whether the tokens it applies to know that number. */
static status read_quantity(reader *r, embedding_term *term, const json_t *json, const place *at)
{
    const char *of = json_string_value(json_object_get(json, "of"));
    if (!of || !quantity_from_name(&term->what, of))
        return wrong(r, at, "\"of\": expected one, position, block, argument, symbol or query");
    block_set without = BLOCK_BIT(-1); /* blocks whose tokens have no such number */
    if (term->what == QUANTITY_BLOCK)
        without |= BLOCK_BIT(block_steps);
    if ((term->what == QUANTITY_SYMBOL || term->what == QUANTITY_BLOCK) &&
        (term->blocks & without) != 0)
        return place_error(r->e, STATUS_MALFORMED, at,
                           "the w token (block -1) has no %s; use \"query\" with \"part\"", of);
    if (term->what == QUANTITY_QUERY &&
        (term->blocks == 0 || (term->blocks & ~(BLOCK_BIT(-1) | BLOCK_BIT(block_steps))) != 0))
        return wrong(r, at, "\"query\" exists on block -1 only");
    const json_t *part = json_object_get(json, "part");
    if ((term->what == QUANTITY_QUERY) != (part != NULL))
        return wrong(r, at, "\"part\" (the l of w_l) goes with \"query\", and only with it");
    if (part) {
        place here = place_member(at, "part");
        uint64_t l;
        TRY(json_read_number(&l, part, 1, r->net->task.L - 1, &here, r->e));
        term->part = (unsigned)l;
    }
    return STATUS_OK;
}

static status read_optional(reader *r, uint64_t *value, const json_t *json, const char *key,
                            uint64_t most, const place *at)
{
    const json_t *given = json_object_get(json, key);
    place here = place_member(at, key);
    return given ? json_read_number(value, given, 1, most, &here, r->e) : STATUS_OK;
}

static status read_term(reader *r, size_t coordinate, const json_t *json, const place *at)
{
    static const char *const members[] = {"blocks", "at",    "of",    "part",   "within", "div",
                                          "mod",    "power", "scale", "offset", NULL};
    TRY(json_check_members(json, members, at, r->e));
    TRY(budget_spend(&r->budget, 2, 1, at, r->e));
    block_set blocks;
    place here = place_member(at, "blocks");
    TRY(read_blocks(r, &blocks, json_object_get(json, "blocks"), &here));
    embedding_term *term = embedding_add_term(&r->net->embed, coordinate, blocks);
    TRY(read_quantity(r, term, json, at));
    const json_t *only = json_object_get(json, "at");
    here = place_member(at, "at");
    term->has_at = only != NULL;
    if (only)
        TRY(json_read_number(&term->at, only, 0, ANY_NUMBER, &here, r->e));
    uint64_t power = 1;
    TRY(read_optional(r, &term->within, json, "within", ANY_NUMBER, at));
    TRY(read_optional(r, &term->div, json, "div", ANY_NUMBER, at));
    TRY(read_optional(r, &term->mod, json, "mod", ANY_NUMBER, at));
    TRY(read_optional(r, &power, json, "power", 2, at));
    term->power = (unsigned)power;
    here = place_member(at, "scale");
    if (json_object_get(json, "scale"))
        TRY(rational_from_json(term->scale, json_object_get(json, "scale"), &here, r->e));
    here = place_member(at, "offset");
    if (json_object_get(json, "offset"))
        TRY(rational_from_json(term->offset, json_object_get(json, "offset"), &here, r->e));
    return STATUS_OK;
}

static status read_field(reader *r, const json_t *json, const place *at)
{
    static const char *const members[] = {"field", "coordinates", NULL};
    TRY(json_check_members(json, members, at, r->e));
    const char *name = json_string_value(json_object_get(json, "field"));
    if (!name || !*name || strlen(name) > name_limit)
        return wrong(r, at, "\"field\": expected a name");
    const json_t *coordinates = json_object_get(json, "coordinates");
    place list = place_member(at, "coordinates");
    if (!json_is_array(coordinates))
        return wrong(r, &list, "expected a list of lists of terms");
    size_t width = json_array_size(coordinates);
    TRY(budget_spend(&r->budget, width, 1, at, r->e));
    size_t start = embedding_add_field(&r->net->embed, name, width);
    for (size_t c = 0; c < width; c++) {
        const json_t *terms = json_array_get(coordinates, c);
        place coordinate = place_element(&list, c);
        if (!json_is_array(terms))
            return wrong(r, &coordinate, "expected a list of terms");
        for (size_t i = 0; i < json_array_size(terms); i++) {
            place here = place_element(&coordinate, i);
            TRY(read_term(r, start + c, json_array_get(terms, i), &here));
        }
    }
    return STATUS_OK;
}

/* ---- the whole ----------------------------------------------------------------------------- */

static status read_task(fc *task, const json_t *json, const place *at, error *e)
{
    static const char *const members[] = {"L", "m", "n", NULL};
    uint64_t L, m, n[fc_max_L] = {0};
    place at_L = place_member(at, "L"), at_m = place_member(at, "m"), at_n = place_member(at, "n");
    TRY(json_check_members(json, members, at, e));
    TRY(json_read_number(&L, json_object_get(json, "L"), 1, fc_max_L, &at_L, e));
    TRY(json_read_number(&m, json_object_get(json, "m"), 1, ANY_NUMBER, &at_m, e));
    const json_t *list = json_object_get(json, "n");
    if (!json_is_array(list) || json_array_size(list) + 1 != L)
        return place_error(e, STATUS_MALFORMED, &at_n, "expected the list n_1 .. n_{L-1}");
    for (size_t l = 0; l + 1 < L; l++) {
        place here = place_element(&at_n, l);
        TRY(json_read_number(&n[l], json_array_get(list, l), 1, ANY_NUMBER, &here, e));
    }
    return fc_init(task, (unsigned)L, m, n, e);
}

static status read_header(const char **name, const json_t *root, const place *at, error *e)
{
    static const char *const members[] = {"format",    "version", "name",    "task", "steps",
                                          "embedding", "layers",  "readout", NULL};
    TRY(json_check_members(root, members, at, e));
    const char *format = json_string_value(json_object_get(root, "format"));
    if (!format || strcmp(format, "strata-network") != 0)
        return place_error(e, STATUS_MALFORMED, at, "expected \"format\": \"strata-network\"");
    const json_t *version = json_object_get(root, "version");
    if (!json_is_integer(version) || json_integer_value(version) != 1)
        return place_error(e, STATUS_MALFORMED, at, "expected \"version\": 1");
    *name = json_string_value(json_object_get(root, "name"));
    if (!*name || strlen(*name) > name_limit)
        return place_error(e, STATUS_MALFORMED, at, "\"name\": expected a short string");
    return STATUS_OK;
}

static status read_list(reader *r, const json_t *root, const char *name, const place *at,
                        status (*read_item)(reader *, const json_t *, const place *))
{
    const json_t *list = json_object_get(root, name);
    place list_place = place_member(at, name);
    if (!json_is_array(list))
        return wrong(r, &list_place, "expected a list");
    for (size_t i = 0; i < json_array_size(list); i++) {
        place here = place_element(&list_place, i);
        TRY(read_item(r, json_array_get(list, i), &here));
    }
    return STATUS_OK;
}

static status read_parts(reader *r, const json_t *root, const place *at)
{
    network *net = r->net;
    uint64_t steps = 1;
    TRY(read_optional(r, &steps, root, "steps", step_limit, at));
    net->steps = (size_t)steps;
    TRY(read_list(r, root, "embedding", at, read_field));
    TRY(read_list(r, root, "layers", at, network_read_layer));
    TRY(read_weights(r, net->readout, ANY_SIZE, net->embed.width, root, "readout", at));
    if (net->readout->rows > network_answer_bits)
        return wrong(r, at, "\"readout\": more than 62 bits");
    return STATUS_OK;
}

status network_from_json(network *net, const json_t *root, error *e)
{
    place top = place_member(NULL, "network"), task_place = place_member(&top, "task");
    fc task;
    const char *name = NULL;
    TRY(read_header(&name, root, &top, e));
    TRY(read_task(&task, json_object_get(root, "task"), &task_place, e));
    network_init(net, name, &task);
    reader r = {net, {weight_limit}, e};
    status s = read_parts(&r, root, &top);
    if (s != STATUS_OK)
        network_clear(net);
    return s;
}

status network_read_file(network *net, const char *path, error *e)
{
    json_t *root;
    TRY(json_read_file(&root, path, e));
    status s = network_from_json(net, root, e);
    json_decref(root);
    if (s != STATUS_OK)
        error_prefix(e, "%s", path);
    return s;
}
