#include "report/svg.h"

#include "base/status.h"
#include "report/xml.h"

void svg_begin(svg *s, double width, double height, const char *title)
{
    s->text = NULL;
    s->to = open_memstream(&s->text, &s->length);
    REQUIRE(s->to != NULL);
    fprintf(s->to,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %g %g\" width=\"%g\" "
            "height=\"%g\" font-family=\"Helvetica, Arial, sans-serif\">\n<title>",
            width, height, width, height);
    xml_escape(s->to, title);
    fprintf(s->to, "</title>\n<rect width=\"%g\" height=\"%g\" fill=\"#ffffff\"/>\n", width,
            height);
}

char *svg_end(svg *s)
{
    fputs("</svg>\n", s->to);
    REQUIRE(fclose(s->to) == 0);
    return s->text;
}

static void style_attributes(FILE *to, const svg_style *style)
{
    fprintf(to, " fill=\"%s\"", style->fill ? style->fill : "none");
    if (style->opacity > 0)
        fprintf(to, " fill-opacity=\"%g\"", style->opacity);
    if (style->stroke)
        fprintf(to, " stroke=\"%s\" stroke-width=\"%g\" stroke-linejoin=\"round\"", style->stroke,
                style->width);
    if (style->dash)
        fprintf(to, " stroke-dasharray=\"%s\"", style->dash);
}

static void path(svg *s, const char *shape, const point *p, size_t count, const svg_style *style)
{
    fprintf(s->to, "<%s points=\"", shape);
    for (size_t i = 0; i < count; i++)
        fprintf(s->to, "%s%.2f,%.2f", i ? " " : "", p[i].x, p[i].y);
    fputs("\"", s->to);
    style_attributes(s->to, style);
    fputs("/>\n", s->to);
}

void svg_polygon(svg *s, const point *p, size_t count, const svg_style *style)
{
    path(s, "polygon", p, count, style);
}

void svg_polyline(svg *s, const point *p, size_t count, const svg_style *style)
{
    path(s, "polyline", p, count, style);
}

void svg_line(svg *s, point a, point b, const svg_style *style)
{
    const point p[] = {a, b};
    svg_polyline(s, p, 2, style);
}

void svg_circle(svg *s, point centre, double radius, const svg_style *style, const char *title)
{
    fprintf(s->to, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%g\"", centre.x, centre.y, radius);
    style_attributes(s->to, style);
    fputs("><title>", s->to);
    xml_escape(s->to, title);
    fputs("</title></circle>\n", s->to);
}

static const char *const anchor_name[] = {"start", "middle", "end"};

void svg_text(svg *s, point at, anchor where, double size, const char *colour, const char *text)
{
    fprintf(s->to, "<text x=\"%.2f\" y=\"%.2f\" text-anchor=\"%s\" font-size=\"%g\" fill=\"%s\">",
            at.x, at.y, anchor_name[where], size, colour);
    xml_escape(s->to, text);
    fputs("</text>\n", s->to);
}

void svg_text_up(svg *s, point at, double size, const char *colour, const char *text)
{
    fprintf(s->to,
            "<text transform=\"translate(%.2f,%.2f) rotate(-90)\" text-anchor=\"middle\" "
            "font-size=\"%g\" fill=\"%s\">",
            at.x, at.y, size, colour);
    xml_escape(s->to, text);
    fputs("</text>\n", s->to);
}
