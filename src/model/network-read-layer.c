/* Layers of network files: full attention, recurrences, MLPs. */
#include "model/network-read.h"

#include <string.h>

static status read_bias(reader *r, qvec_t v, size_t length, const json_t *json, const char *name,
                        const place *at)
{
    place here = place_member(at, name);
    return vector_from_json(v, length, json_object_get(json, name), &r->budget, &here, r->e);
}

static status read_head(reader *r, attention_head *head, const json_t *json, const place *at)
{
    static const char *const members[] = {"query", "key", "value", "output", NULL};
    size_t width = r->net->embed.width;
    TRY(json_check_members(json, members, at, r->e));
    TRY(read_weights(r, head->key, ANY_SIZE, width, json, "key", at));
    TRY(read_weights(r, head->query, head->key->rows, width, json, "query", at));
    TRY(read_weights(r, head->value, ANY_SIZE, width, json, "value", at));
    return read_weights(r, head->output, width, head->value->rows, json, "output", at);
}

static status read_mlp(reader *r, network_layer *layer, const json_t *json, const place *at)
{
    static const char *const members[] = {"in", "in_bias", "out", "out_bias", NULL};
    size_t width = r->net->embed.width;
    TRY(json_check_members(json, members, at, r->e));
    TRY(read_weights(r, layer->mlp_in, ANY_SIZE, width, json, "in", at));
    size_t hidden = layer->mlp_in->rows;
    TRY(read_bias(r, layer->mlp_in_bias, hidden, json, "in_bias", at));
    TRY(read_weights(r, layer->mlp_out, width, hidden, json, "out", at));
    return read_bias(r, layer->mlp_out_bias, width, json, "out_bias", at);
}

static status read_part(reader *r, recurrent_part *part, const part_rule *rule, const json_t *json,
                        const place *at)
{
    static const char *const members[] = {"map", "bias", NULL};
    size_t rows = part->map->rows, width = r->net->embed.width;
    TRY(json_check_members(json, members, at, r->e));
    if (json_object_get(json, "map") && rule->constant)
        return wrong(r, at, "a constant: it has a \"bias\" and no \"map\"");
    if (json_object_get(json, "map"))
        TRY(read_weights(r, part->map, rows, width, json, "map", at));
    return json_object_get(json, "bias") ? read_bias(r, part->bias, rows, json, "bias", at)
                                         : STATUS_OK;
}

static status read_shape(reader *r, recurrent_shape *shape, const recurrence *kind,
                         const json_t *json, const place *at)
{
    static const char *const name[] = {"key_width", "value_width", "repeats"};
    uint64_t size[3] = {1, 1, 1};
    if (!kind->uses_repeats && json_object_get(json, "repeats"))
        return wrong(r, at, "\"repeats\" is for deltaproduct (n_h) and window (its width)");
    for (size_t i = 0; i < (kind->uses_repeats ? 3 : 2); i++) {
        place here = place_member(at, name[i]);
        TRY(json_read_number(&size[i], json_object_get(json, name[i]), 1, weight_limit, &here,
                             r->e));
    }
    *shape = (recurrent_shape){(size_t)size[0], (size_t)size[1], (size_t)size[2]};
    /* what the head will allocate, before it does: all parts, and the state it will run with */
    size_t tall = shape->key > shape->value ? shape->key : shape->value;
    TRY(budget_spend(&r->budget, tall, shape->repeats, at, r->e));
    TRY(budget_spend(&r->budget, shape->key, shape->value, at, r->e));
    for (size_t i = 0; kind->parts[i].name; i++)
        TRY(budget_spend(&r->budget, part_rows(&kind->parts[i], shape), r->net->embed.width + 1, at,
                         r->e));
    return budget_spend(&r->budget, shape->value, r->net->embed.width, at, r->e);
}

static status read_recurrent_head(reader *r, recurrent_head *head, const json_t *json,
                                  const place *at)
{
    static const char *const members[] = {"variant", "key_width", "value_width", "repeats",
                                          "parts",   "output",    NULL};
    const char *names[recurrent_max_parts + 1] = {NULL};
    TRY(json_check_members(json, members, at, r->e));
    const char *variant = json_string_value(json_object_get(json, "variant"));
    const recurrence *kind = variant ? recurrence_find(variant) : NULL;
    if (!kind)
        return wrong(r, at, "\"variant\": no such recurrence (docs/recurrences.md lists them)");
    recurrent_shape shape;
    TRY(read_shape(r, &shape, kind, json, at));
    recurrent_head_init(head, kind, &shape, r->net->embed.width);
    const json_t *parts = json_object_get(json, "parts");
    place parts_place = place_member(at, "parts");
    for (size_t i = 0; i < recurrence_parts(kind); i++)
        names[i] = kind->parts[i].name;
    TRY(json_check_members(parts, names, &parts_place, r->e));
    for (size_t i = 0; i < recurrence_parts(kind); i++) {
        const json_t *part = json_object_get(parts, names[i]);
        place here = place_member(&parts_place, names[i]);
        if (part)
            TRY(read_part(r, &head->part[i], &kind->parts[i], part, &here));
    }
    return read_weights(r, head->output, r->net->embed.width, shape.value, json, "output", at);
}

static status read_heads(reader *r, network_layer *layer, const json_t *heads, const place *list)
{
    for (size_t h = 0; h < layer->heads; h++) {
        place here = place_element(list, h);
        const json_t *head = json_array_get(heads, h);
        TRY(layer->kind == LAYER_FULL ? read_head(r, &layer->head[h], head, &here)
                                      : read_recurrent_head(r, &layer->recurrent[h], head, &here));
    }
    return STATUS_OK;
}

status network_read_layer(reader *r, const json_t *json, const place *at)
{
    static const char *const members[] = {"kind", "heads", "mlp", NULL};
    TRY(json_check_members(json, members, at, r->e));
    const char *kind = json_string_value(json_object_get(json, "kind"));
    int full = kind && strcmp(kind, "full") == 0;
    if (!full && (!kind || strcmp(kind, "recurrent") != 0))
        return wrong(r, at, "\"kind\": expected \"full\" or \"recurrent\"");
    const json_t *heads = json_object_get(json, "heads"), *mlp = json_object_get(json, "mlp");
    place list = place_member(at, "heads"), mlp_place = place_member(at, "mlp");
    if (!json_is_array(heads))
        return wrong(r, &list, "expected a list");
    size_t count = json_array_size(heads);
    TRY(budget_spend(&r->budget, 3 * r->net->embed.width + count, 1, at, r->e));
    network_layer *layer = full ? network_add_layer(r->net, count, 0, 0, 0)
                                : network_add_recurrent_layer(r->net, count, 0);
    TRY(read_heads(r, layer, heads, &list));
    return mlp ? read_mlp(r, layer, mlp, &mlp_place) : STATUS_OK;
}
