#include "exact/qvec.h"

#include "base/memory.h"
#include "base/status.h"

static mpq_t *entries_new(size_t count)
{
    mpq_t *entry = memory_new(count, sizeof *entry);
    for (size_t i = 0; i < count; i++)
        mpq_init(entry[i]);
    return entry;
}

static void entries_free(mpq_t *entry, size_t count)
{
    for (size_t i = 0; i < count; i++)
        mpq_clear(entry[i]);
    memory_free(entry);
}

static int entries_equal(mpq_t *a, mpq_t *b, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!mpq_equal(a[i], b[i]))
            return 0;
    return 1;
}

/* ---- vectors ------------------------------------------------------------- */

void qvec_init(qvec_t v, size_t length)
{
    v->length = length;
    v->entry = entries_new(length);
}

void qvec_clear(qvec_t v)
{
    entries_free(v->entry, v->length);
    v->entry = NULL;
    v->length = 0;
}

void qvec_set(qvec_t v, const qvec_t u)
{
    REQUIRE(v->length == u->length);
    for (size_t i = 0; i < v->length; i++)
        mpq_set(v->entry[i], u->entry[i]);
}

int qvec_equal(const qvec_t u, const qvec_t v)
{
    return u->length == v->length && entries_equal(u->entry, v->entry, u->length);
}

/* sum of a[i] b[i]; most weights are 0, so zero factors are skipped */
static void dot(mpq_t value, mpq_t *a, mpq_t *b, size_t count)
{
    mpq_t sum, product;
    mpq_inits(sum, product, NULL);
    for (size_t i = 0; i < count; i++) {
        if (mpq_sgn(a[i]) == 0 || mpq_sgn(b[i]) == 0)
            continue;
        mpq_mul(product, a[i], b[i]);
        mpq_add(sum, sum, product);
    }
    mpq_swap(value, sum);
    mpq_clears(sum, product, NULL);
}

void qvec_dot(mpq_t value, const qvec_t u, const qvec_t v)
{
    REQUIRE(u->length == v->length);
    dot(value, u->entry, v->entry, u->length);
}

/* ---- matrices ------------------------------------------------------------ */

void qmat_init(qmat_t a, size_t rows, size_t columns)
{
    a->rows = rows;
    a->columns = columns;
    a->entry = entries_new(rows * columns);
}

void qmat_clear(qmat_t a)
{
    entries_free(a->entry, a->rows * a->columns);
    a->entry = NULL;
    a->rows = a->columns = 0;
}

mpq_ptr qmat_at(qmat_t a, size_t row, size_t column)
{
    REQUIRE(row < a->rows && column < a->columns);
    return a->entry[row * a->columns + column];
}

mpq_srcptr qmat_get(const qmat_t a, size_t row, size_t column)
{
    REQUIRE(row < a->rows && column < a->columns);
    return a->entry[row * a->columns + column];
}

void qmat_set_si(qmat_t a, size_t row, size_t column, long value)
{
    mpq_set_si(qmat_at(a, row, column), value, 1);
}

int qmat_equal(const qmat_t a, const qmat_t b)
{
    return a->rows == b->rows && a->columns == b->columns &&
           entries_equal(a->entry, b->entry, a->rows * a->columns);
}

size_t qmat_nonzero_count(const qmat_t a)
{
    size_t count = 0;
    for (size_t i = 0; i < a->rows * a->columns; i++)
        count += mpq_sgn(a->entry[i]) != 0;
    return count;
}

void qmat_apply(qvec_t v, const qmat_t a, const qvec_t u)
{
    REQUIRE(v != u && v->length == a->rows && u->length == a->columns);
    for (size_t row = 0; row < a->rows; row++)
        dot(v->entry[row], a->entry + row * a->columns, u->entry, a->columns);
}
