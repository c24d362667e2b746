#include "base/json-read.h"
#include "base/json.h"
#include "base/memory.h"
#include "exact/rational.h"
#include "model/network-file.h"
#include "verifier/refute/candidate.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Sizes in certificates; the task and the network reader have limits of their own. */
#define MOST_SIZE (UINT64_C(1) << 40)

/* ---- writing ------------------------------------------------------------------------------------
 */

static json_t *task_json(const fc *task)
{
    json_t *n = json_array();
    for (unsigned l = 1; l < task->L; l++)
        json_array_append_new(n, json_integer((json_int_t)task->n[l]));
    return json_pack("{s:I,s:I,s:o}", "L", (json_int_t)task->L, "m", (json_int_t)task->N[0], "n",
                     n);
}

json_t *candidate_to_json(const candidate *c)
{
    if (c->kind == CANDIDATE_NETWORK)
        return json_pack("{s:o,s:s}", "network", network_to_json(&c->net), "number",
                         number_choice_name(&c->number));
    if (c->kind == CANDIDATE_FILE)
        return json_pack("{s:s}", "protocol", c->text);
    char seed[24];
    snprintf(seed, sizeof seed, "%" PRIu64, c->seed);
    return json_pack("{s:s,s:o,s:s,s:I,s:I}", "random", seed, "task", task_json(&c->p.task), "word",
                     c->p.word, "B", (json_int_t)c->p.B, "S", (json_int_t)c->p.S);
}

void candidate_hash(char hex[SHA256_HEX], const candidate *c)
{
    json_t *json = candidate_to_json(c);
    char *text = json_to_text(json, 1);
    sha256_hex(hex, text, strlen(text));
    memory_free(text);
    json_decref(json);
}

/* ---- reading ------------------------------------------------------------------------------------
 */

static status read_task(fc *task, const json_t *json, const place *at, error *e)
{
    static const char *const members[] = {"L", "m", "n", NULL};
    place at_L = place_member(at, "L"), at_m = place_member(at, "m"), at_n = place_member(at, "n");
    uint64_t L, m, n[fc_max_L] = {0};
    TRY(json_check_members(json, members, at, e));
    TRY(json_read_number(&L, json_object_get(json, "L"), 1, fc_max_L, &at_L, e));
    TRY(json_read_number(&m, json_object_get(json, "m"), 1, MOST_SIZE, &at_m, e));
    const json_t *list = json_object_get(json, "n");
    if (!json_is_array(list) || json_array_size(list) != L - 1)
        return place_error(e, STATUS_MALFORMED, &at_n, "expected L-1 sizes");
    for (size_t l = 0; l + 1 < L; l++) {
        place at_l = place_element(&at_n, l);
        TRY(json_read_number(&n[l], json_array_get(list, l), 1, MOST_SIZE, &at_l, e));
    }
    status s = fc_init(task, (unsigned)L, m, n, e);
    return s == STATUS_USAGE ? STATUS_MALFORMED : s;
}

static status read_random(candidate *c, const json_t *json, const place *at, error *e)
{
    static const char *const members[] = {"random", "task", "word", "B", "S", NULL};
    place at_task = place_member(at, "task"), at_B = place_member(at, "B"),
          at_S = place_member(at, "S");
    const char *seed_text = json_string_value(json_object_get(json, "random"));
    const char *word = json_string_value(json_object_get(json, "word"));
    fc task;
    uint64_t seed, B, S;
    TRY(json_check_members(json, members, at, e));
    if (!seed_text || !word)
        return place_error(e, STATUS_MALFORMED, at, "expected strings \"random\" and \"word\"");
    TRY(integer_parse_u64(&seed, seed_text, UINT64_MAX, "random", e));
    TRY(read_task(&task, json_object_get(json, "task"), &at_task, e));
    TRY(json_read_number(&B, json_object_get(json, "B"), 1, MOST_SIZE, &at_B, e));
    TRY(json_read_number(&S, json_object_get(json, "S"), 0, MOST_SIZE, &at_S, e));
    return candidate_random(c, &task, word, B, S, seed, e);
}

static status read_network(candidate *c, const json_t *json, const place *at, error *e)
{
    static const char *const members[] = {"network", "number", NULL};
    network net;
    number_choice number;
    const char *name = json_string_value(json_object_get(json, "number"));
    TRY(json_check_members(json, members, at, e));
    if (!name)
        return place_error(e, STATUS_MALFORMED, at, "expected a string \"number\"");
    TRY(number_choice_parse(&number, name, e));
    if (number.kind == NUMBER_FIXED_LEAST)
        return place_error(e, STATUS_MALFORMED, at, "fixed:min is no number system");
    TRY(network_from_json(&net, json_object_get(json, "network"), e));
    return candidate_from_network(c, &net, &number, e);
}

static status read_any(candidate *c, const json_t *json, const place *at, error *e)
{
    static const char *const members[] = {"protocol", NULL};
    if (json_object_get(json, "network"))
        return read_network(c, json, at, e);
    if (json_object_get(json, "random"))
        return read_random(c, json, at, e);
    TRY(json_check_members(json, members, at, e));
    const char *text = json_string_value(json_object_get(json, "protocol"));
    if (!text)
        return place_error(e, STATUS_MALFORMED, at, "expected a network, protocol or random");
    return candidate_from_text(c, text, "protocol", e);
}

status candidate_from_json(candidate *c, const json_t *json, error *e)
{
    place at = place_member(NULL, "candidate");
    status s = read_any(c, json, &at, e);
    return s == STATUS_USAGE ? STATUS_MALFORMED : s; /* a file is no command line */
}
