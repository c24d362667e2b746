#include "base/json-read.h"
#include "base/memory.h"
#include "cli/commands.h"
#include "cli/subject.h"
#include "model/network-file.h"
#include "model/safetensors.h"

#include <string.h>

static const option_rule rules[] = {
    TASK_OPTIONS,
    NETWORK_OPTIONS,
    {"to", "json|safetensors",
     "file format: json (default, exact weights) or safetensors (for PyTorch, nearest doubles)"},
    {NULL, NULL, NULL},
};

status command_export(int count, char *const *arguments, error *e)
{
    options o;
    network net;
    TRY(options_parse(&o, rules, 0, count, arguments, e));
    if (options_has(&o, "help")) {
        options_help(
            "strata export [OPTIONS]",
            "Writes a network with its exact weights, for reading, changing, or running\n"
            "elsewhere. `strata verify --network FILE` takes json back; a safetensors file\n"
            "is for examples/pytorch_run.py and other programs (docs/network-file.md).",
            rules,
            "  strata export --L 2 --m 2 --n 2 --out fc222.json\n"
            "  strata verify --network fc222.json\n"
            "  strata export --L 2 --m 2 --n 2 --construction hybrid-gla --to safetensors "
            "--out gla.safetensors\n");
        return STATUS_OK;
    }
    const char *to = options_get(&o, "to", "json");
    int tensors = strcmp(to, "safetensors") == 0;
    if (!tensors && strcmp(to, "json") != 0)
        return error_set(e, STATUS_USAGE, "--to: expected json or safetensors, got '%.40s'", to);
    TRY(subject_network(&net, &o, e));
    char *bytes = tensors ? NULL : network_to_text(&net);
    size_t length = tensors ? 0 : strlen(bytes);
    status s = tensors ? network_to_safetensors(&bytes, &length, &net, e) : STATUS_OK;
    if (s == STATUS_OK)
        s = file_write(options_get(&o, "out", "-"), bytes, length, e);
    memory_free(bytes);
    network_clear(&net);
    return s;
}
