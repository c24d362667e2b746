#include "verifier/kernel/certificate.h"

#include "base/json.h"
#include "base/memory.h"

#include <string.h>

/* ---- hints ------------------------------------------------------------------------------- */

static status read_sums(unsigned char *by_digits, const json_t *json, unsigned L, const place *at,
                        error *e)
{
    static const char *const members[] = {"sums", NULL};
    const json_t *sums = json_object_get(json, "sums");
    TRY(json_check_members(json, members, at, e));
    if (json_array_size(sums) != (size_t)L + 1)
        return place_error(e, STATUS_MALFORMED, at, "expected one entry per block 0 .. L");
    for (size_t l = 0; l <= L; l++) {
        const char *how = json_string_value(json_array_get(sums, l));
        if (!how || (strcmp(how, "digits") != 0 && strcmp(how, "tokens") != 0))
            return place_error(e, STATUS_MALFORMED, at, "sums are by digits or by tokens");
        by_digits[l] = how[0] == 'd';
    }
    return STATUS_OK;
}

static status read_follow(follow_hint *follow, const json_t *json, const network_certificate *c,
                          const plain_layer *layer, const place *at, error *e)
{
    static const char *const members[] = {"coordinate", "head", "value", NULL};
    uint64_t coordinate, head, value;
    TRY(json_check_members(json, members, at, e));
    if (c->net.width == 0 || layer->heads == 0)
        return place_error(e, STATUS_MALFORMED, at, "there is nothing to follow");
    TRY(json_read_number(&coordinate, json_object_get(json, "coordinate"), 0, c->net.width - 1, at,
                         e));
    TRY(json_read_number(&head, json_object_get(json, "head"), 0, layer->heads - 1, at, e));
    size_t values = layer->head[head].value->rows;
    TRY(json_read_number(&value, json_object_get(json, "value"), 0, values ? values - 1 : 0, at,
                         e));
    if (!values || follow[coordinate].follows)
        return place_error(e, STATUS_MALFORMED, at, "no values, or a coordinate given twice");
    follow[coordinate] = (follow_hint){1, (size_t)head, (size_t)value};
    return STATUS_OK;
}

static status read_hint(layer_hint *hint, const json_t *json, const network_certificate *c,
                        size_t t, const place *at, error *e)
{
    static const char *const members[] = {"heads", "follows", NULL};
    const plain_layer *layer = &c->net.layer[t];
    const json_t *heads = json_object_get(json, "heads"),
                 *follows = json_object_get(json, "follows");
    size_t blocks = (size_t)c->net.task.L + 1;
    TRY(json_check_members(json, members, at, e));
    if (!json_is_array(heads) || json_array_size(heads) != layer->heads || !json_is_array(follows))
        return place_error(e, STATUS_MALFORMED, at, "expected one entry per head, and follows");
    hint->by_digits = memory_new(layer->heads * blocks, 1);
    hint->follow = memory_new(c->net.width, sizeof *hint->follow);
    for (size_t h = 0; h < layer->heads; h++) {
        place here = place_element(at, h);
        TRY(read_sums(hint->by_digits + h * blocks, json_array_get(heads, h), c->net.task.L, &here,
                      e));
    }
    for (size_t k = 0; k < json_array_size(follows); k++) {
        place here = place_element(at, k);
        TRY(read_follow(hint->follow, json_array_get(follows, k), c, layer, &here, e));
    }
    return STATUS_OK;
}

/* ---- the whole --------------------------------------------------------------------------- */

static int hash_is(const json_t *claimed, const json_t *json, char sum[SHA256_HEX])
{
    char *text = json_to_text(json, 1);
    sha256_hex(sum, text, strlen(text));
    memory_free(text);
    return json_is_string(claimed) && strcmp(json_string_value(claimed), sum) == 0;
}

static status read_payload(network_certificate *c, const json_t *payload, error *e)
{
    place at = place_member(NULL, "layers");
    const char *number = json_string_value(json_object_get(payload, "number"));
    const json_t *network = json_object_get(payload, "network"),
                 *layers = json_object_get(payload, "layers");
    if (!hash_is(json_object_get(payload, "network_sha256"), network, c->network_sha256))
        return error_set(e, STATUS_NEGATIVE,
                         "the certificate is for another network (network_sha256 differs)");
    TRY(arithmetic_parse(&c->number, number ? number : "", e));
    TRY(plain_network_read(&c->net, network, e));
    if (!json_is_array(layers) || json_array_size(layers) != c->net.layers)
        return place_error(e, STATUS_MALFORMED, &at, "expected one entry per layer");
    c->hint = memory_new(c->net.layers, sizeof *c->hint);
    for (size_t t = 0; t < c->net.layers; t++) {
        place here = place_element(&at, t);
        TRY(read_hint(&c->hint[t], json_array_get(layers, t), c, t, &here, e));
    }
    return STATUS_OK;
}

static status check_envelope(const json_t *root, error *e)
{
    static const char *const members[] = {"format", "version", "payload_sha256", "payload", NULL};
    static const char *const inner[] = {"network_sha256", "network", "number", "layers", NULL};
    place top = place_member(NULL, "certificate"), at = place_member(&top, "payload");
    char sum[SHA256_HEX];
    const json_t *payload = json_object_get(root, "payload"),
                 *version = json_object_get(root, "version");
    TRY(json_check_members(root, members, &top, e));
    TRY(json_check_members(payload, inner, &at, e));
    const char *format = json_string_value(json_object_get(root, "format"));
    if (!format || strcmp(format, "strata-symbolic-certificate") != 0 ||
        !json_is_integer(version) || json_integer_value(version) != 2 ||
        !json_object_get(payload, "network"))
        return error_set(e, STATUS_MALFORMED, "expected a strata-symbolic-certificate, version 2");
    if (!hash_is(json_object_get(root, "payload_sha256"), payload, sum))
        return error_set(e, STATUS_NEGATIVE,
                         "the payload is not the one that was signed off (payload_sha256 differs)");
    return STATUS_OK;
}

status certificate_read(network_certificate **made, const json_t *root, error *e)
{
    TRY(check_envelope(root, e));
    network_certificate *c = memory_new(1, sizeof *c);
    c->holders = 1;
    status s = read_payload(c, json_object_get(root, "payload"), e);
    if (s == STATUS_OK)
        *made = c;
    else
        certificate_release(c);
    return s;
}

network_certificate *certificate_hold(const network_certificate *c)
{
    network_certificate *held =
        (network_certificate *)(uintptr_t)c; /* the count is no part of what it says */
    held->holders++;
    return held;
}

void certificate_release(network_certificate *c)
{
    if (!c || --c->holders)
        return;
    for (size_t t = 0; c->hint && t < c->net.layers; t++) {
        memory_free(c->hint[t].by_digits);
        memory_free(c->hint[t].follow);
    }
    memory_free(c->hint);
    plain_network_clear(&c->net);
    memory_free(c);
}
