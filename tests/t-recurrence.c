/* Every recurrence against an independent direct formula: sums over earlier tokens, with the
 * products of everything that happened in between written out; and no term is idle. */
#include "base/memory.h"
#include "base/random.h"
#include "model/recurrent/recurrence.h"
#include "tests/support/support.h"

#include <math.h>
#include <string.h>

enum { T = 5, K = 3, V = 3, R = 2, rows_most = 16 };

/* value[part][token][row]; eighths, so that doubles hold them exactly */
typedef struct sequence {
    double value[recurrent_max_parts][T][rows_most];
} sequence;

typedef struct output {
    double y[T][V];
} output;

static const recurrent_shape shape = {K, V, R};

static recurrent_shape shape_of(const recurrence *kind)
{
    recurrent_shape s = shape;
    if (!kind->uses_repeats)
        s.repeats = 1;
    return s;
}

/* ---- running the code under test ------------------------------------------------------- */

static void *load_part(const number_system *system, const double *value, size_t rows)
{
    void *numbers = numbers_new(system, rows);
    mpq_t q;
    mpq_init(q);
    for (size_t i = 0; i < rows; i++) {
        mpq_set_d(q, value[i]);
        system->set_q(system, number_at(system, numbers, i), q);
    }
    mpq_clear(q);
    return numbers;
}

static output run_recurrence(const recurrence *kind, const sequence *x, const number_system *system)
{
    output out;
    recurrent_shape s = shape_of(kind);
    size_t entries = kind->entries(&s);
    void *state = numbers_new(system, entries), *y = numbers_new(system, s.value);
    void *scratch = numbers_new(system, recurrent_scratch_room(&s));
    recurrent_token in = {.system = system, .shape = s, .scratch = scratch};
    for (size_t t = 0; t < T; t++) {
        in.t = t;
        for (size_t p = 0; p < recurrence_parts(kind); p++)
            in.part[p] = load_part(system, x->value[p][t], part_rows(&kind->parts[p], &s));
        TEST_ASSERT_EQUAL_INT(ATTEND_DONE, recurrence_step(kind, y, state, &in));
        for (size_t j = 0; j < V; j++)
            out.y[t][j] = system->to_double(number_get(system, y, j));
        for (size_t p = 0; p < recurrence_parts(kind); p++)
            numbers_free(system, (void *)(uintptr_t)in.part[p], part_rows(&kind->parts[p], &s));
    }
    numbers_free(system, state, entries);
    numbers_free(system, y, s.value);
    numbers_free(system, scratch, recurrent_scratch_room(&s));
    return out;
}

static int needs_enclosures(const recurrence *kind)
{
    return kind == &recurrence_mamba || kind == &recurrence_mamba2;
}

static output run_best(const recurrence *kind, const sequence *x)
{
    number_system enclosure = number_enclosure(SOFTMAX_BASE_2, 128);
    return run_recurrence(kind, x, needs_enclosures(kind) ? &enclosure : &number_base2);
}

/* ---- direct formulas --------------------------------------------------------------------- */

/* Part p by name. */
static size_t find(const recurrence *kind, const char *name)
{
    for (size_t p = 0; kind->parts[p].name; p++)
        if (strcmp(kind->parts[p].name, name) == 0)
            return p;
    return SIZE_MAX;
}

static const double *get(const recurrence *kind, const sequence *x, const char *name, size_t t)
{
    return x->value[find(kind, name)][t];
}

static double dot(const double *a, const double *b, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* The matrix by which token r multiplies what was there before; `from` = the step of the
 * delta rule after which to begin (DeltaProduct), 0 = the gate and all steps. */
static void transition(double A[K][K], const recurrence *kind, const sequence *x, size_t r,
                       size_t from)
{
    size_t steps = kind == &recurrence_deltaproduct ? R : 1;
    memset(A, 0, sizeof(double[K][K]));
    for (size_t i = 0; i < K; i++) {
        double gate = 1;
        if (from == 0 && find(kind, "alpha") != SIZE_MAX) {
            int each = kind->parts[find(kind, "alpha")].height == PART_KEY;
            gate = get(kind, x, "alpha", r)[each ? i : 0];
        }
        if (from == 0 && kind == &recurrence_retnet)
            gate = get(kind, x, "gamma", r)[0];
        A[i][i] = gate;
    }
    if (kind == &recurrence_rwkv7)
        for (size_t i = 0; i < K; i++)
            for (size_t j = 0; j < K; j++)
                A[i][j] -= get(kind, x, "kappa", r)[i] * get(kind, x, "a", r)[i] *
                           get(kind, x, "kappa", r)[j];
    for (size_t h = from; h < steps && find(kind, "beta") != SIZE_MAX; h++) {
        const double *k = get(kind, x, "key", r) + h * K;
        double beta = get(kind, x, "beta", r)[h], B[K][K];
        for (size_t i = 0; i < K; i++)
            for (size_t j = 0; j < K; j++) {
                B[i][j] = 0;
                for (size_t l = 0; l < K; l++)
                    B[i][j] += ((i == l) - beta * k[i] * k[l]) * A[l][j];
            }
        memcpy(A, B, sizeof B);
    }
}

static void apply(double *u, double A[K][K])
{
    double v[K];
    for (size_t i = 0; i < K; i++)
        v[i] = dot(A[i], u, K);
    memcpy(u, v, sizeof v);
}

/* Adds to o what token s, step h wrote, as seen at token t: (q . A_t ... A_{s+1} u) v. */
static void add_written(double *o, const recurrence *kind, const sequence *x, size_t s, size_t h,
                        size_t t)
{
    double u[K], A[K][K];
    size_t end = kind->reads_first ? t : t + 1; /* tokens r < end have acted */
    for (size_t i = 0; i < K; i++) {
        u[i] = kind == &recurrence_hgrn2 ? 1 - get(kind, x, "alpha", s)[i]
                                         : get(kind, x, "key", s)[h * K + i];
        if (find(kind, "beta") != SIZE_MAX)
            u[i] *= get(kind, x, "beta", s)[h];
    }
    if (kind == &recurrence_deltaproduct && h + 1 < R) {
        transition(A, kind, x, s, h + 1);
        apply(u, A);
    }
    for (size_t r = s + 1; r < end; r++) {
        transition(A, kind, x, r, 0);
        apply(u, A);
    }
    double weight = dot(get(kind, x, "query", t), u, K);
    for (size_t j = 0; j < V; j++)
        o[j] += weight * get(kind, x, "value", s)[h * V + j];
}

static void direct_matrix(double *o, const recurrence *kind, const sequence *x, size_t t)
{
    size_t steps = kind == &recurrence_deltaproduct ? R : 1;
    for (size_t s = 0; s < (kind->reads_first ? t : t + 1); s++)
        for (size_t h = 0; h < steps; h++)
            add_written(o, kind, x, s, h, t);
    if (kind == &recurrence_rwkv6) {
        double own = 0;
        for (size_t i = 0; i < K; i++)
            own +=
                get(kind, x, "u", t)[i] * get(kind, x, "key", t)[i] * get(kind, x, "query", t)[i];
        for (size_t j = 0; j < V; j++)
            o[j] += own * get(kind, x, "value", t)[j];
    }
    if (kind == &recurrence_linear_norm) {
        double total = 0;
        for (size_t s = 0; s <= t; s++)
            total += dot(get(kind, x, "query", t), get(kind, x, "key", s), K);
        for (size_t j = 0; j < V; j++)
            o[j] = total == 0 ? 0 : o[j] / total;
    }
}

static void direct_mamba(double *o, const recurrence *kind, const sequence *x, size_t t)
{
    int each = kind == &recurrence_mamba; /* Delta, A and D per channel */
    for (size_t c = 0; c < V; c++) {
        size_t d = each ? c : 0;
        for (size_t s = 0; s <= t; s++)
            for (size_t j = 0; j < K; j++) {
                double time = 0, a = get(kind, x, "A", t)[each ? c * K + j : 0];
                for (size_t r = s + 1; r <= t; r++)
                    time += get(kind, x, "Delta", r)[d];
                o[c] += get(kind, x, "C", t)[j] * exp(a * time) * get(kind, x, "Delta", s)[d] *
                        get(kind, x, "B", s)[j] * get(kind, x, "x", s)[c];
            }
        o[c] += get(kind, x, "D", t)[d] * get(kind, x, "x", t)[c];
    }
}

static void direct_window(double *o, const recurrence *kind, const sequence *x, size_t t)
{
    double total = 0;
    for (size_t s = t + 1 > R ? t + 1 - R : 0; s <= t; s++) {
        double weight = exp2(dot(get(kind, x, "query", t), get(kind, x, "key", s), K));
        total += weight;
        for (size_t j = 0; j < V; j++)
            o[j] += weight * get(kind, x, "value", s)[j];
    }
    for (size_t j = 0; j < V; j++)
        o[j] /= total;
}

static output direct(const recurrence *kind, const sequence *x)
{
    output out;
    memset(&out, 0, sizeof out);
    for (size_t t = 0; t < T; t++) {
        if (needs_enclosures(kind))
            direct_mamba(out.y[t], kind, x, t);
        else if (kind == &recurrence_window)
            direct_window(out.y[t], kind, x, t);
        else
            direct_matrix(out.y[t], kind, x, t);
    }
    return out;
}

/* ---- random sequences ----------------------------------------------------------------------- */

/* Never 0, so that no term is idle by accident. */
static double draw(const char *name, const recurrence *kind, random_source *source)
{
    double eighths = (double)(1 + random_below(source, 7)), sign = random_below(source, 2) ? 1 : -1;
    if (strcmp(name, "alpha") == 0 || strcmp(name, "gamma") == 0 || strcmp(name, "beta") == 0 ||
        strcmp(name, "a") == 0 || strcmp(name, "Delta") == 0)
        return eighths / 8;
    if (strcmp(name, "A") == 0)
        return -eighths / 4;
    if (kind == &recurrence_window && strcmp(name, "value") != 0)
        return sign * (double)(1 + random_below(source, 2)); /* integer scores */
    return sign * eighths / 4;
}

static void draw_sequence(sequence *x, const recurrence *kind, random_source *source)
{
    recurrent_shape s = shape_of(kind);
    memset(x, 0, sizeof *x);
    for (size_t p = 0; p < recurrence_parts(kind); p++) {
        size_t rows = part_rows(&kind->parts[p], &s);
        TEST_ASSERT_TRUE(rows <= rows_most);
        for (size_t t = 0; t < T; t++)
            for (size_t i = 0; i < rows; i++)
                x->value[p][t][i] = t > 0 && kind->parts[p].constant
                                        ? x->value[p][0][i]
                                        : draw(kind->parts[p].name, kind, source);
    }
}

static void assert_same(const output *a, const output *b, const char *name)
{
    for (size_t t = 0; t < T; t++)
        for (size_t j = 0; j < V; j++) {
            double scale = 1 + fabs(a->y[t][j]);
            TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-9 * scale, a->y[t][j], b->y[t][j], name);
        }
}

static void test_all_variants_follow_their_direct_formula(void)
{
    random_source source = {2024};
    int rounds = sanitized() ? 5 : 50;
    for (size_t i = 0; recurrences[i]; i++)
        for (int round = 0; round < rounds; round++) {
            sequence x;
            draw_sequence(&x, recurrences[i], &source);
            output got = run_best(recurrences[i], &x), want = direct(recurrences[i], &x);
            assert_same(&want, &got, recurrences[i]->name);
        }
}

/* fp32 and a generous fixed point stay near the exact result: the same code, other numbers. */
static void test_variants_run_in_every_number_system(void)
{
    random_source source = {7};
    number_system fp32, fixed = number_fixed(12, 40), e = number_enclosure(SOFTMAX_BASE_E, 96);
    TEST_ASSERT_TRUE(number_float(&fp32, "fp32"));
    for (size_t i = 0; recurrences[i]; i++) {
        sequence x;
        draw_sequence(&x, recurrences[i], &source);
        output want = direct(recurrences[i], &x);
        output single = run_recurrence(recurrences[i], &x, &fp32);
        output rounded = run_recurrence(recurrences[i], &x, &fixed);
        output enclosed = run_recurrence(recurrences[i], &x, &e);
        for (size_t t = 0; t < T; t++)
            for (size_t j = 0; j < V; j++) {
                double scale = 1 + fabs(want.y[t][j]);
                TEST_ASSERT_DOUBLE_WITHIN(1e-3 * scale, want.y[t][j], single.y[t][j]);
                TEST_ASSERT_DOUBLE_WITHIN(1e-6 * scale, want.y[t][j], rounded.y[t][j]);
                if (recurrences[i] != &recurrence_window) /* softmax to base e is another map */
                    TEST_ASSERT_DOUBLE_WITHIN(1e-9 * scale, want.y[t][j], enclosed.y[t][j]);
            }
    }
}

/* ---- no term is idle ---------------------------------------------------------------------- */

static int differs(const output *a, const output *b)
{
    for (size_t t = 0; t < T; t++)
        for (size_t j = 0; j < V; j++)
            if (fabs(a->y[t][j] - b->y[t][j]) > 1e-12 * (1 + fabs(a->y[t][j])))
                return 1;
    return 0;
}

/* Scales one number of one part, at token 1 (a constant: at every token). */
static sequence scaled(const sequence *x, const recurrence *kind, size_t p, size_t row,
                       double factor)
{
    sequence changed = *x;
    for (size_t t = 0; t < T; t++)
        if (t == 1 || kind->parts[p].constant)
            changed.value[p][t][row] *= factor;
    return changed;
}

/* On some of a few random sequences: two random keys may be equal by chance, and then a
 * window does not see the difference. */
static int term_matters(const recurrence *kind, size_t p, size_t row, double factor)
{
    random_source source = {99};
    for (int round = 0; round < 4; round++) {
        sequence x, changed;
        draw_sequence(&x, kind, &source);
        changed = scaled(&x, kind, p, row, factor);
        output before = run_best(kind, &x), after = run_best(kind, &changed);
        if (differs(&before, &after))
            return 1;
    }
    return 0;
}

static void test_zeroing_or_doubling_any_term_changes_the_output(void)
{
    for (size_t i = 0; recurrences[i]; i++) {
        const recurrence *kind = recurrences[i];
        recurrent_shape s = shape_of(kind);
        for (size_t p = 0; p < recurrence_parts(kind); p++)
            for (size_t row = 0; row < part_rows(&kind->parts[p], &s); row++)
                for (int factor = 0; factor <= 2; factor += 2) {
                    char message[80];
                    snprintf(message, sizeof message, "%s: %s[%zu] times %d", kind->name,
                             kind->parts[p].name, row, factor);
                    TEST_ASSERT_TRUE_MESSAGE(term_matters(kind, p, row, factor), message);
                }
    }
}

/* ---- corners -------------------------------------------------------------------------------- */

static void test_normaliser_reads_zero_before_any_key(void)
{
    sequence x;
    memset(&x, 0, sizeof x);
    for (size_t t = 0; t < T; t++)
        for (size_t i = 0; i < K; i++) {
            x.value[0][t][i] = 1;
            x.value[1][t][i] = t >= 2;
            x.value[2][t][i] = 3;
        }
    output got = run_best(&recurrence_linear_norm, &x);
    TEST_ASSERT_EQUAL_DOUBLE(0, got.y[1][0]);
    TEST_ASSERT_EQUAL_DOUBLE(3, got.y[2][0]);
}

static void test_exact_numbers_refuse_a_power_of_e(void)
{
    random_source source = {3};
    sequence x;
    draw_sequence(&x, &recurrence_mamba, &source);
    recurrent_shape s = shape_of(&recurrence_mamba);
    void *state = numbers_new(&number_base2, K * V), *y = numbers_new(&number_base2, V);
    void *scratch = numbers_new(&number_base2, recurrent_scratch_room(&s));
    recurrent_token in = {.system = &number_base2, .shape = s, .scratch = scratch};
    attend_result result[2];
    for (size_t t = 0; t < 2; t++) {
        for (size_t p = 0; p < 6; p++)
            in.part[p] =
                load_part(&number_base2, x.value[p][t], part_rows(&recurrence_mamba.parts[p], &s));
        result[t] = recurrence_step(&recurrence_mamba, y, state, &in);
        for (size_t p = 0; p < 6; p++)
            numbers_free(&number_base2, (void *)(uintptr_t)in.part[p],
                         part_rows(&recurrence_mamba.parts[p], &s));
    }
    TEST_ASSERT_EQUAL_INT(ATTEND_DONE, result[0]); /* an empty state decays to nothing */
    TEST_ASSERT_EQUAL_INT(ATTEND_INEXACT, result[1]);
    numbers_free(&number_base2, state, K * V);
    numbers_free(&number_base2, y, V);
    numbers_free(&number_base2, scratch, recurrent_scratch_room(&s));
}

static void test_state_sizes(void)
{
    recurrent_shape s = {4, 8, 16};
    for (size_t i = 0; recurrences[i]; i++) {
        size_t want = 32;
        if (recurrences[i] == &recurrence_linear_norm)
            want = 36;
        if (recurrences[i] == &recurrence_window)
            want = 16 * 12;
        TEST_ASSERT_EQUAL_UINT64(want, recurrences[i]->entries(&s));
        TEST_ASSERT_EQUAL_PTR(recurrences[i], recurrence_find(recurrences[i]->name));
    }
    TEST_ASSERT_NULL(recurrence_find("transformer"));
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_all_variants_follow_their_direct_formula);
    RUN_TEST(test_variants_run_in_every_number_system);
    RUN_TEST(test_zeroing_or_doubling_any_term_changes_the_output);
    RUN_TEST(test_normaliser_reads_zero_before_any_key);
    RUN_TEST(test_exact_numbers_refuse_a_power_of_e);
    RUN_TEST(test_state_sizes);
    return UNITY_END();
}
