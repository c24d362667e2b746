#include "verifier/kernel/embedding.h"

/* Digits ((q mod within) div div) mod mod of q <= last are at most this. */
uint64_t plain_most_digit(const plain_term *term, uint64_t last)
{
    if (term->within && last >= term->within)
        last = term->within - 1;
    if (term->div)
        last /= term->div;
    return term->mod && last >= term->mod ? term->mod - 1 : last;
}

void plain_term_range(qrange_t range, const plain_term *term, const plain_network *net, int block)
{
    const fc *task = &net->task;
    uint64_t first = 0, last = 0, size = fc_block_size(task, block);
    qrange_set_zero(range);
    if (!plain_term_reaches(term, net, block))
        return;
    if (term->of == PLAIN_ONE || term->of == PLAIN_BLOCK)
        first = last = term->of == PLAIN_ONE ? 1 : (uint64_t)block;
    else if (term->of == PLAIN_SYMBOL)
        last = fc_block_radix(task, block) - 1;
    else if (term->of == PLAIN_QUERY)
        last = task->n[term->part] - 1;
    else {
        first = term->of == PLAIN_POSITION ? fc_block_start(task, block) : 0;
        last = first + (term->has_at ? term->at : size - 1);
        first = term->has_at ? last : first;
    }
    int grows = first == last || (!term->within && !term->mod);
    plain_term_value(range->lo, term, grows ? plain_digit(term, first) : 0);
    plain_term_value(range->hi, term,
                     grows ? plain_digit(term, last) : plain_most_digit(term, last));
    if (mpq_cmp(range->lo, range->hi) > 0)
        mpq_swap(range->lo, range->hi);
    if (term->has_at && size > 1) { /* the other tokens get 0 from it */
        qrange_t zero;
        qrange_init(zero);
        qrange_join(range, zero);
        qrange_clear(zero);
    }
}

/* range += weight times coordinate c on the block */
void plain_add_coordinate(qrange_t range, mpq_srcptr weight, const plain_network *net, size_t c,
                          int block)
{
    qrange_t one;
    qrange_init(one);
    for (size_t i = 0; mpq_sgn(weight) != 0 && i < net->coordinate[c].count; i++) {
        plain_term_range(one, &net->coordinate[c].term[i], net, block);
        qrange_addmul_q(range, weight, one);
    }
    qrange_clear(one);
}
