#include "verifier/refute/linearise.h"

#include "base/memory.h"

static void copy_matrix(qmat_t to, const qmat_t from)
{
    for (size_t k = 0; k < from->rows * from->columns; k++)
        mpq_set(to->entry[k], from->entry[k]);
}

static void set_head(recurrent_head *to, const attention_head *from, size_t width)
{
    recurrent_shape shape = {from->key->rows, from->value->rows, 1};
    recurrent_head_init(to, &recurrence_linear, &shape, width);
    copy_matrix(recurrent_head_part(to, "query")->map, from->query);
    copy_matrix(recurrent_head_part(to, "key")->map, from->key);
    copy_matrix(recurrent_head_part(to, "value")->map, from->value);
    copy_matrix(to->output, from->output);
}

/* Appends the linear twin of a full layer. */
static void add_twin(network *net, const network_layer *full)
{
    network_layer *twin = network_add_recurrent_layer(net, full->heads, full->mlp_in->rows);
    for (size_t h = 0; h < full->heads; h++)
        set_head(&twin->recurrent[h], &full->head[h], net->embed.width);
    copy_matrix(twin->mlp_in, full->mlp_in);
    copy_matrix(twin->mlp_out, full->mlp_out);
    qvec_set(twin->mlp_in_bias, full->mlp_in_bias);
    qvec_set(twin->mlp_out_bias, full->mlp_out_bias);
}

void network_linearise_layer(network *net, size_t i, size_t count)
{
    REQUIRE(i < net->layers && net->layer[i].kind == LAYER_FULL);
    size_t above = net->layers - i - 1;
    network_layer full = net->layer[i], *rest = memory_new(above, sizeof *rest);
    for (size_t k = 0; k < above; k++)
        rest[k] = net->layer[i + 1 + k];
    net->layers = i;
    for (size_t k = 0; k < count; k++)
        add_twin(net, &full);
    net->layer = memory_resize(net->layer, net->layers + above, sizeof *net->layer);
    for (size_t k = 0; k < above; k++)
        net->layer[net->layers++] = rest[k];
    network_layer_clear(&full);
    memory_free(rest);
}
