#include "protocol/guess.h"

#include "base/memory.h"
#include "protocol/transcript.h"
#include "task/order.h"

#include <stdlib.h>

/* One row per input seen while learning; afterwards one per view, sorted, with the answer. */
typedef struct row {
    uint64_t view, answer;
} row;

struct guess {
    size_t count;
    row *row;
};

static int compare(const void *x, const void *y)
{
    const row *a = x, *b = y;
    if (a->view != b->view)
        return a->view < b->view ? -1 : 1;
    return (a->answer > b->answer) - (a->answer < b->answer);
}

/* Sorted rows: of the runs of equal answers in a view the longest wins, the first of these. */
static void keep_best(guess *g)
{
    size_t kept = 0;
    for (size_t k = 0; k < g->count;) {
        uint64_t view = g->row[k].view;
        size_t most = 0;
        row best = g->row[k];
        while (k < g->count && g->row[k].view == view) {
            size_t start = k;
            while (k < g->count && compare(&g->row[k], &g->row[start]) == 0)
                k++;
            if (k - start > most) {
                most = k - start;
                best = g->row[start];
            }
        }
        g->row[kept++] = best;
    }
    g->count = kept;
}

static status learn(guess *g, transcript *t, const uint64_t *prompt, error *e)
{
    status s = protocol_run(t, prompt, e);
    if (s != STATUS_OK)
        return s;
    g->row[g->count].view = transcript_knowledge(t, -1, t->p->layers).digest;
    g->row[g->count++].answer = fc_answer(&t->p->task, prompt);
    return STATUS_OK;
}

static int few_inputs(const fc *task)
{
    mpz_t count;
    mpz_init(count);
    int few = task->tokens <= 64;
    if (few) {
        fc_count(count, task);
        few = mpz_cmp_ui(count, guess_most_inputs) <= 0;
    }
    mpz_clear(count);
    return few;
}

status guess_learn(guess **g, const protocol *p, uint64_t seed, error *e)
{
    transcript t;
    order_walk walk;
    random_source source = {seed};
    int all = few_inputs(&p->task);
    status s = STATUS_OK;
    *g = memory_new(1, sizeof **g);
    (*g)->row = memory_new(guess_most_inputs, sizeof *(*g)->row);
    transcript_init(&t, p);
    order_walk_init(&walk, &p->task);
    do {
        if (!all)
            order_random(walk.prompt, &p->task, &source);
        s = learn(*g, &t, walk.prompt, e);
    } while (s == STATUS_OK && (*g)->count < guess_most_inputs &&
             (!all || order_walk_next(&walk) >= 0));
    order_walk_clear(&walk);
    transcript_clear(&t);
    qsort((*g)->row, (*g)->count, sizeof *(*g)->row, compare);
    keep_best(*g);
    return s;
}

void guess_free(guess *g)
{
    memory_free(g->row);
    memory_free(g);
}

int guess_find(uint64_t *answer, const guess *g, uint64_t view)
{
    size_t low = 0, high = g->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (g->row[middle].view < view)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == g->count || g->row[low].view != view)
        return 0;
    *answer = g->row[low].answer;
    return 1;
}
