/* Text between tags: what SVG and HTML share. */
#ifndef STRATA_REPORT_XML_H
#define STRATA_REPORT_XML_H

#include <stdio.h>

/* Writes s so that it is safe between tags and inside double quotes. */
void xml_escape(FILE *to, const char *s);

/* " name=\"value\"", escaped; nothing if value is NULL. */
void xml_attribute(FILE *to, const char *name, const char *value);

#endif
