/* A separation, told: as a proof script with the theorem as prose on top, as JSON, as a row. */
#ifndef STRATA_CLI_SEPARATE_REPORT_H
#define STRATA_CLI_SEPARATE_REPORT_H

#include "report/table.h"
#include "verifier/separation.h"

/* `cert`: the file name the script refers to, or NULL if it needs none. Free with
 * memory_free. */
char *separate_script(const separation *found, const separation_question *q, const char *cert);

/* The row of a table, and with all its fields the JSON output. */
json_t *separate_json(const separation *found, const separation_question *q, const char *cert,
                      const char *script);

extern const table_column separate_columns[];
extern const size_t separate_column_count;

#endif
