/* Labels of pictures: numbers in the raised and lowered digits that plain text has. */
#ifndef STRATA_REPORT_LABEL_H
#define STRATA_REPORT_LABEL_H

#include <stddef.h>

/* k as subscript digits ("z" and 12 give z₁₂), for labels without markup; `text` has room for
 * subscript_room characters. */
enum { subscript_room = 40 };
void label_subscript(char *text, int k);

/* "3.112 x 10^17" as people write it, 3.112·10¹⁷; other texts stay as they are. */
void label_power(char *text, size_t room, const char *number);

#endif
