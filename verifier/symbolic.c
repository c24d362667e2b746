#include "verifier/symbolic.h"

#include "base/memory.h"
#include "verifier/analysis.h"

#include <stdio.h>

void symbolic_proof_init(symbolic_proof *proof, const network *net)
{
    *proof = (symbolic_proof){.net = net};
    proof->layer = memory_new(net->layers * net->steps, sizeof *proof->layer);
}

static void lookup_clear(lookup_proof *lookup, size_t width)
{
    for (size_t h = 0; h < lookup->heads; h++)
        mixing_hull_clear(&lookup->hull[h]);
    memory_free(lookup->hull);
    memory_free(lookup->digits);
    contents_free(lookup->after, width);
}

void symbolic_proof_clear(symbolic_proof *proof)
{
    for (size_t t = 0; t < proof->layers; t++)
        lookup_clear(&proof->layer[t], proof->net->embed.width);
    memory_free(proof->layer);
}

void symbolic_lookup_init(lookup_proof *lookup, const network *net, size_t t)
{
    lookup->heads = net->layer[t].heads;
    lookup->hull = memory_new(lookup->heads, sizeof *lookup->hull);
    lookup->digits = memory_new(lookup->heads * (net->task.L + 1), 1);
    for (size_t h = 0; h < lookup->heads; h++)
        mixing_hull_init(&lookup->hull[h], &net->task);
    lookup->after = contents_new(net->embed.width);
}

/* ---- what the argument needs of the weights ----------------------------------------------------
 */

static int column_is_used(const qmat_t a, size_t column)
{
    for (size_t row = 0; row < a->rows; row++)
        if (mpq_sgn(qmat_get(a, row, column)) != 0)
            return 1;
    return 0;
}

/* Keys and values come from fields that no earlier layer has written, and keys of other
 * tokens do not depend on symbols. */
static int head_is_fit(symbolic_spot *spot, const analysis *a, size_t t, size_t h)
{
    const network *net = a->net;
    if (net->layer[t].kind == LAYER_RECURRENT)
        return symbolic_recurrent_is_fit(spot, a, t, h);
    const attention_head *head = &net->layer[t].head[h];
    for (size_t c = 0; c < net->embed.width; c++) {
        int key = column_is_used(head->key, c), value = column_is_used(head->value, c);
        int written = (key || value) && !a->layer[t].memory[c];
        int symbols = key && (a->symbol_blocks[c] & ~BLOCK_BIT(-1)) != 0;
        if (!written && !symbols)
            continue;
        char name[coordinate_name_room];
        analysis_coordinate_name(name, net, c);
        snprintf(spot->reason, sizeof spot->reason,
                 "layer %zu, head %zu: %s come from %.100s, which %s", t, h,
                 key ? "keys" : "values", name,
                 written ? "an earlier layer writes" : "depends on symbols");
        return 0;
    }
    return 1;
}

static int network_is_fit(symbolic_spot *spot, const network *net)
{
    if (net->layers != (size_t)net->task.L + 1) {
        snprintf(spot->reason, sizeof spot->reason,
                 "the argument is about L+1 = %u look-ups, the network has %zu layers",
                 net->task.L + 1, net->layers);
        return 0;
    }
    analysis a;
    analysis_init(&a, net);
    int fit = 1;
    for (size_t t = 0; t < net->layers && fit; t++)
        for (size_t h = 0; h < net->layer[t].heads && fit; h++)
            fit = head_is_fit(spot, &a, t, h);
    analysis_clear(&a);
    return fit;
}

/* ---- layer by layer
 * ------------------------------------------------------------------------------ */

status symbolic_prove(symbolic_proof *proof, error *e)
{
    const network *net = proof->net;
    if (net->steps > 1)
        return symbolic_prove_steps(proof, e);
    if (!network_is_fit(&proof->spot, net))
        return STATUS_OK;
    stream_content *embedded = contents_new(net->embed.width);
    const stream_content *before = embedded;
    status s = STATUS_OK;
    while (s == STATUS_OK && proof->layers < net->layers) {
        size_t t = proof->layers++;
        symbolic_lookup_init(&proof->layer[t], net, t);
        s = symbolic_mix(proof, &proof->layer[t], t, before, e);
        if (s == STATUS_OK)
            symbolic_apply(&proof->layer[t], net, t, before);
        before = proof->layer[t].after;
    }
    if (s == STATUS_OK) {
        proof->complete = symbolic_read(&proof->spot, net, before);
        if (proof->spot.has_query) {
            const mixing_hull *worst = &proof->layer[proof->spot.layer].hull[proof->spot.head];
            proof->spot.w = worst->w;
            proof->spot.i = worst->i;
        }
    }
    contents_free(embedded, net->embed.width);
    return s == STATUS_NEGATIVE ? STATUS_OK : s;
}
