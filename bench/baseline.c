/* What a careful C programmer would write to check the binary construction for FC(2; M; N)
 * on every input, knowing everything about it, to race against:
 *
 *   hoisted   exact 64-bit sums, weights from tables, those over the z_2 block once per z_2
 *   odometer  no network at all: a generic odometer over the tokens and the true answer
 *
 * Each prints its name, inputs, wrong answers and seconds. Threads split the first z_2 value.
 * cc -O3 -march=native -DM=2 -DN=4 baseline.c -lpthread */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifndef M
#    define M 2
#endif
#ifndef N
#    define N 4
#endif
#define WIDTH(c) ((c) <= 1 ? 0 : (c) <= 2 ? 1 : (c) <= 4 ? 2 : (c) <= 8 ? 3 : (c) <= 16 ? 4 : 5)
enum { N1 = M * N, values = N1 + M + 1, tokens = values + 1, beta = 3, id_bits = 2 };
/* Constants, so that the compiler unrolls all loops over bits. */
enum { w_bits = WIDTH(N), i_bits = WIDTH(M), v_bits = WIDTH(M * N), most_maps = 4096 };

static int64_t weight[3][N1][values]; /* layer, argument, token */
static int64_t total[3][N1];
static int64_t code[N1][v_bits];
static uint8_t map1[most_maps][M]; /* all z_1 */
static unsigned maps;
static int64_t low_sum[3][N1][most_maps][M][v_bits]; /* of z_1 and z_0 */

static void key_bits(int *bit, unsigned id, unsigned w, unsigned i)
{
    for (unsigned k = 0; k < id_bits; k++)
        *bit++ = id >> k & 1 ? 1 : -1;
    for (unsigned k = 0; k < w_bits; k++)
        *bit++ = w >> k & 1 ? 1 : -1;
    for (unsigned k = 0; k < i_bits; k++)
        *bit++ = i >> k & 1 ? 1 : -1;
}

static void token_key(int *bit, unsigned t)
{
    if (t < N1)
        key_bits(bit, 2, t / M, t % M);
    else if (t < N1 + M)
        key_bits(bit, 1, 0, t - N1);
    else
        key_bits(bit, 0, 0, 0);
}

static void prepare(void)
{
    unsigned b = id_bits + w_bits + i_bits;
    for (unsigned layer = 0; layer < 3; layer++)
        for (unsigned x = 0; x < N1; x++) {
            int q[32], k[32];
            key_bits(q, layer, layer == 2 ? x / M : 0, layer == 0 ? 0 : x % M);
            total[layer][x] = INT64_C(1) << beta * b; /* the w token: score 0 */
            for (unsigned t = 0; t < values; t++) {
                int score = 0;
                token_key(k, t);
                for (unsigned j = 0; j < b; j++)
                    score += q[j] * k[j];
                weight[layer][x][t] = INT64_C(1) << (beta * (score + (int)b));
                total[layer][x] += weight[layer][x][t];
            }
        }
    for (unsigned v = 0; v < N1; v++)
        for (unsigned j = 0; j < v_bits; j++)
            code[v][j] = v >> j & 1 ? 1 : -1;
    uint8_t z[M] = {0};
    for (maps = 0;; maps++) {
        memcpy(map1[maps], z, M);
        int d = M - 1;
        while (d >= 0 && ++z[d] == M)
            z[d--] = 0;
        if (d < 0)
            break;
    }
    maps++;
    for (unsigned layer = 0; layer < 3; layer++)
        for (unsigned x = 0; x < N1; x++)
            for (unsigned c = 0; c < maps; c++)
                for (unsigned z0 = 0; z0 < M; z0++)
                    for (unsigned j = 0; j < v_bits; j++) {
                        int64_t sum = weight[layer][x][N1 + M] * code[z0][j];
                        for (unsigned t = 0; t < M; t++)
                            sum += weight[layer][x][N1 + t] * code[map1[c][t]][j];
                        low_sum[layer][x][c][z0][j] = sum;
                    }
}

/* The bits of one layer's read-out; *good is cleared if clip(2y) would not restore them. */
static inline unsigned decide(const int64_t *sum, int64_t all, int *good)
{
    unsigned i = 0;
    for (unsigned j = 0; j < v_bits; j++) {
        int64_t size = sum[j] < 0 ? -sum[j] : sum[j];
        *good &= 4 * size >= all;
        i |= (unsigned)(sum[j] > 0) << j;
    }
    return i;
}

/* ---- the two ways; each takes the z_2 whose first value is in [from, to) ------------- */

static int next_z2(uint8_t *z, unsigned to)
{
    int d = N1 - 1;
    while (d > 0 && ++z[d] == N1)
        z[d--] = 0;
    return d > 0 || ++z[0] < to;
}

static uint64_t run_hoisted(unsigned from, unsigned to)
{
    uint8_t z2[N1] = {0};
    uint64_t wrong = 0;
    z2[0] = (uint8_t)from;
    do {
        int64_t high[3][N1][v_bits];
        for (unsigned layer = 0; layer < 3; layer++)
            for (unsigned x = 0; x < (layer == 0 ? 1 : layer == 1 ? M : N1); x++)
                for (unsigned j = 0; j < v_bits; j++) {
                    int64_t sum = 0;
                    for (unsigned t = 0; t < N1; t++)
                        sum += weight[layer][x][t] * code[z2[t]][j];
                    high[layer][x][j] = sum;
                }
        for (unsigned c = 0; c < maps; c++)
            for (unsigned z0 = 0; z0 < M; z0++)
                for (unsigned w = 0; w < N; w++) {
                    int good = 1;
                    unsigned i = 0;
                    for (unsigned layer = 0; layer < 3; layer++) {
                        unsigned x = layer == 0 ? 0 : layer == 1 ? i % M : w * M + i % M;
                        int64_t sum[v_bits];
                        for (unsigned j = 0; j < v_bits; j++)
                            sum[j] = high[layer][x][j] + low_sum[layer][x][c][z0][j];
                        i = decide(sum, total[layer][x], &good);
                    }
                    wrong += (!good) | (i != z2[w * M + map1[c][z0]]);
                }
    } while (next_z2(z2, to));
    return wrong;
}

static volatile uint64_t sink; /* so that the odometer's work is not dropped */

static uint64_t run_odometer(unsigned from, unsigned to)
{
    int token[tokens] = {0}, radix[tokens];
    uint64_t sum = 0;
    for (int t = 0; t < tokens; t++)
        radix[t] = t < N1 ? N1 : t < values ? M : N;
    radix[0] = (int)to;
    token[0] = (int)from;
    for (;;) {
        sum += (uint64_t)token[token[tokens - 1] * M + token[N1 + token[tokens - 2]]];
        int d = tokens - 1;
        while (d >= 0 && ++token[d] == radix[d])
            token[d--] = 0;
        if (d < 0)
            break;
    }
    sink = sum;
    return 0;
}

/* ---- all of it --------------------------------------------------------------------------- */

typedef struct job {
    uint64_t (*run)(unsigned from, unsigned to);
    unsigned from, to;
    uint64_t wrong;
} job;

static void *work(void *argument)
{
    job *mine = argument;
    mine->wrong = mine->from < mine->to ? mine->run(mine->from, mine->to) : 0;
    return NULL;
}

int main(int count, char **arguments)
{
    const char *name = count > 1 ? arguments[1] : "hoisted";
    unsigned threads = count > 2 ? (unsigned)atoi(arguments[2]) : 1; // NOLINT(cert-err34-c)
    uint64_t (*run)(unsigned, unsigned) =
        strcmp(name, "odometer") == 0 ? run_odometer : run_hoisted;
    pthread_t thread[64];
    job part[64];
    if (threads < 1 || threads > 64)
        return 2;
    prepare();
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    for (unsigned i = 0; i < threads; i++) {
        part[i] = (job){run, N1 * i / threads, N1 * (i + 1) / threads, 0};
        if (pthread_create(&thread[i], NULL, work, &part[i]) != 0)
            return 4;
    }
    uint64_t wrong = 0, inputs = (uint64_t)maps * M * N;
    for (unsigned i = 0; i < threads; i++) {
        pthread_join(thread[i], NULL);
        wrong += part[i].wrong;
    }
    clock_gettime(CLOCK_MONOTONIC, &b);
    for (unsigned t = 0; t < N1; t++)
        inputs *= N1;
    printf("%s %llu %llu %.6f\n", name, (unsigned long long)inputs, (unsigned long long)wrong,
           (double)(b.tv_sec - a.tv_sec) + 1e-9 * (double)(b.tv_nsec - a.tv_nsec));
    return 0;
}
