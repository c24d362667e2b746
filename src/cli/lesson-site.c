#include "cli/lesson-site.h"

#include "base/json-read.h"
#include "base/memory.h"
#include "bounds/models.h"
#include "cli/bounds-rows.h"
#include "cli/models-rows.h"
#include "constructions/construction.h"
#include "report/site/site.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- sizes, from the kernel's theorem ----------------------------------------------------------
 */

static status read_size(factored_t f, const json_t *text, error *e)
{
    mpz_t z;
    mpz_init(z);
    int bad = !json_is_string(text) || mpz_set_str(z, json_string_value(text), 10) != 0 ||
              mpz_sgn(z) <= 0;
    if (!bad)
        factored_set_z(f, z);
    mpz_clear(z);
    return bad ? error_set(e, STATUS_INTERNAL, "the kernel's theorem has a size that is no number")
               : STATUS_OK;
}

/* theta_0 stands first in the kernel's list and is not part of a witness. */
static status read_witness(witness *w, const json_t *theorem, error *e)
{
    const json_t *n = json_object_get(theorem, "n"), *x = json_object_get(theorem, "x"),
                 *theta = json_object_get(theorem, "theta");
    TRY(read_size(w->m, json_object_get(theorem, "m"), e));
    for (unsigned l = 0; l < w->L; l++) {
        TRY(read_size(w->x[l], json_array_get(x, l), e));
        if (l > 0) {
            TRY(read_size(w->n[l], json_array_get(n, l - 1), e));
            TRY(read_size(w->theta[l], json_array_get(theta, l), e));
        }
    }
    return STATUS_OK;
}

/* ---- thresholds as B grows
 * ------------------------------------------------------------------------ */

enum { most_points = 6, curve_count = 3 };
static const unsigned log2_B[most_points] = {1, 4, 8, 12, 16, 20};

typedef struct curves {
    threshold_point point[curve_count][most_points];
    threshold_curve curve[curve_count];
} curves;

static status add_point(threshold_curve *c, threshold_point *points, theorem_id id,
                        const setting *s, unsigned log_B, error *e)
{
    json_t *rows = json_array();
    status result = bounds_append(rows, id, s, NULL, e);
    const char *text = json_string_value(json_object_get(json_array_get(rows, 0), "log2_n"));
    if (result == STATUS_OK && text) {
        threshold_point *p = &points[c->count++];
        p->log2_B = log_B;
        p->log2_n = strtod(text, NULL);
        snprintf(p->text, sizeof p->text, "%.63s", text);
    }
    json_decref(rows);
    return result;
}

static status trace_curves(curves *all, const setting *given, error *e)
{
    static const theorem_id id[curve_count] = {ID_PUBLISHED, ID_CLOSED, ID_OPTIMAL};
    static const char *const name[curve_count] = {"published", "closed form", "found by search"};
    static const char *const class_name[curve_count] = {"published", "closed", "explicit"};
    setting s;
    setting_init(&s);
    setting_set(&s, given);
    status result = STATUS_OK;
    for (int c = 0; c < curve_count; c++) {
        all->curve[c] = (threshold_curve){name[c], class_name[c], 0, all->point[c]};
        for (int i = 0; i < most_points && result == STATUS_OK; i++) {
            mpz_set_ui(s.B, 1);
            mpz_mul_2exp(s.B, s.B, log2_B[i]);
            result = add_point(&all->curve[c], all->point[c], id[c], &s, log2_B[i], e);
        }
    }
    setting_clear(&s);
    return result;
}

/* ---- all of it
 * ----------------------------------------------------------------------------------- */

static status model_rows(json_t *rows, error *e)
{
    models list;
    TRY(models_parse(&list, models_data, "data/hybrid_models.csv", e));
    status s = STATUS_OK;
    for (size_t i = 0; i < list.count && s == STATUS_OK; i++)
        s = models_append(rows, &list.model[i], 16, e);
    models_clear(&list);
    return s;
}

static status write_site(site *made, picture_numbers *numbers, const lesson_subject *of,
                         const char *directory, error *e)
{
    curves *all = memory_new(1, sizeof *all);
    json_t *rows = json_array();
    status s = of->setting.L >= 2 ? trace_curves(all, &of->setting, e) : STATUS_OK;
    if (s == STATUS_OK)
        s = model_rows(rows, e);
    numbers->models = rows;
    numbers->curve = all->curve;
    numbers->curves = of->setting.L >= 2 ? curve_count : 0;
    if (s == STATUS_OK) {
        s = pictures_draw(&made->drawn, numbers, e);
        if (s == STATUS_OK)
            s = site_write(made, directory, e);
        pictures_clear(&made->drawn);
    }
    json_decref(rows);
    memory_free(all);
    return s;
}

status lesson_site(const lesson_subject *of, const lesson *l, const names *n, const char *script,
                   const char *directory, error *e)
{
    fc task;
    network net;
    witness w;
    const uint64_t two = 2;
    TRY(fc_init(&task, 2, 2, &two, e));
    construction_find("binary")->build(&net, &task);
    witness_init(&w, of->setting.L);
    status s = read_witness(&w, names_evidence(n, "theorem")->json, e);
    site made = {.lesson = l,
                 .names = n,
                 .script = script,
                 .options = of->options,
                 .net = &net,
                 .setting = &of->setting};
    picture_numbers numbers = {.setting = &of->setting,
                               .witness = &w,
                               .net = &net,
                               .names = n,
                               .input = json_object_get(names_evidence(n, "run")->json, "input")};
    if (s == STATUS_OK)
        s = write_site(&made, &numbers, of, directory, e);
    witness_clear(&w);
    network_clear(&net);
    return s;
}
