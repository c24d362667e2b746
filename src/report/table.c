#include "report/table.h"

#include "base/json.h"
#include "base/memory.h"

#include <stdio.h>
#include <string.h>

status report_format_parse(report_format *format, const char *text, error *e)
{
    static const char *const name[] = {"text", "json", "csv", "latex", "markdown", "svg"};
    for (size_t i = 0; i < sizeof name / sizeof *name; i++)
        if (strcmp(text, name[i]) == 0) {
            *format = (report_format)i;
            return STATUS_OK;
        }
    return error_set(e, STATUS_USAGE,
                     "--format: expected text, json, csv, latex, markdown or svg, got '%.40s'",
                     text);
}

/* ---- cells --------------------------------------------------------------- */

static void print_value(FILE *to, const json_t *value)
{
    size_t i;
    json_t *item;
    switch (value ? json_typeof(value) : JSON_NULL) {
    case JSON_STRING:
        fputs(json_string_value(value), to);
        return;
    case JSON_INTEGER:
        fprintf(to, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
        return;
    case JSON_REAL:
        fprintf(to, "%.6g", json_real_value(value));
        return;
    case JSON_TRUE:
        fputs("yes", to);
        return;
    case JSON_FALSE:
        fputs("no", to);
        return;
    case JSON_ARRAY:
        json_array_foreach(value, i, item)
        {
            fputs(i ? ", " : "", to);
            print_value(to, item);
        }
        return;
    default:
        fputs("-", to);
    }
}

static char *cell_text(const json_t *row, const char *field)
{
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    REQUIRE(to != NULL);
    print_value(to, json_object_get(row, field));
    REQUIRE(fclose(to) == 0);
    return text;
}

/* Width on a terminal: characters, not bytes, of UTF-8 text. */
static size_t text_width(const char *s)
{
    size_t width = 0;
    for (; *s; s++)
        width += ((unsigned char)*s & 0xC0) != 0x80;
    return width;
}

/* ---- one writer per format ------------------------------------------------ */

static void pad(FILE *to, size_t count)
{
    while (count--)
        fputc(' ', to);
}

static void write_text_cell(FILE *to, const char *s, size_t width, int right, int last)
{
    size_t used = text_width(s);
    if (right)
        pad(to, width - used);
    fputs(s, to);
    if (!right && !last)
        pad(to, width - used);
    fputs(last ? "\n" : "  ", to);
}

static void write_text(FILE *to, const table_column *columns, size_t count, const json_t *rows)
{
    size_t *width = memory_new(count, sizeof *width);
    size_t i;
    json_t *row;
    for (size_t c = 0; c < count; c++) {
        width[c] = text_width(columns[c].heading);
        json_array_foreach(rows, i, row)
        {
            char *s = cell_text(row, columns[c].field);
            if (text_width(s) > width[c])
                width[c] = text_width(s);
            memory_free(s);
        }
    }
    for (size_t c = 0; c < count; c++)
        write_text_cell(to, columns[c].heading, width[c], columns[c].right, c + 1 == count);
    json_array_foreach(rows, i, row)
    {
        for (size_t c = 0; c < count; c++) {
            char *s = cell_text(row, columns[c].field);
            write_text_cell(to, s, width[c], columns[c].right, c + 1 == count);
            memory_free(s);
        }
    }
    memory_free(width);
}

/* RFC 4180: quote where a comma, a quote or a line break stands. */
static void write_csv_cell(FILE *to, const char *s, int last)
{
    int quote = strpbrk(s, ",\"\r\n") != NULL;
    if (quote)
        fputc('"', to);
    for (; *s; s++) {
        if (*s == '"')
            fputc('"', to);
        fputc(*s, to);
    }
    if (quote)
        fputc('"', to);
    fputs(last ? "\n" : ",", to);
}

static void write_csv(FILE *to, const table_column *columns, size_t count, const json_t *rows)
{
    size_t i;
    json_t *row;
    for (size_t c = 0; c < count; c++)
        write_csv_cell(to, columns[c].field, c + 1 == count);
    json_array_foreach(rows, i, row)
    {
        for (size_t c = 0; c < count; c++) {
            char *s = cell_text(row, columns[c].field);
            write_csv_cell(to, s, c + 1 == count);
            memory_free(s);
        }
    }
}

static void write_markdown_cell(FILE *to, const char *s)
{
    fputs("| ", to);
    for (; *s; s++) {
        if (*s == '|')
            fputc('\\', to);
        fputc(*s, to);
    }
    fputc(' ', to);
}

static void write_markdown(FILE *to, const table_column *columns, size_t count, const json_t *rows)
{
    size_t i;
    json_t *row;
    for (size_t c = 0; c < count; c++)
        write_markdown_cell(to, columns[c].heading);
    fputs("|\n", to);
    for (size_t c = 0; c < count; c++)
        fputs(columns[c].right ? "|---:" : "|---", to);
    fputs("|\n", to);
    json_array_foreach(rows, i, row)
    {
        for (size_t c = 0; c < count; c++) {
            char *s = cell_text(row, columns[c].field);
            write_markdown_cell(to, s);
            memory_free(s);
        }
        fputs("|\n", to);
    }
}

static void write_latex_escaped(FILE *to, const char *s)
{
    for (; *s; s++) {
        if (strchr("&%$#_{}", *s))
            fprintf(to, "\\%c", *s);
        else if (*s == '\\')
            fputs("\\textbackslash{}", to);
        else if (*s == '^')
            fputs("\\textasciicircum{}", to);
        else if (*s == '~')
            fputs("\\textasciitilde{}", to);
        else
            fputc(*s, to);
    }
}

/* Alone the output is a document that compiles; inside one it is just the table. Where
 * booktabs is missing its rules become plain lines. */
static const char latex_begin[] =
    "% Alone this file is a document; inside one (with \\usepackage{booktabs}) it is the table.\n"
    "\\expandafter\\ifx\\csname @nodocument\\endcsname\\relax \\let\\strataend\\relax \\else\n"
    "\\documentclass{article}\\IfFileExists{booktabs.sty}{\\usepackage{booktabs}}{}\\begin{document}\n"
    "\\def\\strataend{\\end{document}}\\fi\n"
    "\\providecommand{\\toprule}{\\hline}\\providecommand{\\midrule}{\\hline}"
    "\\providecommand{\\bottomrule}{\\hline}\n";

static void write_latex(FILE *to, const table_column *columns, size_t count, const json_t *rows)
{
    size_t i;
    json_t *row;
    fputs(latex_begin, to);
    fputs("\\begin{tabular}{", to);
    for (size_t c = 0; c < count; c++)
        fputc(columns[c].right ? 'r' : 'l', to);
    fputs("}\n\\toprule\n", to);
    for (size_t c = 0; c < count; c++) {
        if (columns[c].latex)
            fputs(columns[c].latex, to);
        else
            write_latex_escaped(to, columns[c].heading);
        fputs(c + 1 == count ? " \\\\\n\\midrule\n" : " & ", to);
    }
    json_array_foreach(rows, i, row)
    {
        for (size_t c = 0; c < count; c++) {
            char *s = cell_text(row, columns[c].field);
            write_latex_escaped(to, s);
            memory_free(s);
            fputs(c + 1 == count ? " \\\\\n" : " & ", to);
        }
    }
    fputs("\\bottomrule\n\\end{tabular}\n\\strataend\n", to);
}

static char *write_json(json_t *rows)
{
    json_t *whole = json_object();
    json_object_set(whole, "rows", rows);
    char *text = json_to_text(whole, 0);
    json_decref(whole);
    return text;
}

char *table_to_text(const table_column *columns, size_t count, json_t *rows, report_format format)
{
    if (format == FORMAT_JSON)
        return write_json(rows);
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    REQUIRE(to != NULL);
    if (format == FORMAT_CSV)
        write_csv(to, columns, count, rows);
    else if (format == FORMAT_MARKDOWN)
        write_markdown(to, columns, count, rows);
    else if (format == FORMAT_LATEX)
        write_latex(to, columns, count, rows);
    else
        write_text(to, columns, count, rows);
    REQUIRE(fclose(to) == 0);
    return text;
}
