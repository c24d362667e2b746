/* A symbolic certificate, read: a network, a number system, and hints for the argument that the
 * network solves its task. Nothing in it is believed: hints only say where to look (how to sum
 * a block's weights, which coordinate follows which value), and lookup.h checks the rest.
 * docs/symbolic.md, section 6, has the format. */
#ifndef STRATA_VERIFIER_KERNEL_CERTIFICATE_H
#define STRATA_VERIFIER_KERNEL_CERTIFICATE_H

#include "base/file.h"
#include "verifier/kernel/arithmetic.h"
#include "verifier/kernel/network.h"

typedef struct follow_hint {
    int follows;        /* the coordinate follows a digit of what was looked up, */
    size_t head, value; /* through this value coordinate of this head */
} follow_hint;

typedef struct layer_hint {
    unsigned char *by_digits; /* per head and block 0 .. L */
    follow_hint *follow;      /* per coordinate */
} layer_hint;

typedef struct network_certificate {
    unsigned holders; /* see certificate_hold */
    plain_network net;
    arithmetic number;
    layer_hint *hint; /* per layer */
    char network_sha256[SHA256_HEX];
} network_certificate;

/* STATUS_MALFORMED: not such a certificate. STATUS_NEGATIVE: a hash differs. The caller holds
 * what was read. */
status certificate_read(network_certificate **made, const json_t *root, error *e);

/* One more holder; the last release frees. */
network_certificate *certificate_hold(const network_certificate *c);
void certificate_release(network_certificate *c);

#endif
