/* When is the last token alone enough? Read off which weights are not 0. */
#include "base/memory.h"
#include "model/run.h"

static void mark_rows(unsigned char *written, const qmat_t a)
{
    for (size_t row = 0; row < a->rows; row++)
        for (size_t column = 0; column < a->columns; column++)
            written[row] |= mpq_sgn(qmat_get(a, row, column)) != 0;
}

static int reads_written(const unsigned char *written, const qmat_t a)
{
    for (size_t row = 0; row < a->rows; row++)
        for (size_t column = 0; column < a->columns; column++)
            if (written[column] && mpq_sgn(qmat_get(a, row, column)) != 0)
                return 1;
    return 0;
}

static void mark_written(unsigned char *written, const network_layer *layer)
{
    for (size_t h = 0; h < layer->heads; h++)
        mark_rows(written, layer->head ? layer->head[h].output : layer->recurrent[h].output);
    mark_rows(written, layer->mlp_out);
    for (size_t c = 0; c < layer->mlp_out_bias->length; c++)
        written[c] |= mpq_sgn(layer->mlp_out_bias->entry[c]) != 0;
}

static int layer_reads_written(const unsigned char *written, const network_layer *layer)
{
    for (size_t h = 0; layer->head && h < layer->heads; h++)
        if (reads_written(written, layer->head[h].key) ||
            reads_written(written, layer->head[h].value))
            return 1;
    for (size_t h = 0; layer->recurrent && h < layer->heads; h++)
        for (size_t i = 0; i < recurrence_parts(layer->recurrent[h].kind); i++)
            if (reads_written(written, layer->recurrent[h].part[i].map))
                return 1;
    return 0;
}

int run_reads_memory_only(const network *net)
{
    unsigned char *written = memory_new(net->embed.width, 1);
    int fine = 1;
    for (size_t i = 0; i < net->layers; i++)
        mark_written(written, &net->layer[i]);
    for (size_t i = 0; i < net->layers && fine; i++)
        fine = !layer_reads_written(written, &net->layer[i]);
    memory_free(written);
    return fine;
}

void run_last_only(run_machine *machine)
{
    machine->last_only = 1;
}
