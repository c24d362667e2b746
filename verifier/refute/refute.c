#include "verifier/refute/refute.h"

#include "base/json-read.h"
#include "base/memory.h"
#include "exact/rational.h"
#include "verifier/exhaustive.h"
#include "verifier/refute/search.h"
#include "verifier/refute/view.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *const refute_method_names[] = {"none", "decomposition", "collision", "wrong-answer"};

/* Runs of a search nobody limited. */
enum {
    usual_effort = 1 << 16,
    network_effort = 1 << 14,
    least_effort = 64,
    usual_sample = 1 << 12
};

static void tell(refutation *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void tell(refutation *r, const char *format, ...)
{
    size_t used = strlen(r->tried);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(r->tried + used, sizeof r->tried - used, format, arguments);
    va_end(arguments);
}

/* ---- what was found
 * ------------------------------------------------------------------------------ */

/* Runs the inputs that were found once more, and writes down what happens. */
static status record_runs(refutation *r, const candidate *c, error *e)
{
    transcript run;
    transcript_init(&run, &c->p);
    status s = STATUS_OK;
    for (size_t k = 0; k < r->inputs && s == STATUS_OK; k++) {
        s = protocol_run(&run, r->input[k], e);
        r->answer[k] = run.answer;
        r->expected[k] = fc_answer(&c->p.task, r->input[k]);
        if (k == 0)
            r->view = view_to_text(&run);
    }
    transcript_clear(&run);
    return s;
}

static void take_inputs(refutation *r, refute_method method, uint64_t **one, uint64_t **two)
{
    r->method = method;
    r->input[0] = *one;
    *one = NULL;
    if (two) {
        r->input[1] = *two;
        *two = NULL;
    }
    r->inputs = two ? 2 : 1;
}

/* ---- protocols
 * ------------------------------------------------------------------------------------ */

static status try_decomposition(refutation *r, const candidate *c, const watch *w, error *e)
{
    if (!decomposition_is_feasible(&c->p)) {
        tell(r, "the decomposition has too many functions to enumerate; ");
        return STATUS_OK;
    }
    status s = decomposition_run(&r->levels, &c->p, &r->theorem, w, e);
    if (s == STATUS_OK) {
        take_inputs(r, REFUTE_DECOMPOSITION, &r->levels.input[0], &r->levels.input[1]);
        tell(r, "the sets of the proof, level by level");
        return STATUS_OK;
    }
    if ((s != STATUS_NEGATIVE && s != STATUS_LIMIT) || (w->cancelled && *w->cancelled))
        return s;
    tell(r, "the decomposition stopped (%s); ", e->message);
    e->message[0] = '\0';
    return STATUS_OK;
}

static void tell_search(refutation *r, const search_found *found)
{
    tell(r, "%" PRIu64 " runs: the entry that matters varied %" PRIu64 " times", found->runs,
         found->entry_rounds);
    if (found->pool_rounds)
        tell(r, ", %" PRIu64 " pools of up to %" PRIu64 " tables z_L compared", found->pool_rounds,
             found->pool_size);
    if (found->inputs)
        tell(r, ", %s%" PRIu64 " inputs run", found->all_inputs ? "all " : "", found->inputs);
}

/* Networks are slow, the more so the longer the prompt. */
static uint64_t choose_effort(const candidate *c)
{
    if (c->kind != CANDIDATE_NETWORK)
        return usual_effort;
    uint64_t effort = network_effort / c->p.task.tokens;
    return effort < least_effort ? least_effort : effort;
}

static status try_search(refutation *r, const candidate *c, const refute_plan *plan, error *e)
{
    search_found found;
    search_plan how = {.effort = plan->effort ? plan->effort : choose_effort(c),
                       .seed = plan->seed,
                       .watch = &plan->watch,
                       .wrong_suffices = r->theorem.theorem == NULL};
    status s = search_collision(&found, &c->p, &how, e);
    if (s == STATUS_OK && found.collision)
        take_inputs(r, REFUTE_COLLISION, &found.input[0], &found.input[1]);
    else if (s == STATUS_OK && found.wrong)
        take_inputs(r, REFUTE_WRONG_ANSWER, &found.wrong_input, NULL);
    tell_search(r, &found);
    search_clear(&found);
    return s;
}

static status refute_protocol(refutation *r, const candidate *c, const refute_plan *plan, error *e)
{
    protocol_kind kind = {&c->p.task, c->p.word, c->p.B, c->p.S};
    forbidden_search(&r->theorem, &kind);
    if (r->theorem.theorem && r->theorem.number == 1 && !plan->skip_decomposition)
        TRY(try_decomposition(r, c, &plan->watch, e));
    if (r->method == REFUTE_NOT)
        TRY(try_search(r, c, plan, e));
    return record_runs(r, c, e);
}

/* ---- networks in other number systems
 * --------------------------------------------------------------- */

static int few_inputs(const fc *task, uint64_t most)
{
    mpz_t count;
    mpz_init(count);
    int few = task->tokens <= 64;
    if (few) {
        fc_count(count, task);
        few = mpz_cmp_ui(count, most) <= 0;
    }
    mpz_clear(count);
    return few;
}

static void take_verdict(refutation *r, verdict *found)
{
    if (!found->counterexample)
        return;
    take_inputs(r, REFUTE_WRONG_ANSWER, &found->counterexample, NULL);
    r->expected[0] = found->expected;
    r->answer[0] = found->got.outcome == RUN_ANSWER ? found->got.answer : PROTOCOL_NO_ANSWER;
}

static status refute_answers(refutation *r, const candidate *c, const refute_plan *plan, error *e)
{
    const fc *task = &c->net.task;
    uint64_t effort = plan->effort ? plan->effort : usual_sample;
    int all = few_inputs(task, effort);
    verdict found;
    exhaustive_job job = {.net = &c->net,
                          .number = &c->number,
                          .threads = plan->threads,
                          .stop_at_first = 1,
                          .sample = !all,
                          .seed = plan->seed,
                          .cancelled = plan->watch.cancelled};
    snprintf(r->theorem.reason, sizeof r->theorem.reason,
             "in %s messages have no bounded length, so no theorem applies (--number fixed:P)",
             number_choice_name(&c->number));
    verdict_init(&found);
    mpz_inits(job.from, job.to, NULL);
    if (all)
        fc_count(job.to, task);
    else
        integer_set_u64(job.to, effort);
    status s = exhaustive_verify(&found, &job, e);
    if (s == STATUS_OK)
        take_verdict(r, &found);
    char *checked = integer_to_text(found.checked);
    tell(r, "%s%s inputs run", all && !r->inputs ? "all " : "", checked);
    memory_free(checked);
    mpz_clears(job.from, job.to, NULL);
    verdict_clear(&found);
    return s;
}

status refute(refutation *r, const candidate *c, const refute_plan *plan, error *e)
{
    memset(r, 0, sizeof *r);
    forbidden_init(&r->theorem);
    TRY(c->is_protocol ? refute_protocol(r, c, plan, e) : refute_answers(r, c, plan, e));
    return r->method == REFUTE_NOT ? STATUS_NEGATIVE : STATUS_OK;
}

void refutation_clear(refutation *r)
{
    forbidden_clear(&r->theorem);
    decomposition_clear(&r->levels);
    memory_free(r->input[0]);
    memory_free(r->input[1]);
    memory_free(r->view);
}
