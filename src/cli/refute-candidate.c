#include "cli/refute-candidate.h"

#include "base/json-read.h"
#include "base/memory.h"
#include "cli/subject.h"
#include "exact/rational.h"
#include "verifier/refute/linearise.h"

#include <stdio.h>
#include <string.h>

enum { most_linear_layers = 1000, most_protocol_bytes = 1 << 24 };

/* ---- networks
 * -------------------------------------------------------------------------------------- */

static status read_layer(size_t *layer, const char *text, const char *name, const network *net,
                         error *e)
{
    uint64_t k;
    TRY(integer_parse_u64(&k, text, UINT64_MAX, name, e));
    if (k < 1 || k > net->layers)
        return error_set(e, STATUS_USAGE, "%s: the network has layers 1 .. %zu", name, net->layers);
    *layer = (size_t)k - 1;
    return STATUS_OK;
}

static status drop_layer(network *net, const char *text, error *e)
{
    size_t layer;
    TRY(read_layer(&layer, text, "--drop-layer", net, e));
    if (net->layers == 1)
        return error_set(e, STATUS_USAGE, "--drop-layer: it is the network's only layer");
    network_drop_layer(net, layer);
    return STATUS_OK;
}

/* "R", "RRR", "R^100" */
static status read_linear(uint64_t *count, const char *text, error *e)
{
    size_t letters = strspn(text, "R");
    *count = letters;
    if (letters == 1 && text[1] == '^')
        TRY(integer_parse_u64(count, text + 2, UINT64_MAX, "--replace-layer", e));
    else if (letters == 0 || text[letters])
        return error_set(e, STATUS_USAGE,
                         "--replace-layer: expected K=R, K=RRR or K=R^100, got '...=%.40s'", text);
    if (*count < 1 || *count > most_linear_layers)
        return error_set(e, STATUS_USAGE, "--replace-layer: 1 .. %d linear layers",
                         most_linear_layers);
    return STATUS_OK;
}

static status replace_layer(network *net, const char *text, error *e)
{
    const char *equals = strchr(text, '=');
    char number[24];
    size_t layer;
    uint64_t count;
    if (!equals || (size_t)(equals - text) >= sizeof number)
        return error_set(e, STATUS_USAGE, "--replace-layer: expected K=R^N, got '%.40s'", text);
    snprintf(number, sizeof number, "%.*s", (int)(equals - text), text);
    TRY(read_layer(&layer, number, "--replace-layer", net, e));
    TRY(read_linear(&count, equals + 1, e));
    if (net->layer[layer].kind != LAYER_FULL)
        return error_set(e, STATUS_USAGE, "--replace-layer: layer %zu is not a full layer",
                         layer + 1);
    network_linearise_layer(net, layer, (size_t)count);
    return STATUS_OK;
}

static status choose_number(number_choice *number, const network *net, const options *o, error *e)
{
    char usual[32] = "base2";
    if (!options_has(o, "network"))
        snprintf(usual, sizeof usual, "fixed:%llu",
                 (unsigned long long)construction_find(options_get(o, "construction", "binary"))
                     ->precision_bits(&net->task));
    if (net->steps > 1)
        snprintf(usual, sizeof usual, "base2");
    TRY(number_choice_parse(number, options_get(o, "number", usual), e));
    if (number->kind == NUMBER_FIXED_LEAST)
        return error_set(e, STATUS_USAGE,
                         "--number: refute needs one number system, not fixed:min");
    return STATUS_OK;
}

static status from_network(candidate *c, const options *o, error *e)
{
    network net;
    number_choice number;
    TRY(subject_network(&net, o, e));
    status s = STATUS_OK;
    if (options_has(o, "drop-layer"))
        s = drop_layer(&net, options_get(o, "drop-layer", ""), e);
    if (s == STATUS_OK && options_has(o, "replace-layer"))
        s = replace_layer(&net, options_get(o, "replace-layer", ""), e);
    if (s == STATUS_OK)
        s = choose_number(&number, &net, o, e);
    if (s != STATUS_OK) {
        network_clear(&net);
        return s;
    }
    return candidate_from_network(c, &net, &number, e);
}

/* ---- protocols
 * -------------------------------------------------------------------------------------- */

static status from_file(candidate *c, const char *path, error *e)
{
    char *text;
    size_t length;
    TRY(file_read(&text, &length, path, most_protocol_bytes, e));
    status s = STATUS_MALFORMED;
    if (strlen(text) != length)
        error_record(e, "%s: a protocol file holds text, this one has a zero byte", path);
    else
        s = candidate_from_text(c, text, path, e);
    memory_free(text);
    return s == STATUS_NEGATIVE ? STATUS_MALFORMED : s; /* over its own budget */
}

static status from_seed(candidate *c, const options *o, error *e)
{
    fc task;
    uint64_t seed, B, S;
    char usual[fc_max_L + 1] = "R";
    TRY(subject_task(&task, o, e));
    for (unsigned l = 1; l < task.L; l++) {
        usual[l - 1] = 'F';
        usual[l] = '\0';
    }
    TRY(options_u64(&seed, o, "random", 1, UINT64_MAX, e));
    TRY(options_u64(&B, o, "B", 1, UINT32_MAX, e));
    const char *word = options_get(o, "word", usual);
    TRY(options_u64(&S, o, "S", strchr(word, 'R') != NULL, UINT32_MAX, e));
    if (B < 1)
        return error_set(e, STATUS_USAGE, "--B: at least 1");
    return candidate_random(c, &task, word, B, S, seed, e);
}

static status check_together(const options *o, const char *const *needs_not, const char *given,
                             error *e)
{
    for (; *needs_not; needs_not++)
        if (options_has(o, *needs_not))
            return error_set(e, STATUS_USAGE, "--%s does not go with %s", *needs_not, given);
    return STATUS_OK;
}

status refute_candidate(candidate *c, const options *o, error *e)
{
    static const char *const not_file[] = {
        "construction", "network",       "random", "word", "B", "S", "number",
        "drop-layer",   "replace-layer", "L",      "m",    "n", NULL};
    static const char *const not_random[] = {"construction", "network",       "number",
                                             "drop-layer",   "replace-layer", NULL};
    static const char *const not_network[] = {"word", "B", "S", NULL};
    if (options_has(o, "protocol")) {
        TRY(check_together(o, not_file, "--protocol, whose file says everything", e));
        return from_file(c, options_get(o, "protocol", ""), e);
    }
    if (options_has(o, "random")) {
        TRY(check_together(o, not_random, "--random", e));
        return from_seed(c, o, e);
    }
    TRY(check_together(o, not_network, "a network", e));
    return from_network(c, o, e);
}
