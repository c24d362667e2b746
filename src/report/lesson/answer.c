#include "report/lesson/answer.h"

#include "base/json-read.h"
#include "base/memory.h"
#include "report/lesson/expression.h"

#include <ctype.h>
#include <string.h>

static const char narrow_space[] = "\xe2\x80\xaf";

/* Without commas, narrow spaces and spaces between digits. */
static char *without_groups(const char *given)
{
    char *clean = memory_new(strlen(given) + 1, 1), *to = clean;
    for (const char *s = given; *s;) {
        size_t skip = strncmp(s, narrow_space, 3) == 0 ? 3 : *s == ',' || *s == ' ' ? 1 : 0;
        if (skip && to > clean && isdigit((unsigned char)to[-1]) && isdigit((unsigned char)s[skip]))
            s += skip;
        else
            *to++ = *s++;
    }
    return clean;
}

status answer_check(int *right, const lesson_exercise *x, const char *given, error *e)
{
    names none;
    value got, wanted;
    names_init(&none);
    value_init(&got);
    value_init(&wanted);
    char *clean = without_groups(given);
    value_read(&wanted, x->answer->exact);
    status s = expression_evaluate(&got, clean, &none, e);
    if (s == STATUS_OK)
        *right = got.kind == VALUE_EXACT && mpq_equal(got.exact, wanted.exact);
    memory_free(clean);
    value_clear(&got);
    value_clear(&wanted);
    names_clear(&none);
    return s;
}
