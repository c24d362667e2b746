/* The checker of symbolic certificates accepts what the engine writes, and nothing that was
 * changed afterwards. */
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "constructions/construction.h"
#include "model/network-file.h"
#include "tests/support/support.h"
#include "verifier/exhaustive.h"
#include "verifier/solve.h"
#include "verifier/symbolic-certificate.h"

#include <stdio.h>
#include <string.h>

static char *certify_in(unsigned L, uint64_t m, const uint64_t *n, const char *name,
                        const char *number)
{
    fc task = make_task(L, m, n);
    network net;
    symbolic_proof proof;
    error e = {""};
    construction_find(name)->build(&net, &task);
    symbolic_proof_init(&proof, &net);
    TEST_ASSERT_EQUAL_INT_MESSAGE(STATUS_OK, symbolic_prove(&proof, &e), e.message);
    TEST_ASSERT_TRUE(proof.complete);
    char *text = symbolic_certificate(&proof, number);
    symbolic_proof_clear(&proof);
    network_clear(&net);
    return text;
}

static char *certify(unsigned L, uint64_t m, const uint64_t *n)
{
    return certify_in(L, m, n, "binary", "base2");
}

/* STATUS_MALFORMED for text that is no JSON, as for the command. */
static status check_text(const char *text, size_t length)
{
    theorem *proved = NULL;
    error e = {""};
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    if (!root)
        return STATUS_MALFORMED;
    status s = solve_by_lookups(&proved, root, &e);
    json_decref(root);
    TEST_ASSERT_EQUAL_INT(s == STATUS_OK, proved != NULL);
    theorem_clear(proved);
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
    theorem *proved = NULL;
    error e = {""};
    status s = solve_by_lookups(&proved, root, &e);
    theorem_clear(proved);
    return s;
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

/* Hints decide whether the argument is found, not whether it holds: a wrong one is refused, or
 * the same theorem comes of it. Sums by tokens are always right; digits only of binary keys. */
static void test_wrong_hints_are_refused(void)
{
    char *text = certify(2, 2, (uint64_t[]){2});
    for (size_t t = 0; t < 3; t++) {
        json_t *whole = reload(text);
        size_t count = json_array_size(json_object_get(layer_of(whole, t), "follows"));
        json_decref(whole);
        TEST_ASSERT_GREATER_THAN(0, count);
        for (size_t k = 0; k < count; k++) {
            json_t *root = reload(text);
            json_t *follows = json_object_get(layer_of(root, t), "follows");
            json_t *value = json_object_get(json_array_get(follows, k), "value");
            json_integer_set(value, 1 - json_integer_value(value)); /* the other bit */
            TEST_ASSERT_EQUAL_INT(STATUS_NEGATIVE, check_resigned(root));
            json_decref(root);
            root = reload(text);
            json_array_remove(json_object_get(layer_of(root, t), "follows"), k);
            TEST_ASSERT_EQUAL_INT(STATUS_NEGATIVE, check_resigned(root));
            json_decref(root);
        }
        json_t *root = reload(text);
        json_t *head = json_array_get(json_object_get(layer_of(root, t), "heads"), 0);
        json_t *sums = json_object_get(head, "sums");
        for (size_t l = 0; l < json_array_size(sums); l++)
            json_array_set_new(sums, l, json_string("tokens"));
        TEST_ASSERT_EQUAL_INT(STATUS_OK, check_resigned(root));
        json_decref(root);
    }
    memory_free(text);
    text = certify_in(2, 2, (uint64_t[]){2}, "quadratic", "base2");
    json_t *root = reload(text);
    json_t *head = json_array_get(json_object_get(layer_of(root, 0), "heads"), 0);
    json_array_set_new(json_object_get(head, "sums"), 2, json_string("digits"));
    TEST_ASSERT_EQUAL_INT(STATUS_NEGATIVE, check_resigned(root));
    json_decref(root);
    memory_free(text);
}

static int holds_in(const char *name, uint64_t m, uint64_t n, unsigned P, unsigned I)
{
    char number[32];
    snprintf(number, sizeof number, "fixed:%u:%u", P, I);
    char *text = certify_in(2, m, &n, name, number);
    status s = check_text(text, strlen(text));
    memory_free(text);
    TEST_ASSERT_TRUE(s == STATUS_OK || s == STATUS_NEGATIVE);
    return s == STATUS_OK;
}

/* What the kernel accepts in fixed:P is right on all inputs, for every P and I; and it accepts
 * what docs/constructions.md proves. */
static void test_fixed_point_agrees_with_all_inputs(void)
{
    static const struct {
        const char *name;
        uint64_t m, n;
    } cases[] = {{"binary", 2, 2}, {"quadratic", 2, 2}, {"binary", 3, 1}, {"quadratic", 3, 1}};
    unsigned accepted = 0, refuted = 0;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        for (unsigned P = 3; P <= (sanitized() ? 5U : 9U); P++)
            for (unsigned I = 1; I <= 3 && I < P; I++) {
                fc task = make_task(2, cases[k].m, &cases[k].n);
                network net;
                error e = {""};
                number_choice number = {NUMBER_ROUNDED, number_fixed(I, P - 1 - I)};
                construction_find(cases[k].name)->build(&net, &task);
                exhaustive_job job = {
                    .net = &net, .number = &number, .threads = 1, .stop_at_first = 1};
                verdict found;
                mpz_inits(job.from, job.to, NULL);
                fc_count(job.to, &task);
                verdict_init(&found);
                int accepts = holds_in(cases[k].name, cases[k].m, cases[k].n, P, I);
                TEST_ASSERT_EQUAL_INT(STATUS_OK, exhaustive_verify(&found, &job, &e));
                int right = mpz_sgn(found.failures) == 0;
                TEST_ASSERT_TRUE_MESSAGE(!accepts || right, "accepted, but some input fails");
                accepted += accepts != 0;
                refuted += !right;
                verdict_clear(&found);
                mpz_clears(job.from, job.to, NULL);
                network_clear(&net);
            }
    TEST_ASSERT_GREATER_THAN(0, accepted);
    TEST_ASSERT_GREATER_THAN(0, refuted);
}

/* The least P for which the rule construct accepts heads of this dimension; 0 if none up to 12. */
static unsigned least_accepted(kernel_keys keys, const fc *task, size_t dim)
{
    kernel_setting at = {.L = task->L};
    mpz_t m, n, d, P;
    unsigned least = 0;
    mpz_init_set_ui(m, task->N[0]);
    mpz_init_set_ui(n, task->n[1]);
    mpz_init_set_ui(d, dim);
    mpz_init(P);
    at.m = m;
    at.n[1] = n;
    for (unsigned p = 1; p <= 12 && !least; p++) {
        theorem *made = NULL;
        error e = {""};
        mpz_set_ui(P, p);
        if (kernel_construct(&made, &at, keys, d, P, &e) == STATUS_OK)
            least = p;
        theorem_clear(made);
    }
    mpz_clears(m, n, d, P, NULL);
    return least;
}

/* What the lemmas promise of all sizes, look-ups confirm of the networks that can be built. */
static void test_lemmas_agree_with_lookups(void)
{
    for (uint64_t m = 1; m <= 13; m++)
        for (uint64_t n = 1; n <= 3; n++) {
            fc task = make_task(2, m, &n);
            network net;
            construction_find("quadratic")->build(&net, &task);
            unsigned P = least_accepted(KEYS_QUADRATIC, &task, network_dim(&net));
            TEST_ASSERT_TRUE(m < 5 || P >= 3);
            for (unsigned p = P; P && p <= P + 3; p++)
                TEST_ASSERT_TRUE(holds_in("quadratic", m, n, p, 2));
            network_clear(&net);
            construction_find("binary")->build(&net, &task);
            TEST_ASSERT_EQUAL_UINT(6, least_accepted(KEYS_BINARY, &task, network_dim(&net)));
            TEST_ASSERT_TRUE(holds_in("binary", m, n, 6, 2));
            network_clear(&net);
        }
}

/* The network of a certificate, run on every input. */
static int answers_all(const json_t *root)
{
    network net;
    verdict found;
    error e = {""};
    const json_t *payload = json_object_get(root, "payload");
    TEST_ASSERT_EQUAL_INT(STATUS_OK,
                          network_from_json(&net, json_object_get(payload, "network"), &e));
    exhaustive_job job = {.net = &net, .threads = 1, .stop_at_first = 1};
    mpz_inits(job.from, job.to, NULL);
    fc_count(job.to, &net.task);
    verdict_init(&found);
    TEST_ASSERT_EQUAL_INT(STATUS_OK, exhaustive_verify(&found, &job, &e));
    int right = mpz_sgn(found.failures) == 0;
    verdict_clear(&found);
    mpz_clears(job.from, job.to, NULL);
    network_clear(&net);
    return right;
}

/* The certificate of a right network put on a broken one: refused, unless it happens to be right
 * as well. */
static void test_another_network_is_refused(void)
{
    char *text = certify(2, 2, (uint64_t[]){2}), *other = certify(2, 3, (uint64_t[]){2});
    json_t *root = reload(text), *foreign = reload(other);
    unsigned refused = 0;
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
        status verdict_on = check_resigned(broken);
        TEST_ASSERT_TRUE(verdict_on == STATUS_NEGATIVE || answers_all(broken));
        refused += verdict_on == STATUS_NEGATIVE;
        json_decref(broken);
    }
    TEST_ASSERT_GREATER_THAN(0, refused);
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
    RUN_TEST(test_wrong_hints_are_refused);
    RUN_TEST(test_fixed_point_agrees_with_all_inputs);
    RUN_TEST(test_lemmas_agree_with_lookups);
    RUN_TEST(test_another_network_is_refused);
    return UNITY_END();
}
