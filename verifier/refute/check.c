#include "base/json-read.h"
#include "base/memory.h"
#include "model/evaluate.h"
#include "task/input.h"
#include "verifier/kernel/statement.h"
#include "verifier/refute/certificate.h"
#include "verifier/refute/view.h"

#include <string.h>

typedef struct checker {
    const json_t *root;
    candidate c;
    const fc *task;
    size_t inputs;
    uint64_t *prompt; /* of the input at work */
} checker;

static status refuse_shape(const char *member, const char *wanted, error *e)
{
    return error_set(e, STATUS_MALFORMED, "%s: expected %s", member, wanted);
}

static const char *text_member(const checker *k, const char *name)
{
    return json_string_value(json_object_get(k->root, name));
}

static status same_text(const checker *k, const char *name, const char *true_text, error *e)
{
    const char *said = text_member(k, name);
    if (!said)
        return refuse_shape(name, "a string", e);
    if (strcmp(said, true_text) == 0)
        return STATUS_OK;
    return error_set(e, STATUS_NEGATIVE, "%s: the certificate says %.60s, the candidate has %.60s",
                     name, said, true_text);
}

static status same_number(const checker *k, const char *name, uint64_t true_value, error *e)
{
    place at = place_member(NULL, name);
    uint64_t said;
    TRY(json_read_number(&said, json_object_get(k->root, name), 0, INT64_MAX, &at, e));
    if (said == true_value)
        return STATUS_OK;
    return error_set(e, STATUS_NEGATIVE, "%s: the certificate says %llu, the candidate has %llu",
                     name, (unsigned long long)said, (unsigned long long)true_value);
}

/* ---- the head
 * ------------------------------------------------------------------------------------- */

static status check_form(checker *k, error *e)
{
    static const char *const members[] = {"format",
                                          "version",
                                          "kind",
                                          "task",
                                          "word",
                                          "B",
                                          "S",
                                          "theorem",
                                          "inputs",
                                          "expected",
                                          "answers",
                                          "view",
                                          "candidate_sha256",
                                          "candidate",
                                          NULL};
    place top = place_member(NULL, "certificate");
    TRY(json_check_members(k->root, members, &top, e));
    for (size_t i = 0; members[i]; i++)
        if (!json_object_get(k->root, members[i]))
            return refuse_shape(members[i], "this member", e);
    const char *format = text_member(k, "format"), *kind = text_member(k, "kind");
    if (!format || strcmp(format, REFUTATION_CERTIFICATE_FORMAT) != 0)
        return refuse_shape("format", REFUTATION_CERTIFICATE_FORMAT, e);
    const json_t *version = json_object_get(k->root, "version");
    if (!json_is_integer(version) || json_integer_value(version) != refutation_certificate_version)
        return refuse_shape("version", "1", e);
    if (!kind || (strcmp(kind, "collision") != 0 && strcmp(kind, "wrong-answer") != 0))
        return refuse_shape("kind", "collision or wrong-answer", e);
    k->inputs = strcmp(kind, "collision") == 0 ? 2 : 1;
    static const char *const lists[] = {"inputs", "expected", "answers"};
    for (size_t i = 0; i < 3; i++) {
        const json_t *list = json_object_get(k->root, lists[i]);
        if (!json_is_array(list) || json_array_size(list) != k->inputs)
            return refuse_shape(lists[i], k->inputs == 2 ? "a list of two" : "a list of one", e);
    }
    return STATUS_OK;
}

static status check_head(const checker *k, refutation_checked *said, error *e)
{
    fc_to_text(said->task, k->task);
    said->word = candidate_word(&k->c);
    candidate_hash(said->candidate_sha256, &k->c);
    said->inputs = k->inputs;
    TRY(same_text(k, "task", said->task, e));
    TRY(same_text(k, "word", said->word, e));
    TRY(same_text(k, "candidate_sha256", said->candidate_sha256, e));
    TRY(same_number(k, "B", k->c.is_protocol ? k->c.p.B : 0, e));
    return same_number(k, "S", k->c.is_protocol ? k->c.p.S : 0, e);
}

/* ---- the theorem
 * ----------------------------------------------------------------------------------- */

static status read_choice(uint64_t *value, const json_t *json, const char *name, unsigned from,
                          unsigned to, error *e)
{
    place theorem_at = place_member(NULL, "theorem"), at = place_member(&theorem_at, name);
    const json_t *list = json_object_get(json, name);
    if (!json_is_array(list) || json_array_size(list) != to - from)
        return place_error(e, STATUS_MALFORMED, &at, "expected %u numbers", to - from);
    for (unsigned l = from; l < to; l++) {
        place one = place_element(&at, l - from);
        TRY(json_read_number(&value[l], json_array_get(list, l - from), 1, INT64_MAX, &one, e));
    }
    return STATUS_OK;
}

static status compare_theorem(const forbidden *f, const json_t *json, char **statement, error *e)
{
    const char *said = json_string_value(json_object_get(json, "statement"));
    const json_t *number = json_object_get(json, "number");
    if (!said || !json_is_integer(number))
        return refuse_shape("theorem", "a number and a statement", e);
    if (!f->theorem)
        return error_set(e, STATUS_NEGATIVE, "theorem: the kernel does not accept it: %s",
                         f->reason);
    *statement = theorem_to_text(f->theorem);
    if (json_integer_value(number) != (json_int_t)f->number || strcmp(said, *statement) != 0)
        return error_set(e, STATUS_NEGATIVE, "theorem: the kernel's theorem says something else");
    return STATUS_OK;
}

/* Derives the theorem again, if the certificate claims one. */
static status check_theorem(const checker *k, char **statement, error *e)
{
    static const char *const members[] = {"number", "x", "theta", "statement", NULL};
    const json_t *json = json_object_get(k->root, "theorem");
    place at = place_member(NULL, "theorem");
    uint64_t x[fc_max_L + 1] = {0}, theta[fc_max_L + 1] = {0};
    forbidden f;
    if (json_is_null(json))
        return STATUS_OK;
    TRY(json_check_members(json, members, &at, e));
    TRY(read_choice(x, json, "x", 0, k->task->L, e));
    TRY(read_choice(theta, json, "theta", 1, k->task->L, e));
    if (!k->c.is_protocol)
        return error_set(e, STATUS_NEGATIVE, "theorem: none applies in this number system");
    protocol_kind kind = {k->task, k->c.p.word, k->c.p.B, k->c.p.S};
    forbidden_init(&f);
    forbidden_confirm(&f, &kind, x, theta);
    status s = compare_theorem(&f, json, statement, e);
    forbidden_clear(&f);
    return s;
}

/* ---- the runs
 * -------------------------------------------------------------------------------------- */

static status run_protocol(uint64_t *answer, checker *k, error *e)
{
    transcript run;
    transcript_init(&run, &k->c.p);
    status s = protocol_run(&run, k->prompt, e);
    *answer = run.answer;
    if (s == STATUS_OK) {
        char *view = view_to_text(&run);
        const char *said = text_member(k, "view");
        if (!said)
            s = refuse_shape("view", "a string", e);
        else if (strcmp(said, view) != 0)
            s = error_set(e, STATUS_NEGATIVE, "view: player -1 knows something else");
        memory_free(view);
    }
    transcript_clear(&run);
    return s;
}

static status run_network(uint64_t *answer, const checker *k, error *e)
{
    evaluator ev;
    if (!json_is_null(json_object_get(k->root, "view")))
        return refuse_shape("view", "null (there are no messages in this number system)", e);
    TRY(evaluator_init_number(&ev, &k->c.net, &k->c.number, e));
    run_result got = evaluator_answer(&ev, k->prompt, NULL);
    *answer = got.outcome == RUN_ANSWER ? got.answer : PROTOCOL_NO_ANSWER;
    evaluator_clear(&ev);
    return STATUS_OK;
}

static status check_answers(const checker *k, size_t i, uint64_t answer, error *e)
{
    uint64_t needed = fc_answer(k->task, k->prompt), said;
    place list = place_member(NULL, "expected"), at = place_element(&list, i);
    const json_t *said_answer = json_array_get(json_object_get(k->root, "answers"), i);
    TRY(json_read_number(&said, json_array_get(json_object_get(k->root, "expected"), i), 0,
                         INT64_MAX, &at, e));
    if (said != needed)
        return error_set(e, STATUS_NEGATIVE, "expected[%zu]: the input needs another answer", i);
    if (!json_is_null(said_answer) && !json_is_integer(said_answer))
        return refuse_shape("answers", "numbers or null", e);
    int same = json_is_null(said_answer) ? answer == PROTOCOL_NO_ANSWER
                                         : answer == (uint64_t)json_integer_value(said_answer);
    if (!same)
        return error_set(e, STATUS_NEGATIVE, "answers[%zu]: the candidate answers otherwise", i);
    if (k->inputs == 1 && answer == needed)
        return error_set(e, STATUS_NEGATIVE, "the candidate answers this input rightly");
    return STATUS_OK;
}

static status check_runs(checker *k, error *e)
{
    uint64_t needed[2] = {0, 0};
    if (k->inputs == 2 && !k->c.is_protocol)
        return error_set(e, STATUS_NEGATIVE, "a collision needs messages: fixed:P or a protocol");
    for (size_t i = 0; i < k->inputs; i++) {
        uint64_t answer;
        status s = input_from_json(k->prompt, k->task,
                                   json_array_get(json_object_get(k->root, "inputs"), i), e);
        if (s != STATUS_OK)
            return s == STATUS_USAGE ? STATUS_MALFORMED : s;
        needed[i] = fc_answer(k->task, k->prompt);
        TRY(k->c.is_protocol ? run_protocol(&answer, k, e) : run_network(&answer, k, e));
        TRY(check_answers(k, i, answer, e));
    }
    if (k->inputs == 2 && needed[0] == needed[1])
        return error_set(e, STATUS_NEGATIVE, "both inputs need the same answer");
    return STATUS_OK;
}

status refutation_check(refutation_checked *said, const json_t *root, error *e)
{
    checker k = {.root = root};
    *said = (refutation_checked){.inputs = 0};
    TRY(check_form(&k, e));
    TRY(candidate_from_json(&k.c, json_object_get(root, "candidate"), e));
    k.task = candidate_task(&k.c);
    k.prompt = memory_new((size_t)k.task->tokens, sizeof *k.prompt);
    status s = check_head(&k, said, e);
    if (s == STATUS_OK)
        s = check_theorem(&k, &said->statement, e);
    if (s == STATUS_OK)
        s = check_runs(&k, e);
    memory_free(k.prompt);
    candidate_clear(&k.c);
    return s;
}

void refutation_checked_clear(refutation_checked *said)
{
    memory_free(said->word);
    memory_free(said->statement);
}
