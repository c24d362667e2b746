/* Rows of the lower-bound tables: one JSON object per theorem and setting. */
#ifndef STRATA_CLI_BOUNDS_ROWS_H
#define STRATA_CLI_BOUNDS_ROWS_H

#include "base/status.h"
#include "bounds/theorem.h"
#include "report/table.h"

#include <jansson.h>

extern const table_column bounds_columns[];
extern const size_t bounds_column_count;

/* Two decimals more would be noise, none would hide the comparison with the notes. */
enum { log2_decimals = 3 };

/* Appends the rows of one theorem for one setting; `word` may be NULL. A theorem that does
 * not speak about the setting gives STATUS_USAGE (published ones: a row that says why). */
status bounds_append(json_t *rows, theorem_id id, const setting *s, const char *word, error *e);

/* The row of a witness, checked or not: sizes in decimal or factored, log2 n, tokens. */
json_t *bounds_witness_row(theorem_id id, const setting *s, const witness *w, const char *word);

void bounds_set_z(json_t *row, const char *field, const mpz_t value);
void bounds_set_tokens(json_t *row, const factored_sum_t tokens);

#endif
