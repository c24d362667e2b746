#include "cli/constructions-rows.h"

#include "base/memory.h"

json_t *constructions_row(const construction *it, const fc *task)
{
    network net;
    it->build(&net, task);
    char *word = memory_new(net.layers + 1, 1);
    network_word(word, &net);
    json_int_t heads = (json_int_t)network_heads(&net), dim = (json_int_t)network_dim(&net);
    json_int_t p = (json_int_t)it->precision_bits(task);
    json_t *row = json_pack("{s:s,s:I,s:s,s:I,s:I,s:I,s:I,s:I,s:I,s:s}", "name", it->name, "layers",
                            (json_int_t)net.layers, "word", word, "heads", heads, "dim", dim,
                            "width", (json_int_t)net.embed.width, "precision_bits", p, "B",
                            heads * dim * p, "state_bits",
                            (json_int_t)network_state_entries(&net) * p, "summary", it->summary);
    REQUIRE(row != NULL);
    memory_free(word);
    network_clear(&net);
    return row;
}
