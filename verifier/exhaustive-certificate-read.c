/* Reads an exhaustive certificate that nobody vouches for. Its fields are filled in one by
 * one with checks of their form; then the certificate is written again from what was read,
 * and the two texts must agree in every byte. So everything that can be derived (totals,
 * verdict, order, counterexample) is checked by being derived. */
#include "base/json-read.h"
#include "base/json.h"
#include "base/memory.h"
#include "verifier/exhaustive-certificate.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { certificate_limit = 1 << 28 };

static status read_chunk(sweep *s, const json_t *json, const place *at, error *e)
{
    uint64_t c, failures;
    if (!json_is_array(json) || json_array_size(json) != 3)
        return place_error(e, STATUS_MALFORMED, at, "expected [chunk, \"digest\", failures]");
    TRY(json_read_number(&c, json_array_get(json, 0), 0, s->plan.chunks - 1, at, e));
    uint64_t size = sweep_chunk_size(&s->plan, c);
    TRY(json_read_number(&failures, json_array_get(json, 2), 0, size, at, e));
    const char *hex = json_string_value(json_array_get(json, 1));
    sweep_record *record = &s->record[c];
    if (!hex || !digest_from_hex(&record->found.digest, hex))
        return place_error(e, STATUS_MALFORMED, at, "expected a digest of 32 digits 0-9a-f");
    if (record->done)
        return place_error(e, STATUS_MALFORMED, at, "chunk %" PRIu64 " is there twice", c);
    record->done = record->found.checked = size;
    record->found.failures = failures;
    return STATUS_OK;
}

/* The first failure lies in the first chunk that has one. */
static status read_first_failure(sweep *s, const json_t *json, const place *at, error *e)
{
    uint64_t c = 0;
    while (c < s->plan.chunks && s->record[c].found.failures == 0)
        c++;
    if (c == s->plan.chunks)
        return STATUS_OK;
    const char *text = json_string_value(json_object_get(json, "index"));
    if (!text || strlen(text) > 16 || strspn(text, "0123456789") != strlen(text))
        return place_error(e, STATUS_MALFORMED, at, "expected the first failure with its index");
    uint64_t index = strtoull(text, NULL, 10);
    if (index / s->plan.chunk_inputs != c || index >= s->plan.inputs)
        return place_error(e, STATUS_NEGATIVE, at, "it lies outside the first chunk with failures");
    s->record[c].found.first = index;
    return STATUS_OK;
}

static status read_header(const json_t *root, const place *top, error *e)
{
    static const char *const members[] = {
        "format",         "version", "network_sha256", "number",   "inputs",
        "chunk_inputs",   "verdict", "checked",        "failures", "network",
        "payload_sha256", "chunks",  "first_failure",  NULL};
    TRY(json_check_members(root, members, top, e));
    const char *format = json_string_value(json_object_get(root, "format"));
    if (!format || strcmp(format, EXHAUSTIVE_CERTIFICATE_FORMAT) != 0)
        return place_error(e, STATUS_MALFORMED, top,
                           "expected \"format\": \"" EXHAUSTIVE_CERTIFICATE_FORMAT "\"");
    const json_t *version = json_object_get(root, "version");
    if (!json_is_integer(version) || json_integer_value(version) != 1)
        return place_error(e, STATUS_MALFORMED, top, "expected \"version\": 1");
    return STATUS_OK;
}

static status fill(exhaustive_certificate *c, json_t *root, error *e)
{
    place top = place_member(NULL, "certificate"), list = place_member(&top, "chunks");
    place first = place_member(&top, "first_failure");
    const json_t *chunks = json_object_get(root, "chunks");
    if (!json_is_array(chunks))
        return place_error(e, STATUS_MALFORMED, &list, "expected a list");
    for (size_t i = 0; i < json_array_size(chunks); i++) {
        place here = place_element(&list, i);
        TRY(read_chunk(&c->sweep, json_array_get(chunks, i), &here, e));
    }
    return read_first_failure(&c->sweep, json_object_get(root, "first_failure"), &first, e);
}

/* Written again, it must be the same. */
static status compare(const exhaustive_certificate *c, const char *text, size_t length, error *e)
{
    char *again;
    status s = exhaustive_certificate_text(&again, &c->sweep, e);
    if (s == STATUS_INTERNAL)
        return error_set(e, STATUS_NEGATIVE,
                         "the first failure is none: the network is right there");
    if (s != STATUS_OK)
        return s;
    int same = strlen(again) == length && memcmp(again, text, length) == 0;
    memory_free(again);
    if (same)
        return STATUS_OK;
    return error_set(e, STATUS_NEGATIVE,
                     "its fields do not fit together (totals, verdict, network or counterexample)");
}

static status read_root(exhaustive_certificate *c, json_t *root, const char *text, size_t length,
                        error *e)
{
    place top = place_member(NULL, "certificate");
    TRY(read_header(root, &top, e));
    if (!seal_is_intact(root))
        return error_set(e, STATUS_NEGATIVE, "its text does not have the checksum it states");
    const json_t *net = json_object_get(root, "network");
    if (!net)
        return place_error(e, STATUS_MALFORMED, &top, "the network is missing");
    TRY(network_from_json(&c->net, net, e));
    status s = sweep_init(&c->sweep, &c->net, e);
    if (s == STATUS_OK) {
        s = fill(c, root, e);
        if (s == STATUS_OK)
            s = compare(c, text, length, e);
        if (s != STATUS_OK)
            sweep_clear(&c->sweep);
    }
    if (s != STATUS_OK)
        network_clear(&c->net);
    return s;
}

status exhaustive_certificate_read(exhaustive_certificate *c, const char *path, error *e)
{
    char *text;
    size_t length;
    json_error_t where;
    TRY(file_read(&text, &length, path, certificate_limit, e));
    sha256_hex(c->sha256, text, length);
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &where);
    status s;
    if (root)
        s = read_root(c, root, text, length, e);
    else
        s = error_set(e, STATUS_MALFORMED, "%d:%d: %s", where.line, where.column, where.text);
    if (s != STATUS_OK)
        error_prefix(e, "%s", path);
    json_decref(root);
    memory_free(text);
    return s;
}

void exhaustive_certificate_clear(exhaustive_certificate *c)
{
    sweep_clear(&c->sweep);
    network_clear(&c->net);
}
