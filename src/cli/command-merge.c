#include "base/json-read.h"
#include "base/memory.h"
#include "cli/commands.h"
#include "cli/subject.h"
#include "verifier/exhaustive-certificate.h"

#include <inttypes.h>

static const option_rule rules[] = {{NULL, NULL, NULL}};

/* Adds the chunks of one certificate; the same chunk may come twice if it is the same. */
static status join(sweep *all, const sweep *part, const char *path, error *e)
{
    if (!network_equal(all->net, part->net))
        return error_set(e, STATUS_NEGATIVE, "%s: it is about another network than the first",
                         path);
    for (uint64_t c = 0; c < all->plan.chunks; c++) {
        sweep_record *have = &all->record[c];
        const sweep_record *more = &part->record[c];
        if (more->done == 0)
            continue;
        if (have->done && (have->found.digest.sum != more->found.digest.sum ||
                           have->found.digest.product != more->found.digest.product ||
                           have->found.failures != more->found.failures))
            return error_set(e, STATUS_NEGATIVE,
                             "%s: chunk %" PRIu64 " differs from that of an earlier file", path, c);
        if (!have->done || more->found.first < have->found.first)
            *have = *more;
    }
    return STATUS_OK;
}

static status merge(exhaustive_certificate *all, const options *o, error *e)
{
    for (size_t i = 1; i < o->files; i++) {
        exhaustive_certificate part;
        TRY(exhaustive_certificate_read(&part, o->file[i], e));
        status s = join(&all->sweep, &part.sweep, o->file[i], e);
        exhaustive_certificate_clear(&part);
        if (s != STATUS_OK)
            return s;
    }
    char *text;
    TRY(exhaustive_certificate_text(&text, &all->sweep, e));
    status s = subject_print(o, text, e);
    memory_free(text);
    return s;
}

status command_merge(int count, char *const *arguments, error *e)
{
    options o;
    exhaustive_certificate all;
    TRY(options_parse(&o, rules, 1, count, arguments, e));
    if (options_has(&o, "help")) {
        options_help(
            "strata merge FILE... [--out FILE]",
            "Joins the certificates of shards (`strata verify --shard I/K --cert FILE`). The\n"
            "certificate of all shards together is the one a single run would have written.",
            rules,
            "  strata verify --L 2 --m 3 --n 2 --shard 1/2 --cert s1.json\n"
            "  strata verify --L 2 --m 3 --n 2 --shard 2/2 --cert s2.json\n"
            "  strata merge s1.json s2.json --out whole.json\n"
            "  strata check whole.json\n");
        return STATUS_OK;
    }
    if (o.files == 0)
        return error_set(e, STATUS_USAGE, "which files? strata merge FILE...");
    TRY(exhaustive_certificate_read(&all, o.file[0], e));
    status s = merge(&all, &o, e);
    exhaustive_certificate_clear(&all);
    return s;
}
