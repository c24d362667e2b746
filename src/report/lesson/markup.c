#include "report/lesson/markup.h"

#include "base/json-read.h"
#include "base/memory.h"
#include "report/lesson/expression.h"

#include <string.h>

static char *copy_range(const char *from, const char *to)
{
    char *copy = memory_new((size_t)(to - from) + 1, 1);
    memcpy(copy, from, (size_t)(to - from));
    return copy;
}

/* ---- numbers ----------------------------------------------------------------------------------
 */

status markup_number(lesson_number **number, const char *expression, const markup *m, error *e)
{
    char *closed = memory_copy_string(expression);
    for (const binding *b = m->bound; b; b = b->outer) {
        char *next = expression_substitute(closed, b->name, b->value);
        memory_free(closed);
        closed = next;
    }
    value v;
    value_init(&v);
    status s = expression_evaluate(&v, closed, m->names, e);
    if (s == STATUS_OK) {
        *number = memory_new(1, sizeof **number);
        **number = (lesson_number){closed, value_exact_text(&v), value_show(&v)};
    } else {
        error_prefix(e, "{%.60s}", closed);
        memory_free(closed);
    }
    value_clear(&v);
    return s;
}

static status make_number(lesson_number **number, const char *expression, void *data, error *e)
{
    return markup_number(number, expression, data, e);
}

/* ---- a line ------------------------------------------------------------------------------------
 */

static lesson_piece *add(lesson_line *line, piece_kind kind)
{
    line->piece = memory_resize(line->piece, line->count + 1, sizeof *line->piece);
    line->piece[line->count] = (lesson_piece){.kind = kind};
    return &line->piece[line->count++];
}

static status add_marked(lesson_line *line, char sign, const char *from, const char *to,
                         const markup *m, error *e)
{
    char *text = copy_range(from, to);
    status s = STATUS_OK;
    if (sign == '$') {
        markup copy = *m;
        formula_numbers numbers = {make_number, &copy};
        s = formula_parse(&add(line, PIECE_FORMULA)->formula, text, &numbers, e);
    } else if (sign == '{') {
        s = markup_number(&add(line, PIECE_NUMBER)->number, text, m, e);
    } else if (sign == '*' && strpbrk(text, "${`")) {
        s = error_set(e, STATUS_MALFORMED, "emphasis holds plain words only: '%.40s'", text);
    } else {
        add(line, sign == '`' ? PIECE_CODE : PIECE_EMPHASIS)->text = text;
        return STATUS_OK;
    }
    memory_free(text);
    return s;
}

status markup_line(lesson_line *line, const char *text, const markup *m, error *e)
{
    *line = (lesson_line){0};
    while (*text) {
        size_t plain = strcspn(text, "$`{*");
        if (plain) {
            add(line, PIECE_TEXT)->text = copy_range(text, text + plain);
            text += plain;
            continue;
        }
        const char *end = strchr(text + 1, *text == '{' ? '}' : *text);
        if (!end)
            return error_set(e, STATUS_MALFORMED, "'%c' is not closed at '%.30s'", *text, text);
        TRY(add_marked(line, *text, text + 1, end, m, e));
        text = end + 1;
    }
    return STATUS_OK;
}

void lesson_line_clear(lesson_line *line)
{
    for (size_t i = 0; i < line->count; i++) {
        memory_free(line->piece[i].text);
        lesson_number_clear(line->piece[i].number);
        formula_clear(line->piece[i].formula);
    }
    memory_free(line->piece);
}

void lesson_text_clear(lesson_text *text)
{
    for (size_t i = 0; i < text->count; i++) {
        for (size_t k = 0; k < text->block[i].cells; k++)
            lesson_line_clear(&text->block[i].cell[k]);
        memory_free(text->block[i].cell);
    }
    memory_free(text->block);
}
