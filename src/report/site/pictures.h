/* The pictures of the lesson by name. */
#ifndef STRATA_REPORT_SITE_PICTURES_H
#define STRATA_REPORT_SITE_PICTURES_H

#include "base/status.h"
#include "bounds/setting.h"
#include "model/network.h"
#include "report/figure-thresholds.h"
#include "report/lesson/names.h"

#include <jansson.h>

typedef struct picture {
    const char *name;    /* as the lesson's text calls it */
    const char *caption; /* below the picture */
    const char *page;    /* where the reader can play with it, or NULL */
    const char *invite;  /* the words of that link */
    char *svg;
} picture;

typedef struct pictures {
    size_t count;
    picture *picture;
} pictures;

/* What the pictures are drawn from, all computed in this run. */
typedef struct picture_numbers {
    const setting *setting;
    const witness *witness;
    const json_t *input;  /* of the running example, as in `strata run` */
    const network *net;   /* that solves it */
    const names *names;   /* the lesson's definitions: N, x, theta, to_l, ... */
    const json_t *models; /* rows of `strata models` */
    const threshold_curve *curve;
    size_t curves;
} picture_numbers;

status pictures_draw(pictures *all, const picture_numbers *from, error *e);
void pictures_clear(pictures *all);

const picture *pictures_find(const pictures *all, const char *name); /* or NULL */

#endif
