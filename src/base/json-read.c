#include "base/json-read.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Writes the place into `text`, from the root down; returns the length used. */
static size_t write_place(char *text, size_t room, const place *at)
{
    size_t used = at->within ? write_place(text, room, at->within) : 0;
    int more;
    if (at->name)
        more = snprintf(text + used, room - used, "%s%s", used ? "." : "", at->name);
    else
        more = snprintf(text + used, room - used, "[%zu]", at->index);
    used += more > 0 ? (size_t)more : 0;
    return used < room ? used : room - 1;
}

void place_record(error *e, const place *at, const char *format, ...)
{
    char where[200], what[300];
    va_list arguments;
    write_place(where, sizeof where, at);
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    error_record(e, "%s: %s", where, what);
}

status json_check_members(const json_t *object, const char *const *names, const place *at, error *e)
{
    if (!json_is_object(object))
        return place_error(e, STATUS_MALFORMED, at, "expected an object {...}");
    size_t known = 0;
    for (size_t i = 0; names[i]; i++)
        known += json_object_get(object, names[i]) != NULL;
    if (known == json_object_size(object))
        return STATUS_OK;
    json_t *whole = (json_t *)(uintptr_t)object; /* jansson's iterators take no const */
    for (void *it = json_object_iter(whole); it; it = json_object_iter_next(whole, it)) {
        const char *key = json_object_iter_key(it);
        size_t i = 0;
        while (names[i] && strcmp(names[i], key) != 0)
            i++;
        if (!names[i])
            return place_error(e, STATUS_MALFORMED, at, "unknown member \"%.40s\"", key);
    }
    return STATUS_OK;
}

status json_read_number(uint64_t *value, const json_t *json, uint64_t least, uint64_t most,
                        const place *at, error *e)
{
    *value = least;
    if (!json_is_integer(json) || json_integer_value(json) < 0)
        return place_error(e, STATUS_MALFORMED, at, "expected a whole number >= 0");
    uint64_t given = (uint64_t)json_integer_value(json);
    if (given < least || given > most)
        return place_error(e, STATUS_MALFORMED, at, "%llu is out of range (%llu .. %llu)",
                           (unsigned long long)given, (unsigned long long)least,
                           (unsigned long long)most);
    *value = given;
    return STATUS_OK;
}
