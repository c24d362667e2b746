#include "verifier/impossible.h"

/* The numbers of a witness, written out. */
typedef struct numbers_of {
    mpz_t m, n[kernel_max_L], x[kernel_max_L], theta[kernel_max_L];
} numbers_of;

static void numbers_init_all(numbers_of *k)
{
    mpz_init(k->m);
    for (unsigned l = 0; l < kernel_max_L; l++)
        mpz_inits(k->n[l], k->x[l], k->theta[l], NULL);
}

static void numbers_clear_all(numbers_of *k)
{
    mpz_clear(k->m);
    for (unsigned l = 0; l < kernel_max_L; l++)
        mpz_clears(k->n[l], k->x[l], k->theta[l], NULL);
}

static int write_out(numbers_of *k, const witness *w)
{
    int fits = factored_get_z(k->m, w->m, kernel_max_bits);
    for (unsigned l = 0; l < w->L && fits; l++)
        fits = factored_get_z(k->x[l], w->x[l], kernel_max_bits) &&
               (l == 0 || (factored_get_z(k->n[l], w->n[l], kernel_max_bits) &&
                           factored_get_z(k->theta[l], w->theta[l], kernel_max_bits)));
    return fits;
}

/* start, then cover and freeze level by level, then contradict */
static status derive(theorem **made, const setting *s, const numbers_of *k, error *e)
{
    int full = s->kind == THEOREM_3;
    kernel_setting at = {.L = s->L,
                         .B = s->B,
                         .S = s->S,
                         .a = s->a,
                         .m = k->m,
                         .last_full = s->last_full && s->L >= 2};
    for (unsigned l = 1; l < s->L; l++)
        at.n[l] = k->n[l];
    theorem *claim = NULL, *next = NULL;
    status result =
        full ? kernel_start_full(&claim, &at, k->x[0], e) : kernel_start(&claim, &at, k->x[0], e);
    for (unsigned l = 1; l < s->L && result == STATUS_OK; l++) {
        theorem *covered = NULL;
        result = kernel_cover(&covered, claim, k->x[l], k->theta[l], e);
        if (result == STATUS_OK)
            result =
                full ? kernel_freeze_full(&next, covered, e) : kernel_freeze(&next, covered, e);
        theorem_clear(covered);
        if (result == STATUS_OK) {
            theorem_clear(claim);
            claim = next;
        }
    }
    if (result == STATUS_OK)
        result = kernel_contradict(made, claim, e);
    theorem_clear(claim);
    return result;
}

status impossible_by_witness(theorem **made, const setting *s, const witness *w, error *e)
{
    if (s->L > kernel_max_L)
        return error_set(e, STATUS_LIMIT, "L is beyond the kernel's limit");
    numbers_of k;
    numbers_init_all(&k);
    status result = STATUS_LIMIT;
    if (write_out(&k, w))
        result = derive(made, s, &k, e);
    else
        error_record(e, "numbers beyond the kernel's limit");
    numbers_clear_all(&k);
    return result;
}
