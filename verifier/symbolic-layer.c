/* From the weights of a look-up to the stream after it: what is read, and what the MLP
 * makes of it, coordinate by coordinate, over all inputs with a given digit of i_t. */
#include "base/memory.h"
#include "verifier/piecewise.h"
#include "verifier/symbolic.h"
#include "verifier/values.h"

/* One value coordinate of one head. */
typedef struct reading {
    size_t head, value;
    value_row row;
    qrange_t others; /* what comes from tokens other than the wanted one */
    qrange_t all;    /* what is read, over all inputs */
} reading;

typedef struct layer_view {
    const network *net;
    const network_layer *layer;
    size_t readings;
    reading *reading;
    qrange_struct *before; /* the stream before the layer, over all inputs */
    qrange_struct *x;      /* the stream between attention and MLP */
} layer_view;

/* ---- what is read ------------------------------------------------------------------------------
 */

static void fill_reading(reading *it, const mixing_hull *hull, size_t t)
{
    qrange_init(it->others);
    qrange_init(it->all);
    for (size_t b = 0; b < hull->blocks; b++)
        qrange_addmul(it->others, &hull->part[b], &it->row.range[b]);
    qrange_set(it->all, it->others);
    qrange_addmul(it->all, hull->share, &it->row.range[t + 1]);
}

static void view_init(layer_view *view, const lookup_proof *lookup, const network *net, size_t t,
                      const stream_content *before)
{
    size_t width = net->embed.width;
    *view = (layer_view){.net = net, .layer = &net->layer[t]};
    for (size_t h = 0; h < view->layer->heads; h++)
        view->readings += network_head_view(view->layer, h).value->rows;
    view->reading = memory_new(view->readings, sizeof *view->reading);
    reading *it = view->reading;
    for (size_t h = 0; h < view->layer->heads; h++) {
        attention_head head = network_head_view(view->layer, h);
        for (size_t j = 0; j < head.value->rows; j++, it++) {
            it->head = h;
            it->value = j;
            value_row_init(&it->row, net, &head, j, (int)t);
            fill_reading(it, &lookup->hull[h], t);
        }
    }
    view->before = qranges_new(width);
    view->x = qranges_new(width);
    for (size_t c = 0; c < width; c++)
        content_range(&view->before[c], before, net, c);
}

static void view_clear(layer_view *view)
{
    size_t width = view->net->embed.width;
    for (size_t r = 0; r < view->readings; r++) {
        value_row_clear(&view->reading[r].row);
        qrange_clear(view->reading[r].others);
        qrange_clear(view->reading[r].all);
    }
    memory_free(view->reading);
    qranges_free(view->before, width);
    qranges_free(view->x, width);
}

static mpq_srcptr output_weight(const layer_view *view, const reading *it, size_t c)
{
    REQUIRE(it != NULL);
    return qmat_get(network_head_view(view->layer, it->head).output, c, it->value);
}

/* The stream after attention; if `fixed` is given, the wanted symbol has this digit of it. */
static void set_stream(layer_view *view, const lookup_proof *lookup, const reading *fixed,
                       uint64_t digit)
{
    qrange_t at_digit, value;
    qrange_init(at_digit);
    qrange_init(value);
    if (fixed) {
        value_row_at(value->lo, &fixed->row, digit);
        mpq_set(value->hi, value->lo);
        qrange_set(at_digit, fixed->others);
        qrange_addmul(at_digit, lookup->hull[fixed->head].share, value);
    }
    for (size_t c = 0; c < view->net->embed.width; c++) {
        qrange_set(&view->x[c], &view->before[c]);
        for (size_t r = 0; r < view->readings; r++) {
            int is_fixed = fixed == view->reading + r;
            qrange_addmul_q(&view->x[c], output_weight(view, &view->reading[r], c),
                            is_fixed ? at_digit : view->reading[r].all);
        }
    }
    qrange_clear(at_digit);
    qrange_clear(value);
}

/* ---- which coordinate follows what --------------------------------------------------------------
 */

static int reading_reaches(const layer_view *view, const reading *it, size_t coordinate)
{
    const network_layer *layer = view->layer;
    if (mpq_sgn(output_weight(view, it, coordinate)) != 0)
        return 1;
    for (size_t u = 0; u < layer->mlp_in->rows; u++) {
        if (mpq_sgn(qmat_get(layer->mlp_out, coordinate, u)) == 0)
            continue;
        for (size_t c = 0; c < layer->mlp_in->columns; c++)
            if (mpq_sgn(qmat_get(layer->mlp_in, u, c)) != 0 &&
                mpq_sgn(output_weight(view, it, c)) != 0)
                return 1;
    }
    return 0;
}

static int is_written(const layer_view *view, size_t coordinate)
{
    const network_layer *layer = view->layer;
    int written = mpq_sgn(layer->mlp_out_bias->entry[coordinate]) != 0;
    for (size_t u = 0; u < layer->mlp_out->columns && !written; u++)
        written = mpq_sgn(qmat_get(layer->mlp_out, coordinate, u)) != 0;
    for (size_t r = 0; r < view->readings && !written; r++)
        written = mpq_sgn(output_weight(view, &view->reading[r], coordinate)) != 0;
    return written;
}

/* Total width of the ranges: the smaller, the more is known. */
static void spread(mpq_t width, const stream_content *it)
{
    mpq_t one;
    mpq_init(one);
    mpq_set_ui(width, 0, 1);
    for (size_t d = 0; d < it->count; d++) {
        mpq_sub(one, it->range[d].hi, it->range[d].lo);
        mpq_add(width, width, one);
    }
    /* per digit value, so that contents with different digits compare */
    mpq_set_ui(one, 1, (unsigned long)it->count);
    mpq_mul(width, width, one);
    mpq_clear(one);
}

/* Keeps whichever of two descriptions of a coordinate says more; both are true. */
static void keep_better(stream_content *kept, stream_content *offered)
{
    mpq_t old, new;
    mpq_inits(old, new, NULL);
    spread(old, kept);
    spread(new, offered);
    if (mpq_cmp(new, old) < 0) {
        stream_content other = *kept;
        *kept = *offered;
        *offered = other;
    }
    mpq_clears(old, new, NULL);
}

/* All coordinates that `it` reaches, as functions of its digit. */
static void follow_reading(stream_content *after, layer_view *view, const lookup_proof *lookup,
                           const reading *it)
{
    size_t width = view->net->embed.width;
    stream_content *offered = contents_new(width);
    for (size_t c = 0; c < width; c++)
        if (is_written(view, c) && reading_reaches(view, it, c)) {
            content_set(&offered[c], STREAM_DIGIT, it->row.digits);
            offered[c].digit = it->row.digit;
            offered[c].head = it->head;
            offered[c].value = it->value;
        }
    for (size_t digit = 0; digit < it->row.digits; digit++) {
        set_stream(view, lookup, it, digit);
        for (size_t c = 0; c < width; c++)
            if (offered[c].kind == STREAM_DIGIT)
                mlp_output_range(&offered[c].range[digit], view->layer, c, view->x);
    }
    for (size_t c = 0; c < width; c++)
        if (offered[c].kind == STREAM_DIGIT)
            keep_better(&after[c], &offered[c]);
    contents_free(offered, width);
}

void symbolic_apply(lookup_proof *lookup, const network *net, size_t t,
                    const stream_content *before)
{
    layer_view view;
    view_init(&view, lookup, net, t, before);
    set_stream(&view, lookup, NULL, 0);
    for (size_t c = 0; c < net->embed.width; c++) {
        if (before[c].kind == STREAM_EMBEDDED && !is_written(&view, c))
            continue;
        content_set(&lookup->after[c], STREAM_RANGE, 1);
        mlp_output_range(&lookup->after[c].range[0], view.layer, c, view.x);
    }
    for (size_t r = 0; r < view.readings; r++)
        if (view.reading[r].row.digit)
            follow_reading(lookup->after, &view, lookup, &view.reading[r]);
    view_clear(&view);
}
