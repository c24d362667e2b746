/* Reports and states as bit strings: two's complement fields of P bits (a block's largest score:
 * (d-1) P bits). */
#ifndef STRATA_PROTOCOL_NETWORK_MESSAGE_H
#define STRATA_PROTOCOL_NETWORK_MESSAGE_H

#include "model/block-report.h"
#include "model/network.h"
#include "protocol/bits.h"

/* Bits of a report of this head on one token, of all heads of a layer, and of a layer's state. */
size_t network_report_bits(const attention_head *head, const number_system *system);
size_t network_layer_bits(const network_layer *layer, const number_system *system);
size_t network_state_bits(const network_layer *layer, const number_system *system);

/* In a message heads come one after the other, and in each head the receiver's tokens. */
size_t network_report_place(const network_layer *layer, const number_system *system, size_t head,
                            size_t token, size_t tokens);

size_t network_head_dim(const attention_head *head);

void network_put_report(bit_writer *to, const block_report *report, size_t dim,
                        const number_system *system);
void network_get_report(block_report *report, bits from, size_t at, size_t dim,
                        const number_system *system);

/* `count` numbers of the system. */
void network_put_numbers(bit_writer *to, const void *numbers, size_t count,
                         const number_system *system);
void network_get_numbers(void *numbers, size_t count, bits from, size_t at,
                         const number_system *system);

#endif
