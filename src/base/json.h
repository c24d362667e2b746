/* JSON text in and out (jansson), with the errors and limits of this program. */
#ifndef STRATA_BASE_JSON_H
#define STRATA_BASE_JSON_H

#include "base/status.h"

#include <jansson.h>

/* Parses the file; duplicate keys, trailing text, excessive depth and invalid UTF-8 are
 * refused with line and column. On success *root must be released with json_decref. */
status json_read_file(json_t **root, const char *path, error *e);

/* The text with a final newline; free with memory_free. Key order is the order of insertion. */
char *json_to_text(const json_t *root, int compact);

#endif
