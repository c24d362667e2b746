#include "report/lesson/wrap.h"

#include <string.h>

/* Columns of the first `size` bytes. */
static size_t columns(const char *text, size_t size)
{
    size_t count = 0;
    for (size_t i = 0; i < size; i++) {
        if (text[i] == '\033') {
            while (i < size && text[i] != 'm')
                i++;
            continue;
        }
        count += ((unsigned char)text[i] & 0xc0) != 0x80;
    }
    return count;
}

size_t wrap_columns(const char *text)
{
    return columns(text, strlen(text));
}

void wrap_text(FILE *to, const page_style *style, const char *first, size_t indent,
               const char *text, const char *more)
{
    fputs(first, to);
    size_t at = wrap_columns(first), reserve = strlen(more);
    int begun = 0;
    while (*(text += strspn(text, " "))) {
        size_t length = strcspn(text, " ");
        size_t needed = columns(text, length);
        int last = text[length + strspn(text + length, " ")] == '\0';
        if (begun && at + 1 + needed + (last ? 0 : reserve) > style->width) {
            fprintf(to, "%s\n%*s", more, (int)indent, "");
            at = indent;
            begun = 0;
        }
        if (begun) {
            fputc(' ', to);
            at++;
        }
        for (size_t i = 0; i < length; i++)
            fputc(text[i] == wrap_tied_space ? ' ' : text[i], to);
        at += needed;
        begun = 1;
        text += length;
    }
    fputc('\n', to);
}
