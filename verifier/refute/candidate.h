/* Who claims to solve the task: a network in some number system, a protocol file, or a random
 * protocol. A network in fixed:P is a protocol (protocol/from-network.h); in other number systems
 * it has answers, but no messages of bounded length.
 *
 * As JSON, for certificates (docs/refuter.md):
 *     {"network": {...}, "number": "fixed:6:2"}
 *     {"protocol": "the text of a protocol file"}
 *     {"random": "7", "task": {"L": 2, "m": 2, "n": [2]}, "word": "F", "B": 1, "S": 0} */
#ifndef STRATA_VERIFIER_REFUTE_CANDIDATE_H
#define STRATA_VERIFIER_REFUTE_CANDIDATE_H

#include "base/file.h"
#include "model/network.h"
#include "model/number-choice.h"
#include "protocol/protocol.h"

typedef enum candidate_kind { CANDIDATE_NETWORK, CANDIDATE_FILE, CANDIDATE_RANDOM } candidate_kind;

typedef struct candidate {
    candidate_kind kind;
    network net; /* CANDIDATE_NETWORK */
    number_choice number;
    char *text;    /* CANDIDATE_FILE */
    uint64_t seed; /* CANDIDATE_RANDOM */
    int is_protocol;
    protocol p; /* if it is one */
} candidate;

/* Takes over the network, also when it fails. The candidate must stay where it is. */
status candidate_from_network(candidate *c, network *net, const number_choice *number, error *e);
/* `name` is for errors. */
status candidate_from_text(candidate *c, const char *text, const char *name, error *e);
/* Player -1 of a random protocol gives, for what it knows, the answer that is right most often. */
status candidate_random(candidate *c, const fc *task, const char *word, uint64_t B, uint64_t S,
                        uint64_t seed, error *e);
void candidate_clear(candidate *c);

const fc *candidate_task(const candidate *c);
char *candidate_word(const candidate *c); /* free with memory_free */

json_t *candidate_to_json(const candidate *c); /* a new reference */
status candidate_from_json(candidate *c, const json_t *json, error *e);

/* Of the compact text of its JSON. */
void candidate_hash(char hex[SHA256_HEX], const candidate *c);

#endif
