#include "verifier/terms.h"

#include "exact/rational.h"

uint64_t term_digit(const embedding_term *term, uint64_t q)
{
    if (term->within)
        q %= term->within;
    if (term->div)
        q /= term->div;
    return term->mod ? q % term->mod : q;
}

uint64_t term_digit_count(const embedding_term *term, uint64_t count)
{
    REQUIRE(count >= 1);
    if (term->within && term->within < count)
        count = term->within;
    if (term->div)
        count = (count - 1) / term->div + 1;
    return term->mod && term->mod < count ? term->mod : count;
}

void term_value(mpq_t value, const embedding_term *term, uint64_t digit)
{
    integer_set_u64(mpq_numref(value), digit);
    mpz_set_ui(mpq_denref(value), 1);
    if (term->power == 2)
        mpq_mul(value, value, value);
    mpq_mul(value, value, term->scale);
    mpq_add(value, value, term->offset);
}

int term_reaches(const embedding_term *term, const fc *task, int block)
{
    return (term->blocks & BLOCK_BIT(block)) != 0 &&
           (!term->has_at || term->at < fc_block_size(task, block));
}

int term_is_uniform(const embedding_term *term, const fc *task, int block)
{
    if (!term_reaches(term, task, block) || fc_block_size(task, block) == 1)
        return 1;
    return !term->has_at && term->what != QUANTITY_POSITION && term->what != QUANTITY_ARGUMENT;
}

/* The numbers q the term meets: first .. first + count - 1. */
static void numbers_met(uint64_t *first, uint64_t *count, const embedding_term *term,
                        const fc *task, int block)
{
    *first = 0;
    *count = 1;
    switch (term->what) {
    case QUANTITY_ONE:
        *first = 1;
        return;
    case QUANTITY_BLOCK:
        *first = (uint64_t)block;
        return;
    case QUANTITY_SYMBOL:
        *count = fc_block_radix(task, block);
        return;
    case QUANTITY_QUERY:
        *count = task->n[term->part];
        return;
    case QUANTITY_POSITION:
        *first = fc_block_start(task, block);
        break;
    case QUANTITY_ARGUMENT:
        break;
    }
    if (term->has_at)
        *first += term->at;
    else
        *count = fc_block_size(task, block);
}

uint64_t term_fixed_digit(const embedding_term *term, const fc *task, int block)
{
    uint64_t first, count;
    if (mpq_sgn(term->scale) == 0) /* whatever it reads */
        return 0;
    numbers_met(&first, &count, term, task, block);
    REQUIRE(count == 1);
    return term_digit(term, first);
}

/* Digits met lie in least .. most. */
static void digits_met(uint64_t *least, uint64_t *most, const embedding_term *term, const fc *task,
                       int block)
{
    uint64_t first, count;
    numbers_met(&first, &count, term, task, block);
    *least = term_digit(term, first);
    *most = term_digit(term, first + count - 1);
    if (count == 1 || (!term->within && !term->mod)) /* f grows */
        return;
    *least = 0;
    *most = term_digit_count(term, first + count) - 1;
}

void term_range(qrange_t range, const embedding_term *term, const fc *task, int block)
{
    qrange_set_zero(range);
    if (!term_reaches(term, task, block))
        return;
    uint64_t least, most;
    digits_met(&least, &most, term, task, block);
    term_value(range->lo, term, least);
    term_value(range->hi, term, most);
    if (mpq_cmp(range->lo, range->hi) > 0)
        mpq_swap(range->lo, range->hi);
    if (term->has_at && fc_block_size(task, block) > 1) { /* the other tokens get 0 */
        if (mpq_sgn(range->lo) > 0)
            mpq_set_ui(range->lo, 0, 1);
        if (mpq_sgn(range->hi) < 0)
            mpq_set_ui(range->hi, 0, 1);
    }
}

void coordinate_range(qrange_t range, const embedding_coordinate *coordinate, const fc *task,
                      int block)
{
    qrange_t one;
    qrange_init(one);
    qrange_set_zero(range);
    for (size_t i = 0; i < coordinate->count; i++) {
        term_range(one, &coordinate->term[i], task, block);
        qrange_add(range, one);
    }
    qrange_clear(one);
}
