/* Text in lines of at most so many columns. */
#ifndef STRATA_REPORT_LESSON_WRAP_H
#define STRATA_REPORT_LESSON_WRAP_H

#include <stddef.h>
#include <stdio.h>

typedef struct page_style {
    size_t width; /* columns, indentation included */
    int colour;   /* bold titles and numbers, by escape sequences */
} page_style;

/* A space at which no line is broken; printed as a space. */
enum { wrap_tied_space = '\x01' };

/* Columns that the text takes: characters without escape sequences. Every character of the
 * lesson is one column wide. */
size_t wrap_columns(const char *text);

/* Fills lines with the words of `text`, which are what spaces separate. Lines begin with
 * `indent` spaces, the first one with `first` instead (as many columns or more). A line that
 * goes on ends with `more`. */
void wrap_text(FILE *to, const page_style *style, const char *first, size_t indent,
               const char *text, const char *more);

#endif
