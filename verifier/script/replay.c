#include "verifier/script/replay.h"

#include "base/json-read.h"
#include "base/memory.h"
#include "verifier/solve.h"

#include <string.h>

static mpz_srcptr optional(const script_step *step, script_key key)
{
    return step->given[key] ? step->number[key] : NULL;
}

static kernel_setting setting_of(const script_step *step)
{
    kernel_setting setting = {
        .L = (unsigned)mpz_get_ui(step->number[KEY_L]), /* script_read checked L and n */
        .B = step->number[KEY_B],
        .S = step->number[KEY_S],
        .a = step->number[KEY_a],
        .m = step->number[KEY_m],
        .last_full = step->given[KEY_last],
    };
    for (unsigned l = 1; l < setting.L; l++)
        setting.n[l] = step->n[l - 1];
    return setting;
}

static status apply_start(theorem **made, const script_step *step, error *e)
{
    kernel_setting setting = setting_of(step);
    return step->rule == RULE_START ? kernel_start(made, &setting, step->number[KEY_x0], e)
                                    : kernel_start_full(made, &setting, step->number[KEY_x0], e);
}

static status apply_specialise(theorem **made, const theorem *from, const script_step *step,
                               error *e)
{
    kernel_weaker to = {optional(step, KEY_full), optional(step, KEY_a), optional(step, KEY_B),
                        optional(step, KEY_S)};
    return kernel_specialise(made, from, &to, e);
}

static status apply_sparse(theorem **made, const script_step *step, error *e)
{
    kernel_sparse_setting setting = {step->number[KEY_M], step->number[KEY_block],
                                     step->number[KEY_keep], step->number[KEY_blocks],
                                     step->number[KEY_bits]};
    return kernel_sparse(made, &setting, e);
}

static status apply_construct(theorem **made, const script_step *step, error *e)
{
    kernel_setting setting = setting_of(step);
    return kernel_construct(made, &setting, step->keys, step->number[KEY_d], step->number[KEY_P],
                            e);
}

/* The certificate stands next to the script; one that cannot be read is malformed input. */
static char *beside(const char *file, span name)
{
    const char *slash = strrchr(file, '/');
    size_t folder = slash ? (size_t)(slash - file) + 1 : 0;
    char *path = memory_new(folder + name.length + 1, 1);
    memcpy(path, file, folder);
    memcpy(path + folder, name.at, name.length);
    return path;
}

static status apply_to_file(theorem **made, const script_step *step, const char *file, error *e)
{
    char *path = beside(file, step->file);
    status s = step->rule == RULE_LOOKUP ? solve_first_lookup_file(made, path, e)
                                         : solve_by_exhaustive_file(made, path, e);
    memory_free(path);
    return s;
}

static status apply(theorem **made, const theorem *from, const theorem *second,
                    const script_step *step, const char *file, error *e)
{
    if (step->file.length)
        return apply_to_file(made, step, file, e);
    switch (step->rule) {
    case RULE_START:
    case RULE_START_FULL:
        return apply_start(made, step, e);
    case RULE_COVER:
        return kernel_cover(made, from, step->number[KEY_x], step->number[KEY_theta], e);
    case RULE_FREEZE:
        return kernel_freeze(made, from, e);
    case RULE_FREEZE_FULL:
        return kernel_freeze_full(made, from, e);
    case RULE_CONTRADICT:
        return kernel_contradict(made, from, e);
    case RULE_SPECIALISE:
        return apply_specialise(made, from, step, e);
    case RULE_PUBLISH:
        return kernel_publish(made, from, e);
    case RULE_SPARSE:
        return apply_sparse(made, step, e);
    case RULE_LOOKUP:
        return kernel_lookup(made, NULL, from, e);
    case RULE_COMPOSE:
        return kernel_compose(made, from, e);
    case RULE_CONSTRUCT:
        return apply_construct(made, step, e);
    case RULE_SEPARATE:
        return kernel_separate(made, from, second, e);
    case RULE_ENUMERATE: /* always of a file */
    default:
        break;
    }
    strata_impossible(__FILE__, __LINE__, "a rule of the kernel");
}

status replay_script(replay *r, const script *s, const char *file, error *e)
{
    r->done = 0;
    r->fact = memory_new(s->count, sizeof(void *));
    for (size_t i = 0; i < s->count; i++) {
        const script_step *step = &s->step[i];
        unsigned premises = script_rule_forms[step->rule].premises;
        const theorem *first = premises > 0 ? r->fact[step->premise[0]] : NULL;
        const theorem *second = premises > 1 ? r->fact[step->premise[1]] : NULL;
        status result = apply(&r->fact[i], first, second, step, file, e);
        if (result != STATUS_OK) {
            error_prefix(e, "%.80s:%u: %s", file, step->line, kernel_rule_names[step->rule]);
            return result;
        }
        r->done++;
    }
    if (!theorem_is_closed(r->fact[s->conclusion]))
        return error_set(e, STATUS_NEGATIVE,
                         "%.80s:%u: qed: an intermediate claim is not a conclusion", file,
                         s->conclusion_line);
    return STATUS_OK;
}

void replay_clear(replay *r)
{
    for (size_t i = 0; i < r->done; i++)
        theorem_clear(r->fact[i]);
    memory_free(r->fact);
    *r = (replay){0};
}

const theorem *replay_conclusion(const replay *r, const script *s)
{
    return r->fact[s->conclusion];
}
