/* The state of a sweep in a file, to go on after an interruption: every chunk's record,
 * half-done chunks included. Written by rename, so that at every moment the file holds a
 * complete state. A checkpoint belongs to one network and one shard; it is no certificate,
 * but its checksum keeps a damaged one from being continued. */
#ifndef STRATA_VERIFIER_CHECKPOINT_H
#define STRATA_VERIFIER_CHECKPOINT_H

#include "verifier/sweep.h"

status checkpoint_write(const char *path, const sweep *s, error *e);

/* Takes the records from the file, if there is one. Refuses a checkpoint of another network
 * or another shard (STATUS_USAGE) and a damaged one (STATUS_MALFORMED). */
status checkpoint_read(sweep *s, const char *path, error *e);

#endif
