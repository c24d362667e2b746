/* What the theorems say around the reader's proof: thresholds, recall, models. */
#include "base/json-read.h"
#include "base/memory.h"
#include "bounds/models.h"
#include "cli/bounds-rows.h"
#include "cli/lesson-evidence.h"
#include "cli/models-rows.h"
#include "exact/rational.h"

#include <stdio.h>

/* Beyond this depth the search takes seconds per model. */
enum { model_deepest = 8, model_bits = 16 };

/* Row `row` of what `strata bounds OPTIONS --theorem THEOREM` prints. */
static status add_row(names *n, const char *name, theorem_id id, const setting *s, const char *word,
                      const char *given, size_t row, error *e)
{
    json_t *rows = json_array();
    status result = bounds_append(rows, id, s, word, e);
    if (result == STATUS_OK) {
        char field[24], after[64];
        snprintf(field, sizeof field, "rows[%zu]", row);
        snprintf(after, sizeof after, " --theorem %s --format json", known_theorems[id].name);
        char *command = lesson_command("strata bounds ", given, after);
        names_add(n, name, json_incref(json_array_get(rows, row)), 0, command, field);
        memory_free(command);
    }
    json_decref(rows);
    return result;
}

/* L = 1: how long a list can be whose entries a state of the reader's size (or, if there is
 * none, of 64 bits) can still tell apart. */
static status add_recall(names *n, const lesson_subject *of, error *e)
{
    setting s;
    setting_init(&s);
    mpz_set_ui(s.B, 1);
    s.L = 1;
    s.kind = THEOREM_1;
    int none = mpz_sgn(of->setting.a) == 0 || mpz_sgn(of->setting.S) == 0;
    mpz_set_ui(s.a, 1);
    mpz_set_ui(s.S, 64);
    if (!none) {
        mpz_set(s.a, of->setting.a);
        mpz_set(s.S, of->setting.S);
    }
    char *a = integer_to_text(s.a), *S = integer_to_text(s.S);
    size_t room = 64 + mpz_sizeinbase(s.a, 10) + mpz_sizeinbase(s.S, 10);
    char *given = memory_new(room, 1);
    snprintf(given, room, "--L 1 --B 1 --linear %s --state-bits %s", a, S);
    status result = add_row(n, "recall", ID_OPTIMAL, &s, NULL, given, 0, e);
    memory_free(given);
    memory_free(a);
    memory_free(S);
    setting_clear(&s);
    return result;
}

/* One full layer of the reader's B against two functions. */
static status add_shallow(names *n, const lesson_subject *of, error *e)
{
    setting s;
    setting_init(&s);
    setting_set(&s, &of->setting);
    s.L = 2;
    s.last_full = 1;
    mpz_set_ui(s.a, 0);
    mpz_set_ui(s.S, 0);
    char *given = lesson_machine_options(&s);
    status result = add_row(n, "shallow", ID_OPTIMAL, &s, "F", given, 0, e);
    memory_free(given);
    setting_clear(&s);
    return result;
}

static status add_models(names *n, error *e)
{
    models list;
    TRY(models_parse(&list, models_data, "data/hybrid_models.csv", e));
    json_t *rows = json_array();
    status s = STATUS_OK;
    for (size_t i = 0; i < list.count && s == STATUS_OK; i++) {
        if (list.model[i].full_layers < model_deepest)
            s = models_append(rows, &list.model[i], model_bits, e);
        else
            json_array_append_new(rows, json_null());
    }
    names_add(n, "models", rows, 0, "strata models --p 16 --format json", "rows");
    models_clear(&list);
    return s;
}

status lesson_evidence_bounds(names *n, const lesson_subject *of, error *e)
{
    const setting *s = &of->setting;
    TRY(add_recall(n, of, e));
    TRY(add_shallow(n, of, e));
    TRY(add_models(n, e));
    if (s->L < 2)
        return STATUS_OK;
    TRY(add_row(n, "published", ID_PUBLISHED, s, NULL, of->options, 0, e));
    TRY(add_row(n, "full", ID_FULL, s, NULL, of->options, 0, e));
    TRY(add_row(n, "closed", ID_CLOSED, s, NULL, of->options, 0, e));
    return add_row(n, "threefold", ID_FULL_EXPLICIT, s, NULL, of->options, 1, e);
}
