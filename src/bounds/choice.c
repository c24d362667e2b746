#include "bounds/choice.h"

#include "base/memory.h"
#include "bounds/real.h"

#include <math.h>
#include <string.h>

/* ---- life ------------------------------------------------------------------------ */

void choice_init(choice *c, unsigned L)
{
    c->L = L;
    c->m = 0;
    c->tokens = INFINITY;
    c->n = memory_new(L, sizeof *c->n);
    c->x = memory_new(L, sizeof *c->x);
    c->theta = memory_new(L, sizeof *c->theta);
}

void choice_clear(choice *c)
{
    memory_free(c->n);
    memory_free(c->x);
    memory_free(c->theta);
}

void choice_set(choice *c, const choice *from)
{
    c->m = from->m;
    c->tokens = from->tokens;
    memcpy(c->n, from->n, c->L * sizeof *c->n);
    memcpy(c->x, from->x, c->L * sizeof *c->x);
    memcpy(c->theta, from->theta, c->L * sizeof *c->theta);
}

double choice_round(double log)
{
    return log < whole_bits ? log2(fmax(1, round(exp2(log)))) : log;
}

static double round_down(double log)
{
    return log < whole_bits ? log2(fmax(1, floor(exp2(log) * (1 + 1e-15)))) : log;
}

/* ---- COVER ------------------------------------------------------------------------- */

/* ln binom(N, k), k small: ln (N)_k - ln k!, the falling factorial by Stirling's formula */
static double ln_binomial(double N, double k)
{
    if (N < 1e6)
        return lgamma(N + 1) - lgamma(k + 1) - lgamma(N - k + 1);
    double rest = N - k;
    return k * log(N) - (rest + 0.5) * log1p(-k / N) - k + (1 / N - 1 / rest) / 12 - lgamma(k + 1);
}

/* log2 of log2 binom(N, theta), by the same rule as bounds/binomial.h */
static double binomial_log2_log2_real(double N, double theta)
{
    double u = N - theta;
    if (N < whole_bits) {
        double whole = round(exp2(N)), k = round(exp2(theta));
        k = fmin(k, whole - k);
        if (k <= 0)
            return -INFINITY;
        if (k <= 3000)
            return log2(ln_binomial(whole, k) / real_ln2);
    }
    double g = N < whole_bits && u < 40 ? -(exp2(u) - 1) * log1p(-exp2(-u)) : 1;
    return theta + log2(u + g / real_ln2);
}

/* log2(have / need) of COVER */
static double cover_slack(double theta, double N, double draws, double loss)
{
    double u = N - theta;
    if (!(u > 0))
        return -INFINITY;
    return draws + log2(u) - real_add(loss, binomial_log2_log2_real(N, theta));
}

/* The largest theta with slack >= caution; -1 if not even theta = 1 has it. The slack falls
 * as theta grows, so bisection finds it; regula falsi only makes it quicker. */
static double largest_theta(double N, double draws, double loss, double caution)
{
    double low = 0, high = fmin(N, draws);
    double at_low = cover_slack(low, N, draws, loss) - caution;
    double at_high = cover_slack(high, N, draws, loss) - caution;
    if (!(at_low >= 0))
        return -1;
    if (at_high >= 0)
        return round_down(high);
    for (int i = 0; i < 200 && high - low > 4e-16 * fmax(1, high); i++) {
        double middle = (low + high) / 2;
        if (i % 3 && at_high > -1e300 && at_low - at_high > 0)
            middle = low + (high - low) * at_low / (at_low - at_high);
        if (!(middle > low && middle < high))
            middle = (low + high) / 2;
        if (!(middle > low && middle < high))
            break;
        double value = cover_slack(middle, N, draws, loss) - caution;
        if (value >= 0) {
            low = middle;
            at_low = value;
        } else {
            high = middle;
            at_high = value;
        }
    }
    return round_down(low);
}

/* ---- all conditions ------------------------------------------------------------------ */

static double log2_or_nothing(double count)
{
    return count > 0 ? log2(count) : -INFINITY;
}

/* log2 C_l; N[] are the blocks, head = x_0 ... x_{l-1}, A the number of queries */
static double frozen(const choice *c, const setting *s, const double *N, unsigned l)
{
    int last = l == s->L - 1, full = s->kind == THEOREM_3;
    double head = 0, A = 0, epochs = last ? (full ? s->L - 1 : s->L - 2) : full ? l + 1 : l;
    for (unsigned i = 0; i < l; i++)
        head += c->x[i];
    for (unsigned i = 1; i < s->L; i++)
        A += c->n[i];
    double sum = log2_or_nothing(epochs) + c->x[l] + N[l - 1];
    sum = real_add(sum, head + A);
    if (last ? !full && !s->last_full : 1)
        sum = real_add(sum, head);
    if (full && l == 1)
        sum = real_add(sum, last ? c->x[0] : c->x[0] + c->x[1]);
    double part = 0;
    for (unsigned i = l - 1; i >= 1 && !last; i--) {
        part += c->x[i];
        sum = real_add(sum, part + N[i - 1]);
    }
    sum += real_log2(s->B) + log2(2.0 * (s->L - l));
    return full || real_state_is_zero(s) ? sum : real_add(sum, real_log2_state(s));
}

static double first_loss(const choice *c, const setting *s)
{
    if (s->kind == THEOREM_1)
        return real_state_is_zero(s) ? -INFINITY : real_log2_state(s);
    double A = 0;
    for (unsigned i = 1; i < s->L; i++)
        A += c->n[i];
    return real_log2(s->B) + log2(2.0 * s->L) + A;
}

static int judge(choice *c, const setting *s, double caution, double *N)
{
    double D = first_loss(c, s), P = c->x[0];
    N[0] = c->m;
    if (c->x[0] > c->m)
        return 0;
    for (unsigned l = 1; l < s->L; l++) {
        double loss = -INFINITY;
        if (D == -INFINITY) {
            c->theta[l] = fmin(c->x[0] + c->x[1], c->m);
        } else {
            loss = real_add(c->x[l] + D, 0);
            c->theta[l] = largest_theta(N[l - 1], c->x[l] + P, loss, caution);
        }
        if (c->theta[l] < 0)
            return 0;
        D = real_add(loss, frozen(c, s, N, l));
        P = c->n[l] + c->theta[l];
        N[l] = N[l - 1] + c->n[l];
    }
    return N[s->L - 1] > 0 && D + caution < P + log2(N[s->L - 1]);
}

int choice_is_feasible(choice *c, const setting *s, double caution)
{
    double *N = memory_new(s->L, sizeof *N);
    int feasible = judge(c, s, caution, N);
    memory_free(N);
    return feasible;
}

/* ---- the least m ----------------------------------------------------------------------- */

static double blocks_per_m(const choice *c) /* log2(1 + n_1 + n_1 n_2 + ...) */
{
    double sum = 0, product = 0;
    for (unsigned l = 1; l < c->L; l++) {
        product += c->n[l];
        sum = real_add(sum, product);
    }
    return sum;
}

/* The largest m whose prompt is shorter than 2^tokens. */
static double m_below(double tokens, double blocks)
{
    if (tokens < whole_bits) {
        double m = ceil((round(exp2(tokens)) - 2) / round(exp2(blocks))) - 1;
        return m >= 1 ? log2(m) : -1;
    }
    return tokens - blocks - 1e-13 * tokens;
}

static double half_way(double low, double high)
{
    if (high < whole_bits)
        return log2(floor((exp2(high) + (low < 0 ? 0 : exp2(low))) / 2 + 0.25));
    return (fmax(low, 0) + high) / 2;
}

void choice_set_tokens(choice *c, double longer)
{
    double m = c->m + longer;
    if (m < whole_bits)
        m = log2(round(exp2(m)) + 1); /* m_below takes one off again */
    c->tokens = real_add(m + blocks_per_m(c), 1);
}

int choice_shrink(choice *c, const setting *s, double caution)
{
    double blocks = blocks_per_m(c), low = -1; /* 2^-1 rounds to no m at all */
    double high = m_below(c->tokens, blocks);
    if (high < 0)
        return 0;
    c->m = high;
    if (!choice_is_feasible(c, s, caution))
        return 0;
    for (int i = 0; i < 100; i++) {
        double middle = half_way(low, high);
        if (!(middle > low && middle < high) || !(high - low > 1e-15 * high))
            break;
        c->m = middle;
        if (choice_is_feasible(c, s, caution))
            high = middle;
        else
            low = middle;
    }
    c->m = high;
    choice_is_feasible(c, s, caution);
    c->tokens = high + blocks < whole_bits ? log2(round(exp2(high)) * round(exp2(blocks)) + 2)
                                           : high + blocks;
    return 1;
}

void choice_to_witness(witness *w, const choice *c)
{
    real_to_factored(w->m, c->m);
    for (unsigned l = 0; l < c->L; l++) {
        real_to_factored(w->x[l], c->x[l]);
        if (l > 0) {
            real_to_factored(w->n[l], c->n[l]);
            real_to_factored(w->theta[l], c->theta[l]);
        }
    }
}
