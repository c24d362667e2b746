/* Weaker networks out of given ones: what becomes of a construction when one of its full layers is
 * gone, or when linear layers stand in its place? */
#ifndef STRATA_VERIFIER_REFUTE_LINEARISE_H
#define STRATA_VERIFIER_REFUTE_LINEARISE_H

#include "model/network.h"

/* Replaces full layer i by `count` linear-attention layers, each with the weights of the layer
 * that goes: the same queries, keys, values, outputs and MLP, but no softmax. */
void network_linearise_layer(network *net, size_t i, size_t count);

#endif
