/* Protocols that people write themselves (docs/protocol-files.md). */
#ifndef STRATA_PROTOCOL_FROM_FILE_H
#define STRATA_PROTOCOL_FROM_FILE_H

#include "protocol/protocol.h"

/* "-" is standard input. Errors are "FILE:LINE: ...", STATUS_MALFORMED; so is a message that is
 * longer than the budgets the file itself states. */
status protocol_read_file(protocol *p, const char *path, error *e);

/* The same from text; `name` is for errors. */
status protocol_read_text(protocol *p, const char *text, size_t length, const char *name, error *e);

#endif
