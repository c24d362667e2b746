#include "verifier/values.h"

#include "base/memory.h"
#include "verifier/terms.h"

static void add_ranges(value_row *row, const network *net, mpq_srcptr weight, size_t c)
{
    qrange_t range;
    qrange_init(range);
    for (size_t b = 0; b < row->blocks; b++) {
        coordinate_range(range, &net->embed.coordinate[c], &net->task, (int)b - 1);
        qrange_addmul_q(&row->range[b], weight, range);
    }
    qrange_clear(range);
}

/* Adds what coordinate c contributes on the wanted block; 0 if it is more than one digit. */
static int follow(value_row *row, const network *net, mpq_srcptr weight, size_t c, int block)
{
    const embedding_coordinate *from = &net->embed.coordinate[c];
    mpq_t value;
    mpq_init(value);
    int fine = 1;
    for (size_t i = 0; i < from->count && fine; i++) {
        const embedding_term *term = &from->term[i];
        if (!term_reaches(term, &net->task, block))
            continue;
        if (!term_is_uniform(term, &net->task, block)) {
            fine = 0;
        } else if (!term_reads_symbol(term)) {
            term_value(value, term, term_fixed_digit(term, &net->task, block));
            mpq_mul(value, value, weight);
            mpq_add(row->rest, row->rest, value);
        } else {
            uint64_t count = term_digit_count(term, fc_block_radix(&net->task, block));
            fine = !row->digit && count <= value_digit_limit;
            row->digit = term;
            row->digits = (size_t)count;
            mpq_set(row->coefficient, weight);
        }
    }
    mpq_clear(value);
    return fine;
}

void value_row_init(value_row *row, const network *net, const attention_head *head, size_t j,
                    int wanted_block)
{
    *row = (value_row){.blocks = (size_t)net->task.L + 2, .digits = 1};
    row->range = qranges_new(row->blocks);
    mpq_inits(row->coefficient, row->rest, NULL);
    int fine = 1;
    for (size_t c = 0; c < net->embed.width; c++) {
        mpq_srcptr weight = qmat_get(head->value, j, c);
        if (mpq_sgn(weight) == 0)
            continue;
        add_ranges(row, net, weight, c);
        fine = fine && follow(row, net, weight, c, wanted_block);
    }
    if (!fine) {
        row->digit = NULL;
        row->digits = 1;
    }
}

void value_row_clear(value_row *row)
{
    qranges_free(row->range, row->blocks);
    mpq_clears(row->coefficient, row->rest, NULL);
}

void value_row_at(mpq_t value, const value_row *row, uint64_t digit)
{
    REQUIRE(row->digit && digit < row->digits);
    term_value(value, row->digit, digit);
    mpq_mul(value, value, row->coefficient);
    mpq_add(value, value, row->rest);
}
