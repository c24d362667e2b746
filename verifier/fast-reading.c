#include "verifier/fast-reading.h"

#include "base/memory.h"

/* Scores further apart than this make tables too large to be worth it. */
enum { exponent_limit = 1 << 16 };

/* ---- weights --------------------------------------------------------------------------- */

/* Scores of all rows and of the last token, if they are integers. */
static int score_rows(mpz_t *score, const fast_head *head, const qvec_t x)
{
    size_t rows = head->keys->rows, dim = head->keys->columns;
    qvec_t query, key;
    mpq_t s;
    qvec_init(query, dim);
    qvec_init(key, dim);
    mpq_init(s);
    qmat_apply(query, head->weights.query, x);
    int integers = 1;
    for (size_t r = 0; r <= rows && integers; r++) {
        if (r == rows)
            qmat_apply(key, head->weights.key, x);
        for (size_t j = 0; j < dim && r < rows; j++)
            mpq_set(key->entry[j], qmat_get(head->keys, r, j));
        qvec_dot(s, query, key);
        integers = mpz_cmp_ui(mpq_denref(s), 1) == 0;
        mpz_set(score[r], mpq_numref(s));
    }
    qvec_clear(query);
    qvec_clear(key);
    mpq_clear(s);
    return integers;
}

static int weigh(unsigned long *exponent, mpz_t *score, size_t count)
{
    mpz_t least, shift;
    mpz_init_set(least, score[0]);
    mpz_init(shift);
    for (size_t r = 1; r < count; r++)
        if (mpz_cmp(score[r], least) < 0)
            mpz_set(least, score[r]);
    int fine = 1;
    for (size_t r = 0; r < count && fine; r++) {
        mpz_sub(shift, score[r], least);
        fine = mpz_cmp_ui(shift, exponent_limit) <= 0;
        exponent[r] = mpz_get_ui(shift);
    }
    mpz_clear(least);
    mpz_clear(shift);
    return fine;
}

static void add_power(mpz_t total, unsigned long exponent)
{
    mpz_t power;
    mpz_init(power);
    mpz_setbit(power, exponent);
    mpz_add(total, total, power);
    mpz_clear(power);
}

static int weigh_head(fast_reading *r, size_t h, const qvec_t x, const token_rows *rows)
{
    const fast_head *head = &r->layer->head[h];
    if (head->recurrent) {
        mpz_set_ui(r->total[h], 1);
        return !head->positional ||
               recurrent_mixing_init(&r->mixing[h], r->layer->net, head->recurrent, x);
    }
    size_t count = token_row_count(rows) + 1;
    r->exponent[h] = memory_new(count, sizeof **r->exponent);
    mpz_t *score = memory_new(count, sizeof *score);
    for (size_t i = 0; i < count; i++)
        mpz_init(score[i]);
    int fine = score_rows(score, head, x) && weigh(r->exponent[h], score, count);
    for (size_t i = 0; i < count; i++)
        mpz_clear(score[i]);
    memory_free(score);
    if (!fine || !head->positional)
        return fine;
    add_power(r->total[h], r->exponent[h][count - 1]);
    for (size_t t = 0; t < rows->tokens; t++) /* all symbols of t weigh the same */
        add_power(r->total[h], r->exponent[h][rows->start[t]]);
    return 1;
}

int fast_reading_init(fast_reading *r, const fast_layer *layer, const qvec_t x,
                      const token_rows *rows)
{
    *r = (fast_reading){.layer = layer};
    r->exponent = memory_new(layer->heads, sizeof *r->exponent);
    r->total = memory_new(layer->heads, sizeof *r->total);
    r->mixing = memory_new(layer->heads, sizeof *r->mixing);
    r->last_value = memory_new(layer->heads, sizeof *r->last_value);
    for (size_t h = 0; h < layer->heads; h++)
        mpz_init(r->total[h]);
    for (size_t h = 0; h < layer->heads; h++)
        qvec_init(&r->last_value[h], layer->head[h].values->columns);
    for (size_t h = 0; h < layer->heads; h++) {
        fast_head_value(&r->last_value[h], &layer->head[h], x);
        if (!weigh_head(r, h, x, rows))
            return 0;
    }
    return 1;
}

void fast_reading_clear(fast_reading *r)
{
    for (size_t h = 0; h < r->layer->heads; h++) {
        memory_free(r->exponent[h]);
        mpz_clear(r->total[h]);
        recurrent_mixing_clear(&r->mixing[h]);
        qvec_clear(&r->last_value[h]);
    }
    memory_free(r->exponent);
    memory_free(r->total);
    memory_free(r->mixing);
    memory_free(r->last_value);
}

/* ---- forms ------------------------------------------------------------------------------- */

static int involves(const qvec_struct *form, const fast_head *head)
{
    for (size_t j = 0; j < head->width; j++)
        if (mpq_sgn(form->entry[head->first + j]) != 0)
            return 1;
    return 0;
}

static mpq_srcptr value_at(const fast_reading *r, size_t h, size_t row, size_t j)
{
    const fast_head *head = &r->layer->head[h];
    return row < head->values->rows ? qmat_get(head->values, row, j) : r->last_value[h].entry[j];
}

/* z += factor sum_j a_j c_j v_j for one recurrent head, row and token. */
static void add_mixed(mpq_t z, const fast_reading *r, size_t h, const qvec_struct *form, size_t row,
                      size_t token, const mpz_t factor)
{
    const fast_head *head = &r->layer->head[h];
    const recurrent_mixing *mix = &r->mixing[h];
    mpq_t product, whole;
    mpq_init(product);
    mpq_init(whole);
    mpq_set_z(whole, factor);
    for (size_t j = 0; j < mix->rows; j++) {
        mpq_mul(product, form->entry[head->first + j % head->width], value_at(r, h, row, j));
        mpq_mul(product, product, mix->coefficient[token * mix->rows + j]);
        mpq_mul(product, product, whole);
        mpq_add(z, z, product);
    }
    mpq_clear(product);
    mpq_clear(whole);
}

/* z += factor 2^exponent (a . v [+ a_0]) for one head and row; row `rows` is the last token. */
static void add_contribution(mpq_t z, const fast_reading *r, size_t h, const qvec_struct *form,
                             size_t row, const mpz_t factor, int with_constant)
{
    const fast_head *head = &r->layer->head[h];
    mpq_t sum, product;
    mpq_init(sum);
    mpq_init(product);
    if (with_constant)
        mpq_set(sum, form->entry[r->layer->variables]);
    for (size_t j = 0; j < head->width; j++) {
        mpq_mul(product, form->entry[head->first + j], value_at(r, h, row, j));
        mpq_add(sum, sum, product);
    }
    mpq_mul_2exp(sum, sum, r->exponent[h][row]);
    mpq_set_z(product, factor);
    mpq_mul(sum, sum, product);
    mpq_add(z, z, sum);
    mpq_clear(sum);
    mpq_clear(product);
}

/* Fills value[0 .. rows] with the parts and the constant of one form, as rationals. */
static int expand_form(mpq_t *value, const fast_reading *r, const qvec_struct *form,
                       const token_rows *tokens)
{
    const fast_layer *layer = r->layer;
    size_t involved = 0, positional = 0, recurrent = 0, rows = token_row_count(tokens);
    for (size_t h = 0; h < layer->heads; h++)
        if (involves(form, &layer->head[h])) {
            involved++;
            positional += layer->head[h].positional != 0;
            recurrent += layer->head[h].recurrent != NULL;
        }
    if ((involved > 1 || recurrent) && positional < involved)
        return 0;
    int once = involved != 1 || recurrent; /* the constant is added once, not per weight */
    mpz_t factor, all;
    mpz_init(factor);
    mpz_init_set_ui(all, 1);
    for (size_t h = 0; h < layer->heads; h++)
        if (involved > 1 && involves(form, &layer->head[h]))
            mpz_mul(all, all, r->total[h]);
    for (size_t h = 0; h < layer->heads; h++) {
        if (!involves(form, &layer->head[h]))
            continue;
        mpz_set_ui(factor, 1);
        if (involved > 1)
            mpz_divexact(factor, all, r->total[h]);
        if (layer->head[h].recurrent) {
            for (size_t t = 0; t < tokens->tokens; t++)
                for (size_t row = tokens->start[t]; row < tokens->start[t + 1]; row++)
                    add_mixed(value[row], r, h, form, row, t, factor);
            add_mixed(value[rows], r, h, form, rows, tokens->tokens, factor);
            continue;
        }
        for (size_t row = 0; row <= rows; row++)
            add_contribution(value[row], r, h, form, row, factor, !once);
    }
    if (once) { /* a form of no head is its constant */
        mpq_t constant;
        mpq_init(constant);
        mpq_set_z(constant, all);
        mpq_mul(constant, constant, form->entry[layer->variables]);
        mpq_add(value[rows], value[rows], constant);
        mpq_clear(constant);
    }
    mpz_clear(factor);
    mpz_clear(all);
    return 1;
}

/* Multiplies by the least common denominator. */
static void clear_denominators(mpz_t *whole, mpq_t *value, size_t count)
{
    mpz_t common;
    mpz_init_set_ui(common, 1);
    for (size_t i = 0; i < count; i++)
        mpz_lcm(common, common, mpq_denref(value[i]));
    for (size_t i = 0; i < count; i++) {
        mpz_divexact(whole[i], common, mpq_denref(value[i]));
        mpz_mul(whole[i], whole[i], mpq_numref(value[i]));
    }
    mpz_clear(common);
}

int fast_reading_forms(form_bundle *b, const fast_reading *r, const qvec_struct *form, size_t count,
                       const token_rows *rows)
{
    size_t numbers = token_row_count(rows) + 1;
    mpz_t *whole = memory_new(count * numbers, sizeof *whole);
    for (size_t i = 0; i < count * numbers; i++)
        mpz_init(whole[i]);
    int linear = 1;
    for (size_t k = 0; k < count && linear; k++) {
        qvec_t value;
        qvec_init(value, numbers);
        linear = expand_form(value->entry, r, &form[k], rows);
        clear_denominators(whole + k * numbers, value->entry, numbers);
        qvec_clear(value);
    }
    if (linear) {
        form_bundle_init(b, count, rows);
        form_bundle_set(b, (const mpz_t *)whole, rows);
    }
    for (size_t i = 0; i < count * numbers; i++)
        mpz_clear(whole[i]);
    memory_free(whole);
    return linear;
}
