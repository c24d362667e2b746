#include "base/json-read.h"
#include "base/memory.h"
#include "bounds/instance.h"
#include "bounds/optimal.h"
#include "bounds/proof-text.h"
#include "cli/commands.h"
#include "cli/machine.h"
#include "cli/subject.h"
#include "verifier/script/replay.h"

#include <string.h>

static const option_rule rules[] = {
    {"L", "L", "composition depth"},
    MACHINE_OPTIONS,
    {"theorem", "optimal|closed|full-explicit|sparse",
     "Theorem 1 with the shortest prompt found (default) or Theorem 2's sizes, Theorem 3, 2-Sum"},
    {"block", "BS", "sparse: tokens per block"},
    {"keep", "K", "sparse: blocks kept"},
    {"M", "M", "sparse: numbers are taken modulo M"},
    {NULL, NULL, NULL},
};

static void print_help(void)
{
    options_help(
        "strata prove --L L --H H --d D --p P [OPTIONS]",
        "Writes the proof script (docs/proof-scripts.md) that such a network cannot compose\n"
        "L functions, with the sizes `strata bounds` finds. The script is printed only if the\n"
        "kernel accepts it.",
        rules,
        "  strata prove --L 3 --H 32 --d 128 --p 16 --linear 28 | strata check -\n"
        "  strata prove --L 2 --B 64 --theorem closed --out depth2.proof\n"
        "  strata prove --theorem sparse --B 256 --block 64 --keep 4 --M 2^16\n");
}

/* A script that the kernel would not accept is not handed out. */
static status confirm(const char *text, error *e)
{
    script s;
    replay r;
    TRY(script_read(&s, text, strlen(text), "proof", e));
    status result = replay_script(&r, &s, "proof", e);
    replay_clear(&r);
    script_clear(&s);
    return result == STATUS_NEGATIVE ? STATUS_LIMIT : result;
}

static status search_text(char **text, const setting *s, unsigned full, error *e)
{
    witness w;
    witness_init(&w, s->L);
    status result = optimal_search(&w, s, e);
    if (result == STATUS_OK)
        *text = proof_text(s, &w, full);
    witness_clear(&w);
    return result;
}

static status closed_text(char **text, const setting *s, unsigned full, error *e)
{
    if (s->L < 2)
        return error_set(e, STATUS_USAGE, "the closed form (Theorem 2) needs L >= 2");
    mpz_t larger;
    mpz_init(larger);
    instance_closed_parameter(larger, s);
    *text = proof_text_closed(s, larger, full);
    mpz_clear(larger);
    return STATUS_OK;
}

static status lower_bound_text(char **text, const machine *k, const options *o, const char *name,
                               error *e)
{
    unsigned first, last;
    TRY(machine_levels(&first, &last, o, e));
    if (first != last)
        return error_set(e, STATUS_USAGE, "--L: one script proves one L");
    int full_only = strcmp(name, "full-explicit") == 0;
    if (full_only && (mpz_sgn(k->a) > 0 || k->word))
        return error_set(e, STATUS_USAGE, "full-explicit is about full layers alone");
    setting s;
    char *word = NULL;
    setting_init(&s);
    status result = machine_setting(&s, &word, k, first, e);
    unsigned full = k->word ? k->full_layers : first - 1;
    memory_free(word);
    if (full_only) {
        s.kind = THEOREM_3;
        s.last_full = 0;
        full = first;
    }
    if (full < first - 1)
        s.last_full = 0; /* idle full layers go on top of the word */
    if (result == STATUS_OK && strcmp(name, "closed") == 0)
        result = closed_text(text, &s, full, e);
    else if (result == STATUS_OK)
        result = search_text(text, &s, full, e);
    setting_clear(&s);
    return result;
}

static status sparse_text(char **text, const machine *k, const options *o, error *e)
{
    mpz_t M, block, keep;
    mpz_inits(M, block, keep, NULL);
    status result = machine_number(M, o, "M", 1, e);
    if (result == STATUS_OK)
        result = machine_number(block, o, "block", 1, e);
    if (result == STATUS_OK)
        result = machine_number(keep, o, "keep", 0, e);
    if (result == STATUS_OK)
        *text = proof_text_sparse(k->B, M, block, keep);
    mpz_clears(M, block, keep, NULL);
    return result;
}

static status make_text(char **text, const options *o, error *e)
{
    static const char *const names[] = {"optimal", "closed", "full-explicit", "sparse"};
    const char *name = options_get(o, "theorem", "optimal");
    size_t i = 0;
    while (i < 4 && strcmp(names[i], name) != 0)
        i++;
    if (i == 4)
        return error_set(
            e, STATUS_USAGE,
            "--theorem: expected optimal, closed, full-explicit or sparse, got '%.40s'", name);
    machine k;
    machine_init(&k);
    status result = machine_parse(&k, o, 0, e);
    if (result == STATUS_OK)
        result = i == 3 ? sparse_text(text, &k, o, e) : lower_bound_text(text, &k, o, name, e);
    machine_clear(&k);
    return result;
}

status command_prove(int count, char *const *arguments, error *e)
{
    options o;
    char *text = NULL;
    TRY(options_parse(&o, rules, 0, count, arguments, e));
    if (options_has(&o, "help")) {
        print_help();
        return STATUS_OK;
    }
    status result = make_text(&text, &o, e);
    if (result == STATUS_OK)
        result = confirm(text, e);
    if (result == STATUS_OK)
        result = subject_print(&o, text, e);
    memory_free(text);
    return result;
}
