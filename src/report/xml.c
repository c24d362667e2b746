#include "report/xml.h"

void xml_escape(FILE *to, const char *s)
{
    for (; *s; s++) {
        if (*s == '<')
            fputs("&lt;", to);
        else if (*s == '>')
            fputs("&gt;", to);
        else if (*s == '&')
            fputs("&amp;", to);
        else if (*s == '"')
            fputs("&quot;", to);
        else
            fputc(*s, to);
    }
}

void xml_attribute(FILE *to, const char *name, const char *value)
{
    if (!value)
        return;
    fprintf(to, " %s=\"", name);
    xml_escape(to, value);
    fputc('"', to);
}
