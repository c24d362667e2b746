/* libFuzzer: any bytes as a certificate file, for the readers of both kinds; and, if they are
 * JSON about a small task, once more with the right hashes, for the kernel's reader of networks
 * and its look-ups. */
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "verifier/exhaustive-certificate.h"
#include "verifier/solve.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* One file per process, in memory where the system has such a place. */
static const char *write_file(const uint8_t *data, size_t size)
{
    static char path[64];
    if (!path[0])
        snprintf(path, sizeof path, "%s/strata-fuzz-%d",
                 access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (int)getpid());
    FILE *to = fopen(path, "wb");
    REQUIRE(to != NULL);
    REQUIRE(fwrite(data, 1, size, to) == size && fclose(to) == 0);
    return path;
}

static void sign(json_t *within, const char *name, const json_t *whole)
{
    char sum[SHA256_HEX];
    char *text = json_to_text(whole, 1);
    sha256_hex(sum, text, strlen(text));
    memory_free(text);
    json_object_set_new(within, name, json_string(sum));
}

/* Look-ups try every query; a fuzzer should not wait for millions. */
static int is_small(const json_t *network)
{
    const json_t *task = json_object_get(network, "task"), *n = json_object_get(task, "n");
    json_int_t tokens = json_integer_value(json_object_get(task, "m"));
    for (size_t l = 0; l < json_array_size(n) && tokens <= 12; l++)
        tokens *= json_integer_value(json_array_get(n, l));
    return tokens <= 12 && json_array_size(json_object_get(network, "layers")) <= 4;
}

static void follow(json_t *root)
{
    theorem *proved = NULL;
    error e = {""};
    (void)solve_by_lookups(&proved, root, &e);
    theorem_clear(proved);
    json_t *payload = json_object_get(root, "payload"),
           *network = json_object_get(payload, "network");
    if (!json_is_object(network) || !is_small(network))
        return;
    sign(payload, "network_sha256", network);
    sign(root, "payload_sha256", payload);
    proved = NULL;
    (void)solve_by_lookups(&proved, root, &e);
    theorem_clear(proved);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path = write_file(data, size);
    exhaustive_certificate c;
    error e = {""};
    if (exhaustive_certificate_read(&c, path, &e) == STATUS_OK)
        exhaustive_certificate_clear(&c);
    json_t *root = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES, NULL);
    if (root)
        follow(root);
    json_decref(root);
    return 0;
}
