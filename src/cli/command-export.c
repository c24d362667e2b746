#include "base/json-read.h"
#include "base/memory.h"
#include "cli/commands.h"
#include "cli/subject.h"
#include "model/network-file.h"

#include <string.h>

static const option_rule rules[] = {
    TASK_OPTIONS,
    NETWORK_OPTIONS,
    {"to", "json", "file format (default json: exact weights, docs/network-file.md)"},
    {NULL, NULL, NULL},
};

status command_export(int count, char *const *arguments, error *e)
{
    options o;
    network net;
    TRY(options_parse(&o, rules, 0, count, arguments, e));
    if (options_has(&o, "help")) {
        options_help("strata export [OPTIONS]",
                     "Writes a network with its exact weights, for reading, changing, or running\n"
                     "elsewhere. `strata verify --network FILE` takes it back.",
                     rules,
                     "  strata export --L 2 --m 2 --n 2 --out fc222.json\n"
                     "  strata verify --network fc222.json\n");
        return STATUS_OK;
    }
    const char *to = options_get(&o, "to", "json");
    if (strcmp(to, "json") != 0)
        return error_set(e, STATUS_USAGE, "--to: expected json, got '%.40s'", to);
    TRY(subject_network(&net, &o, e));
    char *text = network_to_text(&net);
    status s = subject_print(&o, text, e);
    memory_free(text);
    network_clear(&net);
    return s;
}
