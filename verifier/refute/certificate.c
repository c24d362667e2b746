#include "verifier/refute/certificate.h"

#include "base/memory.h"
#include "task/input.h"
#include "verifier/kernel/statement.h"

#include <string.h>

static json_t *numbers_json(const uint64_t *value, unsigned from, unsigned to)
{
    json_t *list = json_array();
    for (unsigned l = from; l < to; l++)
        json_array_append_new(list, json_integer((json_int_t)value[l]));
    return list;
}

/* The theorem that applies, with the numbers from which it can be derived again. */
static json_t *theorem_json(const forbidden *f, unsigned L)
{
    if (!f->theorem)
        return json_null();
    char *statement = theorem_to_text(f->theorem);
    json_t *json =
        json_pack("{s:i,s:o,s:o,s:s}", "number", (int)f->number, "x", numbers_json(f->x, 0, L),
                  "theta", numbers_json(f->theta, 1, L), "statement", statement);
    memory_free(statement);
    return json;
}

static json_t *answer_json(uint64_t answer)
{
    return answer == PROTOCOL_NO_ANSWER ? json_null() : json_integer((json_int_t)answer);
}

json_t *refutation_certificate(const refutation *r, const candidate *c)
{
    const fc *task = candidate_task(c);
    char name[fc_text_room], hash[SHA256_HEX], *word = candidate_word(c);
    json_t *inputs = json_array(), *expected = json_array(), *answers = json_array();
    for (size_t k = 0; k < r->inputs; k++) {
        json_array_append_new(inputs, input_to_json(task, r->input[k]));
        json_array_append_new(expected, json_integer((json_int_t)r->expected[k]));
        json_array_append_new(answers, answer_json(r->answer[k]));
    }
    fc_to_text(name, task);
    candidate_hash(hash, c);
    json_t *root = json_pack(
        "{s:s,s:i,s:s,s:s,s:s,s:I,s:I,s:o,s:o,s:o,s:o,s:o,s:s,s:o}", "format",
        REFUTATION_CERTIFICATE_FORMAT, "version", refutation_certificate_version, "kind",
        r->inputs == 2 ? "collision" : "wrong-answer", "task", name, "word", word, "B",
        (json_int_t)(c->is_protocol ? c->p.B : 0), "S", (json_int_t)(c->is_protocol ? c->p.S : 0),
        "theorem", theorem_json(&r->theorem, task->L), "inputs", inputs, "expected", expected,
        "answers", answers, "view", r->view ? json_string(r->view) : json_null(),
        "candidate_sha256", hash, "candidate", candidate_to_json(c));
    REQUIRE(root != NULL);
    memory_free(word);
    return root;
}
