#include "cli/subject.h"

#include "base/file.h"
#include "base/json-read.h"
#include "model/network-file.h"

#include <string.h>

status subject_task(fc *task, const options *o, error *e)
{
    uint64_t L, m, n[fc_max_L] = {0};
    size_t count = 0;
    if (!options_has(o, "L") || !options_has(o, "m"))
        return error_set(e, STATUS_USAGE, "the task is missing: give --L and --m%s",
                         options_has(o, "L") ? "" : " (and --n for L >= 2)");
    TRY(options_u64(&L, o, "L", 0, UINT32_MAX, e));
    TRY(options_u64(&m, o, "m", 0, UINT64_MAX, e));
    if (options_has(o, "n"))
        TRY(options_list(n, &count, fc_max_L, options_get(o, "n", ""), "--n", e));
    if (L >= 1 && L <= fc_max_L && count != L - 1)
        return error_set(e, STATUS_USAGE, "--n: expected L-1 = %u sizes, got %zu",
                         (unsigned)(L - 1), count);
    return fc_init(task, (unsigned)L, m, n, e);
}

static status check_same_task(const network *net, const options *o, error *e)
{
    if (!options_has(o, "L") && !options_has(o, "m") && !options_has(o, "n"))
        return STATUS_OK;
    fc task;
    TRY(subject_task(&task, o, e));
    if (fc_equal(&task, &net->task))
        return STATUS_OK;
    char asked[fc_text_room], have[fc_text_room];
    fc_to_text(asked, &task);
    fc_to_text(have, &net->task);
    return error_set(e, STATUS_USAGE, "the network file is for %.100s, the options say %.100s",
                     have, asked);
}

status subject_network(network *net, const options *o, error *e)
{
    const char *file = options_get(o, "network", NULL);
    if (file && options_has(o, "construction"))
        return error_set(e, STATUS_USAGE, "give --construction or --network, not both");
    if (file) {
        TRY(network_read_file(net, file, e));
        status s = check_same_task(net, o, e);
        if (s != STATUS_OK)
            network_clear(net);
        return s;
    }
    const char *name = options_get(o, "construction", "binary");
    const construction *found = construction_find(name);
    if (!found)
        return error_set(e, STATUS_USAGE,
                         "--construction: no construction '%.40s' (`strata constructions --L 2 "
                         "--m 2 --n 2` lists them)",
                         name);
    fc task;
    TRY(subject_task(&task, o, e));
    found->build(net, &task);
    return STATUS_OK;
}

status subject_print(const options *o, const char *text, error *e)
{
    return file_write(options_get(o, "out", "-"), text, strlen(text), e);
}
