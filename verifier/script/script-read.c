#include "verifier/script/script.h"

#include "base/json-read.h"
#include "base/memory.h"
#include "verifier/script/numbers.h"

/* What the reader carries along. */
typedef struct reader {
    script *s;
    numbers known;
    cursor c;
    int concluded;
} reader;

/* A name as printf's "%.*s" takes it. */
#define SHOWN(w) ((w).length > 40 ? 40 : (int)(w).length), (w).at

static int find_fact(size_t *index, const script *s, span name)
{
    for (*index = 0; *index < s->count; ++*index)
        if (span_equal(s->step[*index].name, name))
            return 1;
    return 0;
}

/* A name for something new: facts and numbers share one name space. */
static status check_new(reader *r, span name, error *e)
{
    size_t index;
    if (span_is(name, "let") || span_is(name, "qed") || span_is(name, "with"))
        return cursor_error(e, STATUS_MALFORMED, &r->c, name.at, "'%.*s' cannot be a name",
                            SHOWN(name));
    if (find_fact(&index, r->s, name) || numbers_find(&r->known, name))
        return cursor_error(e, STATUS_MALFORMED, &r->c, name.at, "'%.*s' already has a meaning",
                            SHOWN(name));
    return STATUS_OK;
}

/* ---- arguments --------------------------------------------------------------------- */

static status read_sizes(script_step *step, reader *r, error *e)
{
    TRY(cursor_expect(&r->c, "[", e));
    if (cursor_take(&r->c, "]"))
        return STATUS_OK;
    step->n = memory_new(kernel_max_L, sizeof *step->n);
    do {
        if (step->sizes == kernel_max_L)
            return cursor_error(e, STATUS_LIMIT, &r->c, r->c.at, "more than %d sizes",
                                kernel_max_L);
        mpz_init(step->n[step->sizes++]);
        TRY(numbers_read(step->n[step->sizes - 1], &r->known, &r->c, e));
    } while (cursor_take(&r->c, ","));
    return cursor_expect(&r->c, "]", e);
}

static status read_keys(script_step *step, reader *r, error *e)
{
    span name;
    cursor_skip_spaces(&r->c);
    if (cursor_take_word(&name, &r->c))
        for (unsigned i = 0; i < keys_count; i++)
            if (span_is(name, kernel_keys_names[i])) {
                step->keys = (kernel_keys)i;
                return STATUS_OK;
            }
    return cursor_error(e, STATUS_MALFORMED, &r->c, r->c.at,
                        "keys are binary, quadratic or hybrid");
}

static status read_argument(script_step *step, reader *r, error *e)
{
    const rule_form *form = &script_rule_forms[step->rule];
    span key;
    cursor_skip_spaces(&r->c);
    if (!cursor_take_word(&key, &r->c))
        return cursor_error(e, STATUS_MALFORMED, &r->c, r->c.at, "expected NAME = NUMBER");
    unsigned k = 0;
    while (k < key_count && !span_is(key, script_key_names[k]))
        k++;
    if (k == key_count || !((form->needs | form->takes) >> k & 1))
        return cursor_error(e, STATUS_MALFORMED, &r->c, key.at, "%s takes no '%.*s'",
                            kernel_rule_names[step->rule], SHOWN(key));
    if (step->given[k])
        return cursor_error(e, STATUS_MALFORMED, &r->c, key.at, "'%s' is given twice",
                            script_key_names[k]);
    step->given[k] = 1;
    TRY(cursor_expect(&r->c, "=", e));
    if (k == KEY_n)
        return read_sizes(step, r, e);
    if (k == KEY_last)
        return cursor_expect(&r->c, "F", e);
    if (k == KEY_keys)
        return read_keys(step, r, e);
    return numbers_read(step->number[k], &r->known, &r->c, e);
}

static status check_arguments(const script_step *step, const reader *r, error *e)
{
    for (unsigned k = 0; k < key_count; k++)
        if (script_rule_forms[step->rule].needs >> k & 1 && !step->given[k])
            return cursor_error(e, STATUS_MALFORMED, &r->c, r->c.at, "%s needs '%s'",
                                kernel_rule_names[step->rule], script_key_names[k]);
    if (!step->given[KEY_L])
        return STATUS_OK;
    if (mpz_cmp_ui(step->number[KEY_L], step->sizes + 1) != 0)
        return cursor_error(e, STATUS_MALFORMED, &r->c, r->c.at,
                            "n must list L-1 sizes; it lists %zu", step->sizes);
    if (mpz_cmp_ui(step->number[KEY_L], kernel_max_L) > 0)
        return cursor_error(e, STATUS_LIMIT, &r->c, r->c.at, "L must be at most %d", kernel_max_L);
    return STATUS_OK;
}

/* ---- lines --------------------------------------------------------------------------- */

/* Rules may have a hyphen in their names, numbers and facts may not (x-1 is a difference). */
static status read_rule(kernel_rule *rule, reader *r, error *e)
{
    span name, more;
    cursor_skip_spaces(&r->c);
    if (!cursor_take_word(&name, &r->c))
        return cursor_error(e, STATUS_MALFORMED, &r->c, r->c.at, "expected a rule");
    if (r->c.at + 1 < r->c.end && *r->c.at == '-') {
        r->c.at++;
        if (cursor_take_word(&more, &r->c))
            name.length = (size_t)(more.at + more.length - name.at);
    }
    for (unsigned i = 0; i < rule_count; i++)
        if (span_is(name, kernel_rule_names[i])) {
            *rule = (kernel_rule)i;
            return STATUS_OK;
        }
    return cursor_error(e, STATUS_MALFORMED, &r->c, name.at, "no rule is called '%.*s'",
                        SHOWN(name));
}

static status read_fact(size_t *index, reader *r, error *e)
{
    span name;
    cursor_skip_spaces(&r->c);
    if (!cursor_take_word(&name, &r->c))
        return cursor_error(e, STATUS_MALFORMED, &r->c, r->c.at, "expected a fact");
    if (!find_fact(index, r->s, name))
        return cursor_error(e, STATUS_MALFORMED, &r->c, name.at, "no fact is called '%.*s'",
                            SHOWN(name));
    return STATUS_OK;
}

/* "NAME", a file next to the script: no folders, nothing hidden. */
static status read_file_name(span *file, reader *r, error *e)
{
    const char *start = r->c.at, *at = start;
    while (at < r->c.end && *at != '"' && *at != '\n')
        at++;
    *file = (span){start, (size_t)(at - start)};
    r->c.at = at;
    TRY(cursor_expect(&r->c, "\"", e));
    int plain = file->length > 0 && file->length <= script_max_file_name && *start != '.';
    for (size_t i = 0; i < file->length; i++)
        plain = plain && start[i] > ' ' && start[i] < 127 && start[i] != '/' && start[i] != '\\';
    return plain ? STATUS_OK
                 : cursor_error(e, STATUS_MALFORMED, &r->c, start,
                                "expected the name of a file next to the script");
}

/* The facts a rule is applied to, or its certificate. */
static status read_premises(script_step *step, reader *r, error *e)
{
    const rule_form *form = &script_rule_forms[step->rule];
    if (form->file != FILE_NONE && cursor_take(&r->c, "\""))
        return read_file_name(&step->file, r, e);
    if (form->file == FILE_ONLY)
        return cursor_error(e, STATUS_MALFORMED, &r->c, r->c.at,
                            "expected the name of a certificate, in quotes");
    for (unsigned i = 0; i < form->premises; i++) {
        if (i > 0)
            TRY(cursor_expect(&r->c, ",", e));
        TRY(read_fact(&step->premise[i], r, e));
    }
    return STATUS_OK;
}

/* NAME := RULE [FACT, ... | "FILE"] [with KEY = NUMBER, ...], from := on; the name stays free until
 * the line is complete, so that a fact cannot rest on itself. */
static status read_step_body(script_step *step, reader *r, error *e)
{
    TRY(read_rule(&step->rule, r, e));
    TRY(read_premises(step, r, e));
    if (cursor_at_line_end(&r->c))
        return check_arguments(step, r, e);
    span with;
    if (!cursor_take_word(&with, &r->c) || !span_is(with, "with"))
        return cursor_error(e, STATUS_MALFORMED, &r->c, r->c.at, "expected 'with' or a new line");
    do
        TRY(read_argument(step, r, e));
    while (cursor_take(&r->c, ","));
    return check_arguments(step, r, e);
}

static status read_step(reader *r, span name, error *e)
{
    script *s = r->s;
    TRY(check_new(r, name, e));
    TRY(cursor_expect(&r->c, ":=", e));
    if (s->count == script_max_steps)
        return cursor_error(e, STATUS_LIMIT, &r->c, name.at, "more than %d steps",
                            script_max_steps);
    s->step = memory_resize(s->step, s->count + 1, sizeof *s->step);
    script_step *step = &s->step[s->count++];
    *step = (script_step){.name = {"", 0}, .line = r->c.line};
    for (int key = 0; key < script_number_keys; key++)
        mpz_init(step->number[key]);
    TRY(read_step_body(step, r, e));
    step->name = name;
    return STATUS_OK;
}

static status read_let(reader *r, error *e)
{
    span name;
    cursor_skip_spaces(&r->c);
    if (!cursor_take_word(&name, &r->c))
        return cursor_error(e, STATUS_MALFORMED, &r->c, r->c.at, "expected a name");
    TRY(check_new(r, name, e));
    TRY(cursor_expect(&r->c, "=", e));
    if (r->known.count == numbers_max_names)
        return cursor_error(e, STATUS_LIMIT, &r->c, name.at, "more than %d numbers",
                            numbers_max_names);
    mpz_t value;
    mpz_init(value);
    status s = numbers_read(value, &r->known, &r->c, e);
    if (s == STATUS_OK)
        numbers_bind(&r->known, name, value);
    mpz_clear(value);
    return s;
}

static status read_line(reader *r, error *e)
{
    span first;
    if (cursor_at_line_end(&r->c) || cursor_take(&r->c, "#"))
        return STATUS_OK; /* prose may be anything; read_script skips it */
    if (r->concluded)
        return cursor_error(e, STATUS_MALFORMED, &r->c, r->c.at, "nothing may follow qed");
    if (!cursor_take_word(&first, &r->c))
        return cursor_error(e, STATUS_MALFORMED, &r->c, r->c.at,
                            "expected let, qed, a fact or # and prose");
    if (span_is(first, "let")) {
        TRY(read_let(r, e));
    } else if (span_is(first, "qed")) {
        TRY(read_fact(&r->s->conclusion, r, e));
        r->s->conclusion_line = r->c.line;
        r->concluded = 1;
    } else {
        TRY(read_step(r, first, e));
    }
    if (!cursor_at_line_end(&r->c))
        return cursor_error(e, STATUS_MALFORMED, &r->c, r->c.at, "the line should end here");
    return STATUS_OK;
}

static status read_script(reader *r, error *e)
{
    while (r->c.at < r->c.end) {
        TRY(read_line(r, e));
        cursor_next_line(&r->c);
    }
    if (!r->concluded)
        return cursor_error(e, STATUS_MALFORMED, &r->c, r->c.at, "the script ends without qed");
    return STATUS_OK;
}

status script_read(script *s, const char *text, size_t length, const char *file, error *e)
{
    *s = (script){0};
    reader r = {.s = s, .c = {file, text, text, text + length, 1}};
    numbers_init(&r.known);
    status result = read_script(&r, e);
    numbers_clear(&r.known);
    if (result != STATUS_OK)
        script_clear(s);
    return result;
}
