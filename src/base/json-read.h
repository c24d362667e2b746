/* Reading JSON values that nobody vouches for: every error says where ("layers[1].heads[0].key").
 *
 * A place is a chain from the value at hand up to the root; it lives on the stack of the
 * functions that read, so that following the file costs nothing and needs no memory. */
#ifndef STRATA_BASE_JSON_READ_H
#define STRATA_BASE_JSON_READ_H

#include "base/status.h"

#include <jansson.h>
#include <stdint.h>

typedef struct place {
    const struct place *within; /* NULL at the root */
    const char *name;           /* a member, or NULL for an element */
    size_t index;
} place;

static inline place place_member(const place *within, const char *name)
{
    return (place){within, name, 0};
}

static inline place place_element(const place *within, size_t index)
{
    return (place){within, NULL, index};
}

/* Message "PLACE: ...", with the value `code`, like error_set. */
void place_record(error *e, const place *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
#define place_error(e, code, at, ...) (place_record((e), (at), __VA_ARGS__), (code))

/* Returns early with the status of a call that failed. */
#define TRY(call)                                                                                  \
    do {                                                                                           \
        status try_status = (call);                                                                \
        if (try_status != STATUS_OK)                                                               \
            return try_status;                                                                     \
    } while (0)

/* An object may hold the named members and no others; `names` ends with NULL. */
status json_check_members(const json_t *object, const char *const *names, const place *at,
                          error *e);

status json_read_number(uint64_t *value, const json_t *json, uint64_t least, uint64_t most,
                        const place *at, error *e);

#endif
