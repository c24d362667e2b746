#include "verifier/content.h"

#include "base/memory.h"
#include "verifier/terms.h"

stream_content *contents_new(size_t width)
{
    return memory_new(width, sizeof(stream_content));
}

void contents_free(stream_content *contents, size_t width)
{
    for (size_t c = 0; c < width; c++)
        qranges_free(contents[c].range, contents[c].count);
    memory_free(contents);
}

void content_set(stream_content *to, stream_kind kind, size_t count)
{
    qranges_free(to->range, to->count);
    *to = (stream_content){.kind = kind, .count = count, .range = qranges_new(count)};
}

void content_range(qrange_t range, const stream_content *contents, const network *net, size_t c)
{
    const stream_content *it = &contents[c];
    if (it->kind == STREAM_EMBEDDED) {
        coordinate_range(range, &net->embed.coordinate[c], &net->task, -1);
        return;
    }
    qrange_set(range, &it->range[0]);
    for (size_t k = 1; k < it->count; k++)
        qrange_join(range, &it->range[k]);
}

const qrange_struct *content_at(const stream_content *it, uint64_t i)
{
    REQUIRE(it->kind != STREAM_EMBEDDED);
    uint64_t digit = it->kind == STREAM_DIGIT ? term_digit(it->digit, i) : 0;
    REQUIRE(digit < it->count);
    return &it->range[digit];
}
