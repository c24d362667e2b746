#include "verifier/checkpoint.h"

#include "base/json-read.h"
#include "base/json.h"
#include "base/memory.h"
#include "verifier/exhaustive-certificate.h"

#include <string.h>
#include <unistd.h>

static const char format[] = "strata-checkpoint";

static json_t *first_json(uint64_t first)
{
    return first == NO_FAILURE ? json_null() : json_integer((json_int_t)first);
}

status checkpoint_write(const char *path, const sweep *s, error *e)
{
    char hash[SHA256_HEX], hex[DIGEST_HEX];
    network_hash(hash, s->net);
    json_t *list = json_array();
    for (uint64_t c = 0; c < s->plan.chunks; c++) {
        const sweep_record *record = &s->record[c];
        if (record->done == 0)
            continue;
        digest_to_hex(hex, &record->found.digest);
        json_array_append_new(
            list, json_pack("[I,I,s,I,o]", (json_int_t)c, (json_int_t)record->done, hex,
                            (json_int_t)record->found.failures, first_json(record->found.first)));
    }
    json_t *o = json_pack("{s:s,s:i,s:s,s:I,s:I,s:o}", "format", format, "version", 1,
                          "network_sha256", hash, "shard", (json_int_t)(s->shard % s->shards),
                          "shards", (json_int_t)s->shards, "chunks", list);
    seal_json(o);
    char *text = json_to_text(o, 1);
    status written = file_write(path, text, strlen(text), e);
    memory_free(text);
    json_decref(o);
    return written;
}

static status read_record(sweep *s, const json_t *json, const place *at, error *e)
{
    uint64_t c, first;
    TRY(json_read_number(&c, json_array_get(json, 0), 0, s->plan.chunks - 1, at, e));
    sweep_record *record = &s->record[c];
    uint64_t start = c * s->plan.chunk_inputs, size = sweep_chunk_size(&s->plan, c);
    const json_t *at_first = json_array_get(json, 4);
    const char *hex = json_string_value(json_array_get(json, 2));
    TRY(json_read_number(&record->done, json_array_get(json, 1), 1, size, at, e));
    TRY(json_read_number(&record->found.failures, json_array_get(json, 3), 0, record->done, at, e));
    record->found.checked = record->done;
    if (!hex || !digest_from_hex(&record->found.digest, hex))
        return place_error(e, STATUS_MALFORMED, at, "expected a digest of 32 digits 0-9a-f");
    if (json_is_null(at_first) != (record->found.failures == 0))
        return place_error(e, STATUS_MALFORMED, at, "failures and first failure do not agree");
    if (json_is_null(at_first))
        return STATUS_OK;
    TRY(json_read_number(&first, at_first, start, start + record->done - 1, at, e));
    record->found.first = first;
    return STATUS_OK;
}

static status read_root(sweep *s, json_t *root, const place *top, error *e)
{
    char hash[SHA256_HEX];
    uint64_t shard, shards;
    const char *kind = json_string_value(json_object_get(root, "format"));
    const char *owner = json_string_value(json_object_get(root, "network_sha256"));
    const json_t *chunks = json_object_get(root, "chunks");
    if (!kind || strcmp(kind, format) != 0 || !owner || !json_is_array(chunks))
        return place_error(e, STATUS_MALFORMED, top, "this file is no checkpoint");
    if (!seal_is_intact(root))
        return place_error(e, STATUS_MALFORMED, top, "the file is damaged (wrong checksum)");
    network_hash(hash, s->net);
    TRY(json_read_number(&shard, json_object_get(root, "shard"), 0, INT64_MAX, top, e));
    TRY(json_read_number(&shards, json_object_get(root, "shards"), 1, INT64_MAX, top, e));
    if (strcmp(owner, hash) != 0)
        return place_error(e, STATUS_USAGE, top, "it belongs to another network");
    if (shards != s->shards || shard != s->shard % s->shards)
        return place_error(e, STATUS_USAGE, top, "it belongs to another shard");
    place list = place_member(top, "chunks");
    for (size_t i = 0; i < json_array_size(chunks); i++) {
        place here = place_element(&list, i);
        TRY(read_record(s, json_array_get(chunks, i), &here, e));
    }
    return STATUS_OK;
}

status checkpoint_read(sweep *s, const char *path, error *e)
{
    json_t *root;
    place top = place_member(NULL, path);
    if (access(path, F_OK) != 0)
        return STATUS_OK; /* nothing to go on from */
    TRY(json_read_file(&root, path, e));
    status result = read_root(s, root, &top, e);
    json_decref(root);
    return result;
}
