/* The lesson as a static site: pages that open from the file system, without network. */
#ifndef STRATA_REPORT_SITE_SITE_H
#define STRATA_REPORT_SITE_SITE_H

#include "report/lesson/lesson.h"
#include "report/site/pictures.h"

typedef struct site {
    const lesson *lesson;
    const names *names;  /* the evidence: run, facts, theorem */
    const char *script;  /* the proof at the reader's numbers */
    const char *options; /* that give these numbers: "--L 3 --B 64" */
    const network *net;  /* of the running example */
    const setting *setting;
    pictures drawn;
} site;

/* Writes all pages into the directory, which is made if it is not there. A directory that holds
 * anything but an earlier site is left alone (STATUS_USAGE). Every file is written whole or not
 * at all. */
status site_write(const site *of, const char *directory, error *e);

/* Pages beside the chapters: what stands inside <main> after the heading. */
void site_write_index(FILE *to, const site *of);
void site_write_input(FILE *to, const site *of);
void site_write_proof(FILE *to, const site *of);

/* Compiled in from src/report/site by scripts/embed-site.sh; lines up to NULL. */
extern const char *const site_style[];
extern const char *const site_script[];

#endif
