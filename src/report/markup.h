/* Text between tags: what SVG and HTML share. */
#ifndef STRATA_REPORT_MARKUP_H
#define STRATA_REPORT_MARKUP_H

#include <stddef.h>
#include <stdio.h>

/* Writes s so that it is safe between tags and inside double quotes. */
void markup_escape(FILE *to, const char *s);

/* " name=\"value\"", escaped; nothing if value is NULL. */
void markup_attribute(FILE *to, const char *name, const char *value);

/* k as subscript digits ("z" and 12 give z₁₂), for labels without markup; `text` has room for
 * subscript_room characters. */
enum { subscript_room = 40 };
void markup_subscript(char *text, int k);

/* "3.112 x 10^17" as people write it, 3.112·10¹⁷; other texts stay as they are. */
void markup_power(char *text, size_t room, const char *number);

#endif
