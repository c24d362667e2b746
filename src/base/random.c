#include "base/random.h"

uint64_t random_next(random_source *source)
{
    uint64_t z = source->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

uint64_t random_below(random_source *source, uint64_t bound)
{
    /* The first 2^64 mod bound values would make small results more likely: draw again. */
    uint64_t skip = (0 - bound) % bound;
    uint64_t drawn;
    do
        drawn = random_next(source);
    while (drawn < skip);
    return drawn % bound;
}
