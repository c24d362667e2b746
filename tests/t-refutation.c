/* Certificates of refutations: they hold, and no change of them says anything false. */
#include "base/memory.h"
#include "constructions/construction.h"
#include "tests/support/support.h"
#include "verifier/refute/certificate.h"

#include <string.h>

static const uint64_t two[] = {2};

static json_t *certify(candidate *c)
{
    error e = {""};
    refutation r;
    refute_plan plan = {.seed = 1, .threads = 1};
    TEST_ASSERT_EQUAL_INT(STATUS_OK, refute(&r, c, &plan, &e));
    json_t *json = refutation_certificate(&r, c);
    refutation_clear(&r);
    candidate_clear(c);
    return json;
}

/* A collision by the decomposition. */
static json_t *certify_random(void)
{
    error e = {""};
    candidate c;
    fc task = make_task(2, 2, two);
    TEST_ASSERT_EQUAL_INT(STATUS_OK, candidate_random(&c, &task, "F", 1, 0, 7, &e));
    return certify(&c);
}

/* `binary` without a layer: a collision in fixed:6, a wrong answer in base2. */
static json_t *certify_network(const char *number, size_t layer)
{
    error e = {""};
    candidate c;
    network net;
    number_choice choice;
    fc task = make_task(2, 2, two);
    construction_find("binary")->build(&net, &task);
    network_drop_layer(&net, layer);
    TEST_ASSERT_EQUAL_INT(STATUS_OK, number_choice_parse(&choice, number, &e));
    TEST_ASSERT_EQUAL_INT(STATUS_OK, candidate_from_network(&c, &net, &choice, &e));
    return certify(&c);
}

static status check(const json_t *json)
{
    error e = {""};
    refutation_checked said;
    status s = refutation_check(&said, json, &e);
    TEST_ASSERT_EQUAL_INT(s != STATUS_OK, e.message[0] != '\0');
    TEST_ASSERT_TRUE(s == STATUS_OK || s == STATUS_NEGATIVE || s == STATUS_MALFORMED);
    refutation_checked_clear(&said);
    return s;
}

/* ---- changes
 * ---------------------------------------------------------------------------------------- */

/* The ways in which one value is changed. */
enum { CHANGE_VALUE, CHANGE_SHAPE, CHANGE_TO_NULL, changes };

static void change_string(json_t *value)
{
    char text[40] = "x";
    const char *old = json_string_value(value);
    size_t length = json_string_length(value);
    if (length > 0 && length < sizeof text) {
        memcpy(text, old, length + 1);
        text[length / 2] = (char)(text[length / 2] == '1' ? '2' : '1');
        json_string_set(value, text);
    } else {
        char *longer = memory_new(length + 1, 1);
        memcpy(longer, old, length);
        if (length)
            longer[length / 2] = (char)(longer[length / 2] == '1' ? '2' : '1');
        json_string_set(value, length ? longer : text);
        memory_free(longer);
    }
}

/* Changes the value, or asks for it to be replaced. */
static json_t *change(json_t *value, int how)
{
    if (how == CHANGE_TO_NULL)
        return json_is_null(value) ? json_integer(0) : json_null();
    if (how == CHANGE_SHAPE)
        return json_is_string(value) ? json_integer(1) : json_string("1");
    if (json_is_integer(value))
        return json_integer(json_integer_value(value) + 1);
    if (json_is_string(value))
        change_string(value);
    else if (json_is_array(value) && json_array_size(value))
        json_array_remove(value, json_array_size(value) - 1);
    else if (json_is_object(value))
        json_object_set_new(value, "extra", json_integer(1));
    else
        return json_integer(1);
    return NULL;
}

/* Changes the value with number *left in the tree, counting down; 1 if it was reached. */
static int change_in(json_t *tree, long *left, int how)
{
    json_t *value;
    size_t i;
    if (json_is_object(tree)) {
        const char *key;
        json_object_foreach(tree, key, value)
        {
            if ((*left)-- == 0) {
                json_t *other = change(value, how);
                if (other)
                    json_object_set_new(tree, key, other);
                return 1;
            }
            if (change_in(value, left, how))
                return 1;
        }
    } else if (json_is_array(tree)) {
        json_array_foreach(tree, i, value)
        {
            if ((*left)-- == 0) {
                json_t *other = change(value, how);
                if (other)
                    json_array_set_new(tree, i, other);
                return 1;
            }
            if (change_in(value, left, how))
                return 1;
        }
    }
    return 0;
}

/* What is still accepted after a change is as true as before: another input on which the same
 * candidate errs in the same way, or a theorem with another x, or none. */
static void assert_harmless(const json_t *whole, const json_t *changed)
{
    static const char *const members[] = {"format", "version",  "kind",      "task",
                                          "word",   "B",        "S",         "answers",
                                          "view",   "expected", "candidate", NULL};
    for (size_t i = 0; members[i]; i++)
        TEST_ASSERT_TRUE(
            json_equal(json_object_get(whole, members[i]), json_object_get(changed, members[i])));
}

static void mutate_all(const json_t *whole, long stride)
{
    unsigned accepted = 0, tried = 0;
    TEST_ASSERT_EQUAL_INT(STATUS_OK, check(whole));
    for (int how = 0; how < changes; how++)
        for (long at = 0, reached = 1; reached; at += at < 40 ? 1 : stride) {
            json_t *copy = json_deep_copy(whole);
            long left = at;
            reached = change_in(copy, &left, how);
            tried += reached != 0;
            if (reached && check(copy) == STATUS_OK) {
                accepted++;
                assert_harmless(whole, copy);
            }
            json_decref(copy);
        }
    TEST_ASSERT_TRUE(tried > 100);
    TEST_ASSERT_TRUE(accepted <= 6);
}

static void test_every_change_is_noticed(void)
{
    long stride = sanitized() ? 501 : 97;
    json_t *collision = certify_random();
    json_t *layers = certify_network("fixed:6", 2), *wrong = certify_network("base2", 0);
    mutate_all(collision, 1);
    mutate_all(layers, stride);
    mutate_all(wrong, stride);
    json_decref(collision);
    json_decref(layers);
    json_decref(wrong);
}

static void set_text(json_t *json, const char *name, const char *text)
{
    json_object_set_new(json, name, json_string(text));
}

static void test_what_matters_is_checked(void)
{
    json_t *whole = certify_random();
    const char *view = json_string_value(json_object_get(whole, "view"));
    TEST_ASSERT_EQUAL_STRING("collision", json_string_value(json_object_get(whole, "kind")));
    char *other = memory_copy_string(view);
    other[strlen(other) - 1] = other[strlen(other) - 1] == '0' ? '1' : '0';
    for (int k = 0; k < 6; k++) {
        json_t *copy = json_deep_copy(whole);
        json_t *list = json_object_get(copy, k == 1 ? "answers" : k == 2 ? "expected" : "inputs");
        if (k == 0)
            set_text(copy, "view", other);
        else if (k < 3)
            json_array_set_new(list, 0,
                               json_integer((json_integer_value(json_array_get(list, 0)) + 1) % 4));
        else if (k == 3) /* the same input twice */
            json_array_set(list, 1, json_array_get(list, 0));
        else if (k == 4) /* another random protocol */
            set_text(json_object_get(copy, "candidate"), "random", "8");
        else
            set_text(json_object_get(copy, "theorem"), "statement", "No hybrid solves anything");
        TEST_ASSERT_EQUAL_INT(STATUS_NEGATIVE, check(copy));
        json_decref(copy);
    }
    memory_free(other);
    json_decref(whole);
}

/* A right network cannot be made to look wrong. */
static void test_no_certificate_against_a_right_network(void)
{
    error e = {""};
    json_t *whole = certify_network("base2", 2);
    candidate c;
    network net;
    number_choice choice;
    char hash[SHA256_HEX];
    fc task = make_task(2, 2, two);
    construction_find("binary")->build(&net, &task);
    number_choice_parse(&choice, "base2", &e);
    TEST_ASSERT_EQUAL_INT(STATUS_OK, candidate_from_network(&c, &net, &choice, &e));
    candidate_hash(hash, &c);
    json_object_set_new(whole, "candidate", candidate_to_json(&c));
    set_text(whole, "candidate_sha256", hash);
    set_text(whole, "word", "FFF");
    TEST_ASSERT_EQUAL_INT(STATUS_NEGATIVE, check(whole));
    /* even if the answers are the network's own */
    json_object_set(whole, "answers", json_object_get(whole, "expected"));
    TEST_ASSERT_EQUAL_INT(STATUS_NEGATIVE, check(whole));
    candidate_clear(&c);
    json_decref(whole);
}

int main(void)
{
    memory_install();
    UNITY_BEGIN();
    RUN_TEST(test_every_change_is_noticed);
    RUN_TEST(test_what_matters_is_checked);
    RUN_TEST(test_no_certificate_against_a_right_network);
    return UNITY_END();
}
