#include "base/memory.h"

#include "base/status.h"

#include <gmp.h>
#include <jansson.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static _Noreturn void out_of_memory(size_t bytes)
{
    fprintf(stderr, "strata: out of memory (%zu bytes more were needed)\n", bytes);
    _Exit(STATUS_LIMIT);
}

void *memory_new(size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        out_of_memory(SIZE_MAX);
    void *block = calloc(count ? count : 1, size ? size : 1);
    if (!block)
        out_of_memory(count * size);
    return block;
}

void *memory_resize(void *block, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        out_of_memory(SIZE_MAX);
    size_t bytes = count * size;
    void *resized = realloc(block, bytes ? bytes : 1);
    if (!resized)
        out_of_memory(bytes);
    return resized;
}

char *memory_copy_string(const char *s)
{
    size_t bytes = strlen(s) + 1;
    char *copy = memory_new(bytes, 1);
    memcpy(copy, s, bytes);
    return copy;
}

void memory_free(void *block)
{
    free(block);
}

static void *gmp_new(size_t bytes)
{
    return memory_resize(NULL, bytes, 1);
}

static void *gmp_resize(void *block, size_t old_bytes, size_t bytes)
{
    (void)old_bytes;
    return memory_resize(block, bytes, 1);
}

static void gmp_free(void *block, size_t bytes)
{
    (void)bytes;
    free(block);
}

static void *json_new(size_t bytes)
{
    return memory_resize(NULL, bytes, 1);
}

void memory_install(void)
{
    mp_set_memory_functions(gmp_new, gmp_resize, gmp_free);
    json_set_alloc_funcs(json_new, free);
}

size_t memory_available(void)
{
    long pages = sysconf(_SC_PHYS_PAGES);
    long page = sysconf(_SC_PAGESIZE);
    if (pages <= 0 || page <= 0)
        return (size_t)1 << 30;
    return (size_t)pages * (size_t)page;
}
