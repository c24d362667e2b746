#include "protocol/network-message.h"

#include "base/status.h"

static size_t number_bits(const number_system *system)
{
    return 1 + system->integer_bits + system->fraction_bits;
}

size_t network_head_dim(const attention_head *head)
{
    return head->key->rows > head->value->rows ? head->key->rows : head->value->rows;
}

size_t network_report_bits(const attention_head *head, const number_system *system)
{
    return (network_head_dim(head) + head->value->rows) * number_bits(system);
}

size_t network_layer_bits(const network_layer *layer, const number_system *system)
{
    size_t total = 0;
    for (size_t h = 0; h < layer->heads; h++)
        total += network_report_bits(&layer->head[h], system);
    return total;
}

size_t network_state_bits(const network_layer *layer, const number_system *system)
{
    size_t entries = 0;
    for (size_t h = 0; h < layer->heads; h++)
        entries += layer->recurrent[h].kind->entries(&layer->recurrent[h].shape);
    return entries * number_bits(system);
}

size_t network_report_place(const network_layer *layer, const number_system *system, size_t head,
                            size_t token, size_t tokens)
{
    size_t place = 0;
    for (size_t h = 0; h < head; h++)
        place += network_report_bits(&layer->head[h], system) * tokens;
    return place + network_report_bits(&layer->head[head], system) * token;
}

/* ---- fields ---------------------------------------------------------------------------- */

/* A rounded number is a multiple of 2^-F that P bits hold. */
static void put_number(bit_writer *to, mpq_srcptr q, const number_system *system)
{
    mpq_t units;
    mpq_init(units);
    mpq_mul_2exp(units, q, system->fraction_bits);
    REQUIRE(mpz_cmp_ui(mpq_denref(units), 1) == 0);
    REQUIRE(bits_integer_fits(mpq_numref(units), number_bits(system)));
    bits_put_integer(to, mpq_numref(units), number_bits(system));
    mpq_clear(units);
}

static void get_number(mpq_ptr q, bits from, size_t at, const number_system *system)
{
    mpz_set_ui(mpq_denref(q), 1);
    bits_get_integer(mpq_numref(q), from, at, number_bits(system));
    mpq_div_2exp(q, q, system->fraction_bits);
}

void network_put_report(bit_writer *to, const block_report *report, size_t dim,
                        const number_system *system)
{
    size_t score_bits = (dim - 1) * number_bits(system);
    REQUIRE(bits_integer_fits(report->largest, score_bits));
    bits_put_integer(to, report->largest, score_bits);
    for (size_t j = 0; j <= report->width; j++)
        put_number(to, report->sums[j].sum, system);
}

void network_get_report(block_report *report, bits from, size_t at, size_t dim,
                        const number_system *system)
{
    size_t score_bits = (dim - 1) * number_bits(system);
    mpz_set_ui(report->largest, 0);
    if (score_bits > 0)
        bits_get_integer(report->largest, from, at, score_bits);
    at += score_bits;
    for (size_t j = 0; j <= report->width; j++, at += number_bits(system)) {
        get_number(report->sums[j].sum, from, at, system);
        mpq_set_ui(report->sums[j].tail, 0, 1);
    }
}

void network_put_numbers(bit_writer *to, const void *numbers, size_t count,
                         const number_system *system)
{
    for (size_t i = 0; i < count; i++)
        put_number(to, number_get(system, numbers, i), system);
}

void network_get_numbers(void *numbers, size_t count, bits from, size_t at,
                         const number_system *system)
{
    for (size_t i = 0; i < count; i++, at += number_bits(system))
        get_number(number_at(system, numbers, i), from, at, system);
}
