#include "bounds/instance.h"

#include "base/status.h"

/* K = base^power 2^twos; everything in an instance is K^e 2^shift. */
typedef struct generator {
    mpz_t base;
    unsigned long power, twos;
    unsigned long ratio; /* x_{l-1} = x_l^ratio */
    unsigned long width; /* n_l = x_l^width */
} generator;

static void power_of_K(factored_t f, const generator *g, const mpz_t e, long shift)
{
    mpz_t two, exponent;
    mpz_init_set_ui(two, 2);
    mpz_init(exponent);
    factored_set_ui(f, 1);
    mpz_mul_ui(exponent, e, g->twos);
    if (shift >= 0) {
        mpz_add_ui(exponent, exponent, (unsigned long)shift);
        factored_mul_power(f, two, exponent);
    } else { /* K^e is divisible by 2^-shift already through its explicit twos */
        mpz_sub_ui(exponent, exponent, (unsigned long)-shift);
        REQUIRE(mpz_sgn(exponent) >= 0);
        factored_mul_power(f, two, exponent);
    }
    mpz_mul_ui(exponent, e, g->power);
    factored_mul_power(f, g->base, exponent);
    mpz_clears(two, exponent, NULL);
}

/* the exponent of x_l: ratio^{L-1-l} */
static void exponent_of_x(mpz_t e, const generator *g, unsigned L, unsigned l)
{
    mpz_ui_pow_ui(e, g->ratio, L - 1 - l);
}

static void fill(witness *w, const generator *g, unsigned long m_power, long m_shift)
{
    mpz_t e, theta, product;
    mpz_inits(e, theta, product, NULL);
    for (unsigned l = 0; l < w->L; l++) {
        exponent_of_x(e, g, w->L, l);
        power_of_K(w->x[l], g, e, 0);
        mpz_add(product, product, e);
        mpz_add(theta, theta, e); /* x_0 ... x_l n_1 ... n_{l-1} */
        if (l > 0) {
            power_of_K(w->theta[l], g, theta, -(long)l);
            mpz_addmul_ui(theta, e, g->width);
            mpz_mul_ui(e, e, g->width);
            power_of_K(w->n[l], g, e, 0);
        }
    }
    mpz_add_ui(product, product, m_power);
    power_of_K(w->m, g, product, m_shift);
    mpz_clears(e, theta, product, NULL);
}

void instance_closed(witness *w, const mpz_t B)
{
    REQUIRE(w->L >= 2);
    generator g = {.power = 1, .twos = 3UL * w->L, .ratio = 3, .width = 2};
    mpz_init_set(g.base, B);
    fill(w, &g, 0, 3);
    mpz_clear(g.base);
}

void instance_published(witness *w, const mpz_t B)
{
    REQUIRE(w->L >= 2);
    generator g = {.power = 8, .twos = 6UL * w->L * w->L, .ratio = 8, .width = 4};
    mpz_init(g.base);
    mpz_mul_ui(g.base, B, w->L);
    fill(w, &g, 1, 0);
    mpz_clear(g.base);
}

void instance_closed_parameter(mpz_t larger, const setting *s)
{
    mpz_t state, root, exponent;
    mpz_inits(state, root, exponent, NULL);
    setting_state(state, s);
    mpz_ui_pow_ui(exponent, 3, s->L - 1);
    /* K = ceil of the 3^{L-1}-th root of a*S; a root of order beyond its bits is at most 2 */
    if (mpz_cmp_ui(state, 1) <= 0)
        mpz_set(root, state);
    else if (mpz_cmp_ui(exponent, mpz_sizeinbase(state, 2)) >= 0)
        mpz_set_ui(root, 2);
    else if (mpz_root(root, state, mpz_get_ui(exponent)) == 0)
        mpz_add_ui(root, root, 1);
    mpz_cdiv_q_2exp(root, root, 3UL * s->L);
    mpz_set(larger, mpz_cmp(root, s->B) > 0 ? root : s->B);
    mpz_clears(state, root, exponent, NULL);
}
