/* Network files: JSON with exact rationals as strings (docs/network-file.md).
 *
 * Writing then reading gives the same network; reading then writing gives the canonical
 * text, whose SHA-256 is the network's identity. All errors are located: line and column
 * for JSON syntax, the path of the value ("layers[1].heads[0].key") for everything else. */
#ifndef STRATA_MODEL_NETWORK_FILE_H
#define STRATA_MODEL_NETWORK_FILE_H

#include "base/file.h"
#include "model/network.h"

#include <jansson.h>

status network_read_file(network *net, const char *path, error *e);
status network_from_json(network *net, const json_t *root, error *e);

json_t *network_to_json(const network *net); /* a new reference */
char *network_to_text(const network *net);   /* canonical text; free with memory_free */
void network_hash(char hex[SHA256_HEX], const network *net);

#endif
