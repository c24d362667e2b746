#include "cli/machine.h"

#include "base/json-read.h"
#include "base/memory.h"
#include "exact/rational.h"

#include <stdio.h>
#include <string.h>

enum { level_limit = 1000, word_limit = 10000 };

void machine_init(machine *k)
{
    mpz_inits(k->B, k->a, k->S, k->H, k->d, k->p, NULL);
    k->word = NULL;
    k->full_layers = 0;
}

void machine_clear(machine *k)
{
    mpz_clears(k->B, k->a, k->S, k->H, k->d, k->p, NULL);
}

status machine_number(mpz_t value, const options *o, const char *name, unsigned long least,
                      error *e)
{
    char dashed[48];
    const char *text = options_get(o, name, NULL);
    snprintf(dashed, sizeof dashed, "--%s", name);
    if (!text)
        return error_set(e, STATUS_USAGE, "%s is missing", dashed);
    TRY(integer_parse(value, text, dashed, e));
    if (mpz_cmp_ui(value, least) < 0)
        return error_set(e, STATUS_USAGE, "%s: at least %lu, got %.40s", dashed, least, text);
    return STATUS_OK;
}

/* ---- B, a, S and the word ------------------------------------------------------------ */

static status parse_word(machine *k, const options *o, error *e)
{
    const char *word = options_get(o, "word", NULL);
    if (!word)
        return STATUS_OK;
    size_t length = strlen(word);
    if (length == 0 || strspn(word, "FR") != length || length > word_limit)
        return error_set(e, STATUS_USAGE,
                         "--word: expected letters F and R such as RRFRRF, got '%.40s'", word);
    unsigned long linear = 0;
    for (const char *s = word; *s; s++)
        linear += *s == 'R';
    if (options_has(o, "linear") && mpz_cmp_ui(k->a, linear) != 0)
        return error_set(e, STATUS_USAGE, "--word %.40s has %lu letters R, --linear says otherwise",
                         word, linear);
    mpz_set_ui(k->a, linear);
    k->word = word;
    k->full_layers = (unsigned)(length - linear);
    return STATUS_OK;
}

static status parse_B(machine *k, const options *o, int B_is_asked, error *e)
{
    static const char *const name[] = {"H", "d", "p"};
    mpz_ptr const part[] = {k->H, k->d, k->p};
    int given = 0;
    for (int i = 0; i < 3; i++)
        given += options_has(o, name[i]);
    if (options_has(o, "B")) {
        if (given)
            return error_set(e, STATUS_USAGE, "--B and --H --d --p exclude each other");
        return machine_number(k->B, o, "B", 1, e);
    }
    if (given == 0 && B_is_asked)
        return STATUS_OK;
    for (int i = 0; i < 3; i++) {
        if (!options_has(o, name[i]))
            return error_set(e, STATUS_USAGE,
                             "--%s is missing (B = H*d*p needs --H, --d and --p, or give --B)",
                             name[i]);
        TRY(machine_number(part[i], o, name[i], 1, e));
    }
    mpz_mul(k->B, k->H, k->d);
    mpz_mul(k->B, k->B, k->p);
    return STATUS_OK;
}

status machine_parse(machine *k, const options *o, int B_is_asked, error *e)
{
    TRY(parse_B(k, o, B_is_asked, e));
    if (options_has(o, "linear"))
        TRY(machine_number(k->a, o, "linear", 0, e));
    TRY(parse_word(k, o, e));
    if (options_has(o, "state-bits"))
        return machine_number(k->S, o, "state-bits", 0, e);
    if (mpz_sgn(k->H) > 0) { /* S = H d (d+1) p: a d x d state and a normaliser per head */
        mpz_add_ui(k->S, k->d, 1);
        mpz_mul(k->S, k->S, k->B);
    } else if (mpz_sgn(k->a) > 0) {
        return error_set(e, STATUS_USAGE,
                         "--state-bits is missing (its default needs --H, --d and --p)");
    }
    return STATUS_OK;
}

static char *full_word(unsigned letters)
{
    char *word = memory_new((size_t)letters + 1, 1);
    memset(word, 'F', letters);
    return word;
}

status machine_setting(setting *s, char **word, const machine *k, unsigned L, error *e)
{
    *word = NULL;
    s->L = L;
    s->kind = THEOREM_1;
    mpz_set(s->B, mpz_sgn(k->B) > 0 ? k->B : s->B);
    mpz_set(s->a, k->a);
    mpz_set(s->S, k->S);
    if (k->word && k->full_layers > L - 1)
        return error_set(e, STATUS_USAGE,
                         "--word %.40s has %u full layers; Theorem 1 at L = %u is about at most %u",
                         k->word, k->full_layers, L, L - 1);
    if (k->word)
        *word = memory_copy_string(k->word);
    else if (mpz_sgn(k->a) == 0 && L >= 2)
        *word = full_word(L - 1);
    s->last_full = *word && (*word)[strlen(*word) - 1] == 'F';
    return STATUS_OK;
}

/* ---- ranges and lists ------------------------------------------------------------------ */

static status parse_level(uint64_t *value, const char *text, size_t length, error *e)
{
    char one[64];
    if (length >= sizeof one)
        return error_set(e, STATUS_USAGE, "--L: '%.40s' is not a number or a range 2..6", text);
    memcpy(one, text, length);
    one[length] = '\0';
    return integer_parse_u64(value, one, UINT64_MAX, "--L", e);
}

status machine_levels(unsigned *first, unsigned *last, const options *o, error *e)
{
    const char *text = options_get(o, "L", NULL);
    if (!text)
        return error_set(e, STATUS_USAGE, "--L is missing (for example --L 2 or --L 2..6)");
    const char *dots = strstr(text, "..");
    uint64_t low, high;
    TRY(parse_level(&low, text, dots ? (size_t)(dots - text) : strlen(text), e));
    high = low;
    if (dots)
        TRY(parse_level(&high, dots + 2, strlen(dots + 2), e));
    if (low < 1)
        return error_set(e, STATUS_USAGE, "--L: at least 1, got %.40s", text);
    if (low > high)
        return error_set(e, STATUS_USAGE, "--L %.40s: the range is empty", text);
    if (high > level_limit)
        return error_set(e, STATUS_LIMIT, "--L %.40s: at most L = %d (and so many rows)", text,
                         level_limit);
    *first = (unsigned)low;
    *last = (unsigned)high;
    return STATUS_OK;
}

status machine_list(factored_t *list, unsigned from, unsigned to, const options *o,
                    const char *name, error *e)
{
    const char *text = options_get(o, name, "");
    char dashed[48];
    snprintf(dashed, sizeof dashed, "--%s", name);
    unsigned got = *text ? 1 : 0;
    for (const char *s = text; *s; s++)
        got += *s == ',';
    if (got != to - from)
        return error_set(e, STATUS_USAGE, "%s: expected %u numbers, got %u", dashed, to - from,
                         got);
    char *copy = memory_copy_string(text), *at = copy;
    mpz_t value;
    mpz_init(value);
    status result = STATUS_OK;
    for (unsigned l = from; l < to && result == STATUS_OK; l++) {
        char *comma = strchr(at, ',');
        if (comma)
            *comma = '\0';
        result = integer_parse(value, at, dashed, e);
        if (result == STATUS_OK && mpz_sgn(value) == 0)
            result = error_set(e, STATUS_USAGE, "%s: sizes are at least 1", dashed);
        if (result == STATUS_OK)
            factored_set_z(list[l], value);
        at = comma ? comma + 1 : at;
    }
    mpz_clear(value);
    memory_free(copy);
    return result;
}
