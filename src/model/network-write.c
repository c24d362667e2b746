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
    for (int l = (int)task->L; l >= -1; l--)
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

static json_t *layer_json(const network_layer *layer)
{
    json_t *heads = json_array();
    for (size_t h = 0; h < layer->heads; h++) {
        const attention_head *head = &layer->head[h];
        json_array_append_new(
            heads, json_pack("{s:o,s:o,s:o,s:o}", "query", matrix_to_json(head->query), "key",
                             matrix_to_json(head->key), "value", matrix_to_json(head->value),
                             "output", matrix_to_json(head->output)));
    }
    json_t *mlp =
        json_pack("{s:o,s:o,s:o,s:o}", "in", matrix_to_json(layer->mlp_in), "in_bias",
                  vector_to_json(layer->mlp_in_bias), "out", matrix_to_json(layer->mlp_out),
                  "out_bias", vector_to_json(layer->mlp_out_bias));
    return json_pack("{s:s,s:o,s:o}", "kind", "full", "heads", heads, "mlp", mlp);
}

json_t *network_to_json(const network *net)
{
    json_t *n = json_array(), *layers = json_array();
    for (unsigned l = 1; l < net->task.L; l++)
        json_array_append_new(n, json_integer((json_int_t)net->task.n[l]));
    for (size_t i = 0; i < net->layers; i++)
        json_array_append_new(layers, layer_json(&net->layer[i]));
    json_t *root = json_pack("{s:s,s:i,s:s,s:{s:i,s:I,s:o},s:o,s:o,s:o}", "format",
                             "strata-network", "version", 1, "name", net->name, "task", "L",
                             (int)net->task.L, "m", (json_int_t)net->task.N[0], "n", n, "embedding",
                             embedding_json(&net->embed, &net->task), "layers", layers, "readout",
                             matrix_to_json(net->readout));
    REQUIRE(root != NULL);
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
