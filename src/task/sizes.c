#include "task/sizes.h"

#include "base/memory.h"
#include "exact/rational.h"

#include <stdio.h>
#include <string.h>

/* Counts of at most so many digits are written out; single sizes beyond so many are written
 * as a small number times a power of two, if they are that. */
enum { decimal_digits = 10000, plain_digits = 24 };

status sizes_init(sizes *s, unsigned long L, error *e)
{
    if (L < 1 || L > sizes_max_L)
        return error_set(e, STATUS_USAGE, "--L: 1 .. %d", sizes_max_L);
    s->L = (unsigned)L;
    s->n = memory_new(L, sizeof *s->n);
    s->N = memory_new(L, sizeof *s->N);
    for (unsigned l = 0; l < L; l++)
        mpz_inits(s->n[l], s->N[l], NULL);
    mpz_set_ui(s->n[0], 1);
    mpz_init(s->tokens);
    return STATUS_OK;
}

void sizes_clear(sizes *s)
{
    for (unsigned l = 0; l < s->L; l++)
        mpz_clears(s->n[l], s->N[l], NULL);
    memory_free(s->n);
    memory_free(s->N);
    mpz_clear(s->tokens);
}

status sizes_complete(sizes *s, error *e)
{
    enum { bit_limit = 1 << 24 };
    if (mpz_sgn(s->N[0]) <= 0)
        return error_set(e, STATUS_USAGE, "--m: at least 1");
    mpz_add_ui(s->tokens, s->N[0], 2);
    for (unsigned l = 1; l < s->L; l++) {
        if (mpz_sgn(s->n[l]) <= 0)
            return error_set(e, STATUS_USAGE, "--n: n_%u must be at least 1", l);
        if (mpz_sizeinbase(s->N[l - 1], 2) + mpz_sizeinbase(s->n[l], 2) > bit_limit)
            return error_set(e, STATUS_LIMIT, "sizes with more than 2^24 bits");
        mpz_mul(s->N[l], s->N[l - 1], s->n[l]);
        mpz_add(s->tokens, s->tokens, s->N[l]);
    }
    return STATUS_OK;
}

void sizes_init_fc(sizes *s, const fc *task)
{
    error e;
    REQUIRE(sizes_init(s, task->L, &e) == STATUS_OK);
    integer_set_u64(s->N[0], task->N[0]);
    for (unsigned l = 1; l < task->L; l++)
        integer_set_u64(s->n[l], task->n[l]);
    REQUIRE(sizes_complete(s, &e) == STATUS_OK);
}

/* ---- text -------------------------------------------------------------------------------- */

static void print_decimal(FILE *to, const mpz_t value)
{
    char *text = integer_to_text(value);
    fputs(text, to);
    memory_free(text);
}

static void print_number(FILE *to, const mpz_t value)
{
    mp_bitcnt_t twos = mpz_sgn(value) ? mpz_scan1(value, 0) : 0;
    mpz_t odd;
    mpz_init(odd);
    mpz_tdiv_q_2exp(odd, value, twos);
    if (mpz_sizeinbase(value, 10) <= plain_digits || mpz_sizeinbase(odd, 10) > plain_digits)
        print_decimal(to, value);
    else if (mpz_cmp_ui(odd, 1) == 0)
        fprintf(to, "2^%lu", (unsigned long)twos);
    else {
        print_decimal(to, odd);
        fprintf(to, "*2^%lu", (unsigned long)twos);
    }
    mpz_clear(odd);
}

static FILE *open_text(char **text, size_t *length)
{
    *text = NULL;
    FILE *to = open_memstream(text, length);
    REQUIRE(to != NULL);
    return to;
}

/* A base of a power; products need brackets. */
static void print_base(FILE *to, const mpz_t value)
{
    int brackets = mpz_sizeinbase(value, 10) > plain_digits;
    fprintf(to, "%s", brackets ? "(" : "");
    print_number(to, value);
    fprintf(to, "%s", brackets ? ")" : "");
}

/* N^N has at most about this many digits; the value is exact enough to decide. */
static int is_short(const sizes *s)
{
    unsigned long bits = 0;
    for (unsigned l = 0; l < s->L; l++) {
        if (mpz_cmp_ui(s->N[l], decimal_digits) > 0)
            return 0;
        bits += mpz_get_ui(s->N[l]) * mpz_sizeinbase(s->N[l], 2) + mpz_sizeinbase(s->n[l], 2);
    }
    return bits < 8UL * decimal_digits;
}

static void count(mpz_t value, const sizes *s)
{
    mpz_t power;
    mpz_init(power);
    mpz_set(value, s->N[0]);
    for (unsigned l = 0; l < s->L; l++) {
        mpz_mul(value, value, s->n[l]);
        mpz_pow_ui(power, s->N[l], mpz_get_ui(s->N[l]));
        mpz_mul(value, value, power);
    }
    mpz_clear(power);
}

/* mpz_sizeinbase(x, 10) may be one too large. */
static int has_few_digits(const mpz_t value)
{
    mpz_t limit;
    mpz_init(limit);
    mpz_ui_pow_ui(limit, 10, decimal_digits);
    int few = mpz_cmp(value, limit) < 0;
    mpz_clear(limit);
    return few;
}

char *sizes_inputs_text(const sizes *s)
{
    char *text;
    size_t length;
    mpz_t value;
    mpz_init(value);
    if (is_short(s))
        count(value, s);
    int decimal = mpz_sgn(value) > 0 && has_few_digits(value);
    FILE *to = open_text(&text, &length);
    if (decimal) {
        print_decimal(to, value);
    } else {
        print_number(to, s->N[0]);
        mpz_set_ui(value, 1);
        for (unsigned l = 1; l < s->L; l++)
            mpz_mul(value, value, s->n[l]);
        fputc('*', to);
        print_number(to, value);
        for (unsigned l = 0; l < s->L; l++) {
            fputc('*', to);
            print_base(to, s->N[l]);
            fputc('^', to);
            print_base(to, s->N[l]);
        }
    }
    mpz_clear(value);
    REQUIRE(fclose(to) == 0);
    return text;
}

char *sizes_task_text(const sizes *s)
{
    char *text;
    size_t length;
    FILE *to = open_text(&text, &length);
    fprintf(to, "FC(%u;", s->L);
    print_number(to, s->N[0]);
    for (unsigned l = 1; l < s->L; l++) {
        fputc(l == 1 ? ';' : ',', to);
        print_number(to, s->n[l]);
    }
    fprintf(to, ")");
    REQUIRE(fclose(to) == 0);
    return text;
}
