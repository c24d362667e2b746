/* Both halves at one size: a task that L-1 full layers of some B cannot do, while L+1 full
 * layers of the same B can.
 *
 * A larger B makes the task that defeats it longer, and a longer task makes the network that
 * solves it larger, but only by logarithms: so B is raised to what the network at hand needs
 * until that is no more than B. */
#include "base/json-read.h"
#include "base/memory.h"
#include "bounds/optimal.h"
#include "cli/bounds-rows.h"
#include "cli/lesson-evidence.h"
#include "cli/verify-symbolic.h"
#include "exact/rational.h"
#include "verifier/kernel/kernel.h"

#include <stdio.h>

enum { most_rounds = 64 };

static status sizes_of_witness(sizes *s, const witness *w, error *e)
{
    TRY(sizes_init(s, w->L, e));
    int fits = factored_get_z(s->N[0], w->m, kernel_max_bits);
    for (unsigned l = 1; l < w->L && fits; l++)
        fits = factored_get_z(s->n[l], w->n[l], kernel_max_bits);
    status result = STATUS_LIMIT;
    if (fits)
        result = sizes_complete(s, e);
    else
        error_record(e, "the sizes are too long to write down");
    if (result != STATUS_OK)
        sizes_clear(s);
    return result;
}

/* The network `binary` at these sizes; *needed is its B = d p. */
static status solve(mpz_t needed, parametric_result *r, const sizes *s, error *e)
{
    TRY(parametric_verify(r, "binary", s, e));
    if (!r->verified)
        return error_set(e, STATUS_LIMIT, "the parametric lemma does not apply at these sizes");
    mpz_mul(needed, r->dim, r->precision_bits);
    return STATUS_OK;
}

static char *sizes_options(const sizes *s)
{
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    REQUIRE(to != NULL);
    gmp_fprintf(to, "--L %u --m %Zd", s->L, s->N[0]);
    for (unsigned l = 1; l < s->L; l++)
        gmp_fprintf(to, "%s%Zd", l == 1 ? " --n " : ",", s->n[l]);
    REQUIRE(fclose(to) == 0);
    return text;
}

static status add_halves(names *n, const setting *at, const char *word, const sizes *s,
                         const parametric_result *r, error *e)
{
    json_t *rows = json_array();
    status result = bounds_append(rows, ID_OPTIMAL, at, word, e);
    if (result == STATUS_OK) {
        char *machine = lesson_machine_options(at), *task = sizes_options(s);
        char *fails = lesson_command("strata bounds ", machine, " --theorem optimal --format json");
        char *solves = lesson_command("strata verify ", task, " --mode parametric --format json");
        names_add(n, "fails", json_incref(json_array_get(rows, 0)), 0, fails, "rows[0]");
        names_add(n, "solves", parametric_json(r, s, "binary"), 0, solves, "");
        memory_free(machine);
        memory_free(task);
        memory_free(fails);
        memory_free(solves);
    }
    json_decref(rows);
    return result;
}

status lesson_evidence_both(names *n, const lesson_subject *of, error *e)
{
    setting at;
    witness w;
    parametric_result r;
    mpz_t needed;
    setting_init(&at);
    setting_set(&at, &of->setting);
    witness_init(&w, at.L);
    parametric_result_init(&r);
    mpz_init(needed);
    status result = STATUS_OK;
    int found = 0;
    for (int round = 0; round < most_rounds && !found && result == STATUS_OK; round++) {
        sizes s;
        result = optimal_search(&w, &at, e);
        if (result != STATUS_OK || (result = sizes_of_witness(&s, &w, e)) != STATUS_OK)
            break;
        result = solve(needed, &r, &s, e);
        found = result == STATUS_OK && mpz_cmp(needed, at.B) <= 0;
        if (found)
            result = add_halves(n, &at, of->word, &s, &r, e);
        else if (result == STATUS_OK)
            mpz_set(at.B, needed);
        sizes_clear(&s);
    }
    if (result == STATUS_LIMIT) { /* the text then leaves this example out */
        e->message[0] = '\0';
        result = STATUS_OK;
    }
    mpz_clear(needed);
    parametric_result_clear(&r);
    witness_clear(&w);
    setting_clear(&at);
    return result;
}
