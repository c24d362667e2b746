/* Networks as safetensors files: a header in JSON, then raw numbers, as PyTorch and others
 * read them (docs/network-file.md). Weights are the nearest doubles. The rule of the
 * embedding becomes two tables:
 *
 *     x_t = embedding.position[t] + embedding.symbol[embedding.symbol_row[t] + symbol]
 *
 * and for a token (w, t, i) that the network wrote itself, plus
 * embedding.symbol[embedding.query_row[t] + w]. */
#ifndef STRATA_MODEL_SAFETENSORS_H
#define STRATA_MODEL_SAFETENSORS_H

#include "model/network.h"

/* Fresh bytes; free with memory_free. Fails (STATUS_LIMIT) if the tables would be too large. */
status network_to_safetensors(char **bytes, size_t *length, const network *net, error *e);

#endif
