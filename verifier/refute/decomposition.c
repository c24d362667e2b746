#include "verifier/refute/decomposition.h"

#include "base/memory.h"
#include "exact/rational.h"
#include "protocol/transcript.h"
#include "verifier/refute/cover.h"
#include "verifier/refute/freeze.h"
#include "verifier/refute/tables.h"

#include <string.h>

/* Without linear layers R_1 is everything, and z_1 need not be enumerated. */
int decomposition_is_feasible(const protocol *p)
{
    const fc *task = &p->task;
    unsigned first = strchr(p->word, 'R') || task->L == 1 ? 1 : 2;
    uint64_t count = tables_count_from(task, first), all = tables_count_from(task, 1);
    return all != 0 && count != 0 && count <= decomposition_most;
}

static void note_level(decomposition *d, const claim *c, const frozen *how)
{
    uint64_t I = claim_reached(c);
    d->reached = c->l;
    d->level[c->l] = (decomposition_level){.Z = c->Z_count[c->l - 1],
                                           .I = I,
                                           .points = (c->l == 1 ? 1 : c->task->n[c->l - 1]) * I,
                                           .bits = how->bits,
                                           .classes = how->classes,
                                           .R = c->R.count,
                                           .of = c->R.of};
}

/* Claim(1): the R messages from 1 to 0 are frozen. */
static status begin(claim *c, decomposition *d, const freeze_setting *on, uint64_t x0, error *e)
{
    frozen how;
    member_set R;
    claim_start(c, &on->p->task, x0);
    status s = freeze_level(&R, &how, on, c, 0, &c->R, e);
    if (s != STATUS_OK)
        return s;
    c->R = R;
    note_level(d, c, &how);
    return STATUS_OK;
}

/* From Claim(l) to Claim(l+1). */
static status descend(claim *c, decomposition *d, const freeze_setting *on, const forbidden *choice,
                      error *e)
{
    frozen how;
    member_set kept, R;
    unsigned l = c->l;
    status s = cover_level(&kept, c, choice->x[l], choice->theta[l], e);
    if (s != STATUS_OK)
        return s;
    if (kept.count == 0)
        s = error_set(e, STATUS_NEGATIVE, "level %u: nothing is left of R_%u", l, l);
    else
        s = freeze_level(&R, &how, on, c, l, &kept, e);
    memory_free(kept.list);
    if (s != STATUS_OK)
        return s;
    memory_free(c->R.list);
    c->R = R;
    c->l = l + 1;
    note_level(d, c, &how);
    return STATUS_OK;
}

/* ---- the contradiction --------------------------------------------------------------------------
 */

/* Two members of R_L that differ at one of the points; 0 if they all agree. */
static int find_pair(uint64_t pair[2], uint64_t *at, const claim *c)
{
    uint64_t *point = memory_new((size_t)c->task->N[c->l - 1], sizeof *point);
    uint64_t points = claim_points(point, c);
    int found = 0;
    pair[0] = member_at(&c->R, 0);
    for (uint64_t k = 1; k < c->R.count && !found; k++)
        for (uint64_t j = 0; j < points && !found; j++) {
            pair[1] = member_at(&c->R, k);
            *at = point[j];
            found = tables_value(c->task, c->l, pair[0], *at) !=
                    tables_value(c->task, c->l, pair[1], *at);
        }
    memory_free(point);
    return found;
}

/* Lower inputs from Z_{<L} that lead to the point. */
static void write_path(uint64_t *prompt, const claim *c, uint64_t at)
{
    const fc *task = c->task;
    unsigned L = task->L;
    uint64_t choices = claim_choices(c, L);
    for (uint64_t k = 0; k < choices; k++) {
        claim_write_choice(prompt, c, L, k);
        uint64_t i = fc_intermediate(task, prompt, L - 1);
        if (L >= 2)
            i += fc_query_part(task, prompt[task->tokens - 1], L - 1) * task->N[L - 2];
        if (i == at)
            return;
    }
    strata_impossible(__FILE__, __LINE__, "a point of [n_{L-1}] x I_{L-1} that is not reached");
}

/* Nobody is told before player -1 was seen to know the same on both inputs. */
static status confirm(const decomposition *d, const protocol *p, error *e)
{
    transcript run[2];
    status s = STATUS_OK;
    for (int k = 0; k < 2; k++)
        transcript_init(&run[k], p);
    for (int k = 0; k < 2 && s == STATUS_OK; k++)
        s = protocol_run(&run[k], d->input[k], e);
    if (s == STATUS_OK) {
        knowledge one = transcript_knowledge(&run[0], -1, p->layers);
        knowledge other = transcript_knowledge(&run[1], -1, p->layers);
        if (!knowledge_equal(&one, &other))
            s = error_set(e, STATUS_INTERNAL,
                          "the decomposition ended with inputs that player -1 tells apart");
    }
    for (int k = 0; k < 2; k++)
        transcript_clear(&run[k]);
    return s;
}

static status contradict(decomposition *d, const claim *c, const protocol *p, error *e)
{
    uint64_t pair[2], at;
    if (!find_pair(pair, &at, c))
        return error_set(e, STATUS_NEGATIVE, "all functions in R_%u agree where it matters", c->l);
    for (int k = 0; k < 2; k++) {
        d->input[k] = memory_new((size_t)p->task.tokens, sizeof **d->input);
        write_path(d->input[k], c, at);
        tables_write(d->input[k], &p->task, c->l, pair[k]);
    }
    return confirm(d, p, e);
}

/* ---- all of it
 * ------------------------------------------------------------------------------------
 */

status decomposition_run(decomposition *d, const protocol *p, const forbidden *choice,
                         const watch *w, error *e)
{
    *d = (decomposition){.L = p->task.L};
    if (!decomposition_is_feasible(p))
        return error_set(e, STATUS_LIMIT, "there are too many functions to enumerate");
    claim c;
    freeze_setting on = {p, choice->last_full, w};
    status s = begin(&c, d, &on, choice->x[0], e);
    while (s == STATUS_OK && c.l < p->task.L)
        s = descend(&c, d, &on, choice, e);
    if (s == STATUS_OK)
        s = contradict(d, &c, p, e);
    claim_clear(&c);
    return s;
}

void decomposition_clear(decomposition *d)
{
    memory_free(d->input[0]);
    memory_free(d->input[1]);
}

int decomposition_keeps_promise(const decomposition *d, const forbidden *choice, unsigned l)
{
    const decomposition_level *at = &d->level[l];
    mpz_t have, need;
    mpz_inits(have, need, NULL);
    integer_set_u64(need, at->points);
    int kept = at->Z <= choice->x[l - 1] && at->I >= choice->theta[l - 1] &&
               mpz_cmp(need, choice->P[l]) >= 0;
    integer_set_u64(need, at->of);
    integer_set_u64(have, at->R);
    /* beyond 2^64 the promise is empty */
    if (mpz_cmp_ui(choice->D[l], 64) < 0) {
        mpz_mul_2exp(have, have, mpz_get_ui(choice->D[l]));
        kept = kept && mpz_cmp(have, need) >= 0;
    }
    mpz_clears(have, need, NULL);
    return kept && at->R >= 1;
}
