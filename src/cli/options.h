/* Arguments: `--name value` and `--flag`, checked against what the command takes.
 *
 * A command declares its options in a table; everything else on its command line is an
 * error that names the nearest spelling. Values are fetched by name, with messages that
 * say which option and what was expected. */
#ifndef STRATA_CLI_OPTIONS_H
#define STRATA_CLI_OPTIONS_H

#include "base/status.h"
#include "report/table.h"

#include <gmp.h>
#include <stddef.h>
#include <stdint.h>

typedef struct option_rule {
    const char *name;  /* without the dashes; "z#" stands for z1, z2, ... */
    const char *value; /* what stands for its value in the help, NULL for a flag */
    const char *help;
} option_rule;

enum { option_limit = 128 };

typedef struct options {
    const option_rule *rules;
    size_t given, files;
    const char *name[option_limit];  /* options given, without dashes */
    const char *value[option_limit]; /* their values, NULL for flags */
    const char *file[option_limit];  /* arguments that are not options */
} options;

/* `rules` ends with a row whose name is NULL. The common options (format, out, quiet,
 * threads, seed, help) belong to every command. Arguments that are no option are refused
 * unless `takes_files`. */
status options_parse(options *o, const option_rule *rules, int takes_files, int count,
                     char *const *arguments, error *e);

int options_has(const options *o, const char *name);
const char *options_get(const options *o, const char *name, const char *otherwise);
status options_u64(uint64_t *value, const options *o, const char *name, uint64_t otherwise,
                   uint64_t limit, error *e);

/* A comma-separated list of numbers; at most `room` of them. */
status options_list(uint64_t *value, size_t *count, size_t room, const char *text, const char *name,
                    error *e);

/* Common options. */
status options_format(report_format *format, const options *o, error *e);
status options_threads(unsigned *threads, const options *o, error *e);

/* Prints usage, what the command does, its options, and examples. */
void options_help(const char *usage, const char *about, const option_rule *rules,
                  const char *examples);

#endif
