#include "verifier/refute/view.h"

#include "base/memory.h"

#include <inttypes.h>
#include <stdio.h>

char *view_to_text(const transcript *run)
{
    enum { digits = 16 };
    knowledge k = transcript_knowledge(run, -1, run->p->layers);
    char *text = memory_new((k.words + 1) * digits + 1, 1);
    snprintf(text, digits + 1, "%016" PRIx64, k.symbol[0]);
    for (size_t i = 0; i < k.words; i++)
        snprintf(text + (i + 1) * digits, digits + 1, "%016" PRIx64, k.word[i]);
    return text;
}
