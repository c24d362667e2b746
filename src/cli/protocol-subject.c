#include "cli/protocol-subject.h"

#include "base/json-read.h"
#include "base/memory.h"
#include "protocol/from-file.h"
#include "protocol/from-network.h"

#include <stdio.h>

/* --number, or fixed:P with the P that the construction of that name needs. */
static status choose_number(number_choice *number, const network *net, const options *o, error *e)
{
    char usual[32];
    const construction *known = construction_find(net->name);
    const char *text = options_get(o, "number", NULL);
    if (!text && !known)
        return error_set(e, STATUS_USAGE,
                         "--number: say in how many bits the network runs, e.g. --number fixed:8");
    if (!text) {
        snprintf(usual, sizeof usual, "fixed:%llu",
                 (unsigned long long)known->precision_bits(&net->task));
        text = usual;
    }
    TRY(number_choice_parse(number, text, e));
    if (number->kind == NUMBER_FIXED_LEAST)
        return error_set(e, STATUS_USAGE, "--number fixed:min is for verify");
    return STATUS_OK;
}

static status set_budgets(protocol *p, const options *o, error *e)
{
    TRY(options_u64(&p->B, o, "budget", p->B, UINT64_C(1) << 62, e));
    return options_u64(&p->S, o, "state-bits", p->S, UINT64_C(1) << 62, e);
}

status subject_protocol_network(protocol_subject *it, const options *o, error *e)
{
    it->has_network = 1;
    status s = choose_number(&it->number, &it->net, o, e);
    if (s == STATUS_OK)
        s = protocol_from_network(&it->p, &it->net, &it->number.system, e);
    if (s != STATUS_OK) {
        network_clear(&it->net);
        return s;
    }
    s = set_budgets(&it->p, o, e);
    if (s != STATUS_OK)
        subject_protocol_clear(it);
    return s;
}

static status check_same_task(const protocol *p, const options *o, error *e)
{
    if (!options_has(o, "L") && !options_has(o, "m") && !options_has(o, "n"))
        return STATUS_OK;
    fc task;
    TRY(subject_task(&task, o, e));
    if (fc_equal(&task, &p->task))
        return STATUS_OK;
    char asked[fc_text_room], have[fc_text_room];
    fc_to_text(asked, &task);
    fc_to_text(have, &p->task);
    return error_set(e, STATUS_USAGE, "the protocol file is for %.100s, the options say %.100s",
                     have, asked);
}

static status read_file(protocol_subject *it, const char *file, const options *o, error *e)
{
    it->has_network = 0;
    if (options_has(o, "construction") || options_has(o, "network"))
        return error_set(e, STATUS_USAGE, "give one of --construction, --network and --protocol");
    if (options_has(o, "number"))
        return error_set(e, STATUS_USAGE, "--number is for networks; a protocol file says bits");
    TRY(protocol_read_file(&it->p, file, e));
    status s = check_same_task(&it->p, o, e);
    if (s == STATUS_OK)
        s = set_budgets(&it->p, o, e);
    if (s != STATUS_OK)
        protocol_clear(&it->p);
    return s;
}

status subject_protocol(protocol_subject *it, const options *o, error *e)
{
    const char *file = options_get(o, "protocol", NULL);
    if (file)
        return read_file(it, file, o, e);
    TRY(subject_network(&it->net, o, e));
    return subject_protocol_network(it, o, e);
}

void subject_protocol_clear(protocol_subject *it)
{
    protocol_clear(&it->p);
    if (it->has_network)
        network_clear(&it->net);
}
