/* What the files that read network files share. */
#ifndef STRATA_MODEL_NETWORK_READ_H
#define STRATA_MODEL_NETWORK_READ_H

#include "model/matrix-file.h"
#include "model/network.h"

/* Numbers in one network, zeros included: about a gigabyte. */
enum { weight_limit = 1 << 23, name_limit = 200, step_limit = 1 << 12 };

typedef struct reader {
    network *net;
    weight_budget budget;
    error *e;
} reader;

static inline status wrong(reader *r, const place *at, const char *what)
{
    return place_error(r->e, STATUS_MALFORMED, at, "%s", what);
}

static inline status read_weights(reader *r, qmat_t a, size_t rows, size_t columns,
                                  const json_t *json, const char *name, const place *at)
{
    place here = place_member(at, name);
    return matrix_from_json(a, rows, columns, json_object_get(json, name), &r->budget, &here, r->e);
}

/* Appends the layer to the network (network-read-layer.c). */
status network_read_layer(reader *r, const json_t *json, const place *at);

#endif
