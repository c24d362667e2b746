#include "verifier/symbolic-certificate.h"

#include "base/json.h"
#include "base/memory.h"
#include "exact/rational.h"
#include "model/network-file.h"

#include <string.h>

static json_t *sums_json(const unsigned char *digits, unsigned L)
{
    json_t *sums = json_array();
    for (size_t l = 0; l <= L; l++)
        json_array_append_new(sums, json_string(digits[l] ? "digits" : "tokens"));
    return json_pack("{s:o}", "sums", sums);
}

static json_t *layer_json(const lookup_proof *lookup, const network *net)
{
    json_t *heads = json_array(), *follows = json_array();
    for (size_t h = 0; h < lookup->heads; h++)
        json_array_append_new(heads,
                              sums_json(lookup->digits + h * (net->task.L + 1), net->task.L));
    for (size_t c = 0; c < net->embed.width; c++) {
        const stream_content *it = &lookup->after[c];
        if (it->kind != STREAM_EMBEDDED && it->kind != STREAM_RANGE)
            json_array_append_new(follows,
                                  json_pack("{s:I,s:I,s:I}", "coordinate", (json_int_t)c, "head",
                                            (json_int_t)it->head, "value", (json_int_t)it->value));
    }
    return json_pack("{s:o,s:o}", "heads", heads, "follows", follows);
}

char *symbolic_certificate(const symbolic_proof *proof, const char *number)
{
    REQUIRE(proof->complete);
    char network_sum[SHA256_HEX], sum[SHA256_HEX];
    network_hash(network_sum, proof->net);
    json_t *layers = json_array();
    for (size_t t = 0; t < proof->layers; t++)
        json_array_append_new(layers, layer_json(&proof->layer[t], proof->net));
    json_t *payload = json_pack("{s:s,s:o,s:s,s:o}", "network_sha256", network_sum, "network",
                                network_to_json(proof->net), "number", number, "layers", layers);
    char *text = json_to_text(payload, 1);
    sha256_hex(sum, text, strlen(text));
    memory_free(text);
    json_t *root = json_pack("{s:s,s:i,s:s,s:o}", "format", "strata-symbolic-certificate",
                             "version", 2, "payload_sha256", sum, "payload", payload);
    REQUIRE(root != NULL);
    text = json_to_text(root, 1);
    json_decref(root);
    return text;
}
