#include "bounds/theorem.h"

#include "base/status.h"

#include <string.h>

#define REDUCTION                                                                                  \
    "Networks are read as protocols: per token and head, a block of earlier tokens sends its "     \
    "largest score, partial denominator and partial numerator, p bits per number (2*H*d*p bits); " \
    "a linear layer hands over its state of S bits."

const known_theorem known_theorems[theorem_count] = {
    [ID_PUBLISHED] =
        {"published", "2602.01763, Thm 1.1",
         "No network with L-1 full-attention layers and 2^(3L^2) linear-attention layers solves "
         "L-step composition on prompts of length n if H*d*p <= n^(2^(-4L-2)).",
         "Ye, He, Liao, Wu, Lu, arXiv 2602.01763, Theorem 1.1.",
         "B = H*d*p >= 2 and L >= 2; linear layers with states of at most H*d*(d+1)*p <= 2B^2 "
         "bits. " REDUCTION},
    [ID_FULL] =
        {"full", "2412.02975, Thm 1.1",
         "No network with L full-attention layers solves L-step composition on prompts of length n "
         "if H*d*p <= n^(2^(-4L)).",
         "Chen, Peng, Wu, arXiv 2412.02975, Theorem 1.1; its instance is K = (BL)^8 8^(2L^2), "
         "x_l = K^(8^(L-l-1)), n_l = x_l^4, m = K x_0...x_{L-1}.",
         "B = H*d*p >= 2 and L >= 2; no linear layers. " REDUCTION},
    [ID_EXPLICIT] =
        {"explicit", "Theorem 1",
         "If COVER holds at levels 1..L-1 and FINAL holds for the given m, n_l, x_l, theta_l, no "
         "(L-1, a)-hybrid with parameters (B, S) solves FC(L; m; n_1, ..., n_{L-1}).",
         "docs/mathematics/3-lower-bound.md, Theorem 1 (this project, after the method of 2412.02975).",
         "Any L >= 1, B >= 1, a*S >= 0. The binomial in COVER is exact or bounded from above. " REDUCTION},
    [ID_CLOSED] =
        {"closed", "Theorem 2",
         "With K = 8^L B, x_l = K^(3^(L-1-l)), n_l = x_l^2, m = 8 x_0...x_{L-1}: if a*S <= x_0, no "
         "(L-1, a)-hybrid with parameters (B, S) solves FC(L; m; n_1, ..., n_{L-1}).",
         "docs/mathematics/3-lower-bound.md, Theorem 2 (this project).",
         "L >= 2. If a*S > x_0, the least larger B with a*S <= x_0 is used. " REDUCTION},
    [ID_FULL_EXPLICIT] =
        {"full-explicit", "Theorem 3",
         "If the conditions of Theorem 1 hold with the D_1 and C_l of Theorem 3, no network with L "
         "full-attention layers and no linear layer solves FC(L; m; n_1, ..., n_{L-1}).",
         "docs/mathematics/3-lower-bound.md, Theorem 3 (this project, after 2412.02975).",
         "L >= 2, no linear layers (a = 0, S = 0). " REDUCTION},
    [ID_OPTIMAL] =
        {"optimal", "Theorem 1",
         "Theorem 1 with the sizes found by search to make the prompt as short as this method "
         "allows; the witness is checked exactly, twice, by code that shares nothing.",
         "docs/mathematics/3-lower-bound.md, Theorem 1, and docs/bounds.md, \"The optimiser\" (this project).",
         "1 <= L <= 16. If the word ends in F (always so without linear layers), player 0's "
         "messages in the last layer do not count. " REDUCTION},
    [ID_SPARSE] =
        {"sparse", "2-Sum, block-sparse",
         "One layer of block-sparse attention (blocks of Bs tokens summarised in s = H*d*p bits, k "
         "blocks kept) cannot solve 2-Sum over [M] if k is less than the number of blocks and "
         "2^s < binom(M, Bs).",
         "docs/mathematics/5-sparse.md (this project; asymptotic form: 2602.01763, Theorem 1.2).",
         "The summary of a block does not depend on where the block stands; Bs divides n-1."},
};

int theorem_find(theorem_id *id, const char *name)
{
    for (int i = 0; i < theorem_count; i++)
        if (strcmp(known_theorems[i].name, name) == 0) {
            *id = (theorem_id)i;
            return 1;
        }
    return 0;
}

void published_threshold(factored_t n, const setting *s, theorem_id id)
{
    mpz_t exponent;
    mpz_init_set_ui(exponent, 1);
    mpz_mul_2exp(exponent, exponent, 4UL * s->L + (id == ID_PUBLISHED ? 2 : 0));
    factored_set_z(n, s->B);
    factored_pow(n, exponent);
    mpz_clear(exponent);
}

/* a <= 2^(3L^2) and S <= 2B^2 */
static int within_published_hybrid(const setting *s)
{
    mpz_t limit;
    mpz_init_set_ui(limit, 1);
    mpz_mul_2exp(limit, limit, 3UL * s->L * s->L);
    int few = mpz_cmp(s->a, limit) <= 0;
    mpz_mul(limit, s->B, s->B);
    mpz_mul_2exp(limit, limit, 1);
    int small = mpz_cmp(s->S, limit) <= 0 || mpz_sgn(s->a) == 0;
    mpz_clear(limit);
    return few && small;
}

const char *published_refusal(const setting *s, theorem_id id)
{
    REQUIRE(id == ID_PUBLISHED || id == ID_FULL);
    if (s->L < 2)
        return "the published theorem needs L >= 2";
    if (mpz_cmp_ui(s->B, 2) < 0)
        return "the published theorem needs B >= 2";
    if (id == ID_PUBLISHED && !within_published_hybrid(s))
        return "the published theorem allows at most 2^(3L^2) linear layers of at most 2B^2 bits";
    return NULL;
}
