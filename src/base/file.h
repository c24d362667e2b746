/* Whole files, in and out. */
#ifndef STRATA_BASE_FILE_H
#define STRATA_BASE_FILE_H

#include "base/status.h"

#include <stddef.h>

/* Reads all of `path` ("-" is standard input), at most `limit` bytes, into a fresh
 * block with a terminating zero. Free with memory_free. */
status file_read(char **text, size_t *length, const char *path, size_t limit, error *e);

/* Writes a file so that at every moment it is absent, old or complete: a temporary
 * file next to it is written, synced and renamed. "-" is standard output. */
status file_write(const char *path, const char *text, size_t length, error *e);

/* SHA-256 as 64 lower-case hexadecimal digits and a zero. */
#define SHA256_HEX 65
void sha256_hex(char hex[SHA256_HEX], const void *data, size_t length);

#endif
