/* Memory that is there or ends the program with exit code 4 and one clear line.
 *
 * Sizes that come from a person are checked before they reach this file (a
 * network that would not fit is refused with its size); running out here is the
 * last resort, and nothing half-written is left behind, because files are written
 * by rename (base/file.h). */
#ifndef STRATA_BASE_MEMORY_H
#define STRATA_BASE_MEMORY_H

#include <stddef.h>

void *memory_new(size_t count, size_t size); /* zeroed; count * size is checked */
void *memory_resize(void *block, size_t count, size_t size);
char *memory_copy_string(const char *s);
void memory_free(void *block);

/* Makes GMP and jansson use the same rule. Called once, first thing in main. */
void memory_install(void);

/* Bytes of memory this machine could still give us (best effort, never 0). */
size_t memory_available(void);

#endif
