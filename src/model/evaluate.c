#include "model/evaluate.h"

status evaluator_init_number(evaluator *ev, const network *net, const number_choice *choice,
                             error *e)
{
    *ev = (evaluator){.net = net, .kind = choice->kind};
    if (choice->kind == NUMBER_ENCLOSED) {
        /* the first machine tells whether there is room at all */
        number_system system = number_enclosure(SOFTMAX_BASE_E, enclosure_first_precision);
        status s = run_machine_init(&ev->enclosure, net, system, e);
        ev->has_enclosure = s == STATUS_OK;
        return s;
    }
    status s = run_machine_init(&ev->exact, net, choice->system, e);
    if (s == STATUS_OK && choice->kind == NUMBER_ROUNDED && run_reads_memory_only(net))
        run_last_only(&ev->exact);
    return s;
}

status evaluator_init(evaluator *ev, const network *net, error *e)
{
    number_choice exact = {NUMBER_EXACT, number_base2};
    return evaluator_init_number(ev, net, &exact, e);
}

void evaluator_clear(evaluator *ev)
{
    if (ev->kind != NUMBER_ENCLOSED)
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
    softmax_base base = ev->kind == NUMBER_ENCLOSED ? SOFTMAX_BASE_E : SOFTMAX_BASE_2;
    number_system system = number_enclosure(base, precision);
    ev->has_enclosure = run_machine_init(&ev->enclosure, ev->net, system, &ignored) == STATUS_OK;
    return ev->has_enclosure;
}

static run_result answer_enclosed(evaluator *ev, const uint64_t *prompt,
                                  const run_observer *observer)
{
    run_result result = {RUN_UNDECIDED, 0, 0};
    mpfr_prec_t precision = /* what the last prompt needed is a good guess for this one */
        ev->has_enclosure ? ev->enclosure.system.precision : enclosure_first_precision;
    for (; precision <= enclosure_last_precision; precision *= 2) {
        if (!set_precision(ev, precision))
            break; /* no memory for more digits: undecided */
        if (precision > ev->precision)
            ev->precision = precision;
        result = run_prompt(&ev->enclosure, prompt, observer);
        if (result.outcome == RUN_ANSWER || result.outcome == RUN_ZERO)
            return result;
    }
    result.outcome = RUN_UNDECIDED;
    return result;
}

run_result evaluator_answer(evaluator *ev, const uint64_t *prompt, const run_observer *observer)
{
    if (ev->kind == NUMBER_ENCLOSED)
        return answer_enclosed(ev, prompt, observer);
    run_result result = run_prompt(&ev->exact, prompt, observer);
    if (result.outcome != RUN_INEXACT)
        return result;
    if (ev->kind == NUMBER_EXACT)
        return answer_enclosed(ev, prompt, observer);
    result.outcome = RUN_UNDECIDED;
    return result;
}
