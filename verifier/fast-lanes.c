#include "verifier/fast-lanes.h"

#include "base/memory.h"

#include <string.h>

void fast_lanes_init(fast_lanes *lanes, uint64_t run, size_t classes, const uint16_t *class_of)
{
    *lanes = (fast_lanes){.run = run, .classes = classes, .class_of = class_of};
    lanes->code = memory_new(classes * lane_count, sizeof *lanes->code);
}

void fast_lanes_clear(fast_lanes *lanes)
{
    memory_free(lanes->code);
}

/* Eight lanes as one vector; compilers split it into what the machine has. */
typedef uint64_t lane_vector __attribute__((vector_size(64)));
enum { lanes_per_vector = 8, vectors = lane_count / lanes_per_vector };

/* Always inlined, so that each wrapper below compiles it for its own instruction set. */
static inline __attribute__((always_inline)) void mix_lanes(const fast_lanes *lanes,
                                                            lane_vector sums[2 * vectors])
{
    lane_vector index[vectors], stride[vectors], sum[vectors], product[vectors];
    memcpy(index, lanes->index, sizeof index);
    memcpy(stride, lanes->stride, sizeof stride);
    memset(sum, 0, sizeof sum);
    memset(product, 0, sizeof product);
    const lane_vector low = (lane_vector){0} + UINT32_MAX;
    for (uint64_t f = 0; f < lanes->run; f++) {
        const uint64_t *code = lanes->code + (size_t)lanes->class_of[f] * lane_count;
        for (int v = 0; v < vectors; v++) {
            lane_vector u;
            memcpy(&u, code + (size_t)v * lanes_per_vector, sizeof u);
            u += index[v];
            index[v] += stride[v];
            u = (u ^ (u >> 30)) * DIGEST_MIX_1;
            u = (u ^ (u >> 27)) * DIGEST_MIX_2;
            u ^= u >> 31;
            sum[v] += u;
            product[v] += (u >> 32) * (u & low);
        }
    }
    memcpy(sums, sum, sizeof sum);
    memcpy(sums + vectors, product, sizeof product);
}

static void mix_portable(const fast_lanes *lanes, lane_vector sums[2 * vectors])
{
    mix_lanes(lanes, sums);
}

#if defined(__x86_64__) && defined(__GNUC__)
__attribute__((target("avx2"))) static void mix_avx2(const fast_lanes *lanes,
                                                     lane_vector sums[2 * vectors])
{
    mix_lanes(lanes, sums);
}

__attribute__((target("avx512f,avx512dq"))) static void mix_avx512(const fast_lanes *lanes,
                                                                   lane_vector sums[2 * vectors])
{
    mix_lanes(lanes, sums);
}

static void mix(const fast_lanes *lanes, lane_vector sums[2 * vectors])
{
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
        mix_avx512(lanes, sums);
    else if (__builtin_cpu_supports("avx2"))
        mix_avx2(lanes, sums);
    else
        mix_portable(lanes, sums);
}
#else
static void mix(const fast_lanes *lanes, lane_vector sums[2 * vectors])
{
    mix_portable(lanes, sums);
}
#endif

/* Lanes that are not in use are mixed along with the rest, which is cheap, and left out. */
void fast_lanes_flush(fast_lanes *lanes, digest *d)
{
    lane_vector sums[2 * vectors];
    if (lanes->used == 0)
        return;
    mix(lanes, sums);
    for (size_t lane = 0; lane < lanes->used; lane++) {
        d->sum += sums[lane / lanes_per_vector][lane % lanes_per_vector];
        d->product += sums[vectors + lane / lanes_per_vector][lane % lanes_per_vector];
    }
    lanes->used = 0;
}

void fast_lanes_add(fast_lanes *lanes, digest *d, uint64_t number, const uint64_t *code)
{
    size_t lane = lanes->used++;
    uint64_t first = number * lanes->run;
    lanes->index[lane] = (number & 1 ? first + lanes->run - 1 : first) * DIGEST_INDEX;
    lanes->stride[lane] = number & 1 ? 0 - DIGEST_INDEX : DIGEST_INDEX;
    for (size_t c = 0; c < lanes->classes; c++)
        lanes->code[c * lane_count + lane] = code[c] * DIGEST_ANSWER;
    if (lanes->used == lane_count)
        fast_lanes_flush(lanes, d);
}
