#include "model/stream.h"

void stream_add_map(const number_system *system, void *z, const qmat_t a, const void *x)
{
    for (size_t row = 0; row < a->rows; row++)
        for (size_t column = 0; column < a->columns; column++) {
            mpq_srcptr w = a->entry[row * a->columns + column];
            if (mpq_sgn(w) != 0)
                system->addmul_q(system, number_at(system, z, row), w,
                                 number_get(system, x, column));
        }
}

void stream_set_map(const number_system *system, void *z, const qmat_t a, const void *x)
{
    numbers_zero(system, z, a->rows);
    stream_add_map(system, z, a, x);
}

/* z = a x + bias */
static void set_affine(const number_system *system, void *z, const qmat_t a, const qvec_t bias,
                       const void *x)
{
    for (size_t row = 0; row < a->rows; row++)
        system->set_q(system, number_at(system, z, row), bias->entry[row]);
    stream_add_map(system, z, a, x);
}

void stream_set_parts(recurrent_token *in, void *parts, const recurrent_head *head, const void *x)
{
    size_t row = 0;
    for (size_t i = 0; i < recurrence_parts(head->kind); i++) {
        const recurrent_part *part = &head->part[i];
        void *to = number_at(in->system, parts, row);
        set_affine(in->system, to, part->map, part->bias, x);
        in->part[i] = to;
        row += part->map->rows;
    }
}

static int is_zero_row(const network_layer *layer, size_t c)
{
    const qmat_struct *out = layer->mlp_out;
    int zero = mpq_sgn(layer->mlp_out_bias->entry[c]) == 0;
    for (size_t i = 0; i < out->columns && zero; i++)
        zero = mpq_sgn(out->entry[c * out->columns + i]) == 0;
    return zero;
}

void stream_run_mlp(const number_system *system, void *x, const network_layer *layer, void *hidden,
                    void *scratch)
{
    set_affine(system, hidden, layer->mlp_in, layer->mlp_in_bias, x);
    for (size_t i = 0; i < layer->mlp_in->rows; i++)
        system->relu(number_at(system, hidden, i));
    for (size_t c = 0; c < layer->mlp_out->rows; c++) {
        if (is_zero_row(layer, c))
            continue;
        qmat_struct row = {1, layer->mlp_out->columns,
                           layer->mlp_out->entry + c * layer->mlp_out->columns};
        qvec_struct bias = {1, layer->mlp_out_bias->entry + c};
        set_affine(system, scratch, &row, &bias, hidden);
        numbers_round(system, scratch, 1);
        system->add(system, number_at(system, x, c), scratch);
    }
}
