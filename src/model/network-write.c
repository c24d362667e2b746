#include "base/json.h"
#include "base/memory.h"
#include "model/matrix-file.h"
#include "model/network-file.h"

#include <string.h>

static json_t *blocks_json(block_set blocks, const fc *task)
{
    if (blocks == blocks_all(task))
        return json_string("all");
    json_t *list = json_array();
    for (int l = (int)task->L; l >= block_steps; l--)
        if (blocks & BLOCK_BIT(l))
            json_array_append_new(list, json_integer(l));
    return list;
}

static void set_number(json_t *object, const char *key, uint64_t value, int present)
{
    if (present)
        json_object_set_new(object, key, json_integer((json_int_t)value));
}

static json_t *term_json(const embedding_term *term, const fc *task)
{
    json_t *object = json_object();
    json_object_set_new(object, "blocks", blocks_json(term->blocks, task));
    set_number(object, "at", term->at, term->has_at);
    json_object_set_new(object, "of", json_string(quantity_name(term->what)));
    set_number(object, "part", term->part, term->what == QUANTITY_QUERY);
    set_number(object, "within", term->within, term->within != 0);
    set_number(object, "div", term->div, term->div != 0);
    set_number(object, "mod", term->mod, term->mod != 0);
    set_number(object, "power", term->power, term->power != 1);
    json_object_set_new(object, "scale", rational_to_json(term->scale));
    json_object_set_new(object, "offset", rational_to_json(term->offset));
    return object;
}

static json_t *embedding_json(const embedding *embed, const fc *task)
{
    json_t *fields = json_array();
    for (size_t f = 0; f < embed->fields; f++) {
        json_t *coordinates = json_array();
        for (size_t c = 0; c < embed->field[f].width; c++) {
            const embedding_coordinate *from = &embed->coordinate[embed->field[f].start + c];
            json_t *terms = json_array();
            for (size_t i = 0; i < from->count; i++)
                json_array_append_new(terms, term_json(&from->term[i], task));
            json_array_append_new(coordinates, terms);
        }
        json_array_append_new(fields, json_pack("{s:s,s:o}", "field", embed->field[f].name,
                                                "coordinates", coordinates));
    }
    return fields;
}

static json_t *head_json(const attention_head *head)
{
    return json_pack("{s:o,s:o,s:o,s:o}", "query", matrix_to_json(head->query), "key",
                     matrix_to_json(head->key), "value", matrix_to_json(head->value), "output",
                     matrix_to_json(head->output));
}

static json_t *recurrent_head_json(const recurrent_head *head)
{
    json_t *parts = json_object();
    for (size_t i = 0; i < recurrence_parts(head->kind); i++) {
        json_t *part = json_object();
        if (!head->kind->parts[i].constant)
            json_object_set_new(part, "map", matrix_to_json(head->part[i].map));
        json_object_set_new(part, "bias", vector_to_json(head->part[i].bias));
        json_object_set_new(parts, head->kind->parts[i].name, part);
    }
    json_t *object =
        json_pack("{s:s,s:I,s:I}", "variant", head->kind->name, "key_width",
                  (json_int_t)head->shape.key, "value_width", (json_int_t)head->shape.value);
    set_number(object, "repeats", head->shape.repeats, head->kind->uses_repeats);
    json_object_set_new(object, "parts", parts);
    json_object_set_new(object, "output", matrix_to_json(head->output));
    return object;
}

static json_t *layer_json(const network_layer *layer)
{
    json_t *heads = json_array();
    int full = layer->kind == LAYER_FULL;
    for (size_t h = 0; h < layer->heads; h++)
        json_array_append_new(heads, full ? head_json(&layer->head[h])
                                          : recurrent_head_json(&layer->recurrent[h]));
    json_t *mlp =
        json_pack("{s:o,s:o,s:o,s:o}", "in", matrix_to_json(layer->mlp_in), "in_bias",
                  vector_to_json(layer->mlp_in_bias), "out", matrix_to_json(layer->mlp_out),
                  "out_bias", vector_to_json(layer->mlp_out_bias));
    return json_pack("{s:s,s:o,s:o}", "kind", full ? "full" : "recurrent", "heads", heads, "mlp",
                     mlp);
}

json_t *network_to_json(const network *net)
{
    json_t *n = json_array(), *layers = json_array();
    for (unsigned l = 1; l < net->task.L; l++)
        json_array_append_new(n, json_integer((json_int_t)net->task.n[l]));
    for (size_t i = 0; i < net->layers; i++)
        json_array_append_new(layers, layer_json(&net->layer[i]));
    json_t *root = json_pack("{s:s,s:i,s:s,s:{s:i,s:I,s:o}}", "format", "strata-network", "version",
                             1, "name", net->name, "task", "L", (int)net->task.L, "m",
                             (json_int_t)net->task.N[0], "n", n);
    REQUIRE(root != NULL);
    set_number(root, "steps", net->steps, net->steps != 1);
    json_object_set_new(root, "embedding", embedding_json(&net->embed, &net->task));
    json_object_set_new(root, "layers", layers);
    json_object_set_new(root, "readout", matrix_to_json(net->readout));
    return root;
}

char *network_to_text(const network *net)
{
    json_t *root = network_to_json(net);
    char *text = json_to_text(root, 1);
    json_decref(root);
    return text;
}

void network_hash(char hex[SHA256_HEX], const network *net)
{
    char *text = network_to_text(net);
    sha256_hex(hex, text, strlen(text));
    memory_free(text);
}
