#include "model/number-choice.h"

#include "base/json-read.h"

#include <stdlib.h>
#include <string.h>

static status refuse(const char *text, error *e)
{
    return error_set(
        e, STATUS_USAGE,
        "--number: expected base2, e, fixed:P, fixed:P:I, fixed:min, fp32, fp16, bf16, "
        "fp8e4m3 or fp8e5m2, got '%.40s'",
        text);
}

/* Digits up to `end`, at most 3 of them. */
static int read_small(unsigned *value, const char **s)
{
    size_t length = strspn(*s, "0123456789");
    if (length == 0 || length > 3)
        return 0;
    *value = (unsigned)strtoul(*s, NULL, 10);
    *s += length;
    return 1;
}

static status parse_fixed(number_choice *choice, const char *text, error *e)
{
    const char *s = text + strlen("fixed:");
    unsigned P, I;
    if (!read_small(&P, &s) || (*s && *s != ':'))
        return refuse(text, e);
    if (P < 1 || P > fixed_most_bits)
        return error_set(e, STATUS_USAGE, "--number: P is 1 .. %d bits", fixed_most_bits);
    I = P > fixed_usual_integer_bits ? fixed_usual_integer_bits : P - 1;
    if (*s == ':') {
        s++;
        if (!read_small(&I, &s) || *s)
            return refuse(text, e);
        if (I > P - 1)
            return error_set(e, STATUS_USAGE,
                             "--number: %u bits have a sign and at most %u integer bits", P, P - 1);
    }
    choice->kind = NUMBER_ROUNDED;
    choice->system = number_fixed(I, P - 1 - I);
    return STATUS_OK;
}

status number_choice_parse(number_choice *choice, const char *text, error *e)
{
    *choice = (number_choice){.kind = NUMBER_EXACT, .system = number_base2};
    if (strcmp(text, "base2") == 0)
        return STATUS_OK;
    if (strcmp(text, "e") == 0) {
        choice->kind = NUMBER_ENCLOSED;
        choice->system = number_enclosure(SOFTMAX_BASE_E, MPFR_PREC_MIN);
        return STATUS_OK;
    }
    if (strcmp(text, "fixed:min") == 0) {
        choice->kind = NUMBER_FIXED_LEAST;
        return STATUS_OK;
    }
    if (strncmp(text, "fixed:", 6) == 0)
        return parse_fixed(choice, text, e);
    choice->kind = NUMBER_ROUNDED;
    return number_float(&choice->system, text) ? STATUS_OK : refuse(text, e);
}

const char *number_choice_name(const number_choice *choice)
{
    return choice->kind == NUMBER_FIXED_LEAST ? "fixed:min" : choice->system.name;
}

unsigned number_fixed_bits(const number_system *system)
{
    int fixed = strncmp(system->name, "fixed:", 6) == 0;
    return fixed ? 1 + system->integer_bits + system->fraction_bits : 0;
}
