/* The checker of symbolic certificates accepts what the engine writes, and nothing that was
 * changed afterwards. */
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "constructions/construction.h"
#include "tests/support/support.h"
#include "verifier/check-symbolic.h"
#include "verifier/symbolic-certificate.h"

#include <string.h>

static char *certify(unsigned L, uint64_t m, const uint64_t *n)
{
    fc task = make_task(L, m, n);
    network net;
    symbolic_proof proof;
    error e = {""};
    construction_find("binary")->build(&net, &task);
    symbolic_proof_init(&proof, &net);
    TEST_ASSERT_EQUAL_INT_MESSAGE(STATUS_OK, symbolic_prove(&proof, &e), e.message);
    TEST_ASSERT_TRUE(proof.complete);
    char *text = symbolic_certificate(&proof);
    symbolic_proof_clear(&proof);
    network_clear(&net);
    return text;
}

/* STATUS_MALFORMED for text that is no JSON, as for the command. */
static status check_text(const char *text, size_t length)
{
    symbolic_theorem proved;
    error e = {""};
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    if (!root)
        return STATUS_MALFORMED;
    status s = check_symbolic(&proved, root, &e);
    json_decref(root);
    TEST_ASSERT_TRUE(s == STATUS_OK || e.message[0]);
    return s;
}

static void test_accepts_what_the_engine_writes(void)
{
    static const struct {
        unsigned L;
        uint64_t m, n[3];
    } cases[] = {{1, 1, {0}}, {1, 6, {0}},    {2, 1, {1}},    {2, 1, {4}},      {2, 3, {2}},
                 {2, 5, {7}}, {3, 2, {3, 2}}, {3, 1, {2, 1}}, {4, 2, {2, 1, 3}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = certify(cases[i].L, cases[i].m, cases[i].n);
        TEST_ASSERT_EQUAL_INT(STATUS_OK, check_text(text, strlen(text)));
        memory_free(text);
    }
}

static void test_thirty_by_thirty(void)
{
    char *text = certify(2, sanitized() ? 8 : 30, (uint64_t[]){30});
    TEST_ASSERT_EQUAL_INT(STATUS_OK, check_text(text, strlen(text)));
    memory_free(text);
}

/* Every byte of a small certificate changed in several ways: rejected, unless the JSON value
 * is the same (white space). */
static void test_single_bytes(void)
{
    char *text = certify(1, 2, NULL);
    size_t length = strlen(text);
    json_t *same = json_loadb(text, length, 0, NULL);
    static const char put[] = {'0', '1', '9', '-', ' ', '"', 'a', '}', '\n', 'E'};
    for (size_t i = 0; i < length; i += sanitized() ? 13 : 1)
        for (size_t k = 0; k < sizeof put + 1; k++) {
            char old = text[i];
            text[i] = k < sizeof put ? put[k] : (char)(old ^ 1);
            if (text[i] != old && check_text(text, length) == STATUS_OK) {
                json_t *changed = json_loadb(text, length, 0, NULL);
                TEST_ASSERT_TRUE(json_equal(same, changed));
                json_decref(changed);
            }
            text[i] = old;
        }
    json_decref(same);
    memory_free(text);
}

/* ---- lies with a right hash -------------------------------------------------------------------
 */

/* Hashes the payload anew, so that the argument itself has to be wrong. */
static status check_resigned(json_t *root)
{
    char sum[SHA256_HEX];
    json_t *payload = json_object_get(root, "payload");
    char *text = json_to_text(json_object_get(payload, "network"), 1);
    sha256_hex(sum, text, strlen(text));
    memory_free(text);
    json_object_set_new(payload, "network_sha256", json_string(sum));
    text = json_to_text(payload, 1);
    sha256_hex(sum, text, strlen(text));
    memory_free(text);
    json_object_set_new(root, "payload_sha256", json_string(sum));
    symbolic_theorem proved;
    error e = {""};
    return check_symbolic(&proved, root, &e);
}

static json_t *reload(const char *text)
{
    json_t *root = json_loads(text, 0, NULL);
    TEST_ASSERT_NOT_NULL(root);
    return root;
}

static json_t *layer_of(json_t *root, size_t t)
{
    return json_array_get(json_object_get(json_object_get(root, "payload"), "layers"), t);
}

static void test_a_smaller_claim_is_refused(void)
{
    char *text = certify(2, 2, (uint64_t[]){2});
    for (size_t t = 0; t < 3; t++)
        for (size_t b = 0; b < 5; b++) {
            json_t *root = reload(text);
            json_t *head = json_array_get(json_object_get(layer_of(root, t), "heads"), 0);
            json_t *range = b < 4 ? json_array_get(json_object_get(head, "parts"), b)
                                  : json_object_get(head, "share");
            json_array_set_new(range, 1, json_string("1/100000000"));
            json_array_set_new(range, 0, json_string("0"));
            int zero = 0; /* some parts really are that small: the seed's own block is empty */
            status s = check_resigned(root);
            zero = s == STATUS_OK && b == 1 && t == 0;
            TEST_ASSERT_TRUE(s == STATUS_NEGATIVE || zero);
            json_decref(root);
        }
    memory_free(text);
}

static void test_contents_that_lie_are_refused(void)
{
    char *text = certify(2, 2, (uint64_t[]){2});
    for (size_t t = 0; t < 3; t++) {
        json_t *whole = reload(text);
        size_t count = json_array_size(json_object_get(layer_of(whole, t), "contents"));
        json_decref(whole);
        for (size_t k = 0; k < count; k++) {
            json_t *root = reload(text);
            json_t *claimed = json_array_get(json_object_get(layer_of(root, t), "contents"), k);
            json_t *range = json_array_get(json_object_get(claimed, "ranges"), 0);
            json_array_set_new(range, 0, json_string("3"));
            json_array_set_new(range, 1, json_string("3"));
            TEST_ASSERT_EQUAL_INT(STATUS_NEGATIVE, check_resigned(root));
            json_decref(root);
            root = reload(text);
            json_array_remove(json_object_get(layer_of(root, t), "contents"), k);
            TEST_ASSERT_EQUAL_INT(STATUS_NEGATIVE, check_resigned(root));
            json_decref(root);
        }
    }
    memory_free(text);
}

/* The certificate of a right network put on a broken one. */
static void test_another_network_is_refused(void)
{
    char *text = certify(2, 2, (uint64_t[]){2}), *other = certify(2, 3, (uint64_t[]){2});
    json_t *root = reload(text), *foreign = reload(other);
    json_t *payload = json_object_get(root, "payload");
    json_object_set(payload, "network",
                    json_object_get(json_object_get(foreign, "payload"), "network"));
    TEST_ASSERT_NOT_EQUAL(STATUS_OK, check_resigned(root));
    json_decref(root);
    root = reload(text);
    for (size_t t = 0; t < 3; t++) {
        json_t *broken = json_deep_copy(root);
        json_t *layers = json_object_get(
            json_object_get(json_object_get(broken, "payload"), "network"), "layers");
        json_t *heads = json_object_get(json_array_get(layers, t), "heads");
        json_t *key = json_object_get(json_array_get(heads, 0), "key");
        json_array_remove(json_object_get(key, "entries"), 0);
        TEST_ASSERT_EQUAL_INT(STATUS_NEGATIVE, check_resigned(broken));
        json_decref(broken);
    }
    json_decref(root);
    json_decref(foreign);
    memory_free(text);
    memory_free(other);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_accepts_what_the_engine_writes);
    RUN_TEST(test_thirty_by_thirty);
    RUN_TEST(test_single_bytes);
    RUN_TEST(test_a_smaller_claim_is_refused);
    RUN_TEST(test_contents_that_lie_are_refused);
    RUN_TEST(test_another_network_is_refused);
    return UNITY_END();
}
