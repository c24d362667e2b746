/* Who looks at whom: the attention weights of one run at every token, exactly.
 * Watches a run (model/run.h) of a network with one head per layer and one pass. */
#ifndef STRATA_REPORT_ATTENTION_MAP_H
#define STRATA_REPORT_ATTENTION_MAP_H

#include "model/run.h"

typedef struct attention_map {
    const network *net;
    size_t layers, tokens;
    char **weight; /* [layer][token t][token s], s <= t: exact text; NULL elsewhere */
    double *shade; /* the same, for drawing */
} attention_map;

void attention_map_init(attention_map *map, const network *net);
void attention_map_clear(attention_map *map);
run_observer attention_map_observer(attention_map *map);

static inline size_t attention_map_at(const attention_map *map, size_t layer, size_t t, size_t s)
{
    return (layer * map->tokens + t) * map->tokens + s;
}

/* A heat map per layer; the last token's row is framed. SVG text (memory_free). */
char *figure_attention(const char *id, const attention_map *map);

#endif
