/* What `strata protocol` prints: who says how much to whom, and what was checked. */
#ifndef STRATA_CLI_PROTOCOL_REPORT_H
#define STRATA_CLI_PROTOCOL_REPORT_H

#include "cli/protocol-subject.h"
#include "protocol/check.h"
#include "protocol/transcript.h"

typedef struct protocol_report {
    const protocol_subject *subject;
    const char *exceeded;           /* a message, or NULL */
    const transcript *shown;        /* whose messages to print, or NULL */
    const protocol_findings *found; /* NULL if nothing was run */
    int sampled;
} protocol_report;

/* Free with memory_free. */
char *protocol_report_text(const protocol_report *r);
char *protocol_report_json(const protocol_report *r);
char *protocol_report_table(const protocol_report *r, report_format format);

/* "word FFF, B = 49, S = 0" with where they come from. */
enum { protocol_about_room = 400 };
void protocol_report_about(char *text, const protocol_report *r);

#endif
