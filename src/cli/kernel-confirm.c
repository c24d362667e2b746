#include "cli/kernel-confirm.h"

#include "verifier/impossible.h"

status kernel_confirm(const setting *s, const witness *w, error *e)
{
    theorem *made = NULL;
    status result = impossible_by_witness(&made, s, w, e);
    theorem_clear(made);
    return result;
}
