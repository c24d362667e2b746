#include "verifier/fast-form.h"

#include "base/memory.h"
#include "base/status.h"

/* Every partial sum of |parts| and the constant stays below 2^61 (rounding adds at most one
 * per term, and there are far fewer than 2^61 terms), so that no sum overflows and slack can
 * be added. */
enum { narrow_bits = 61, wide_bits = 125 };

void form_bundle_init(form_bundle *b, size_t count, const token_rows *rows)
{
    *b = (form_bundle){.count = count};
    b->part = memory_new(token_row_count(rows) * count, sizeof *b->part);
    b->constant = memory_new(count, sizeof *b->constant);
    b->slack = memory_new(count, sizeof *b->slack);
}

void form_bundle_clear(form_bundle *b, const token_rows *rows)
{
    memory_free(b->part);
    memory_free(b->constant);
    memory_free(b->slack);
    memory_free(b->wide);
    for (size_t i = 0; b->exact && i < (token_row_count(rows) + 1) * b->count; i++)
        mpz_clear(b->exact[i]);
    memory_free(b->exact);
}

size_t form_bundle_bytes(const form_bundle *b, const token_rows *rows)
{
    size_t numbers = (token_row_count(rows) + 3) * b->count, bytes = numbers * sizeof *b->part;
    if (b->wide)
        bytes += numbers * sizeof *b->wide;
    for (size_t i = 0; b->exact && i < (token_row_count(rows) + 1) * b->count; i++)
        bytes += sizeof(mpz_t) + mpz_size(b->exact[i]) * sizeof(mp_limb_t);
    return bytes;
}

/* Bits of  |constant| + sum over tokens of the largest |part|. */
static size_t bound_bits(const mpz_t *value, const token_rows *rows)
{
    mpz_t bound, largest;
    mpz_init(bound);
    mpz_init(largest);
    mpz_abs(bound, value[token_row_count(rows)]);
    for (size_t t = 0; t < rows->tokens; t++) {
        mpz_set_ui(largest, 0);
        for (size_t r = rows->start[t]; r < rows->start[t + 1]; r++)
            if (mpz_cmpabs(value[r], largest) > 0)
                mpz_abs(largest, value[r]);
        mpz_add(bound, bound, largest);
    }
    size_t bits = mpz_sizeinbase(bound, 2);
    mpz_clear(bound);
    mpz_clear(largest);
    return bits;
}

static int64_t narrow(const mpz_t value, size_t shift)
{
    mpz_t q;
    mpz_init(q);
    mpz_fdiv_q_2exp(q, value, shift);
    REQUIRE(mpz_fits_slong_p(q) && sizeof(long) == sizeof(int64_t));
    int64_t result = mpz_get_si(q);
    mpz_clear(q);
    return result;
}

static int128 widen(const mpz_t value)
{
    uint64_t limb[2] = {0, 0};
    REQUIRE(mpz_sizeinbase(value, 2) <= wide_bits);
    mpz_export(limb, NULL, -1, sizeof *limb, 0, 0, value);
    int128 magnitude = (int128)limb[1] << 64 | (int128)limb[0];
    return mpz_sgn(value) < 0 ? -magnitude : magnitude;
}

/* Exact tables for forms that were rounded. */
static void set_exact(form_bundle *b, const mpz_t *value, size_t rows, size_t most_bits)
{
    size_t numbers = (rows + 1) * b->count;
    if (most_bits <= wide_bits)
        b->wide = memory_new(numbers, sizeof *b->wide);
    else
        b->exact = memory_new(numbers, sizeof *b->exact);
    for (size_t k = 0; k < b->count; k++)
        for (size_t r = 0; r <= rows; r++)
            if (b->wide)
                b->wide[r * b->count + k] = widen(value[k * (rows + 1) + r]);
            else
                mpz_init_set(b->exact[r * b->count + k], value[k * (rows + 1) + r]);
}

void form_bundle_set(form_bundle *b, const mpz_t *value, const token_rows *rows)
{
    size_t count = token_row_count(rows), most_bits = 0;
    for (size_t k = 0; k < b->count; k++) {
        const mpz_t *own = value + k * (count + 1);
        size_t bits = bound_bits(own, rows), shift = bits > narrow_bits ? bits - narrow_bits : 0;
        b->slack[k] = shift ? (int64_t)rows->tokens + 1 : 0;
        for (size_t r = 0; r < count; r++)
            b->part[r * b->count + k] = narrow(own[r], shift);
        b->constant[k] = narrow(own[count], shift);
        most_bits = bits > most_bits ? bits : most_bits;
    }
    if (most_bits > narrow_bits)
        set_exact(b, value, count, most_bits);
}

static int exact_sign(const form_bundle *b, size_t k, const token_rows *rows,
                      const uint64_t *prompt)
{
    size_t last = token_row_count(rows) * b->count + k;
    if (b->wide) {
        int128 sum = b->wide[last];
        for (size_t t = 0; t < rows->tokens; t++)
            sum += b->wide[(rows->start[t] + prompt[t]) * b->count + k];
        return (sum > 0) - (sum < 0);
    }
    mpz_t sum;
    mpz_init_set(sum, b->exact[last]);
    for (size_t t = 0; t < rows->tokens; t++)
        mpz_add(sum, sum, b->exact[(rows->start[t] + prompt[t]) * b->count + k]);
    int sign = mpz_sgn(sum);
    mpz_clear(sum);
    return sign;
}

int form_sign(const form_bundle *b, size_t k, int64_t sum, const token_rows *rows,
              const uint64_t *prompt)
{
    if (sum > 0)
        return 1;
    if (sum < -b->slack[k])
        return -1;
    return b->slack[k] ? exact_sign(b, k, rows, prompt) : 0;
}

void form_add_tokens(int64_t *sum, const form_bundle *b, const token_rows *rows,
                     const uint64_t *prompt, size_t from, size_t to)
{
    for (size_t t = from; t < to; t++) {
        const int64_t *part = b->part + (rows->start[t] + prompt[t]) * b->count;
        for (size_t k = 0; k < b->count; k++)
            sum[k] += part[k];
    }
}

void form_range(int64_t *low, int64_t *high, const form_bundle *b, const token_rows *rows,
                size_t from, size_t to)
{
    for (size_t k = 0; k < b->count; k++) {
        low[k] = high[k] = 0;
        for (size_t t = from; t < to; t++) {
            int64_t least = INT64_MAX, most = INT64_MIN;
            for (size_t r = rows->start[t]; r < rows->start[t + 1]; r++) {
                int64_t v = b->part[r * b->count + k];
                least = v < least ? v : least;
                most = v > most ? v : most;
            }
            low[k] += least;
            high[k] += most;
        }
    }
}
