/* The subcommands, one file each (command-<name>.c): arguments and wiring, nothing else.
 *
 * A command gets the arguments after its name. It prints its result to standard output
 * and returns its status; on a status other than OK or NEGATIVE the error holds one line,
 * which main prints to standard error. */
#ifndef STRATA_CLI_COMMANDS_H
#define STRATA_CLI_COMMANDS_H

#include "base/status.h"

typedef struct command {
    const char *name;
    const char *summary;
    status (*call)(int count, char *const *arguments, error *e);
} command;

status command_bounds(int count, char *const *arguments, error *e);
status command_check(int count, char *const *arguments, error *e);
status command_constructions(int count, char *const *arguments, error *e);
status command_export(int count, char *const *arguments, error *e);
status command_lesson(int count, char *const *arguments, error *e);
status command_merge(int count, char *const *arguments, error *e);
status command_models(int count, char *const *arguments, error *e);
status command_protocol(int count, char *const *arguments, error *e);
status command_prove(int count, char *const *arguments, error *e);
status command_refute(int count, char *const *arguments, error *e);
status command_regime(int count, char *const *arguments, error *e);
status command_separate(int count, char *const *arguments, error *e);
status command_sparse(int count, char *const *arguments, error *e);
status command_precision(int count, char *const *arguments, error *e);
status command_run(int count, char *const *arguments, error *e);
status command_verify(int count, char *const *arguments, error *e);

#endif
