/* Exhaustive certificates and checkpoints: the same bytes whatever the engine and the cut,
 * and no changed byte goes unnoticed. */
#include "base/json.h"
#include "base/memory.h"
#include "constructions/construction.h"
#include "tests/support/support.h"
#include "verifier/checkpoint.h"
#include "verifier/exhaustive-certificate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char path[400];

static void write_plain(const char *text, size_t length)
{
    FILE *to = fopen(path, "wb");
    TEST_ASSERT_NOT_NULL(to);
    TEST_ASSERT_TRUE(fwrite(text, 1, length, to) == length);
    TEST_ASSERT_EQUAL_INT(0, fclose(to));
}

static void build(network *net, int broken)
{
    fc task = make_task(1, 2, NULL);
    construction_find("binary")->build(net, &task);
    if (broken)
        qmat_set_si(net->layer[1].head[0].value, 0, net->layer[0].head[0].key->rows, 0);
}

static char *certify(const network *net, int fast)
{
    sweep s;
    analysis facts;
    error e = {""};
    char *text;
    analysis_init(&facts, net);
    TEST_ASSERT_EQUAL_INT(STATUS_OK, sweep_init(&s, net, &e));
    s.facts = fast ? &facts : NULL;
    TEST_ASSERT_EQUAL_INT(STATUS_OK, sweep_run(&s, &e));
    TEST_ASSERT_EQUAL_INT(STATUS_OK, exhaustive_certificate_text(&text, &s, &e));
    sweep_clear(&s);
    analysis_clear(&facts);
    return text;
}

static status read_back(const char *text, size_t length)
{
    exhaustive_certificate c;
    error e = {""};
    write_plain(text, length);
    status s = exhaustive_certificate_read(&c, path, &e);
    if (s == STATUS_OK)
        exhaustive_certificate_clear(&c);
    else
        TEST_ASSERT_TRUE(e.message[0] != '\0');
    return s;
}

static void test_engines_write_the_same(void)
{
    for (int broken = 0; broken < 2; broken++) {
        network net;
        build(&net, broken);
        char *fast = certify(&net, 1), *reference = certify(&net, 0);
        TEST_ASSERT_EQUAL_STRING(reference, fast);
        TEST_ASSERT_NOT_NULL(strstr(fast, broken ? "\"refuted\"" : "\"verified\""));
        TEST_ASSERT_EQUAL_INT(STATUS_OK, read_back(fast, strlen(fast)));
        memory_free(fast);
        memory_free(reference);
        network_clear(&net);
    }
}

static void test_every_changed_byte_is_noticed(void)
{
    for (int broken = 0; broken < 2; broken++) {
        network net;
        build(&net, broken);
        char *text = certify(&net, 1);
        size_t length = strlen(text), step = sanitized() ? 17 : 1;
        for (size_t i = 0; i < length; i += step) {
            char old = text[i];
            static const char others[] = "0 1\"x";
            text[i] = (char)(old ^ 1);
            TEST_ASSERT_NOT_EQUAL(STATUS_OK, read_back(text, length));
            text[i] = others[i % 5];
            if (text[i] != old) {
                TEST_ASSERT_NOT_EQUAL(STATUS_OK, read_back(text, length));
            }
            text[i] = old;
        }
        TEST_ASSERT_NOT_EQUAL(STATUS_OK, read_back(text, length - 1));
        TEST_ASSERT_EQUAL_INT(STATUS_OK, read_back(text, length));
        memory_free(text);
        network_clear(&net);
    }
}

/* A forger who mends the checksum is caught by what can be derived. */
static void forge(const char *text, const char *member, json_t *value)
{
    json_t *root = json_loads(text, 0, NULL);
    json_object_del(root, "payload_sha256");
    json_object_set_new(root, member, value);
    seal_json(root);
    char *forged = json_to_text(root, 1);
    TEST_ASSERT_NOT_EQUAL(STATUS_OK, read_back(forged, strlen(forged)));
    memory_free(forged);
    json_decref(root);
}

static void test_forged_fields_are_noticed(void)
{
    network net;
    build(&net, 1);
    char *text = certify(&net, 1);
    forge(text, "failures", json_string("0"));
    forge(text, "verdict", json_string("verified"));
    forge(text, "checked", json_string("9"));
    forge(text, "inputs", json_string("9"));
    forge(text, "chunk_inputs", json_string("128"));
    forge(text, "first_failure", json_null());
    forge(text, "chunks", json_array());
    forge(text, "version", json_integer(2));
    forge(text, "network_sha256", json_string("00"));
    forge(text, "number", json_string("fp8"));
    network other;
    build(&other, 0);
    forge(text, "network", network_to_json(&other));
    network_clear(&other);
    memory_free(text);
    network_clear(&net);
}

/* Stop anywhere, save, load, go on: the same certificate. */
static void test_checkpoints(void)
{
    network net;
    fc task = make_task(2, 2, (uint64_t[]){2});
    construction_find("binary")->build(&net, &task);
    analysis facts;
    error e = {""};
    analysis_init(&facts, &net);
    char *whole = certify(&net, 1), *text;
    sweep s, t;
    TEST_ASSERT_EQUAL_INT(STATUS_OK, sweep_init(&s, &net, &e));
    TEST_ASSERT_EQUAL_INT(STATUS_OK, sweep_init(&t, &net, &e));
    s.facts = t.facts = &facts;
    engine it;
    TEST_ASSERT_EQUAL_INT(STATUS_OK, engine_init(&it, &net, &facts, &e));
    for (uint64_t c = 0; c < s.plan.chunks; c += 3) { /* some chunks in part */
        s.record[c].done = 1 + c % 40;
        engine_run(&it, c * s.plan.chunk_inputs, c * s.plan.chunk_inputs + s.record[c].done,
                   &s.record[c].found);
    }
    engine_clear(&it);
    remove(path);
    TEST_ASSERT_EQUAL_INT(STATUS_OK, checkpoint_read(&t, path, &e)); /* none is fine */
    TEST_ASSERT_EQUAL_INT(STATUS_OK, checkpoint_write(path, &s, &e));
    TEST_ASSERT_EQUAL_INT_MESSAGE(STATUS_OK, checkpoint_read(&t, path, &e), e.message);
    TEST_ASSERT_EQUAL_INT(0, memcmp(s.record, t.record, s.plan.chunks * sizeof *s.record));
    TEST_ASSERT_EQUAL_INT(STATUS_OK, sweep_run(&t, &e));
    TEST_ASSERT_EQUAL_INT(STATUS_OK, exhaustive_certificate_text(&text, &t, &e));
    TEST_ASSERT_EQUAL_STRING(whole, text);
    t.shards = 2; /* another shard's checkpoint */
    TEST_ASSERT_EQUAL_INT(STATUS_USAGE, checkpoint_read(&t, path, &e));
    memory_free(text);
    memory_free(whole);
    sweep_clear(&s);
    sweep_clear(&t);
    analysis_clear(&facts);
    network_clear(&net);
}

int main(void)
{
    const char *folder = getenv("TMP");
    snprintf(path, sizeof path, "%s/t-certificate.json", folder ? folder : "/tmp");
    UNITY_BEGIN();
    RUN_TEST(test_engines_write_the_same);
    RUN_TEST(test_every_changed_byte_is_noticed);
    RUN_TEST(test_forged_fields_are_noticed);
    RUN_TEST(test_checkpoints);
    int result = UNITY_END();
    remove(path);
    return result;
}
