#include "report/lesson/lesson-json.h"

#include "base/json.h"
#include "base/memory.h"
#include "report/lesson/plain.h"

static json_t *take_text(char *text)
{
    json_t *json = json_string(text);
    memory_free(text);
    return json;
}

/* ---- numbers --------------------------------------------------------------------------------- */

static void add_number(json_t *list, const lesson_number *number)
{
    json_t *json = json_object();
    json_object_set_new(json, "formula", json_string(number->formula));
    json_object_set_new(json, "value", number->exact ? json_string(number->exact) : json_null());
    json_object_set_new(json, "shown", json_string(number->shown));
    json_array_append_new(list, json);
}

static void add_formula_numbers(json_t *list, const formula *f)
{
    if (f->kind == FORMULA_NUMBER)
        add_number(list, f->number);
    for (size_t i = 0; i < f->count; i++)
        add_formula_numbers(list, f->child[i]);
}

static void add_line_numbers(json_t *list, const lesson_line *line)
{
    for (size_t i = 0; i < line->count; i++) {
        if (line->piece[i].kind == PIECE_NUMBER)
            add_number(list, line->piece[i].number);
        else if (line->piece[i].kind == PIECE_FORMULA)
            add_formula_numbers(list, line->piece[i].formula);
    }
}

static void add_text_numbers(json_t *list, const lesson_text *text)
{
    for (size_t i = 0; i < text->count; i++)
        for (size_t k = 0; k < text->block[i].cells; k++)
            add_line_numbers(list, &text->block[i].cell[k]);
}

/* ---- texts ------------------------------------------------------------------------------------
 */

static json_t *text_json(const lesson_text *text)
{
    json_t *list = json_array();
    for (size_t i = 0; i < text->count; i++) {
        const lesson_block *block = &text->block[i];
        json_t *cells = json_array();
        for (size_t k = 0; k < block->cells; k++)
            json_array_append_new(cells, take_text(plain_line(&block->cell[k])));
        if (block->kind == BLOCK_HEAD || block->kind == BLOCK_ROW)
            json_array_append(list, cells);
        else
            json_array_append(list, json_array_get(cells, 0));
        json_decref(cells);
    }
    return list;
}

static void set_optional(json_t *json, const char *key, const char *text)
{
    if (text)
        json_object_set_new(json, key, json_string(text));
}

static json_t *fact_json(const lesson_fact *fact)
{
    json_t *json =
        json_pack("{s:s,s:s,s:I,s:s,s:b}", "name", fact->name, "rule", fact->rule, "stage",
                  (json_int_t)fact->stage, "statement", fact->statement, "accepted", 1);
    REQUIRE(json != NULL);
    return json;
}

static json_t *step_json(const lesson_step *step)
{
    json_t *json = json_object(), *numbers = json_array(), *facts = json_array();
    json_object_set_new(json, "title", json_string(step->title));
    json_object_set_new(json, "statement", text_json(&step->statement));
    json_object_set_new(json, "reason", text_json(&step->reason));
    json_object_set_new(json, "in_numbers", text_json(&step->numbers));
    set_optional(json, "figure", step->figure);
    set_optional(json, "rule", step->rule);
    set_optional(json, "coq", step->coq);
    for (size_t i = 0; i < step->facts; i++)
        json_array_append_new(facts, fact_json(&step->fact[i]));
    json_object_set_new(json, "facts", facts);
    add_text_numbers(numbers, &step->statement);
    add_text_numbers(numbers, &step->reason);
    add_text_numbers(numbers, &step->numbers);
    json_object_set_new(json, "numbers", numbers);
    return json;
}

static json_t *exercise_json(const lesson_exercise *x)
{
    json_t *json = json_object(), *numbers = json_array(), *choices = json_array();
    json_object_set_new(json, "title", json_string(x->title));
    json_object_set_new(json, "question", text_json(&x->question));
    for (size_t i = 0; i < x->choices; i++) {
        json_array_append_new(choices, take_text(plain_line(&x->choice[i])));
        add_line_numbers(numbers, &x->choice[i]);
    }
    json_object_set_new(json, "choices", choices);
    json_object_set_new(json, "hint", text_json(&x->hint));
    json_object_set_new(json, "explain", text_json(&x->explain));
    json_t *answer = json_array();
    add_number(answer, x->answer);
    json_object_set(json, "answer", json_array_get(answer, 0));
    json_decref(answer);
    add_text_numbers(numbers, &x->question);
    add_text_numbers(numbers, &x->hint);
    add_text_numbers(numbers, &x->explain);
    json_object_set_new(json, "numbers", numbers);
    return json;
}

static json_t *chapter_json(const lesson_chapter *c)
{
    json_t *json = json_object(), *steps = json_array(), *exercises = json_array();
    json_t *numbers = json_array();
    json_object_set_new(json, "name", json_string(c->name));
    json_object_set_new(json, "title", json_string(c->title));
    json_object_set_new(json, "goal", text_json(&c->goal));
    for (size_t i = 0; i < c->steps; i++)
        json_array_append_new(steps, step_json(&c->step[i]));
    for (size_t i = 0; i < c->exercises; i++)
        json_array_append_new(exercises, exercise_json(&c->exercise[i]));
    json_object_set_new(json, "steps", steps);
    json_object_set_new(json, "exercises", exercises);
    add_text_numbers(numbers, &c->goal);
    json_object_set_new(json, "numbers", numbers);
    return json;
}

/* ---- sources -----------------------------------------------------------------------------------
 */

static json_t *evidence_json(const names *n)
{
    json_t *list = json_array();
    for (size_t i = 0; i < n->evidences; i++) {
        const evidence *known = &n->evidence[i];
        json_t *json = json_pack("{s:s,s:s,s:s,s:i}", "name", known->name, "command",
                                 known->command, "field", known->field, "first", known->first);
        REQUIRE(json != NULL);
        if (!*known->command) /* what the reader asked for */
            json_object_set(json, "value", known->json);
        json_array_append_new(list, json);
    }
    return list;
}

static json_t *definitions_json(const names *n)
{
    json_t *list = json_array();
    for (size_t i = 0; i < n->definitions; i++) {
        const definition *d = &n->definition[i];
        json_t *json = json_object();
        json_object_set_new(json, "name", json_string(d->name));
        set_optional(json, "index", d->index);
        set_optional(json, "from", d->from);
        set_optional(json, "to", d->to);
        json_object_set_new(json, "formula", json_string(d->formula));
        json_array_append_new(list, json);
    }
    return list;
}

char *lesson_to_json(const lesson *l, const names *n)
{
    json_t *json = json_object(), *chapters = json_array();
    json_object_set_new(json, "evidence", evidence_json(n));
    json_object_set_new(json, "definitions", definitions_json(n));
    for (size_t i = 0; i < l->chapters; i++)
        json_array_append_new(chapters, chapter_json(&l->chapter[i]));
    json_object_set_new(json, "chapters", chapters);
    char *text = json_to_text(json, 0);
    json_decref(json);
    return text;
}
