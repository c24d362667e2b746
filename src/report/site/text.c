#include "report/site/text.h"

#include "report/site/mathml.h"
#include "report/xml.h"

#include <string.h>

/* ---- pieces -------------------------------------------------------------------------- */

static void element(FILE *to, const char *tag, const char *text)
{
    fprintf(to, "<%s>", tag);
    xml_escape(to, text);
    fprintf(to, "</%s>", tag);
}

/* "1.234·10^56" is shown with a raised exponent. */
void text_write_number(FILE *to, const lesson_number *number)
{
    const char *power = strstr(number->shown, "·10^");
    fputs("<span class=\"n\"", to);
    mathml_number_attributes(to, number);
    fputs(">", to);
    if (power) {
        fprintf(to, "%.*s·10<sup>", (int)(power - number->shown), number->shown);
        xml_escape(to, power + strlen("·10^"));
        fputs("</sup>", to);
    } else {
        xml_escape(to, number->shown);
    }
    fputs("</span>", to);
}

/* Without the first `taken` characters of a text. */
static void write_piece(FILE *to, const lesson_piece *piece, size_t taken)
{
    switch (piece->kind) {
    case PIECE_TEXT:
        xml_escape(to, piece->text + taken);
        break;
    case PIECE_EMPHASIS:
        element(to, "em", piece->text);
        break;
    case PIECE_CODE:
        element(to, "code", piece->text);
        break;
    case PIECE_NUMBER:
        text_write_number(to, piece->number);
        break;
    case PIECE_FORMULA: /* by mathml_write */
        break;
    }
}

/* The points at the beginning of a text: they belong to the formula before it. */
static size_t points_of(const lesson_piece *piece)
{
    return piece->kind == PIECE_TEXT ? strspn(piece->text, ".,;:!?)") : 0;
}

static void write_line(FILE *to, const lesson_line *line, int display)
{
    size_t taken = 0; /* of the piece at hand, by the formula before it */
    for (size_t i = 0; i < line->count; i++) {
        const lesson_piece *piece = &line->piece[i], *next = piece + 1;
        if (piece->kind == PIECE_FORMULA) {
            taken = i + 1 < line->count ? points_of(next) : 0;
            mathml_write(to, piece->formula, display, taken ? next->text : "", taken);
        } else {
            write_piece(to, piece, taken);
            taken = 0;
        }
    }
}

void text_write_line(FILE *to, const lesson_line *line)
{
    write_line(to, line, 0);
}

/* ---- blocks -------------------------------------------------------------------------- */

/* Blocks of one kind that follow each other: how many, from `at` on. */
static size_t run_of(const lesson_text *text, size_t at, block_kind kind)
{
    size_t count = 0;
    while (at + count < text->count && text->block[at + count].kind == kind)
        count++;
    return count;
}

static void write_items(FILE *to, const lesson_block *item, size_t count)
{
    fputs("<ul>\n", to);
    for (size_t i = 0; i < count; i++) {
        fputs("<li>", to);
        write_line(to, &item[i].cell[0], 0);
        fputs("</li>\n", to);
    }
    fputs("</ul>\n", to);
}

static void write_row(FILE *to, const lesson_block *row, int head)
{
    fputs("<tr>", to);
    for (size_t i = 0; i < row->cells; i++) {
        fputs(head ? "<th scope=\"col\">" : "<td>", to);
        write_line(to, &row->cell[i], 0);
        fputs(head ? "</th>" : "</td>", to);
    }
    fputs("</tr>\n", to);
}

/* A table scrolls by itself where the page is too narrow for it. */
static void write_table(FILE *to, const lesson_block *head, size_t rows)
{
    fputs("<div class=\"wide\">\n<table>\n<thead>\n", to);
    write_row(to, head, 1);
    fputs("</thead>\n<tbody>\n", to);
    for (size_t i = 1; i <= rows; i++)
        write_row(to, head + i, 0);
    fputs("</tbody>\n</table>\n</div>\n", to);
}

static void write_block(FILE *to, const lesson_block *block)
{
    if (block->kind == BLOCK_DISPLAY) {
        fputs("<div class=\"display\">", to);
        write_line(to, &block->cell[0], 1);
        fputs("</div>\n", to);
    } else if (block->kind == BLOCK_COMMAND) {
        fputs("<pre class=\"command\"><code>", to);
        write_line(to, &block->cell[0], 0);
        fputs("</code></pre>\n", to);
    } else {
        fputs("<p>", to);
        write_line(to, &block->cell[0], 0);
        fputs("</p>\n", to);
    }
}

void text_write(FILE *to, const lesson_text *text)
{
    for (size_t i = 0; i < text->count;) {
        const lesson_block *block = &text->block[i];
        if (block->kind == BLOCK_ITEM) {
            size_t count = run_of(text, i, BLOCK_ITEM);
            write_items(to, block, count);
            i += count;
        } else if (block->kind == BLOCK_HEAD) {
            size_t rows = run_of(text, i + 1, BLOCK_ROW);
            write_table(to, block, rows);
            i += 1 + rows;
        } else {
            write_block(to, block);
            i++;
        }
    }
}
