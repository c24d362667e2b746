/* Blocks of text and tables, in lines. */
#include "base/memory.h"
#include "base/status.h"
#include "report/lesson/plain.h"
#include "report/lesson/terminal.h"

#include <ctype.h>
#include <string.h>

/* ---- lines ------------------------------------------------------------------------------------
 */

static const char *colour_of(piece_kind kind)
{
    switch (kind) {
    case PIECE_EMPHASIS:
        return "\033[1m";
    case PIECE_NUMBER:
        return "\033[36m";
    case PIECE_CODE:
        return "\033[33m";
    default:
        return NULL;
    }
}

/* A short formula is not broken over two lines. */
static void tie(char *text)
{
    enum { longest = 24 };
    if (wrap_columns(text) <= longest)
        for (char *s = text; *s; s++)
            *s = *s == ' ' ? wrap_tied_space : *s;
}

char *terminal_line(const lesson_line *line, const page_style *style)
{
    char *made = NULL;
    size_t length;
    FILE *to = open_memstream(&made, &length);
    REQUIRE(to != NULL);
    for (size_t i = 0; i < line->count; i++) {
        const char *colour = style->colour ? colour_of(line->piece[i].kind) : NULL;
        char *text = plain_piece(&line->piece[i]);
        if (line->piece[i].kind == PIECE_FORMULA)
            tie(text);
        fprintf(to, "%s%s%s", colour ? colour : "", text, colour ? "\033[0m" : "");
        memory_free(text);
    }
    REQUIRE(fclose(to) == 0);
    return made;
}

/* ---- tables -----------------------------------------------------------------------------------
 */

enum { most_columns = 12 };

typedef struct shape {
    size_t columns, width[most_columns];
    int right[most_columns]; /* numbers only: aligned right */
} shape;

/* Digits and what numbers are written with: nothing a word could be. */
static int is_number(const char *cell)
{
    for (const char *s = cell; *s; s++)
        if (isalpha((unsigned char)*s) || *s == '(')
            return 0;
    return *cell != '\0';
}

static void measure(shape *s, const lesson_text *text, size_t from, size_t to)
{
    static const page_style bare = {0, 0};
    *s = (shape){.columns = text->block[from].cells};
    for (size_t k = 0; k < s->columns; k++)
        s->right[k] = 1;
    for (size_t i = from; i < to; i++)
        for (size_t k = 0; k < s->columns && k < text->block[i].cells; k++) {
            char *cell = terminal_line(&text->block[i].cell[k], &bare);
            size_t width = wrap_columns(cell);
            s->width[k] = width > s->width[k] ? width : s->width[k];
            s->right[k] &= i == from || is_number(cell);
            memory_free(cell);
        }
}

static void put_cell(FILE *to, const char *cell)
{
    for (; *cell; cell++)
        fputc(*cell == wrap_tied_space ? ' ' : *cell, to);
}

static void put_row(FILE *to, const page_style *style, size_t indent, const shape *s,
                    const lesson_block *row)
{
    fprintf(to, "%*s", (int)indent, "");
    for (size_t k = 0; k < s->columns && k < row->cells; k++) {
        char *cell = terminal_line(&row->cell[k], style);
        int space = (int)(s->width[k] - wrap_columns(cell));
        int last = k + 1 == row->cells;
        fprintf(to, "%*s", s->right[k] ? space : 0, "");
        put_cell(to, cell);
        fprintf(to, "%*s", last ? 0 : s->right[k] ? 2 : space + 2, "");
        memory_free(cell);
    }
    fputc('\n', to);
}

/* Too wide: every row as a list of "heading: cell". */
static void put_stacked(FILE *to, const page_style *style, size_t indent, const lesson_block *head,
                        const lesson_block *row)
{
    char first[40];
    for (size_t k = 0; k < head->cells && k < row->cells; k++) {
        char *name = terminal_line(&head->cell[k], &(page_style){0, 0});
        char *cell = terminal_line(&row->cell[k], style);
        size_t room = strlen(name) + strlen(cell) + 3;
        char *both = memory_new(room, 1);
        snprintf(both, room, "%s: %s", name, cell);
        snprintf(first, sizeof first, "%*s%s", (int)indent, "", k == 0 ? "- " : "  ");
        wrap_text(to, style, first, indent + 4, both, "");
        memory_free(name);
        memory_free(cell);
        memory_free(both);
    }
}

size_t terminal_table(FILE *to, const page_style *style, size_t indent, const lesson_text *text,
                      size_t from)
{
    size_t end = from + 1;
    while (end < text->count && text->block[end].kind == BLOCK_ROW)
        end++;
    shape s;
    REQUIRE(text->block[from].cells <= most_columns);
    measure(&s, text, from, end);
    size_t wide = indent;
    for (size_t k = 0; k < s.columns; k++)
        wide += s.width[k] + (k ? 2 : 0);
    for (size_t i = wide <= style->width ? from : from + 1; i < end; i++)
        if (wide <= style->width)
            put_row(to, style, indent, &s, &text->block[i]);
        else
            put_stacked(to, style, indent, &text->block[from], &text->block[i]);
    return end;
}

/* ---- blocks -----------------------------------------------------------------------------------
 */

static void put_block(FILE *to, const page_style *style, size_t indent, const char *lead,
                      const lesson_block *block)
{
    char first[64];
    size_t hang = indent;
    const char *sign = "";
    if (block->kind == BLOCK_ITEM) {
        sign = "- ";
        hang += 2;
    } else if (block->kind == BLOCK_DISPLAY) {
        sign = "    ";
        hang += 8;
    } else if (block->kind == BLOCK_COMMAND) {
        sign = "  $ ";
        hang += 6;
    }
    snprintf(first, sizeof first, "%*s%s%s", (int)indent, "", lead, sign);
    char *line = terminal_line(&block->cell[0], style);
    wrap_text(to, style, first, hang, line, block->kind == BLOCK_COMMAND ? " \\" : "");
    memory_free(line);
}

void terminal_text(FILE *to, const page_style *style, size_t indent, const char *lead,
                   const lesson_text *text)
{
    if (text->count && *lead && text->block[0].kind != BLOCK_PARAGRAPH) {
        fprintf(to, "%*s%.*s\n\n", (int)indent, "", (int)strlen(lead) - 1,
                lead); /* without its space */
        lead = "";
    }
    for (size_t i = 0; i < text->count;) {
        block_kind kind = text->block[i].kind;
        int joined = i > 0 && kind == text->block[i - 1].kind &&
                     (kind == BLOCK_ITEM || kind == BLOCK_COMMAND);
        if (i > 0 && !joined)
            fputc('\n', to);
        if (kind == BLOCK_HEAD) {
            i = terminal_table(to, style, indent + 2, text, i);
        } else {
            put_block(to, style, indent, i == 0 ? lead : "", &text->block[i]);
            i++;
        }
    }
}
