/* Blocks: paragraphs, lists, tables, commands; what is repeated and what is left out. */
#include "base/json-read.h"
#include "base/memory.h"
#include "report/lesson/expression.h"
#include "report/lesson/markup.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

typedef struct lines {
    const char *const *line;
    size_t from, to;
    size_t *failed;
} lines;

static int starts(const char *line, const char *with)
{
    return strncmp(line, with, strlen(with)) == 0;
}

static int is_blank(const char *line)
{
    return line[strspn(line, " ")] == '\0';
}

/* A line that begins something new. */
static int is_special(const char *line)
{
    static const char *const signs[] = {"@", "|", "- ", "> ", "$$ "};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (starts(line, signs[i]))
            return 1;
    return is_blank(line);
}

/* ---- single blocks --------------------------------------------------------------------------- */

static lesson_block *add(lesson_text *text, block_kind kind)
{
    text->block = memory_resize(text->block, text->count + 1, sizeof *text->block);
    text->block[text->count] = (lesson_block){.kind = kind};
    return &text->block[text->count++];
}

static status add_cell(lesson_block *block, const char *text, const markup *m, error *e)
{
    block->cell = memory_resize(block->cell, block->cells + 1, sizeof *block->cell);
    return markup_line(&block->cell[block->cells++], text, m, e);
}

/* Up to the next bar that is not inside a formula, a number or code. */
static size_t cell_length(const char *s)
{
    size_t i = 0;
    char open = '\0';
    for (; s[i] && (open || s[i] != '|'); i++) {
        if (open)
            open = s[i] == open ? '\0' : open;
        else if (s[i] == '$' || s[i] == '`')
            open = s[i];
        else if (s[i] == '{')
            open = '}';
    }
    return i;
}

static status add_row(lesson_text *text, const char *line, const markup *m, error *e)
{
    int head = line[1] == '=';
    lesson_block *block = add(text, head ? BLOCK_HEAD : BLOCK_ROW);
    for (const char *s = line + 1 + head; *s;) {
        size_t length = cell_length(s);
        size_t start = strspn(s, " "), end = length;
        while (end > start && s[end - 1] == ' ')
            end--;
        start = start < end ? start : end;
        char *cell = memory_new(end - start + 1, 1);
        memcpy(cell, s + start, end - start);
        status result = add_cell(block, cell, m, e);
        memory_free(cell);
        TRY(result);
        s += length + (s[length] == '|');
    }
    return STATUS_OK;
}

/* From lines->from on, joined by spaces, up to the next special line. */
static status add_joined(lesson_text *text, block_kind kind, size_t skip, lines *at,
                         const markup *m, error *e)
{
    char *joined = NULL;
    size_t length;
    FILE *to = open_memstream(&joined, &length);
    REQUIRE(to != NULL);
    fputs(at->line[at->from++] + skip, to);
    while (at->from < at->to && !is_special(at->line[at->from]))
        fprintf(to, " %s", at->line[at->from++]);
    REQUIRE(fclose(to) == 0);
    status s = add_cell(add(text, kind), joined, m, e);
    memory_free(joined);
    return s;
}

static status add_display(lesson_text *text, const char *line, const markup *m, error *e)
{
    size_t length = strlen(line);
    char *inside = memory_new(length + 3, 1);
    snprintf(inside, length + 3, "$%s$", line + 3);
    status s = add_cell(add(text, BLOCK_DISPLAY), inside, m, e);
    memory_free(inside);
    return s;
}

/* ---- repetition and choice --------------------------------------------------------------------
 */

static status walk(lesson_text *text, lines at, const markup *m, error *e);

/* The line of the @end that belongs to the directive at `from`. */
static status find_end(size_t *end, const lines *at, error *e)
{
    unsigned open = 0;
    for (size_t i = at->from; i < at->to; i++) {
        open += at->line[i][0] == '@' && !starts(at->line[i], "@end");
        if (starts(at->line[i], "@end") && --open == 0) {
            *end = i;
            return STATUS_OK;
        }
    }
    return error_set(e, STATUS_MALFORMED, "@end is missing");
}

/* A fresh formula with all loop variables put in. */
static char *close_formula(const char *written, const markup *m)
{
    char *made = memory_copy_string(written);
    for (const binding *b = m->bound; b; b = b->outer) {
        char *next = expression_substitute(made, b->name, b->value);
        memory_free(made);
        made = next;
    }
    return made;
}

static status bound_integer(long *integer, const char *written, const markup *m, error *e)
{
    char *closed = close_formula(written, m);
    status s = expression_integer(integer, closed, m->names, e);
    memory_free(closed);
    return s;
}

static status repeat(lesson_text *text, lines inside, const char *rule, const markup *m, error *e)
{
    char name[16] = "", from[96] = "", to[96] = "";
    if (sscanf(rule, " %15[a-zA-Z] = %95[^.] .. %95[^\n]", name, from, to) != 3)
        return error_set(e, STATUS_MALFORMED, "expected @each NAME = FROM .. TO");
    long first, last;
    TRY(bound_integer(&first, from, m, e));
    TRY(bound_integer(&last, to, m, e));
    for (long i = first; i <= last; i++) {
        binding b = {name, i, m->bound};
        markup inner = {m->names, &b};
        TRY(walk(text, inside, &inner, e));
    }
    return STATUS_OK;
}

static status directive(lesson_text *text, lines *at, const markup *m, error *e)
{
    const char *line = at->line[at->from];
    size_t end;
    TRY(find_end(&end, at, e));
    lines inside = {at->line, at->from + 1, end, at->failed};
    at->from = end + 1;
    if (starts(line, "@each "))
        return repeat(text, inside, line + strlen("@each "), m, e);
    int unless = starts(line, "@unless ");
    if (!unless && !starts(line, "@if "))
        return error_set(e, STATUS_MALFORMED, "expected @each, @if, @unless or @end");
    long truth;
    TRY(bound_integer(&truth, line + (unless ? 8 : 4), m, e));
    return (truth != 0) != unless ? walk(text, inside, m, e) : STATUS_OK;
}

static status walk(lesson_text *text, lines at, const markup *m, error *e)
{
    while (at.from < at.to) {
        const char *line = at.line[at.from];
        *at.failed = at.from;
        if (is_blank(line)) {
            at.from++;
        } else if (line[0] == '@') {
            TRY(directive(text, &at, m, e));
        } else if (line[0] == '|') {
            at.from++;
            TRY(add_row(text, line, m, e));
        } else if (starts(line, "$$ ")) {
            at.from++;
            TRY(add_display(text, line, m, e));
        } else if (starts(line, "> ")) {
            at.from++;
            TRY(add_cell(add(text, BLOCK_COMMAND), line + 2, m, e));
        } else {
            int item = starts(line, "- ");
            TRY(add_joined(text, item ? BLOCK_ITEM : BLOCK_PARAGRAPH, item ? 2 : 0, &at, m, e));
        }
    }
    return STATUS_OK;
}

status markup_blocks(lesson_text *text, const char *const *line, size_t count, const markup *m,
                     size_t *failed, error *e)
{
    return walk(text, (lines){line, 0, count, failed}, m, e);
}
