/* `strata verify --number ...`: all inputs, or a sample, in a number system other than base2,
 * by the reference engine. */
#ifndef STRATA_CLI_VERIFY_NUMBER_H
#define STRATA_CLI_VERIFY_NUMBER_H

#include "cli/options.h"

/* 1 if --number asks for anything but base2; then *result is what came of it. */
int verify_in_number(status *result, const options *o, report_format format, error *e);

#endif
