/* A feasible point to start from.
 *
 * "Choosing the parameters well" (docs/mathematics/3-lower-bound.md) says, up to constants and
 * logarithms, x_l >= B n_{l+1}...n_{L-1},   n_l >= B x_l...x_{L-1},   m >= x_0...x_{L-1},   x_0 >=
 * a S (x_0 >= B A for Theorem 3). Halving theta_l = x_l P_l / 2 at every level costs x_l and n_l
 * another l bits, COVER costs m four bits and n_l as many; with some slack on top (about
 * 2 log2 L) that is feasible. */
#include "base/status.h"
#include "bounds/program.h"
#include "bounds/real.h"

#include <math.h>

/* the sum with D_l in every denominator: x_{l-1} D_{l-1} + 1 + C_{l-1} <= D_l */
static size_t loss_sum(const program *p, unsigned l)
{
    size_t k = 1;
    while (!(p->term[p->sum[k].first].a[program_D(p, l)] < 0))
        k++;
    return k;
}

static void settle(double *y, const program *p)
{
    for (unsigned l = 2; l <= p->L; l++) {
        y[program_D(p, l)] = 0;
        y[program_D(p, l)] = program_value(p, loss_sum(p, l), y) + 0.01;
    }
}

enum { cover_slack = 4 };

static void place(double *y, const program *p, const setting *s, double slack)
{
    double unit = real_log2(s->B) + slack, n = 0, x = 0; /* running sums of logarithms */
    for (unsigned l = p->L - 1; l >= 1; l--) {
        y[program_x(p, l)] = unit + l + n;
        x += y[program_x(p, l)];
        y[program_n(p, l)] = unit + l + cover_slack + x;
        n += y[program_n(p, l)];
    }
    if (s->kind == THEOREM_3)
        y[program_x(p, 0)] = unit + n;
    else
        y[program_x(p, 0)] = slack + (real_state_is_zero(s) ? 0 : real_log2_state(s));
    y[program_m(p)] = cover_slack + x + y[program_x(p, 0)];
    double P = y[program_x(p, 0)];
    for (unsigned l = 1; l < p->L; l++) {
        y[program_theta(p, l)] = y[program_x(p, l)] + P - 1;
        P = y[program_n(p, l)] + y[program_theta(p, l)];
    }
    settle(y, p);
}

static int is_inside(const double *y, const program *p)
{
    size_t k = 1;
    while (k < p->sums && program_value(p, k, y) < 0)
        k++;
    return k == p->sums;
}

void program_start(double *y, const program *p, const setting *s)
{
    int slack = 1;
    do
        place(y, p, s, slack);
    while (!is_inside(y, p) && ++slack < 1000);
    REQUIRE(slack < 1000); /* about 2 log2 L are enough */
}
