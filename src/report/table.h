/* A table of results, written the way it will be used: to read (text), to paste
 * (markdown, latex), to compute with (csv, json).
 *
 * A row is a JSON object; a column names one of its fields. The JSON output shows
 * all fields of all rows; the other formats show the columns, in order. */
#ifndef STRATA_REPORT_TABLE_H
#define STRATA_REPORT_TABLE_H

#include "base/status.h"

#include <jansson.h>
#include <stddef.h>

typedef enum report_format {
    FORMAT_TEXT,
    FORMAT_JSON,
    FORMAT_CSV,
    FORMAT_LATEX,
    FORMAT_MARKDOWN,
    FORMAT_SVG
} report_format;

status report_format_parse(report_format *format, const char *text, error *e);

typedef struct table_column {
    const char *field;   /* key in the row objects */
    const char *heading; /* what people read; a LaTeX heading may differ: */
    const char *latex;   /* NULL = the heading, escaped */
    int right;           /* aligned right (numbers) */
} table_column;

/* The whole table as text, ending in a newline; free with memory_free. `rows` is a JSON
 * array of objects; a missing or null field shows as "-". */
char *table_to_text(const table_column *columns, size_t count, json_t *rows, report_format format);

#endif
