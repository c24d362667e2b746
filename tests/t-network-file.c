/* Network files: lossless both ways, and every way of being wrong is said, with its place. */
#include "base/json.h"
#include "base/memory.h"
#include "constructions/construction.h"
#include "model/network-file.h"
#include "tests/support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void expect_lossless(const network *net)
{
    network again;
    error e = {""};
    json_t *json = network_to_json(net);
    status s = network_from_json(&again, json, &e);
    TEST_ASSERT_EQUAL_INT_MESSAGE(STATUS_OK, s, e.message);
    TEST_ASSERT_TRUE(network_equal(net, &again));
    char *text = network_to_text(net), *text_again = network_to_text(&again);
    TEST_ASSERT_EQUAL_STRING(text, text_again);
    memory_free(text);
    memory_free(text_again);
    network_clear(&again);
    json_decref(json);
}

static void test_built_networks_survive_writing_and_reading(void)
{
    static const struct {
        unsigned L;
        uint64_t m, n[3];
    } sizes[] = {{1, 1, {0}}, {1, 3, {0}}, {2, 2, {2}}, {3, 2, {3, 1}}, {4, 5, {2, 1, 7}}};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (size_t i = 0; constructions[i]; i++) {
            fc task = make_task(sizes[k].L, sizes[k].m, sizes[k].n);
            network net;
            constructions[i]->build(&net, &task);
            expect_lossless(&net);
            network_clear(&net);
        }
}

static void test_hand_written_forms_survive_too(void)
{
    char path[4096];
    network net;
    error e = {""};
    status s = network_read_file(&net, test_file(path, sizeof path, "networks/by-hand.json"), &e);
    TEST_ASSERT_EQUAL_INT_MESSAGE(STATUS_OK, s, e.message);
    expect_lossless(&net);
    network_clear(&net);
}

static void test_different_networks_have_different_hashes(void)
{
    fc task = make_task(2, 2, (uint64_t[]){2});
    network net;
    char before[SHA256_HEX], after[SHA256_HEX];
    constructions[0]->build(&net, &task);
    network_hash(before, &net);
    TEST_ASSERT_EQUAL_UINT64(64, strlen(before));
    qmat_set_si(net.layer[1].mlp_out, 0, 0, 1);
    network_hash(after, &net);
    TEST_ASSERT_TRUE(strcmp(before, after) != 0);
    network_clear(&net);
}

/* ---- wrong files: the FC(1;2) network with one place changed ----------------------------- */

static json_t *good_file(void)
{
    fc task = make_task(1, 2, NULL);
    network net;
    constructions[0]->build(&net, &task);
    json_t *json = network_to_json(&net);
    network_clear(&net);
    return json;
}

/* The value at a path such as "layers/0/heads/0/key"; *parent is what holds it. */
static json_t *follow(json_t *from, const char *path, json_t **parent, char last[64])
{
    char copy[256], *rest = NULL;
    snprintf(copy, sizeof copy, "%s", path);
    for (char *part = strtok_r(copy, "/", &rest); part; part = strtok_r(NULL, "/", &rest)) {
        *parent = from;
        snprintf(last, 64, "%s", part);
        from = json_is_array(from) ? json_array_get(from, (size_t)strtoul(part, NULL, 10))
                                   : json_object_get(from, part);
    }
    return from;
}

/* Replaces the value at `path` by `value` (JSON text), or removes it if NULL. */
static void expect_wrong(const char *path, const char *value, status code, const char *message)
{
    json_t *root = good_file(), *parent = NULL;
    char last[64];
    network net;
    error e = {""};
    follow(root, path, &parent, last);
    json_t *replacement = value ? json_loads(value, JSON_DECODE_ANY, NULL) : NULL;
    TEST_ASSERT_TRUE_MESSAGE(!value || replacement, value);
    if (!value)
        TEST_ASSERT_EQUAL_INT(0, json_object_del(parent, last));
    else if (json_is_array(parent))
        json_array_set_new(parent, (size_t)strtoul(last, NULL, 10), replacement);
    else
        json_object_set_new(parent, last, replacement);
    status s = network_from_json(&net, root, &e);
    TEST_ASSERT_EQUAL_INT_MESSAGE(code, s, path);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(e.message, message), e.message);
    json_decref(root);
}

static void test_headers(void)
{
    const status bad = STATUS_MALFORMED;
    expect_wrong("format", "\"other\"", bad, "strata-network");
    expect_wrong("version", "2", bad, "version");
    expect_wrong("name", "5", bad, "name");
    expect_wrong("name", NULL, bad, "name");
    expect_wrong("surprise", "1", bad, "unknown member \"surprise\"");
    expect_wrong("task", "[]", bad, "network.task");
    expect_wrong("task/L", "0", bad, "network.task.L");
    expect_wrong("task/L", "\"2\"", bad, "network.task.L");
    expect_wrong("task/L", "99", bad, "network.task.L");
    expect_wrong("task/m", "0", bad, "network.task.m");
    expect_wrong("task/m", "9000000000000000000", STATUS_LIMIT, "too large");
    expect_wrong("task/n", "[2]", bad, "network.task.n");
    expect_wrong("task/n", NULL, bad, "network.task.n");
}

static void test_embeddings(void)
{
    const status bad = STATUS_MALFORMED;
    const char *const term = "embedding/0/coordinates/0/0";
    char path[128];
    expect_wrong("embedding", "{}", bad, "network.embedding");
    expect_wrong("embedding/0", "1", bad, "network.embedding[0]");
    expect_wrong("embedding/0/field", "\"\"", bad, "field");
    expect_wrong("embedding/0/coordinates", "1", bad, "network.embedding[0].coordinates");
    expect_wrong("embedding/0/coordinates/0", "1", bad, "coordinates[0]");
    expect_wrong(term, "[]", bad, "network.embedding[0].coordinates[0][0]");
    static const char *const wrong[][3] = {
        {"blocks", "[2]", "blocks"},
        {"blocks", "[-2]", "blocks"},
        {"blocks", "[1,1]", "twice"},
        {"blocks", "\"some\"", "blocks"},
        {"blocks", "[0.5]", "blocks"},
        {"of", "\"weather\"", "\"of\""},
        {"of", "5", "\"of\""},
        {"of", "\"query\"", "block -1 only"},
        {"part", "1", "\"part\""},
        {"div", "0", "div"},
        {"div", "-1", "div"},
        {"mod", "0", "mod"},
        {"within", "0", "within"},
        {"power", "3", "power"},
        {"power", "0", "power"},
        {"scale", "1", "scale"},
        {"scale", "\"1/0\"", "scale"},
        {"offset", "\"x\"", "offset"},
        {"at", "-1", "at"},
        {"at", "\"1\"", "at"},
        {"climate", "1", "unknown member"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(path, sizeof path, "%s/%s", term, wrong[i][0]);
        expect_wrong(path, wrong[i][1], bad, wrong[i][2]);
    }
    snprintf(path, sizeof path, "%s/blocks", term); /* a block number on the w token */
    expect_wrong(path, "\"all\"", bad, "the w token");
}

static void test_layers(void)
{
    const status bad = STATUS_MALFORMED;
    expect_wrong("layers", "5", bad, "network.layers");
    expect_wrong("layers/0/kind", "\"linear?\"", bad, "kind");
    expect_wrong("layers/0/heads", "{}", bad, "network.layers[0].heads");
    expect_wrong("layers/1/heads/0/key", NULL, bad, "network.layers[1].heads[0].key: missing");
    expect_wrong("layers/0/heads/0/key/shape", "[2,3]", bad, "heads[0].key: expected");
    expect_wrong("layers/0/heads/0/key/shape", "[2]", bad, "key.shape");
    expect_wrong("layers/0/heads/0/query/shape", "[99,6]", bad, "query: expected");
    expect_wrong("layers/0/heads/0/value/shape", "[1,100000000000]", bad, "value.shape");
    expect_wrong("layers/0/heads/0/key/shape", "[4000000,6]", STATUS_LIMIT, "too many weights");
    expect_wrong("layers/0/heads/0/key/entries/0", "[0,0]", bad, "key.entries[0]");
    expect_wrong("layers/0/heads/0/key/entries/0", "[0,99,\"1\"]", bad, "key.entries[0]");
    expect_wrong("layers/0/heads/0/key/entries/0", "[0,0,1]", bad, "as a string");
    expect_wrong("layers/0/heads/0/key/entries/0", "[0,0,\"0\"]", bad, "leave zeros out");
    expect_wrong("layers/0/heads/0/key/entries/1", "[0,0,\"1\"]", bad, "given twice");
    expect_wrong("layers/0/heads/0/key", "[[\"1\",\"2\"],[\"3\"]]", bad, "key");
    expect_wrong("layers/0/mlp/in_bias", "[]", bad, "mlp.in_bias");
    expect_wrong("layers/0/mlp/in_bias/0", "0.5", bad, "mlp.in_bias[0]");
    expect_wrong("layers/0/mlp/out/shape", "[1,1]", bad, "mlp.out");
    expect_wrong("readout/shape", "[63,6]", bad, "62 bits");
    expect_wrong("readout/shape", "[1,1]", bad, "readout");
}

static void test_syntax_errors_have_line_and_column(void)
{
    char path[] = "/tmp/strata-test-XXXXXX";
    network net;
    error e = {""};
    int to = mkstemp(path);
    TEST_ASSERT_TRUE(to >= 0);
    FILE *file = fdopen(to, "w");
    fputs("{\"format\": \"strata-network\",\n \"version\": }", file);
    fclose(file);
    TEST_ASSERT_EQUAL_INT(STATUS_MALFORMED, network_read_file(&net, path, &e));
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(e.message, ":2:"), e.message);
    remove(path);
    TEST_ASSERT_EQUAL_INT(STATUS_MALFORMED, network_read_file(&net, path, &e));
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(e.message, "cannot open"), e.message);
}

/* Cut anywhere, a file is refused and nothing leaks or crashes. */
static void test_truncated_files_are_refused(void)
{
    char path[] = "/tmp/strata-test-XXXXXX";
    int to = mkstemp(path);
    TEST_ASSERT_TRUE(to >= 0);
    json_t *root = good_file();
    char *text = json_to_text(root, 1);
    size_t length = strlen(text) - 1;
    for (size_t cut = 0; cut < length; cut += 1 + length / 400) {
        network net;
        error e = {""};
        TEST_ASSERT_EQUAL_INT(STATUS_OK, file_write(path, text, cut, &e));
        TEST_ASSERT_EQUAL_INT(STATUS_MALFORMED, network_read_file(&net, path, &e));
    }
    memory_free(text);
    json_decref(root);
    remove(path);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_built_networks_survive_writing_and_reading);
    RUN_TEST(test_hand_written_forms_survive_too);
    RUN_TEST(test_different_networks_have_different_hashes);
    RUN_TEST(test_headers);
    RUN_TEST(test_embeddings);
    RUN_TEST(test_layers);
    RUN_TEST(test_syntax_errors_have_line_and_column);
    RUN_TEST(test_truncated_files_are_refused);
    return UNITY_END();
}
