#include "verifier/solve.h"

#include "base/json-read.h"
#include "base/json.h"
#include "exact/rational.h"
#include "model/network-file.h"

#include <string.h>

/* Every layer of the certificate, in turn. */
static status look_up_all(theorem **made, const network_certificate *c, error *e)
{
    theorem *looked = NULL;
    status s = kernel_lookup(&looked, c, NULL, e);
    for (size_t t = 1; t < c->net.layers && s == STATUS_OK; t++) {
        theorem *next = NULL;
        s = kernel_lookup(&next, NULL, looked, e);
        if (s == STATUS_OK) {
            theorem_clear(looked);
            looked = next;
        }
    }
    if (s == STATUS_OK)
        s = kernel_compose(made, looked, e);
    theorem_clear(looked);
    return s;
}

status solve_by_lookups(theorem **made, const json_t *root, error *e)
{
    network_certificate *c = NULL;
    TRY(certificate_read(&c, root, e));
    status s = look_up_all(made, c, e);
    certificate_release(c);
    return s;
}

status solve_by_lookups_text(theorem **made, const char *text, error *e)
{
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    REQUIRE(root != NULL);
    status s = solve_by_lookups(made, root, e);
    json_decref(root);
    return s;
}

status solve_first_lookup_file(theorem **made, const char *path, error *e)
{
    json_t *root;
    network_certificate *c = NULL;
    TRY(json_read_file(&root, path, e));
    status s = certificate_read(&c, root, e);
    json_decref(root);
    TRY(s);
    s = kernel_lookup(made, c, NULL, e);
    certificate_release(c);
    return s;
}

status solve_by_exhaustive(theorem **made, const exhaustive_certificate *c, error *e)
{
    tally total = sweep_total(&c->sweep);
    mpz_t checked, failures;
    mpz_inits(checked, failures, NULL);
    integer_set_u64(checked, total.checked);
    integer_set_u64(failures, total.failures);
    status s = solve_by_running(made, &c->net, "base2", NULL, checked, failures, e);
    mpz_clears(checked, failures, NULL);
    return s;
}

status solve_by_exhaustive_file(theorem **made, const char *path, error *e)
{
    exhaustive_certificate c;
    TRY(exhaustive_certificate_read(&c, path, e));
    status s = solve_by_exhaustive(made, &c, e);
    exhaustive_certificate_clear(&c);
    return s;
}

status solve_by_running(theorem **made, const network *net, const char *number, const char *by,
                        mpz_srcptr checked, mpz_srcptr failures, error *e)
{
    char hash[SHA256_HEX];
    network_hash(hash, net);
    kernel_run run = {&net->task, hash, number, by, checked, failures};
    return kernel_enumerate(made, &run, e);
}

status solve_by_lemma(theorem **made, const char *construction, const sizes *s, const mpz_t d,
                      error *e)
{
    kernel_keys keys = strcmp(construction, "binary") == 0 ? KEYS_BINARY : KEYS_QUADRATIC;
    kernel_setting setting = {.L = s->L, .m = s->N[0]};
    mpz_t exact;
    if (s->L > kernel_max_L)
        return error_set(e, STATUS_LIMIT, "L must be at most %d", kernel_max_L);
    for (unsigned l = 1; l < s->L; l++)
        setting.n[l] = s->n[l];
    mpz_init(exact);
    status result = kernel_construct(made, &setting, keys, d, exact, e);
    mpz_clear(exact);
    return result;
}
