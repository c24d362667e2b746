#include "verifier/symbolic-certificate.h"

#include "base/json.h"
#include "base/memory.h"
#include "exact/rational.h"
#include "model/network-file.h"

#include <string.h>

static json_t *rational(mpq_srcptr q)
{
    char *text = rational_to_text(q);
    json_t *json = json_string(text);
    memory_free(text);
    return json;
}

static json_t *range(const qrange_struct *x)
{
    return json_pack("[o,o]", rational(x->lo), rational(x->hi));
}

static json_t *ranges(const qrange_struct *x, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, range(&x[i]));
    return list;
}

static json_t *head_json(const mixing_hull *hull, const unsigned char *digits)
{
    json_t *sums = json_array();
    for (size_t l = 0; l + 1 < hull->blocks; l++)
        json_array_append_new(sums, json_string(digits[l] ? "digits" : "tokens"));
    return json_pack("{s:o,s:o,s:o}", "sums", sums, "share", range(hull->share), "parts",
                     ranges(hull->part, hull->blocks));
}

static json_t *content_json(const stream_content *it, size_t c)
{
    if (it->kind == STREAM_RANGE)
        return json_pack("{s:I,s:o}", "coordinate", (json_int_t)c, "ranges",
                         ranges(it->range, it->count));
    return json_pack("{s:I,s:[I,I],s:o}", "coordinate", (json_int_t)c, "follows",
                     (json_int_t)it->head, (json_int_t)it->value, "ranges",
                     ranges(it->range, it->count));
}

static json_t *layer_json(const lookup_proof *lookup, const network *net)
{
    json_t *heads = json_array(), *contents = json_array();
    for (size_t h = 0; h < lookup->heads; h++)
        json_array_append_new(heads,
                              head_json(&lookup->hull[h], lookup->digits + h * (net->task.L + 1)));
    for (size_t c = 0; c < net->embed.width; c++)
        if (lookup->after[c].kind != STREAM_EMBEDDED)
            json_array_append_new(contents, content_json(&lookup->after[c], c));
    return json_pack("{s:o,s:o}", "heads", heads, "contents", contents);
}

char *symbolic_certificate(const symbolic_proof *proof)
{
    REQUIRE(proof->complete);
    char network_sum[SHA256_HEX], sum[SHA256_HEX];
    network_hash(network_sum, proof->net);
    json_t *layers = json_array();
    for (size_t t = 0; t < proof->layers; t++)
        json_array_append_new(layers, layer_json(&proof->layer[t], proof->net));
    json_t *payload = json_pack("{s:s,s:o,s:o}", "network_sha256", network_sum, "network",
                                network_to_json(proof->net), "layers", layers);
    char *text = json_to_text(payload, 1);
    sha256_hex(sum, text, strlen(text));
    memory_free(text);
    json_t *root = json_pack("{s:s,s:i,s:s,s:o}", "format", "strata-symbolic-certificate",
                             "version", 1, "payload_sha256", sum, "payload", payload);
    REQUIRE(root != NULL);
    text = json_to_text(root, 1);
    json_decref(root);
    return text;
}
