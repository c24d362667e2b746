#include "report/figure.h"

#include "base/status.h"
#include "report/xml.h"

#include <math.h>
#include <string.h>

void figure_begin(svg *s, double height, const char *id, const char *title, const char *description)
{
    s->text = NULL;
    s->to = open_memstream(&s->text, &s->length);
    REQUIRE(s->to != NULL);
    fprintf(
        s->to,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %g\" role=\"img\" "
        "aria-labelledby=\"%s-title %s-desc\" class=\"figure\" id=\"%s\">\n<title id=\"%s-title\">",
        figure_width, height, id, id, id, id);
    xml_escape(s->to, title);
    fprintf(s->to, "</title>\n<desc id=\"%s-desc\">", id);
    xml_escape(s->to, description);
    fputs("</desc>\n", s->to);
}

char *figure_end(svg *s)
{
    return svg_end(s);
}

/* The rest of an open tag, with the title inside. */
static void close_mark(svg *s, const char *tag, const mark *as)
{
    xml_attribute(s->to, "class", as->class_name);
    if (as->opacity > 0)
        fprintf(s->to, " fill-opacity=\"%.3f\"", as->opacity);
    xml_attribute(s->to, "data-value", as->value);
    if (!as->title) {
        fputs("/>\n", s->to);
        return;
    }
    fputs("><title>", s->to);
    xml_escape(s->to, as->title);
    fprintf(s->to, "</title></%s>\n", tag);
}

void figure_box(svg *s, point corner, double width, double height, double round, const mark *as)
{
    fprintf(s->to, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" rx=\"%g\"", corner.x,
            corner.y, width, height, round);
    close_mark(s, "rect", as);
}

void figure_line(svg *s, point a, point b, const char *class_name)
{
    const point p[] = {a, b};
    figure_polyline(s, p, 2, class_name);
}

void figure_polyline(svg *s, const point *p, size_t count, const char *class_name)
{
    fputs("<polyline points=\"", s->to);
    for (size_t i = 0; i < count; i++)
        fprintf(s->to, "%s%.2f,%.2f", i ? " " : "", p[i].x, p[i].y);
    fputs("\"", s->to);
    close_mark(s, "polyline", &(mark){.class_name = class_name});
}

void figure_dot(svg *s, point centre, double radius, const mark *as)
{
    fprintf(s->to, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%g\"", centre.x, centre.y, radius);
    close_mark(s, "circle", as);
}

void figure_arrow(svg *s, point a, point b, double bend, const mark *as)
{
    const double size = 7, spread = 0.42;
    /* the control point of the curve decides the direction at its end */
    point by = {(a.x + b.x) / 2 + bend, (a.y + b.y) / 2};
    double from = atan2(b.y - by.y, b.x - by.x);
    point left = {b.x - size * cos(from - spread), b.y - size * sin(from - spread)};
    point right = {b.x - size * cos(from + spread), b.y - size * sin(from + spread)};
    fprintf(s->to, "<path d=\"M%.2f %.2fQ%.2f %.2f %.2f %.2fM%.2f %.2fL%.2f %.2fL%.2f %.2f\"", a.x,
            a.y, by.x, by.y, b.x, b.y, left.x, left.y, b.x, b.y, right.x, right.y);
    close_mark(s, "path", as);
}

/* What follows a ^ is raised, to the end. */
static void write_raised(FILE *to, const char *text)
{
    char base[200];
    size_t length = strcspn(text, "^");
    snprintf(base, sizeof base, "%.*s", (int)length, text);
    xml_escape(to, base);
    if (text[length] == '^') {
        fputs("<tspan class=\"up\" dy=\"-0.45em\">", to);
        xml_escape(to, text + length + 1);
        fputs("</tspan>", to);
    }
}

void figure_text(svg *s, point at, anchor where, const char *class_name, const char *text)
{
    static const char *const anchor_name[] = {"start", "middle", "end"};
    fprintf(s->to, "<text x=\"%.2f\" y=\"%.2f\" text-anchor=\"%s\"", at.x, at.y,
            anchor_name[where]);
    xml_attribute(s->to, "class", class_name);
    fputs(">", s->to);
    write_raised(s->to, text);
    fputs("</text>\n", s->to);
}
