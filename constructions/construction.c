#include "constructions/construction.h"

#include "constructions/binary.h"
#include "constructions/cot.h"
#include "constructions/hybrid.h"
#include "constructions/quadratic.h"

#include <string.h>

const construction *const constructions[] = {
    &construction_binary,
    &construction_quadratic,
    &construction_cot,
    &construction_hybrid_linear,
    &construction_hybrid_linear_norm,
    &construction_hybrid_retnet,
    &construction_hybrid_gla,
    &construction_hybrid_hgrn2,
    &construction_hybrid_deltanet,
    &construction_hybrid_gated_deltanet,
    &construction_hybrid_kda,
    &construction_hybrid_deltaproduct,
    &construction_hybrid_rwkv6,
    &construction_hybrid_rwkv7,
    &construction_hybrid_mamba,
    &construction_hybrid_mamba2,
    &construction_hybrid_window,
    NULL,
};

const construction *construction_find(const char *name)
{
    for (size_t i = 0; constructions[i]; i++)
        if (strcmp(constructions[i]->name, name) == 0)
            return constructions[i];
    return NULL;
}

unsigned code_width(uint64_t count)
{
    unsigned width = 0;
    while (width < 64 && (UINT64_C(1) << width) < count)
        width++;
    return width;
}
