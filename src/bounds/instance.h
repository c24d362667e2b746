/* The two instances known in closed form.
 *
 *   Theorem 2:    K = 8^L B,                x_l = K^{3^{L-1-l}},  n_l = x_l^2,  m = 8 x_0...x_{L-1}
 *   2412.02975:   K = (B L)^8 8^{2 L^2},    x_l = K^{8^{L-1-l}},  n_l = x_l^4,  m = K x_0...x_{L-1}
 *
 * Both with theta_l = x_l P_l / 2, i.e. theta_l = 2^{-l} x_0...x_l n_1...n_{l-1}. L >= 2. */
#ifndef STRATA_BOUNDS_INSTANCE_H
#define STRATA_BOUNDS_INSTANCE_H

#include "bounds/setting.h"

void instance_closed(witness *w, const mpz_t B);
void instance_published(witness *w, const mpz_t B);

/* The least B' >= B with a*S <= (8^L B')^{3^{L-1}}: Theorem 2 holds with B' for B and a*S. */
void instance_closed_parameter(mpz_t larger, const setting *s);

#endif
