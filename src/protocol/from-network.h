/* A network with P-bit numbers is a protocol (docs/mathematics/1-task-and-models.md, "Why a p-bit
 * network is such a protocol").
 *
 * In fixed:P a full layer is computed block by block: for every token of player i and every head,
 * each earlier player reports its largest score, (d-1) P bits, and relative to it its partial
 * denominator, P bits, and numerators, P bits each. A recurrent layer hands over the state, P bits
 * per entry. These reports are the messages, as two's complement fields; a player computes with
 * its own symbols and with what it reads out of the messages, nothing else. */
#ifndef STRATA_PROTOCOL_FROM_NETWORK_H
#define STRATA_PROTOCOL_FROM_NETWORK_H

#include "model/network.h"
#include "model/number.h"
#include "protocol/protocol.h"

/* B = H d P and S = (entries of the largest state) P, which may be changed afterwards (before
 * protocol_check_budget). The network must stay as long as the protocol. Refused: systems other
 * than fixed:P, and networks with several passes, which the model does not cover. */
status protocol_from_network(protocol *p, const network *net, const number_system *system,
                             error *e);

#endif
