#include "verifier/separation.h"

#include "base/memory.h"
#include "bounds/optimal.h"
#include "verifier/impossible.h"

#include <stdio.h>

/* ---- life -------------------------------------------------------------------------------- */

void separation_init(separation *found, const separation_question *q)
{
    *found = (separation){0};
    setting_init(&found->s);
    witness_init(&found->w, q->L);
    mpz_init(found->tokens);
}

void separation_clear(separation *found)
{
    setting_clear(&found->s);
    witness_clear(&found->w);
    mpz_clear(found->tokens);
    theorem_clear(found->proved);
    memory_free(found->certificate);
}

/* ---- one pair (d, P) ------------------------------------------------------------------------ */

/* B = d P and S = d (d+1) P: one head, and a linear layer of the same d and P. */
static void set_machine(setting *s, const separation_question *q, unsigned long d, unsigned long P)
{
    s->L = q->L;
    s->kind = q->full_only ? THEOREM_3 : THEOREM_1;
    mpz_set_ui(s->B, d);
    mpz_mul_ui(s->B, s->B, P);
    mpz_mul_ui(s->S, s->B, d + 1);
    mpz_set(s->a, q->a);
    if (mpz_sgn(s->a) == 0)
        mpz_set_ui(s->S, 0);
    s->last_full = !q->full_only && mpz_sgn(s->a) == 0 && q->L >= 2;
}

/* The sizes of a witness as the kernel takes them. */
typedef struct whole_sizes {
    mpz_t m, n[kernel_max_L], tokens;
    kernel_setting at;
} whole_sizes;

static int sizes_write_out(whole_sizes *z, const witness *w)
{
    mpz_t N;
    mpz_inits(z->m, z->tokens, N, NULL);
    int fits = factored_get_z(z->m, w->m, kernel_max_bits);
    mpz_set(N, z->m);
    mpz_add_ui(z->tokens, N, 2);
    z->at = (kernel_setting){.L = w->L, .m = z->m};
    for (unsigned l = 1; l < w->L; l++) {
        mpz_init(z->n[l]);
        fits = fits && factored_get_z(z->n[l], w->n[l], kernel_max_bits);
        mpz_mul(N, N, z->n[l]);
        mpz_add(z->tokens, z->tokens, N);
        z->at.n[l] = z->n[l];
    }
    mpz_clear(N);
    return fits && mpz_sizeinbase(z->tokens, 2) <= kernel_max_bits;
}

static void sizes_forget(whole_sizes *z, unsigned L)
{
    mpz_clears(z->m, z->tokens, NULL);
    for (unsigned l = 1; l < L; l++)
        mpz_clear(z->n[l]);
}

/* Does the construction fit these sizes into d and P? */
static status construct(theorem **made, const kernel_setting *at, kernel_keys keys, unsigned long d,
                        unsigned long P, error *e)
{
    mpz_t zd, zP;
    mpz_init_set_ui(zd, d);
    mpz_init_set_ui(zP, P);
    status result = kernel_construct(made, at, keys, zd, zP, e);
    mpz_clears(zd, zP, NULL);
    return result;
}

/* Is there any task the construction can do in fixed:P, however wide its head? */
static int speaks_of(kernel_keys keys, unsigned L, unsigned long P)
{
    mpz_t one;
    error none = {""};
    theorem *made = NULL;
    mpz_init_set_ui(one, 1);
    kernel_setting at = {.L = L, .m = one};
    for (unsigned l = 1; l < L; l++)
        at.n[l] = one;
    status result = construct(&made, &at, keys, 1024, P, &none);
    theorem_clear(made);
    mpz_clear(one);
    return result == STATUS_OK;
}

/* Both halves at the sizes of w, judged by the kernel; a better separation replaces `best`. */
static status try_witness(separation *best, const setting *s, const witness *w, kernel_keys keys,
                          unsigned long d, unsigned long P, error *e)
{
    whole_sizes z;
    theorem *solves = NULL, *impossible = NULL, *both = NULL;
    status result = STATUS_LIMIT;
    if (sizes_write_out(&z, w))
        result = construct(&solves, &z.at, keys, d, P, e);
    else
        error_record(e, "the sizes are too long to be written out");
    int order = best->proved ? mpz_cmp(z.tokens, best->tokens) : -1;
    if (result == STATUS_OK)
        result = impossible_by_witness(&impossible, s, w, e);
    if (result == STATUS_OK)
        result = kernel_separate(&both, solves, impossible, e);
    if (result == STATUS_OK && (order < 0 || (order == 0 && d < best->d))) {
        theorem_clear(best->proved);
        best->proved = both;
        best->keys = keys;
        best->d = d;
        best->P = P;
        setting_set(&best->s, s);
        witness_set(&best->w, w);
        mpz_set(best->tokens, z.tokens);
        both = NULL;
    }
    theorem_clear(solves);
    theorem_clear(impossible);
    theorem_clear(both);
    sizes_forget(&z, w->L);
    return result;
}

/* L = 2: the shortest prompt may have too large a block where another shape has not. */
static status try_shapes(separation *best, const setting *s, kernel_keys keys, unsigned long d,
                         unsigned long P, error *e)
{
    enum { most_n = 4 };
    status result = STATUS_NEGATIVE;
    if (s->L != 2)
        return result;
    witness w;
    witness_init(&w, s->L);
    for (unsigned long n = 1; n <= most_n; n++) {
        unsigned long given[] = {1, n};
        if (optimal_search_given(&w, s, given, e) == STATUS_OK &&
            try_witness(best, s, &w, keys, d, P, e) == STATUS_OK)
            result = STATUS_OK;
    }
    witness_clear(&w);
    return result;
}

/* ---- the search -------------------------------------------------------------------------------
 */

typedef struct hunt {
    const separation_question *q;
    separation *best;
    setting s;
    witness w; /* the shortest impossible prompt at the pair looked at last */
    mpz_t tokens;
} hunt;

/* The shortest impossible prompt for this pair into h->w and h->tokens. */
static status look_at(hunt *h, unsigned long d, unsigned long P, error *e)
{
    set_machine(&h->s, h->q, d, P);
    h->best->tried++;
    TRY(optimal_search(&h->w, &h->s, e));
    whole_sizes z;
    int fits = sizes_write_out(&z, &h->w);
    mpz_set(h->tokens, z.tokens);
    sizes_forget(&z, h->q->L);
    return fits ? STATUS_OK
                : error_set(e, STATUS_LIMIT, "d = %lu, P = %lu: numbers beyond the kernel's limit",
                            d, P);
}

/* Values of d bits: N_{L-1} <= 2^d, so at most L 2^d + 2 tokens. */
static int could_fit(const hunt *h, unsigned long d)
{
    mpz_t most;
    mpz_init_set_ui(most, h->q->L);
    mpz_mul_2exp(most, most, d);
    mpz_add_ui(most, most, 2);
    int could = mpz_cmp(h->tokens, most) <= 0;
    mpz_clear(most);
    return could;
}

/* The least d at which the shortest impossible prompt could fit: lengths grow like a power of d,
 * what fits like 2^d. */
static status least_d(unsigned long *d, hunt *h, unsigned long P, error *e)
{
    unsigned long low = 0, high = 1;
    for (;; high *= 2) {
        TRY(look_at(h, high, P, e));
        if (could_fit(h, high))
            break;
        low = high;
    }
    while (high - low > 1) {
        unsigned long middle = (low + high) / 2;
        TRY(look_at(h, middle, P, e));
        *(could_fit(h, middle) ? &high : &low) = middle;
    }
    *d = high;
    return STATUS_OK;
}

typedef enum pair_end { PAIR_FITS, PAIR_DOES_NOT, PAIR_TOO_LONG } pair_end;

static status try_pair(pair_end *end, hunt *h, kernel_keys keys, unsigned long d, unsigned long P,
                       error *e)
{
    error none = {""};
    TRY(look_at(h, d, P, e));
    *end = PAIR_TOO_LONG;
    if (h->best->proved && mpz_cmp(h->tokens, h->best->tokens) > 0)
        return STATUS_OK;
    status fits = try_witness(h->best, &h->s, &h->w, keys, d, P, &none);
    if (fits == STATUS_NEGATIVE)
        fits = try_shapes(h->best, &h->s, keys, d, P, &none);
    *end = fits == STATUS_OK ? PAIR_FITS : PAIR_DOES_NOT;
    return STATUS_OK;
}

/* Upwards from the least d to the first that fits: one by one, then in longer steps and back.
 * *hopeless: prompts got too long for this P, and so they will for every larger one. */
static status search_P(hunt *h, kernel_keys keys, unsigned long P, int *hopeless, error *e)
{
    enum { single_steps = 6, most_step = 1 << 12 };
    unsigned long d = h->q->d, low, step = 1;
    pair_end end;
    if (d)
        return try_pair(&end, h, keys, d, P, e);
    TRY(least_d(&d, h, P, e));
    low = d - 1;
    for (unsigned long from = d;; d += step) {
        TRY(try_pair(&end, h, keys, d, P, e));
        if (end != PAIR_DOES_NOT || step > most_step)
            break;
        low = d;
        step = d - from < single_steps ? 1 : step * 2;
    }
    *hopeless = end == PAIR_TOO_LONG && step == 1;
    while (end != PAIR_DOES_NOT && d - low > 1) { /* low does not fit, d does or is too long */
        unsigned long middle = (low + d) / 2;
        pair_end there;
        TRY(try_pair(&there, h, keys, middle, P, e));
        *(there == PAIR_DOES_NOT ? &low : &d) = middle;
    }
    return STATUS_OK;
}

static status search_keys(hunt *h, kernel_keys keys, error *e)
{
    unsigned long from = h->q->P ? h->q->P : 1, to = h->q->P ? h->q->P : separation_most_P;
    int hopeless = 0;
    for (unsigned long P = from; P <= to && !hopeless; P++)
        if (speaks_of(keys, h->q->L, P))
            TRY(search_P(h, keys, P, &hopeless, e));
    return STATUS_OK;
}

status separation_search(separation *found, const separation_question *q, error *e)
{
    hunt h = {.q = q, .best = found};
    setting_init(&h.s);
    witness_init(&h.w, q->L);
    mpz_init(h.tokens);
    status result = STATUS_OK;
    static const kernel_keys order[] = {KEYS_QUADRATIC, KEYS_BINARY, KEYS_HYBRID};
    for (size_t i = 0; i < keys_count && result == STATUS_OK; i++)
        if (q->keys == separation_any || q->keys == (int)order[i])
            result = search_keys(&h, order[i], e);
    mpz_clear(h.tokens);
    witness_clear(&h.w);
    setting_clear(&h.s);
    if (result == STATUS_OK && !found->proved)
        result = error_set(e, STATUS_LIMIT,
                           "no separation found among %lu pairs (d, P): where a network fits, "
                           "nothing is proved impossible",
                           found->tried);
    return result;
}

/* ---- what stands in the way of less --------------------------------------------------------- */

char *separation_limit(const separation *found, const separation_question *q, int less_d,
                       int less_P)
{
    unsigned long d = found->d - (less_d != 0), P = found->P - (less_P != 0);
    separation scratch;
    error why = {""};
    char text[400] = "";
    if (d < 1 || P < 1)
        return memory_copy_string(text);
    separation_init(&scratch, q);
    hunt h = {.q = q, .best = &scratch};
    setting_init(&h.s);
    witness_init(&h.w, q->L);
    mpz_init(h.tokens);
    if (look_at(&h, d, P, &why) == STATUS_OK) {
        status fits = try_witness(&scratch, &h.s, &h.w, found->keys, d, P, &why);
        char length[64];
        if (mpz_sizeinbase(h.tokens, 10) <= 20)
            gmp_snprintf(length, sizeof length, "%Zd", h.tokens);
        else
            snprintf(length, sizeof length, "2^%zu", mpz_sizeinbase(h.tokens, 2) - 1);
        if (fits == STATUS_NEGATIVE)
            snprintf(text, sizeof text,
                     "d = %lu, P = %lu: impossible from about %s tokens on, where the network does "
                     "not fit (%.200s)",
                     d, P, length, why.message);
    }
    mpz_clear(h.tokens);
    witness_clear(&h.w);
    setting_clear(&h.s);
    separation_clear(&scratch);
    return memory_copy_string(text);
}
