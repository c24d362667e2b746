#include "constructions/block-sparse.h"

#include "base/json-read.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/random.h"

#include <string.h>

enum { table_limit = 1 << 24 };

/* ---- the summary map ----------------------------------------------------------------------- */

/* M^block, or 0 if that is more than a table may have. */
static uint64_t table_size(const block_sparse *it)
{
    uint64_t size = 1;
    for (size_t i = 0; i < it->block; i++) {
        if (size > table_limit / it->M)
            return 0;
        size *= it->M;
    }
    return size;
}

static status read_table(block_sparse *it, const json_t *root, const place *at, error *e)
{
    static const char *const members[] = {"M", "block", "bits", "summary", NULL};
    place here = place_member(at, "summary");
    uint64_t M, block, bits, size = table_size(it);
    TRY(json_check_members(root, members, at, e));
    TRY(json_read_number(&M, json_object_get(root, "M"), it->M, it->M, at, e));
    TRY(json_read_number(&block, json_object_get(root, "block"), it->block, it->block, at, e));
    TRY(json_read_number(&bits, json_object_get(root, "bits"), it->bits, it->bits, at, e));
    const json_t *list = json_object_get(root, "summary");
    if (!size)
        return place_error(e, STATUS_LIMIT, &here, "a table of more than 2^24 entries");
    if (!json_is_array(list) || json_array_size(list) != size)
        return place_error(e, STATUS_MALFORMED, &here, "expected M^block = %llu numbers",
                           (unsigned long long)size);
    it->table = memory_new((size_t)size, sizeof *it->table);
    for (size_t i = 0; i < size; i++) {
        place entry = place_element(&here, i);
        TRY(json_read_number(&it->table[i], json_array_get(list, i), 0,
                             (UINT64_C(1) << it->bits) - 1, &entry, e));
    }
    return STATUS_OK;
}

status block_sparse_read_table(block_sparse *it, const char *path, error *e)
{
    json_t *root;
    place top = place_member(NULL, "table");
    TRY(json_read_file(&root, path, e));
    status s = read_table(it, root, &top, e);
    json_decref(root);
    if (s != STATUS_OK)
        error_prefix(e, "%s", path);
    return s;
}

void block_sparse_clear(block_sparse *it)
{
    memory_free(it->table);
    it->table = NULL;
}

uint64_t block_sparse_summary(const block_sparse *it, const uint64_t *content)
{
    uint64_t index = 0;
    random_source source = {it->seed};
    for (size_t i = it->block; i-- > 0;) {
        index = index * it->M + content[i];
        source.state ^= random_next(&source) + content[i];
    }
    if (it->table)
        return it->table[index];
    return random_next(&source) & ((UINT64_C(1) << it->bits) - 1);
}

void block_sparse_sets(mpz_t count, const block_sparse *it)
{
    mpz_set_ui(count, (unsigned long)it->M);
    mpz_bin_ui(count, count, it->block);
}

/* ---- two prompts ------------------------------------------------------------------------------
 */

/* The next increasing list of `count` numbers below M, in order of the alphabet. */
static int next_set(uint64_t *set, size_t count, uint64_t M)
{
    for (size_t i = count; i-- > 0;)
        if (set[i] + (count - i) < M) {
            set[i]++;
            for (size_t k = i + 1; k < count; k++)
                set[k] = set[k - 1] + 1;
            return 1;
        }
    return 0;
}

/* Two different sets with one summary; by the pigeonhole principle after at most 2^bits + 1. */
static int find_collision(uint64_t *U, uint64_t *V, const block_sparse *it)
{
    size_t room = (size_t)1 << it->bits, size = it->block;
    uint64_t *first = memory_new(room * size, sizeof *first);
    unsigned char *seen = memory_new(room, 1);
    int found = 0;
    for (size_t i = 0; i < size; i++)
        U[i] = i;
    do {
        size_t s = (size_t)block_sparse_summary(it, U);
        found = seen[s];
        if (found)
            memcpy(V, first + s * size, size * sizeof *V);
        memcpy(first + s * size, U, size * sizeof *U);
        seen[s] = 1;
    } while (!found && next_set(U, size, it->M));
    memory_free(first);
    memory_free(seen);
    return found;
}

static int contains(const uint64_t *set, size_t count, uint64_t x)
{
    for (size_t i = 0; i < count; i++)
        if (set[i] == x)
            return 1;
    return 0;
}

status block_sparse_refute(uint64_t *prompts, const block_sparse *it, error *e)
{
    size_t size = it->block, n = it->blocks * size + 1;
    uint64_t *U = memory_new(size, sizeof *U), *V = memory_new(size, sizeof *V);
    int found = find_collision(U, V, it);
    if (found) {
        size_t u = 0;
        while (contains(V, size, U[u]))
            u++; /* two different sets of one size: there is such a u */
        for (size_t b = 0; b < it->blocks; b++)
            memcpy(prompts + b * size, V, size * sizeof *V);
        prompts[n - 1] = (it->M - U[u]) % it->M;
        memcpy(prompts + n, prompts, n * sizeof *prompts);
        memcpy(prompts + n + (it->blocks - 1) * size, U, size * sizeof *U);
    }
    memory_free(U);
    memory_free(V);
    if (found)
        return STATUS_OK;
    return error_set(e, STATUS_NEGATIVE,
                     "this summary map tells all sets of %zu numbers apart (2^%u summaries are "
                     "enough for that)",
                     size, it->bits);
}
