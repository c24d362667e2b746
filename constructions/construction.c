#include "constructions/construction.h"

#include "constructions/binary.h"

#include <string.h>

const construction *const constructions[] = {&construction_binary, NULL};

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
