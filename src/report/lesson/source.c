/* From the lines of the lesson's files to chapters, steps and exercises. */
#include "base/json-read.h"
#include "base/memory.h"
#include "report/lesson/lesson.h"
#include "report/lesson/markup.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- where a section goes ---------------------------------------------------------------------
 */

typedef struct place_in {
    lesson *all;
    lesson_chapter *chapter; /* NULL before the first */
    lesson_step *step;
    lesson_exercise *exercise; /* step and exercise exclude each other */
    names *names;
    const char *file;
} place_in;

typedef struct section {
    char key[16];
    const char *rest;        /* on the key's own line */
    const char *const *body; /* the same, and the indented lines that follow */
    size_t count;
    size_t *failed; /* line of the body an error is about */
} section;

static status add_text(lesson_text *text, const section *s, const place_in *p, error *e)
{
    markup m = {p->names, NULL};
    if (text->count)
        return error_set(e, STATUS_MALFORMED, "'%s:' is there twice", s->key);
    return markup_blocks(text, s->body, s->count, &m, s->failed, e);
}

static status add_name(char **name, const section *s, error *e)
{
    if (*name || !*s->rest)
        return error_set(e, STATUS_MALFORMED, "'%s:' is empty or there twice", s->key);
    *name = memory_copy_string(s->rest);
    return STATUS_OK;
}

/* ---- chapters, steps, exercises ---------------------------------------------------------------
 */

static char *chapter_name(const char *file)
{
    return memory_copy_string(file + strspn(file, "0123456789-"));
}

static status begin_chapter(const section *s, place_in *p, error *e)
{
    lesson *l = p->all;
    l->chapter = memory_resize(l->chapter, l->chapters + 1, sizeof *l->chapter);
    p->chapter = &l->chapter[l->chapters++];
    *p->chapter = (lesson_chapter){.name = chapter_name(p->file)};
    p->step = NULL;
    p->exercise = NULL;
    return add_name(&p->chapter->title, s, e);
}

static status begin_step(const section *s, place_in *p, error *e)
{
    lesson_chapter *c = p->chapter;
    c->step = memory_resize(c->step, c->steps + 1, sizeof *c->step);
    p->step = &c->step[c->steps++];
    *p->step = (lesson_step){0};
    p->exercise = NULL;
    return add_name(&p->step->title, s, e);
}

static status begin_exercise(const section *s, place_in *p, error *e)
{
    lesson_chapter *c = p->chapter;
    c->exercise = memory_resize(c->exercise, c->exercises + 1, sizeof *c->exercise);
    p->exercise = &c->exercise[c->exercises++];
    *p->exercise = (lesson_exercise){0};
    p->step = NULL;
    return add_name(&p->exercise->title, s, e);
}

/* What the kernel made by this rule: the facts of the proof, as `strata check` tells them. */
static void add_facts(lesson_step *step, const names *n)
{
    const evidence *facts = names_evidence(n, "facts");
    size_t i;
    json_t *fact;
    json_array_foreach(facts ? facts->json : NULL, i, fact)
    {
        const char *rule = json_string_value(json_object_get(fact, "rule"));
        if (!rule || strcmp(rule, step->rule) != 0)
            continue;
        step->fact = memory_resize(step->fact, step->facts + 1, sizeof *step->fact);
        step->fact[step->facts++] = (lesson_fact){
            memory_copy_string(json_string_value(json_object_get(fact, "name"))),
            memory_copy_string(rule), (long)json_integer_value(json_object_get(fact, "stage")),
            memory_copy_string(json_string_value(json_object_get(fact, "statement")))};
    }
}

static status add_rule(const section *s, lesson_step *step, const names *n, error *e)
{
    TRY(add_name(&step->rule, s, e));
    add_facts(step, n);
    return STATUS_OK;
}

static status add_choice(const section *s, place_in *p, error *e)
{
    lesson_exercise *x = p->exercise;
    markup m = {p->names, NULL};
    x->choice = memory_resize(x->choice, x->choices + 1, sizeof *x->choice);
    x->choice[x->choices] = (lesson_line){0};
    return markup_line(&x->choice[x->choices++], s->rest, &m, e);
}

static status add_answer(const section *s, place_in *p, error *e)
{
    markup m = {p->names, NULL};
    if (p->exercise->answer)
        return error_set(e, STATUS_MALFORMED, "'answer:' is there twice");
    return markup_number(&p->exercise->answer, s->rest, &m, e);
}

static status add_section(const section *s, place_in *p, error *e)
{
    const char *key = s->key;
    lesson_step *step = p->step;
    lesson_exercise *exercise = p->exercise;
    if (strcmp(key, "chapter") == 0)
        return begin_chapter(s, p, e);
    if (!p->chapter)
        return error_set(e, STATUS_MALFORMED, "'%s:' before the first 'chapter:'", key);
    if (strcmp(key, "goal") == 0)
        return add_text(&p->chapter->goal, s, p, e);
    if (strcmp(key, "step") == 0)
        return begin_step(s, p, e);
    if (strcmp(key, "exercise") == 0)
        return begin_exercise(s, p, e);
    if (step && strcmp(key, "statement") == 0)
        return add_text(&step->statement, s, p, e);
    if (step && strcmp(key, "reason") == 0)
        return add_text(&step->reason, s, p, e);
    if (step && strcmp(key, "numbers") == 0)
        return add_text(&step->numbers, s, p, e);
    if (step && strcmp(key, "figure") == 0)
        return add_name(&step->figure, s, e);
    if (step && strcmp(key, "rule") == 0)
        return add_rule(s, step, p->names, e);
    if (step && strcmp(key, "coq") == 0)
        return add_name(&step->coq, s, e);
    if (exercise && strcmp(key, "question") == 0)
        return add_text(&exercise->question, s, p, e);
    if (exercise && strcmp(key, "choice") == 0)
        return add_choice(s, p, e);
    if (exercise && strcmp(key, "answer") == 0)
        return add_answer(s, p, e);
    if (exercise && strcmp(key, "hint") == 0)
        return add_text(&exercise->hint, s, p, e);
    if (exercise && strcmp(key, "explain") == 0)
        return add_text(&exercise->explain, s, p, e);
    return error_set(e, STATUS_MALFORMED, "'%s:' has no place here", key);
}

/* ---- lines
 * --------------------------------------------------------------------------------------- */

static int is_key_line(const char *line)
{
    return line[0] && line[0] != ' ' && line[0] != '#';
}

/* "key: rest" */
static status read_section(section *s, const char *line, error *e)
{
    size_t length = strspn(line, "abcdefghijklmnopqrstuvwxyz");
    if (length == 0 || length >= sizeof s->key || line[length] != ':')
        return error_set(e, STATUS_MALFORMED, "expected 'KEY: ...', got '%.40s'", line);
    memcpy(s->key, line, length);
    s->key[length] = '\0';
    s->rest = line + length + 1;
    s->rest += strspn(s->rest, " ");
    return STATUS_OK;
}

/* What stands after the key, then the lines below it, two spaces of indentation taken off;
 * comments become blank. */
static const char **unindent(const char *rest, const char *const *line, size_t count)
{
    const char **body = memory_new(count + 1, sizeof *body);
    body[0] = rest;
    for (size_t i = 0; i < count; i++) {
        size_t spaces = strspn(line[i], " ");
        body[i + 1] = line[i][0] == '#' ? "" : line[i] + (spaces < 2 ? spaces : 2);
    }
    return body;
}

static status read_file(place_in *p, const lesson_file *file, error *e)
{
    size_t i = 0;
    p->file = file->name;
    while (file->line[i]) {
        if (!is_key_line(file->line[i])) {
            i++;
            continue;
        }
        size_t count = 0, failed = 0;
        while (file->line[i + 1 + count] && !is_key_line(file->line[i + 1 + count]))
            count++;
        status result;
        if (strncmp(file->line[i], "let ", 4) == 0) {
            result = names_define(p->names, file->line[i] + 4, e);
        } else {
            section s = {.count = count + 1, .failed = &failed};
            result = read_section(&s, file->line[i], e);
            const char **body =
                unindent(result == STATUS_OK ? s.rest : "", file->line + i + 1, count);
            s.body = body;
            if (result == STATUS_OK)
                result = add_section(&s, p, e);
            memory_free((void *)body);
        }
        if (result != STATUS_OK) {
            error_prefix(e, "proofs/lesson/%s.lesson:%zu", file->name, i + 1 + failed);
            return result;
        }
        i += 1 + count;
    }
    return STATUS_OK;
}

status lesson_make(lesson *l, const lesson_file *files, names *n, error *e)
{
    *l = (lesson){0};
    place_in p = {.all = l, .names = n};
    for (size_t i = 0; files[i].name; i++)
        TRY(read_file(&p, &files[i], e));
    return STATUS_OK;
}
