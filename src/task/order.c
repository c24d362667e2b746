#include "task/order.h"

#include "base/memory.h"
#include "exact/rational.h"

void order_walk_init(order_walk *walk, const fc *task)
{
    size_t n = (size_t)task->tokens;
    walk->task = task;
    walk->prompt = memory_new(n, sizeof *walk->prompt);
    walk->radix = memory_new(n, sizeof *walk->radix);
    walk->down = memory_new(n, sizeof *walk->down);
    size_t t = 0;
    for (int block = (int)task->L; block >= -1; block--)
        for (uint64_t i = 0; i < fc_block_size(task, block); i++)
            walk->radix[t++] = fc_block_radix(task, block);
}

void order_walk_clear(order_walk *walk)
{
    memory_free(walk->prompt);
    memory_free(walk->radix);
    memory_free(walk->down);
}

void order_walk_seek(order_walk *walk, const mpz_t k)
{
    size_t n = (size_t)walk->task->tokens;
    mpz_t rest, digit, radix;
    mpz_init_set(rest, k);
    mpz_inits(digit, radix, NULL);
    for (size_t t = n; t-- > 0;) { /* the digits a_t, least significant first */
        integer_set_u64(radix, walk->radix[t]);
        mpz_fdiv_qr(rest, digit, rest, radix);
        walk->prompt[t] = integer_get_u64(digit);
    }
    REQUIRE(mpz_sgn(rest) == 0);
    unsigned char odd = 0; /* parity of p_t */
    for (size_t t = 0; t < n; t++) {
        uint64_t a = walk->prompt[t], r = walk->radix[t];
        walk->down[t] = odd;
        walk->prompt[t] = odd ? r - 1 - a : a;
        odd = (unsigned char)(((odd & r) ^ a) & 1);
    }
    mpz_clears(rest, digit, radix, NULL);
}

int64_t order_walk_next(order_walk *walk)
{
    for (size_t t = (size_t)walk->task->tokens; t-- > 0;) {
        if (walk->down[t] ? walk->prompt[t] > 0 : walk->prompt[t] + 1 < walk->radix[t]) {
            walk->prompt[t] += walk->down[t] ? (uint64_t)-1 : 1;
            return (int64_t)t;
        }
        walk->down[t] ^= 1; /* digit r_t - 1: it turns, as in the proof */
    }
    return -1;
}

void order_rank(mpz_t k, const fc *task, const uint64_t *prompt)
{
    mpz_t term;
    mpz_init(term);
    mpz_set_ui(k, 0);
    size_t t = 0;
    uint64_t odd = 0;
    for (int block = (int)task->L; block >= -1; block--) {
        uint64_t r = fc_block_radix(task, block);
        for (uint64_t i = 0; i < fc_block_size(task, block); i++, t++) {
            uint64_t a = odd ? r - 1 - prompt[t] : prompt[t];
            integer_set_u64(term, r);
            mpz_mul(k, k, term);
            integer_set_u64(term, a);
            mpz_add(k, k, term);
            odd = ((odd & r) ^ a) & 1;
        }
    }
    mpz_clear(term);
}

void order_random(uint64_t *prompt, const fc *task, random_source *source)
{
    size_t t = 0;
    for (int block = (int)task->L; block >= -1; block--)
        for (uint64_t i = 0; i < fc_block_size(task, block); i++)
            prompt[t++] = random_below(source, fc_block_radix(task, block));
}
