#include "constructions/two-sum.h"

#include "base/memory.h"
#include "constructions/lookup.h"

/* Coordinates of a token's stream. */
static size_t at_want(const two_sum *layer)
{
    return layer->code;
}

static size_t at_number(const two_sum *layer)
{
    return 2 * (size_t)layer->code;
}

static size_t at_last(const two_sum *layer)
{
    return 2 * (size_t)layer->code + 1;
}

void two_sum_init(two_sum *layer, uint64_t M, size_t tokens)
{
    unsigned code = code_width(M) ? code_width(M) : 1;
    *layer = (two_sum){.M = M, .tokens = tokens, .code = code};
    layer->beta = (long)code_width(2 * ((uint64_t)tokens - 1));
    layer->width = at_last(layer) + 1;
    qmat_init(layer->head.query, code + 1, layer->width);
    qmat_init(layer->head.key, code + 1, layer->width);
    qmat_init(layer->head.value, 1, layer->width);
    qmat_init(layer->head.output, 0, 1);
    for (unsigned j = 0; j < code; j++) {
        qmat_set_si(layer->head.query, j, at_want(layer) + j, layer->beta);
        qmat_set_si(layer->head.key, j, j, 1);
    }
    qmat_set_si(layer->head.query, code, at_last(layer), layer->beta * (long)(code - 1));
    qmat_set_si(layer->head.key, code, at_last(layer), 1);
    qmat_set_si(layer->head.value, 0, at_number(layer), 1);
    qmat_set_si(layer->head.value, 0, at_last(layer), -1);
}

void two_sum_clear(two_sum *layer)
{
    qmat_clear(layer->head.query);
    qmat_clear(layer->head.key);
    qmat_clear(layer->head.value);
    qmat_clear(layer->head.output);
}

size_t two_sum_dim(const two_sum *layer)
{
    return layer->head.key->rows;
}

uint64_t two_sum_precision(const two_sum *layer)
{
    uint64_t score_bits = code_width((uint64_t)layer->beta * layer->code + 1) + 1;
    return lookup_precision(3, score_bits, two_sum_dim(layer));
}

int two_sum_expected(uint64_t M, const uint64_t *prompt, size_t tokens)
{
    for (size_t j = 0; j + 1 < tokens; j++)
        if ((prompt[j] + prompt[tokens - 1]) % M == 0)
            return 1;
    return 0;
}

static void embed(qvec_t x, const two_sum *layer, size_t t, uint64_t symbol)
{
    int last = t + 1 == layer->tokens;
    uint64_t coded = last ? (layer->M - symbol % layer->M) % layer->M : symbol;
    for (size_t c = 0; c < layer->width; c++)
        mpq_set_ui(x->entry[c], 0, 1);
    for (unsigned j = 0; j < layer->code; j++)
        mpq_set_si(x->entry[(last ? at_want(layer) : 0) + j], (coded >> j & 1) ? 1 : -1, 1);
    mpq_set_ui(x->entry[last ? at_last(layer) : at_number(layer)], 1, 1);
}

static int read_sign(forced_sign sign)
{
    return sign == SIGN_POSITIVE ? 1 : sign == SIGN_NEGATIVE ? 0 : -1;
}

int two_sum_answer(const two_sum *layer, const number_system *system, const uint64_t *prompt)
{
    size_t n = layer->tokens, dim = two_sum_dim(layer);
    void *score = numbers_new(system, n), *value = numbers_new(system, n);
    void *y = numbers_new(system, 1);
    qvec_t x, query, key, v;
    mpq_t product;
    qvec_init(x, layer->width);
    qvec_init(query, dim);
    qvec_init(key, dim);
    qvec_init(v, 1);
    mpq_init(product);
    embed(x, layer, n - 1, prompt[n - 1]);
    qmat_apply(query, layer->head.query, x);
    for (size_t s = 0; s < n; s++) {
        embed(x, layer, s, prompt[s]);
        qmat_apply(key, layer->head.key, x);
        qmat_apply(v, layer->head.value, x);
        qvec_dot(product, query, key);
        system->set_q(system, number_at(system, score, s), product);
        system->set_q(system, number_at(system, value, s), v->entry[0]);
    }
    attention_view view = {.count = n, .width = 1, .dim = dim, .score = score, .value = value};
    int done = system->attend(system, y, NULL, &view) == ATTEND_DONE;
    numbers_round(system, y, 1);
    int answer = done ? read_sign(system->sign(y)) : -1;
    numbers_free(system, score, n);
    numbers_free(system, value, n);
    numbers_free(system, y, 1);
    qvec_clear(x);
    qvec_clear(query);
    qvec_clear(key);
    qvec_clear(v);
    mpq_clear(product);
    return answer;
}
