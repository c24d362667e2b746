/* The read-out must be forced to i_L for every value of i_L. */
#include "base/memory.h"
#include "verifier/symbolic.h"
#include "verifier/terms.h"

#include <stdio.h>
#include <string.h>

/* Row r of the read-out when the last look-up gave i. Most rows read one coordinate. */
static void row_range(qrange_t range, const network *net, const stream_content *after, size_t r,
                      uint64_t i)
{
    qrange_t embedded;
    qrange_init(embedded);
    qrange_set_zero(range);
    for (size_t c = 0; c < net->embed.width; c++) {
        mpq_srcptr weight = qmat_get(net->readout, r, c);
        if (mpq_sgn(weight) == 0)
            continue;
        if (after[c].kind == STREAM_EMBEDDED) {
            content_range(embedded, after, net, c);
            qrange_addmul_q(range, weight, embedded);
        } else {
            qrange_addmul_q(range, weight, content_at(&after[c], i));
        }
    }
    qrange_clear(embedded);
}

/* The only coordinate of row r that follows a digit; NULL if there are several or none. */
static const stream_content *only_digit(const network *net, const stream_content *after, size_t r)
{
    const stream_content *found = NULL;
    for (size_t c = 0; c < net->embed.width; c++) {
        if (mpq_sgn(qmat_get(net->readout, r, c)) == 0 || after[c].kind != STREAM_DIGIT)
            continue;
        if (found)
            return NULL;
        found = &after[c];
    }
    return found;
}

static int say(symbolic_spot *spot, const network *net, size_t r, uint64_t i, int sign,
               const stream_content *follows)
{
    snprintf(spot->reason, sizeof spot->reason, "read-out: bit %zu of the answer i_%u = %llu is %s",
             r, net->task.L, (unsigned long long)i,
             sign ? "forced to the wrong value" : "not forced");
    spot->has_query = follows != NULL;
    spot->layer = net->layers - 1;
    spot->head = follows ? follows->head : 0;
    spot->value = follows ? follows->value : 0;
    return 0;
}

/* Signs already known, per value of the digit the row follows. */
enum { sign_unknown = 2 };

static int row_is_right(symbolic_spot *spot, const network *net, const stream_content *after,
                        size_t r, uint64_t count)
{
    const stream_content *follows = only_digit(net, after, r);
    size_t digits = follows ? follows->count : 1;
    signed char *known = memory_new(digits, 1);
    memset(known, sign_unknown, digits);
    int right = 1;
    qrange_t range;
    qrange_init(range);
    for (uint64_t i = 0; i < count && right; i++) {
        uint64_t digit = follows ? term_digit(follows->digit, i) : 0;
        if (known[digit] == sign_unknown || !follows) {
            row_range(range, net, after, r, i);
            known[digit] = (signed char)qrange_sign(range);
        }
        right =
            known[digit] == (i >> r & 1 ? 1 : -1) || say(spot, net, r, i, known[digit], follows);
    }
    qrange_clear(range);
    memory_free(known);
    return right;
}

int symbolic_read_value(symbolic_spot *spot, const network *net, const stream_content *after,
                        uint64_t count)
{
    size_t rows = net->readout->rows;
    if ((count - 1) >> rows != 0) {
        snprintf(spot->reason, sizeof spot->reason, "read-out: %zu bits cannot say the answer %llu",
                 rows, (unsigned long long)(count - 1));
        return 0;
    }
    for (size_t r = 0; r < rows; r++)
        if (!row_is_right(spot, net, after, r, count))
            return 0;
    return 1;
}

int symbolic_read(symbolic_spot *spot, const network *net, const stream_content *after)
{
    return symbolic_read_value(spot, net, after, net->task.N[net->task.L - 1]);
}
