#include "verifier/refute/cover.h"

#include "base/memory.h"
#include "base/random.h"
#include "verifier/refute/tables.h"

#include <string.h>

/* Functions of A_l are counted one by one, and R_l is read once per draw. */
enum { most_functions = 1 << 22, most_draws = 256 };
#define DRAW_EFFORT (UINT64_C(1) << 24)

typedef struct tuple {
    uint64_t *z;            /* x functions */
    unsigned char *reached; /* their values at the points */
    uint64_t count;         /* how many values */
} tuple;

typedef struct coverer {
    const claim *c;
    uint64_t x, theta, N, functions, highs; /* N = N_{l-1}, |A_l|, |A_{>l}| */
    uint64_t *point, points;
} coverer;

static void tuple_init(tuple *t, const coverer *k)
{
    t->z = memory_new((size_t)k->x, sizeof *t->z);
    t->reached = memory_new((size_t)k->N, 1);
    t->count = 0;
}

static void tuple_clear(tuple *t)
{
    memory_free(t->z);
    memory_free(t->reached);
}

/* How many values z reaches that are new; with `mark` they are not new any more. */
static uint64_t new_values(const coverer *k, tuple *t, uint64_t z, int mark)
{
    uint64_t fresh = 0, *seen = memory_new((size_t)k->points, sizeof *seen);
    for (uint64_t j = 0; j < k->points; j++) {
        uint64_t value = tables_value(k->c->task, k->c->l, z, k->point[j]);
        if (!t->reached[value]) {
            t->reached[value] = 1;
            seen[fresh++] = value;
        }
    }
    for (uint64_t j = 0; j < fresh && !mark; j++)
        t->reached[seen[j]] = 0;
    if (mark)
        t->count += fresh;
    memory_free(seen);
    return fresh;
}

/* ---- when nothing was lost yet ------------------------------------------------------------ */

/* R_l is everything, so any tuple will do: the values of z^0, z^1, ... at the points are 0, 1,
 * 2, ... one after the other. */
static void spread(tuple *t, const coverer *k)
{
    const fc *task = k->c->task;
    uint64_t *prompt = memory_new((size_t)task->tokens, sizeof *prompt), next = 0;
    uint64_t *table = prompt + fc_block_start(task, (int)k->c->l);
    for (uint64_t i = 0; i < k->x; i++) {
        memset(table, 0, (size_t)k->N * sizeof *table);
        for (uint64_t j = 0; j < k->points; j++)
            table[k->point[j]] = next++ % k->N;
        t->z[i] = 0;
        for (uint64_t a = k->N; a-- > 0;)
            t->z[i] = t->z[i] * k->N + table[a];
        new_values(k, t, t->z[i], 1);
    }
    memory_free(prompt);
}

/* ---- otherwise ------------------------------------------------------------------------------ */

/* kept := those z_{>l} in `kept` with (z, z_{>l}) in R_l. Both lists rise. */
static void intersect(member_set *kept, const coverer *k, uint64_t z)
{
    const member_set *R = &k->c->R;
    uint64_t left = 0, at = 0;
    for (uint64_t i = 0; i < R->count; i++) {
        uint64_t number = member_at(R, i);
        if (number % k->functions != z)
            continue;
        while (at < kept->count && kept->list[at] < number / k->functions)
            at++;
        if (at < kept->count && kept->list[at] == number / k->functions)
            kept->list[left++] = kept->list[at++];
    }
    kept->count = left;
}

static void keep_all(member_set *kept, const coverer *k)
{
    kept->count = kept->of = k->highs;
    for (uint64_t i = 0; i < k->highs; i++)
        kept->list[i] = i;
}

/* How many z_{>l} would be kept with each function. */
static void count_kept(uint64_t *count, const member_set *kept, const coverer *k)
{
    const member_set *R = &k->c->R;
    uint64_t at = 0;
    memset(count, 0, (size_t)k->functions * sizeof *count);
    for (uint64_t i = 0; i < R->count; i++) {
        uint64_t number = member_at(R, i), high = number / k->functions;
        while (at < kept->count && kept->list[at] < high)
            at++;
        if (at < kept->count && kept->list[at] == high)
            count[number % k->functions]++;
    }
}

/* Function by function: the one that keeps most, among those after which theta can still be
 * reached. 0 if there is none. */
static int choose_greedily(tuple *t, member_set *kept, const coverer *k)
{
    uint64_t *count = memory_new((size_t)k->functions, sizeof *count);
    int found = 1;
    keep_all(kept, k);
    for (uint64_t i = 0; i < k->x && found; i++) {
        uint64_t later = (k->x - 1 - i) * k->points, best = 0;
        count_kept(count, kept, k);
        found = 0;
        for (uint64_t z = 0; z < k->functions; z++)
            if (count[z] > (found ? count[best] : 0) &&
                t->count + new_values(k, t, z, 0) + later >= k->theta) {
                best = z;
                found = 1;
            }
        if (found) {
            t->z[i] = best;
            new_values(k, t, best, 1);
            intersect(kept, k, best);
        }
    }
    memory_free(count);
    return found;
}

/* x functions that go with one random z_{>l}, drawn as the proof weighs them. 0 if they do not
 * reach theta values. */
static int draw(tuple *t, member_set *kept, const coverer *k, random_source *source)
{
    const member_set *R = &k->c->R;
    uint64_t middle = random_below(source, R->count), first = middle, last = middle;
    uint64_t high = member_at(R, middle) / k->functions;
    while (first > 0 && member_at(R, first - 1) / k->functions == high)
        first--;
    while (last + 1 < R->count && member_at(R, last + 1) / k->functions == high)
        last++;
    for (uint64_t i = 0; i < k->x; i++) {
        t->z[i] = member_at(R, first + random_below(source, last - first + 1)) % k->functions;
        new_values(k, t, t->z[i], 1);
    }
    if (t->count < k->theta)
        return 0;
    keep_all(kept, k);
    for (uint64_t i = 0; i < k->x; i++)
        intersect(kept, k, t->z[i]);
    return 1;
}

/* Puts the better of two tuples first. */
static void prefer(tuple *best, member_set *kept, tuple *other, member_set *other_kept)
{
    if (best->z && kept->count >= other_kept->count) {
        tuple_clear(other);
        return;
    }
    tuple_clear(best);
    *best = *other;
    member_set swap = *kept;
    *kept = *other_kept;
    *other_kept = swap;
}

static int search(tuple *best, member_set *kept, const coverer *k)
{
    random_source source = {k->c->l};
    member_set trial = {.list = memory_new((size_t)k->highs, sizeof *trial.list)};
    uint64_t draws = DRAW_EFFORT / (k->c->R.count + 1) / (k->x + 1);
    kept->list = memory_new((size_t)k->highs, sizeof *kept->list);
    *best = (tuple){NULL, NULL, 0};
    for (uint64_t i = 0; i <= (draws < most_draws ? draws : most_draws); i++) {
        tuple t;
        tuple_init(&t, k);
        if (i == 0 ? choose_greedily(&t, &trial, k) : draw(&t, &trial, k, &source))
            prefer(best, kept, &t, &trial);
        else
            tuple_clear(&t);
    }
    memory_free(trial.list);
    return best->z != NULL;
}

/* ---- the level --------------------------------------------------------------------------------
 */

/* Z_l as a set. */
static void set_functions(claim *c, const tuple *t, uint64_t x)
{
    uint64_t *Z = memory_new((size_t)x, sizeof *Z);
    size_t count = 0;
    for (uint64_t i = 0; i < x; i++) {
        size_t j = 0;
        while (j < count && Z[j] != t->z[i])
            j++;
        if (j == count)
            Z[count++] = t->z[i];
    }
    c->Z[c->l] = Z;
    c->Z_count[c->l] = count;
}

status cover_level(member_set *kept, claim *c, uint64_t x, uint64_t theta, error *e)
{
    coverer k = {.c = c, .x = x, .theta = theta, .N = c->task->N[c->l - 1]};
    k.functions = tables_count(c->task, c->l);
    k.highs = tables_count_from(c->task, c->l + 1);
    if (c->R.list && k.functions > most_functions)
        return error_set(e, STATUS_LIMIT, "too many functions at level %u", c->l);
    k.point = memory_new((size_t)k.N, sizeof *k.point);
    k.points = claim_points(k.point, c);
    tuple t;
    int found = 1;
    *kept = (member_set){NULL, k.highs, k.highs};
    if (c->R.list) {
        found = search(&t, kept, &k);
    } else {
        tuple_init(&t, &k);
        spread(&t, &k);
        found = t.count >= theta;
    }
    memory_free(k.point);
    if (!found) {
        tuple_clear(&t);
        memory_free(kept->list);
        kept->list = NULL;
        return error_set(e, STATUS_NEGATIVE, "level %u: no functions found that reach %llu values",
                         c->l, (unsigned long long)theta);
    }
    set_functions(c, &t, x);
    memory_free(c->reached);
    c->reached = t.reached;
    c->values = k.N;
    memory_free(t.z);
    return STATUS_OK;
}
