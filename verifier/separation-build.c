#include "base/json-read.h"
#include "base/memory.h"
#include "constructions/construction.h"
#include "verifier/impossible.h"
#include "verifier/separation.h"
#include "verifier/solve.h"
#include "verifier/symbolic-certificate.h"

#include <stdio.h>

/* The task of the witness; its prompt is short. */
static void task_of(fc *task, const separation *found, error *e)
{
    uint64_t n[fc_max_L];
    mpz_t value;
    mpz_init(value);
    for (unsigned l = 1; l < found->s.L; l++) {
        REQUIRE(factored_get_z(value, found->w.n[l], 64));
        n[l - 1] = mpz_get_ui(value);
    }
    REQUIRE(factored_get_z(value, found->w.m, 64));
    REQUIRE(fc_init(task, found->s.L, mpz_get_ui(value), n, e) == STATUS_OK);
    mpz_clear(value);
}

static status certify(char **text, const network *net, unsigned long P, error *e)
{
    char number[32];
    symbolic_proof proof;
    symbolic_proof_init(&proof, net);
    status result = symbolic_prove(&proof, e);
    if (result == STATUS_OK && !proof.complete)
        result = error_set(e, STATUS_LIMIT, "the symbolic argument stops: %s", proof.spot.reason);
    snprintf(number, sizeof number, "fixed:%lu:2", P);
    if (result == STATUS_OK)
        *text = symbolic_certificate(&proof, number);
    symbolic_proof_clear(&proof);
    return result;
}

/* Both halves anew, the network's from its certificate. */
static status prove_again(theorem **made, const separation *found, const char *text, error *e)
{
    theorem *solves = NULL, *impossible = NULL;
    status result = solve_by_lookups_text(&solves, text, e);
    if (result == STATUS_OK)
        result = impossible_by_witness(&impossible, &found->s, &found->w, e);
    if (result == STATUS_OK)
        result = kernel_separate(made, solves, impossible, e);
    theorem_clear(solves);
    theorem_clear(impossible);
    return result == STATUS_NEGATIVE ? STATUS_LIMIT : result;
}

status separation_build(separation *found, error *e)
{
    if (found->keys == KEYS_HYBRID)
        return error_set(e, STATUS_LIMIT, "certificates have no rules for recurrent layers");
    if (mpz_cmp_ui(found->tokens, separation_built_tokens) > 0)
        return error_set(e, STATUS_LIMIT, "networks are built up to %d tokens",
                         separation_built_tokens);
    fc task;
    network net;
    char *text = NULL;
    theorem *proved = NULL;
    task_of(&task, found, e);
    construction_find(kernel_keys_names[found->keys])->build(&net, &task);
    status result = certify(&text, &net, found->P, e);
    network_clear(&net);
    if (result == STATUS_OK)
        result = prove_again(&proved, found, text, e);
    if (result != STATUS_OK) {
        memory_free(text);
        return result;
    }
    theorem_clear(found->proved);
    found->proved = proved;
    found->certificate = text;
    return STATUS_OK;
}
