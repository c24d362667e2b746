#include "verifier/refute/candidate.h"

#include "base/memory.h"
#include "protocol/from-file.h"
#include "protocol/from-network.h"
#include "protocol/random.h"

#include <string.h>

/* Nothing is run that exceeds the model's budget. */
static status accept(candidate *c, status made, error *e)
{
    c->is_protocol = made == STATUS_OK;
    if (made == STATUS_OK)
        made = protocol_check_budget(&c->p, e);
    if (made != STATUS_OK)
        candidate_clear(c);
    return made;
}

status candidate_from_network(candidate *c, network *net, const number_choice *number, error *e)
{
    *c = (candidate){.kind = CANDIDATE_NETWORK, .net = *net, .number = *number};
    if (number->kind != NUMBER_ROUNDED || number_fixed_bits(&number->system) == 0)
        return STATUS_OK;
    return accept(c, protocol_from_network(&c->p, &c->net, &c->number.system, e), e);
}

status candidate_from_text(candidate *c, const char *text, const char *name, error *e)
{
    *c = (candidate){.kind = CANDIDATE_FILE, .text = memory_copy_string(text)};
    return accept(c, protocol_read_text(&c->p, text, strlen(text), name, e), e);
}

status candidate_random(candidate *c, const fc *task, const char *word, uint64_t B, uint64_t S,
                        uint64_t seed, error *e)
{
    *c = (candidate){.kind = CANDIDATE_RANDOM, .seed = seed};
    return accept(c, protocol_random(&c->p, task, word, B, S, seed, ANNOUNCE_GUESS, e), e);
}

void candidate_clear(candidate *c)
{
    if (c->is_protocol)
        protocol_clear(&c->p);
    if (c->kind == CANDIDATE_NETWORK)
        network_clear(&c->net);
    memory_free(c->text);
    *c = (candidate){.kind = CANDIDATE_FILE};
}

const fc *candidate_task(const candidate *c)
{
    return c->is_protocol ? &c->p.task : &c->net.task;
}

char *candidate_word(const candidate *c)
{
    if (c->is_protocol)
        return memory_copy_string(c->p.word);
    char *word = memory_new(c->net.layers + 1, 1);
    network_word(word, &c->net);
    return word;
}
