#include "base/json-read.h"
#include "base/json.h"
#include "base/memory.h"
#include "cli/commands.h"
#include "cli/subject.h"
#include "constructions/block-sparse.h"
#include "constructions/two-sum.h"
#include "exact/rational.h"
#include "task/order.h"

#include <stdio.h>

static const option_rule rules[] = {
    {"M", "M", "numbers are taken mod M (default 5)"},
    {"tokens", "N", "prompt length of the full layer (default 5)"},
    {"sample", "K", "check the full layer on K random prompts instead of all"},
    {"block", "BS", "block size of the sparse layer (default 2)"},
    {"blocks", "NB", "its number of blocks (default keep + 1)"},
    {"keep", "K", "blocks it may look into (default 1)"},
    {"bits", "S", "bits of a block's summary, S = H*d*p (default 3)"},
    {"summary", "FILE", "the summary map as a table (default: a random map, --seed)"},
    {NULL, NULL, NULL},
};

enum { all_prompts_limit = 1 << 22 };

typedef struct full_report {
    uint64_t M, checked, failures, B;
    size_t tokens, dim;
    uint64_t precision;
    int sampled;
} full_report;

/* ---- the full layer ----------------------------------------------------------------------------
 */

/* Right in exact arithmetic and in fixed:P:1? */
static int is_right(const two_sum *layer, const number_system *fixed, const uint64_t *prompt)
{
    int expected = two_sum_expected(layer->M, prompt, layer->tokens);
    return two_sum_answer(layer, &number_base2, prompt) == expected &&
           two_sum_answer(layer, fixed, prompt) == expected;
}

static void check_prompts(full_report *r, const two_sum *layer, uint64_t count, uint64_t seed)
{
    uint64_t *prompt = memory_new(r->tokens, sizeof *prompt);
    number_system fixed = number_fixed(1, (unsigned)r->precision - 2);
    random_source source = {seed};
    for (uint64_t k = 0; k < count; k++) {
        uint64_t rest = k;
        for (size_t t = 0; t < r->tokens; t++, rest /= r->M)
            prompt[t] = r->sampled ? random_below(&source, r->M) : rest % r->M;
        r->failures += !is_right(layer, &fixed, prompt);
        r->checked++;
    }
    memory_free(prompt);
}

static status check_full(full_report *r, const options *o, uint64_t seed, error *e)
{
    uint64_t tokens, sample, count = 1;
    TRY(options_u64(&tokens, o, "tokens", 5, 1 << 20, e));
    TRY(options_u64(&sample, o, "sample", 0, 1 << 30, e));
    if (tokens < 2)
        return error_set(e, STATUS_USAGE, "--tokens: at least 2 (a number and y)");
    for (uint64_t t = 0; t < tokens && !sample; t++) {
        count *= r->M;
        if (count > all_prompts_limit)
            return error_set(e, STATUS_LIMIT,
                             "%llu^%llu prompts are too many to try all of them (use --sample)",
                             (unsigned long long)r->M, (unsigned long long)tokens);
    }
    two_sum layer;
    two_sum_init(&layer, r->M, (size_t)tokens);
    r->tokens = (size_t)tokens;
    r->dim = two_sum_dim(&layer);
    r->precision = two_sum_precision(&layer);
    r->B = r->dim * r->precision;
    r->sampled = sample != 0;
    check_prompts(r, &layer, sample ? sample : count, seed);
    two_sum_clear(&layer);
    return STATUS_OK;
}

/* ---- the sparse layer --------------------------------------------------------------------------
 */

static status read_sparse(block_sparse *it, const options *o, error *e)
{
    uint64_t block, blocks, keep, bits;
    TRY(options_u64(&block, o, "block", 2, 1 << 10, e));
    TRY(options_u64(&keep, o, "keep", 1, 1 << 20, e));
    TRY(options_u64(&blocks, o, "blocks", keep + 1, 1 << 20, e));
    TRY(options_u64(&bits, o, "bits", 3, block_sparse_most_bits, e));
    if (block < 1 || block > it->M)
        return error_set(e, STATUS_USAGE, "--block: 1 .. M = %llu numbers that differ",
                         (unsigned long long)it->M);
    if (keep >= blocks)
        return error_set(e, STATUS_USAGE, "--keep: fewer than the %llu blocks there are",
                         (unsigned long long)blocks);
    if (blocks > (UINT64_C(1) << 20) / block || block << bits > UINT64_C(1) << 27)
        return error_set(e, STATUS_LIMIT, "blocks too many or too large, or too many summaries");
    it->block = (size_t)block;
    it->blocks = (size_t)blocks;
    it->keep = (size_t)keep;
    it->bits = (unsigned)bits;
    const char *file = options_get(o, "summary", NULL);
    return file ? block_sparse_read_table(it, file, e) : STATUS_OK;
}

/* What the program claims about the pair is looked at once more, from the prompts alone. */
static void recheck(const block_sparse *it, const uint64_t *prompts)
{
    size_t n = it->blocks * it->block + 1;
    for (size_t b = 0; b < it->blocks; b++) {
        const uint64_t *one = prompts + b * it->block;
        REQUIRE(block_sparse_summary(it, one) == block_sparse_summary(it, prompts));
        REQUIRE(block_sparse_summary(it, one + n) == block_sparse_summary(it, prompts));
    }
    for (size_t t = 0; t < it->keep * it->block; t++)
        REQUIRE(prompts[t] == prompts[n + t]);
    REQUIRE(prompts[n - 1] == prompts[2 * n - 1]);
    REQUIRE(!two_sum_expected(it->M, prompts, n) && two_sum_expected(it->M, prompts + n, n));
}

/* ---- what is told
 * -------------------------------------------------------------------------------- */

static json_t *prompt_json(const uint64_t *prompt, size_t n)
{
    json_t *list = json_array();
    for (size_t t = 0; t < n; t++)
        json_array_append_new(list, json_integer((json_int_t)prompt[t]));
    return list;
}

static char *sets_text(const block_sparse *it)
{
    mpz_t sets;
    mpz_init(sets);
    block_sparse_sets(sets, it);
    char *text = integer_to_text(sets);
    mpz_clear(sets);
    return text;
}

static char *report_json(const full_report *r, const block_sparse *it, const uint64_t *prompts)
{
    size_t n = it->blocks * it->block + 1;
    char *sets = sets_text(it);
    json_t *full = json_pack("{s:I,s:I,s:i,s:I,s:I,s:I,s:I,s:I,s:b}", "M", (json_int_t)r->M,
                             "tokens", (json_int_t)r->tokens, "heads", 1, "dim", (json_int_t)r->dim,
                             "precision_bits", (json_int_t)r->precision, "B", (json_int_t)r->B,
                             "checked", (json_int_t)r->checked, "failures", (json_int_t)r->failures,
                             "sampled", r->sampled);
    json_t *pair = prompts
                       ? json_pack("[o,o]", prompt_json(prompts, n), prompt_json(prompts + n, n))
                       : json_null();
    json_t *sparse = json_pack("{s:I,s:I,s:I,s:I,s:I,s:s,s:o}", "M", (json_int_t)it->M, "block",
                               (json_int_t)it->block, "blocks", (json_int_t)it->blocks, "keep",
                               (json_int_t)it->keep, "bits", (json_int_t)it->bits, "sets", sets,
                               "prompts", pair);
    json_t *root = json_pack("{s:o,s:o}", "full", full, "sparse", sparse);
    char *text = json_to_text(root, 0);
    json_decref(root);
    memory_free(sets);
    return text;
}

static void print_prompt(FILE *to, const block_sparse *it, const uint64_t *prompt)
{
    size_t n = it->blocks * it->block + 1;
    fprintf(to, "  ");
    for (size_t t = 0; t + 1 < n; t++)
        fprintf(to, "%s%llu",
                t == 0          ? ""
                : t % it->block ? " "
                                : " | ",
                (unsigned long long)prompt[t]);
    fprintf(to, " ; y = %llu: %s\n", (unsigned long long)prompt[n - 1],
            two_sum_expected(it->M, prompt, n) ? "yes" : "no");
}

static char *report_text(const full_report *r, const block_sparse *it, const uint64_t *prompts)
{
    char *text = NULL, *sets = sets_text(it);
    size_t length;
    FILE *to = open_memstream(&text, &length);
    REQUIRE(to != NULL);
    fprintf(to,
            "2-Sum mod %llu, full attention: one layer, 1 head, d = %zu, p = %llu, B = Hdp = %llu\n"
            "%llu prompts of %zu tokens checked%s, exactly and in %llu bits: %llu failures\n",
            (unsigned long long)r->M, r->dim, (unsigned long long)r->precision,
            (unsigned long long)r->B, (unsigned long long)r->checked, r->tokens,
            r->sampled ? " (a random sample)" : " (all of them)", (unsigned long long)r->precision,
            (unsigned long long)r->failures);
    fprintf(
        to,
        "\n2-Sum mod %llu, block-sparse attention: %zu blocks of %zu, %zu looked into, summaries "
        "of %u bits\nthere are %s sets of %zu numbers and 2^%u summaries (%s)\n",
        (unsigned long long)it->M, it->blocks, it->block, it->keep, it->bits, sets, it->block,
        it->bits, it->table ? "a given table" : "a random map");
    if (prompts) {
        fprintf(to,
                "two prompts it cannot tell apart (all summaries are equal, so it looks into the "
                "first %zu):\n",
                it->keep);
        print_prompt(to, it, prompts);
        print_prompt(to, it, prompts + it->blocks * it->block + 1);
    } else {
        fprintf(to, "this map tells all sets apart: it is not refuted\n");
    }
    REQUIRE(fclose(to) == 0);
    memory_free(sets);
    return text;
}

static status run(const options *o, report_format format, error *e)
{
    full_report full = {0};
    uint64_t M, seed;
    TRY(options_u64(&M, o, "M", 5, UINT32_MAX, e));
    TRY(options_u64(&seed, o, "seed", 1, UINT64_MAX, e));
    if (M < 1)
        return error_set(e, STATUS_USAGE, "--M: at least 1");
    full.M = M;
    block_sparse sparse = {.M = M, .seed = seed};
    TRY(check_full(&full, o, seed, e));
    status s = read_sparse(&sparse, o, e);
    if (s == STATUS_OK) {
        size_t n = sparse.blocks * sparse.block + 1;
        uint64_t *prompts = memory_new(2 * n, sizeof *prompts);
        error none = {""};
        status refuted = block_sparse_refute(prompts, &sparse, &none);
        if (refuted == STATUS_OK)
            recheck(&sparse, prompts);
        const uint64_t *pair = refuted == STATUS_OK ? prompts : NULL;
        char *text = format == FORMAT_JSON ? report_json(&full, &sparse, pair)
                                           : report_text(&full, &sparse, pair);
        s = subject_print(o, text, e);
        if (s == STATUS_OK && (!pair || full.failures))
            s = STATUS_NEGATIVE;
        memory_free(text);
        memory_free(prompts);
    }
    block_sparse_clear(&sparse);
    return s;
}

status command_sparse(int count, char *const *arguments, error *e)
{
    options o;
    report_format format;
    TRY(options_parse(&o, rules, 0, count, arguments, e));
    if (options_has(&o, "help")) {
        options_help(
            "strata sparse [--M M] [OPTIONS]",
            "2-Sum: n-1 numbers and y; is there a number x with x + y = 0 (mod M)? One layer of\n"
            "full attention does it: it is built and checked on every prompt. Block-sparse\n"
            "attention, which looks into a few blocks only and knows the others by a summary that\n"
            "does not see where a block stands, does not, if summaries are short: two prompts with\n"
            "different answers are printed that it cannot tell apart. Exit code 0 if the full\n"
            "layer is right and the sparse one is refuted, 1 if not.",
            rules,
            "  strata sparse\n"
            "  strata sparse --M 16 --tokens 4 --block 4 --blocks 8 --keep 3 --bits 10\n"
            "  strata sparse --M 1000 --tokens 40 --sample 200 --block 2 --bits 18 --format json\n");
        return STATUS_OK;
    }
    TRY(options_format(&format, &o, e));
    if (format != FORMAT_TEXT && format != FORMAT_JSON)
        return error_set(e, STATUS_USAGE, "--format: sparse prints text or json");
    return run(&o, format, e);
}
