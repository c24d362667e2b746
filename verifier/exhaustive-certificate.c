#include "verifier/exhaustive-certificate.h"

#include "base/json.h"
#include "base/memory.h"
#include "exact/rational.h"
#include "task/input.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the counterexample -------------------------------------------------------------------- */

status counterexample_init(counterexample *found, const network *net, uint64_t index, error *e)
{
    order_walk walk;
    evaluator ev;
    mpz_t k;
    status s = evaluator_init(&ev, net, e);
    if (s != STATUS_OK)
        return s;
    order_walk_init(&walk, &net->task);
    mpz_init(k);
    integer_set_u64(k, index);
    order_walk_seek(&walk, k);
    mpz_clear(k);
    *found = (counterexample){.index = index, .expected = fc_answer(&net->task, walk.prompt)};
    found->got = evaluator_answer(&ev, walk.prompt, NULL);
    size_t bytes = (size_t)net->task.tokens * sizeof *found->prompt;
    found->prompt = memcpy(memory_new(bytes, 1), walk.prompt, bytes);
    order_walk_clear(&walk);
    evaluator_clear(&ev);
    if (code_of(found->got) != found->expected + 1)
        return STATUS_OK;
    counterexample_clear(found);
    return error_set(e, STATUS_INTERNAL, "the reference engine does not fail on input %" PRIu64,
                     index);
}

void counterexample_clear(counterexample *found)
{
    memory_free(found->prompt);
    found->prompt = NULL;
}

static json_t *counterexample_json(const counterexample *found, const fc *task)
{
    char index[24];
    snprintf(index, sizeof index, "%" PRIu64, found->index);
    json_t *answer = found->got.outcome == RUN_ANSWER ? json_integer((json_int_t)found->got.answer)
                                                      : json_null();
    return json_pack("{s:s,s:o,s:o,s:I}", "index", index, "input",
                     input_to_json(task, found->prompt), "answer", answer, "expected",
                     (json_int_t)found->expected);
}

/* ---- digests and seals ------------------------------------------------------------------- */

void digest_to_hex(char hex[DIGEST_HEX], const digest *d)
{
    snprintf(hex, DIGEST_HEX, "%016" PRIx64 "%016" PRIx64, d->sum, d->product);
}

int digest_from_hex(digest *d, const char *hex)
{
    if (strlen(hex) != DIGEST_HEX - 1 || strspn(hex, "0123456789abcdef") != DIGEST_HEX - 1)
        return 0;
    char half[17] = "";
    d->product = strtoull(hex + 16, NULL, 16);
    memcpy(half, hex, 16);
    d->sum = strtoull(half, NULL, 16);
    return 1;
}

static void payload_hash(char hex[SHA256_HEX], const json_t *object)
{
    char *text = json_to_text(object, 1);
    sha256_hex(hex, text, strlen(text));
    memory_free(text);
}

void seal_json(json_t *object)
{
    char hex[SHA256_HEX];
    payload_hash(hex, object);
    json_object_set_new(object, "payload_sha256", json_string(hex));
}

int seal_is_intact(json_t *object)
{
    char hex[SHA256_HEX], given[SHA256_HEX] = "";
    const char *stated = json_string_value(json_object_get(object, "payload_sha256"));
    if (!stated || strlen(stated) + 1 != SHA256_HEX)
        return 0;
    memcpy(given, stated, SHA256_HEX);
    json_object_del(object, "payload_sha256");
    payload_hash(hex, object);
    json_object_set_new(object, "payload_sha256", json_string(given));
    return strcmp(hex, given) == 0;
}

/* ---- writing ----------------------------------------------------------------------------- */

static json_t *u64_json(uint64_t value)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, value);
    return json_string(text);
}

static int is_done(const sweep *s, uint64_t c)
{
    return s->record[c].done == sweep_chunk_size(&s->plan, c);
}

/* What the chunks that are done in full come to. */
static tally done_total(const sweep *s)
{
    tally total = TALLY_EMPTY;
    for (uint64_t c = 0; c < s->plan.chunks; c++)
        if (is_done(s, c))
            tally_join(&total, &s->record[c].found);
    return total;
}

static const char *verdict_word(const sweep *s, const tally *total)
{
    return total->failures ? "refuted" : sweep_is_complete(s) ? "verified" : "partial";
}

static json_t *chunks_json(const sweep *s)
{
    json_t *list = json_array();
    for (uint64_t c = 0; c < s->plan.chunks; c++) {
        char hex[DIGEST_HEX];
        if (!is_done(s, c))
            continue;
        digest_to_hex(hex, &s->record[c].found.digest);
        json_array_append_new(list, json_pack("[I,s,I]", (json_int_t)c, hex,
                                              (json_int_t)s->record[c].found.failures));
    }
    return list;
}

static json_t *certificate_json(const sweep *s, const counterexample *found)
{
    char hash[SHA256_HEX];
    tally total = done_total(s);
    network_hash(hash, s->net);
    json_t *o = json_object();
    json_object_set_new(o, "format", json_string(EXHAUSTIVE_CERTIFICATE_FORMAT));
    json_object_set_new(o, "version", json_integer(1));
    json_object_set_new(o, "network_sha256", json_string(hash));
    json_object_set_new(o, "number", json_string("base2"));
    json_object_set_new(o, "inputs", u64_json(s->plan.inputs));
    json_object_set_new(o, "chunk_inputs", u64_json(s->plan.chunk_inputs));
    json_object_set_new(o, "verdict", json_string(verdict_word(s, &total)));
    json_object_set_new(o, "checked", u64_json(total.checked));
    json_object_set_new(o, "failures", u64_json(total.failures));
    json_object_set_new(o, "first_failure",
                        found ? counterexample_json(found, &s->net->task) : json_null());
    json_object_set_new(o, "chunks", chunks_json(s));
    json_object_set_new(o, "network", network_to_json(s->net));
    seal_json(o);
    return o;
}

status exhaustive_certificate_text(char **text, const sweep *s, error *e)
{
    counterexample found;
    uint64_t first = done_total(s).first;
    if (first != NO_FAILURE) {
        status confirmed = counterexample_init(&found, s->net, first, e);
        if (confirmed != STATUS_OK)
            return confirmed;
    }
    json_t *o = certificate_json(s, first != NO_FAILURE ? &found : NULL);
    *text = json_to_text(o, 1);
    json_decref(o);
    if (first != NO_FAILURE)
        counterexample_clear(&found);
    return STATUS_OK;
}
