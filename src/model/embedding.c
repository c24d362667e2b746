#include "model/embedding.h"

#include "base/memory.h"
#include "exact/rational.h"

#include <string.h>

void embedding_init(embedding *e)
{
    *e = (embedding){0};
}

void embedding_clear(embedding *e)
{
    for (size_t c = 0; c < e->width; c++) {
        for (size_t i = 0; i < e->coordinate[c].count; i++) {
            mpq_clear(e->coordinate[c].term[i].scale);
            mpq_clear(e->coordinate[c].term[i].offset);
        }
        memory_free(e->coordinate[c].term);
    }
    for (size_t f = 0; f < e->fields; f++)
        memory_free(e->field[f].name);
    memory_free(e->coordinate);
    memory_free(e->field);
    embedding_init(e);
}

static const char *const quantity_names[] = {"one",      "position", "block",
                                             "argument", "symbol",   "query"};

const char *quantity_name(quantity what)
{
    return quantity_names[what];
}

int quantity_from_name(quantity *what, const char *name)
{
    for (size_t i = 0; i < sizeof quantity_names / sizeof *quantity_names; i++)
        if (strcmp(name, quantity_names[i]) == 0) {
            *what = (quantity)i;
            return 1;
        }
    return 0;
}

/* ---- building ---------------------------------------------------------------- */

block_set blocks_all(const fc *task)
{
    return (UINT64_C(1) << (task->L + 3)) - BLOCK_BIT(-1);
}

size_t embedding_add_field(embedding *e, const char *name, size_t width)
{
    size_t start = e->width;
    e->field = memory_resize(e->field, e->fields + 1, sizeof *e->field);
    e->field[e->fields++] = (embedding_field){memory_copy_string(name), start, width};
    e->width += width;
    e->coordinate = memory_resize(e->coordinate, e->width, sizeof *e->coordinate);
    for (size_t c = start; c < e->width; c++)
        e->coordinate[c] = (embedding_coordinate){0, NULL};
    return start;
}

embedding_term *embedding_add_term(embedding *e, size_t coordinate, block_set blocks)
{
    REQUIRE(coordinate < e->width);
    embedding_coordinate *to = &e->coordinate[coordinate];
    to->term = memory_resize(to->term, to->count + 1, sizeof *to->term);
    embedding_term *term = &to->term[to->count++];
    *term = (embedding_term){.blocks = blocks, .what = QUANTITY_ONE, .power = 1};
    mpq_init(term->scale);
    mpq_init(term->offset);
    mpq_set_ui(term->scale, 1, 1);
    return term;
}

void embedding_add_bit(embedding *e, size_t coordinate, block_set blocks, quantity what,
                       unsigned part, uint64_t within, uint64_t div)
{
    embedding_term *term = embedding_add_term(e, coordinate, blocks);
    term->what = what;
    term->part = part;
    term->within = within;
    term->div = div;
    term->mod = 2;
    mpq_set_si(term->scale, 2, 1);
    mpq_set_si(term->offset, -1, 1);
}

/* ---- evaluating --------------------------------------------------------------- */

int term_applies(const embedding_term *term, fc_place place)
{
    return (term->blocks & BLOCK_BIT(place.block)) != 0 &&
           (!term->has_at || term->at == place.argument);
}

int term_reads_symbol(const embedding_term *term)
{
    return (term->what == QUANTITY_SYMBOL || term->what == QUANTITY_QUERY) &&
           mpq_sgn(term->scale) != 0;
}

/* All a token knows. */
typedef struct token {
    uint64_t position;
    fc_place place;
    uint64_t symbol, w;
} token;

static uint64_t known_number(const embedding_term *term, const fc *task, const token *it)
{
    switch (term->what) {
    case QUANTITY_POSITION:
        return it->position;
    case QUANTITY_BLOCK:
        return (uint64_t)it->place.block;
    case QUANTITY_ARGUMENT:
        return it->place.argument;
    case QUANTITY_SYMBOL:
        return it->symbol;
    case QUANTITY_QUERY:
        return fc_query_part(task, it->w, term->part);
    case QUANTITY_ONE:
        break;
    }
    return 1;
}

static void add_term(mpq_t sum, const embedding_term *term, uint64_t q, mpq_t scratch)
{
    if (term->within)
        q %= term->within;
    if (term->div)
        q /= term->div;
    if (term->mod)
        q %= term->mod;
    integer_set_u64(mpq_numref(scratch), q);
    mpz_set_ui(mpq_denref(scratch), 1);
    if (term->power == 2)
        mpq_mul(scratch, scratch, scratch);
    mpq_mul(scratch, scratch, term->scale);
    mpq_add(sum, sum, scratch);
    mpq_add(sum, sum, term->offset);
}

static void evaluate(qvec_t x, const embedding *e, const fc *task, const token *it)
{
    REQUIRE(x->length == e->width);
    mpq_t scratch;
    mpq_init(scratch);
    for (size_t c = 0; c < e->width; c++) {
        mpq_set_ui(x->entry[c], 0, 1);
        for (size_t i = 0; i < e->coordinate[c].count; i++) {
            const embedding_term *term = &e->coordinate[c].term[i];
            if (term_applies(term, it->place))
                add_term(x->entry[c], term, known_number(term, task, it), scratch);
        }
    }
    mpq_clear(scratch);
}

void embedding_evaluate(qvec_t x, const embedding *e, const fc *task, uint64_t t, uint64_t symbol)
{
    token it = {t, fc_locate(task, t), symbol, symbol};
    evaluate(x, e, task, &it);
}

void embedding_evaluate_step(qvec_t x, const embedding *e, const fc *task, uint64_t t, uint64_t w,
                             uint64_t i)
{
    token it = {task->tokens + t, {block_steps, t}, i, w};
    evaluate(x, e, task, &it);
}
