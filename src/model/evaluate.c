#include "model/evaluate.h"

status evaluator_init(evaluator *ev, const network *net, error *e)
{
    ev->net = net;
    ev->has_enclosure = 0;
    return run_machine_init(&ev->exact, net, number_base2, e);
}

void evaluator_clear(evaluator *ev)
{
    run_machine_clear(&ev->exact);
    if (ev->has_enclosure)
        run_machine_clear(&ev->enclosure);
}

static int set_precision(evaluator *ev, mpfr_prec_t precision)
{
    error ignored;
    if (ev->has_enclosure && ev->enclosure.system.precision == precision)
        return 1;
    if (ev->has_enclosure)
        run_machine_clear(&ev->enclosure);
    number_system system = number_enclosure(SOFTMAX_BASE_2, precision);
    ev->has_enclosure = run_machine_init(&ev->enclosure, ev->net, system, &ignored) == STATUS_OK;
    return ev->has_enclosure;
}

run_result evaluator_answer(evaluator *ev, const uint64_t *prompt, const run_observer *observer)
{
    run_result result = run_prompt(&ev->exact, prompt, observer);
    if (result.outcome != RUN_INEXACT)
        return result;
    mpfr_prec_t precision = /* what the last prompt needed is a good guess for this one */
        ev->has_enclosure ? ev->enclosure.system.precision : enclosure_first_precision;
    for (; precision <= enclosure_last_precision; precision *= 2) {
        if (!set_precision(ev, precision))
            break; /* no memory for more digits: undecided */
        result = run_prompt(&ev->enclosure, prompt, observer);
        if (result.outcome == RUN_ANSWER || result.outcome == RUN_ZERO)
            return result;
    }
    result.outcome = RUN_UNDECIDED;
    return result;
}
