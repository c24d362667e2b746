#include "model/matrix-file.h"

#include "base/memory.h"
#include "exact/rational.h"

/* ---- writing -------------------------------------------------------------------- */

json_t *rational_to_json(mpq_srcptr q)
{
    char *text = rational_to_text(q);
    json_t *json = json_string(text);
    memory_free(text);
    return json;
}

json_t *matrix_to_json(const qmat_t a)
{
    json_t *entries = json_array();
    for (size_t row = 0; row < a->rows; row++)
        for (size_t column = 0; column < a->columns; column++) {
            mpq_srcptr q = qmat_get(a, row, column);
            if (mpq_sgn(q) != 0)
                json_array_append_new(entries, json_pack("[I,I,o]", (json_int_t)row,
                                                         (json_int_t)column, rational_to_json(q)));
        }
    return json_pack("{s:[I,I],s:o}", "shape", (json_int_t)a->rows, (json_int_t)a->columns,
                     "entries", entries);
}

json_t *vector_to_json(const qvec_t v)
{
    json_t *list = json_array();
    for (size_t i = 0; i < v->length; i++)
        json_array_append_new(list, rational_to_json(v->entry[i]));
    return list;
}

/* ---- reading -------------------------------------------------------------------- */

status budget_spend(weight_budget *budget, size_t rows, size_t columns, const place *at, error *e)
{
    if (rows && columns > budget->left / rows)
        return place_error(e, STATUS_LIMIT, at, "the network has too many weights to be held");
    budget->left -= rows * columns;
    return STATUS_OK;
}

status rational_from_json(mpq_t value, const json_t *json, const place *at, error *e)
{
    if (!json_is_string(json))
        return place_error(e, STATUS_MALFORMED, at,
                           "expected a rational as a string, like \"-3/4\"");
    error inner;
    status s = rational_parse(value, json_string_value(json), &inner);
    return s == STATUS_OK ? s : place_error(e, s, at, "%s", inner.message);
}

static status fill_dense(qmat_t a, const json_t *rows, const place *at, error *e)
{
    for (size_t i = 0; i < a->rows; i++) {
        const json_t *row = json_array_get(rows, i);
        place row_place = place_element(at, i);
        if (!json_is_array(row) || json_array_size(row) != a->columns)
            return place_error(e, STATUS_MALFORMED, &row_place, "expected a list of %zu rationals",
                               a->columns);
        for (size_t j = 0; j < a->columns; j++) {
            place entry = place_element(&row_place, j);
            TRY(rational_from_json(qmat_at(a, i, j), json_array_get(row, j), &entry, e));
        }
    }
    return STATUS_OK;
}

static status fill_sparse(qmat_t a, const json_t *entries, const place *at, error *e)
{
    place list = place_member(at, "entries");
    for (size_t k = 0; k < json_array_size(entries); k++) {
        const json_t *entry = json_array_get(entries, k);
        place here = place_element(&list, k);
        uint64_t row, column;
        if (!json_is_array(entry) || json_array_size(entry) != 3)
            return place_error(e, STATUS_MALFORMED, &here, "expected [row, column, \"rational\"]");
        if (a->rows == 0 || a->columns == 0)
            return place_error(e, STATUS_MALFORMED, &here, "an entry in an empty matrix");
        TRY(json_read_number(&row, json_array_get(entry, 0), 0, a->rows - 1, &here, e));
        TRY(json_read_number(&column, json_array_get(entry, 1), 0, a->columns - 1, &here, e));
        mpq_ptr target = qmat_at(a, (size_t)row, (size_t)column);
        if (mpq_sgn(target) != 0)
            return place_error(e, STATUS_MALFORMED, &here, "this entry is given twice");
        TRY(rational_from_json(target, json_array_get(entry, 2), &here, e));
        if (mpq_sgn(target) == 0)
            return place_error(e, STATUS_MALFORMED, &here, "a zero entry (leave zeros out)");
    }
    return STATUS_OK;
}

/* The shape a matrix claims, before it is allocated. */
static status claimed_shape(uint64_t shape[2], size_t columns, const json_t *json, const place *at,
                            error *e)
{
    static const char *const members[] = {"shape", "entries", NULL};
    const uint64_t most = UINT32_MAX;
    if (json_is_array(json)) {
        shape[0] = json_array_size(json);
        shape[1] = shape[0] ? json_array_size(json_array_get(json, 0)) : columns;
        return STATUS_OK;
    }
    TRY(json_check_members(json, members, at, e));
    place here = place_member(at, "shape");
    const json_t *given = json_object_get(json, "shape");
    if (!json_is_array(given) || json_array_size(given) != 2)
        return place_error(e, STATUS_MALFORMED, &here, "expected [rows, columns]");
    for (size_t i = 0; i < 2; i++)
        TRY(json_read_number(&shape[i], json_array_get(given, i), 0, most, &here, e));
    if (!json_is_array(json_object_get(json, "entries")))
        return place_error(e, STATUS_MALFORMED, at,
                           "expected \"entries\": [[row, column, \"rational\"], ...]");
    return STATUS_OK;
}

status matrix_from_json(qmat_t a, size_t rows, size_t columns, const json_t *json,
                        weight_budget *budget, const place *at, error *e)
{
    uint64_t shape[2] = {0, 0};
    if (!json)
        return place_error(e, STATUS_MALFORMED, at, "missing");
    TRY(claimed_shape(shape, columns == ANY_SIZE ? 0 : columns, json, at, e));
    if (rows != ANY_SIZE && shape[0] != rows)
        return place_error(e, STATUS_MALFORMED, at, "expected %zu rows, got %llu", rows,
                           (unsigned long long)shape[0]);
    if (columns != ANY_SIZE && shape[1] != columns)
        return place_error(e, STATUS_MALFORMED, at, "expected %zu columns, got %llu", columns,
                           (unsigned long long)shape[1]);
    TRY(budget_spend(budget, (size_t)shape[0], (size_t)shape[1], at, e));
    qmat_clear(a);
    qmat_init(a, (size_t)shape[0], (size_t)shape[1]);
    if (json_is_array(json))
        return fill_dense(a, json, at, e);
    return fill_sparse(a, json_object_get(json, "entries"), at, e);
}

status vector_from_json(qvec_t v, size_t length, const json_t *json, weight_budget *budget,
                        const place *at, error *e)
{
    if (!json_is_array(json) || json_array_size(json) != length)
        return place_error(e, STATUS_MALFORMED, at, "expected a list of %zu rationals", length);
    TRY(budget_spend(budget, length, 1, at, e));
    qvec_clear(v);
    qvec_init(v, length);
    for (size_t i = 0; i < length; i++) {
        place here = place_element(at, i);
        TRY(rational_from_json(v->entry[i], json_array_get(json, i), &here, e));
    }
    return STATUS_OK;
}
