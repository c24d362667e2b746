#include "report/site/chapter.h"

#include "report/site/page.h"
#include "report/site/text.h"
#include "report/xml.h"

/* ---- steps ----------------------------------------------------------------------------- */

static void write_part(FILE *to, const char *class_name, const char *title, const lesson_text *text)
{
    if (text->count == 0)
        return;
    fprintf(to, "<div class=\"%s\">\n", class_name);
    if (title)
        fprintf(to, "<h3>%s</h3>\n", title);
    text_write(to, text);
    fputs("</div>\n", to);
}

static void write_picture(FILE *to, const pictures *drawn, const char *name)
{
    const picture *p = name ? pictures_find(drawn, name) : NULL;
    if (!p)
        return;
    if (p->svg) {
        fprintf(to, "<figure>\n%s<figcaption>", p->svg);
        xml_escape(to, p->caption);
        fputs("</figcaption>\n</figure>\n", to);
    }
    if (p->page)
        fprintf(to, "<p class=\"invite\"><a href=\"%s\">%s</a></p>\n", p->page, p->invite);
}

/* What the kernel made of the step at the reader's numbers, and where Coq proves it for all. */
static void write_verdict(FILE *to, const lesson_step *step)
{
    if (step->facts) {
        fprintf(
            to,
            "<details class=\"verdict\">\n<summary>The kernel agrees: rule <code>%s</code>, %zu fact%s</summary>\n<dl>\n",
            step->rule ? step->rule : step->fact[0].rule, step->facts, step->facts == 1 ? "" : "s");
        for (size_t i = 0; i < step->facts; i++) {
            fputs("<dt><code>", to);
            xml_escape(to, step->fact[i].name);
            fputs("</code></dt>\n<dd><pre>", to);
            xml_escape(to, step->fact[i].statement);
            fputs("</pre></dd>\n", to);
        }
        fputs("</dl>\n</details>\n", to);
    }
    if (step->coq) {
        fputs("<p class=\"coq\">For all parameters, in Coq: <code>", to);
        xml_escape(to, step->coq);
        fputs("</code></p>\n", to);
    }
}

static void write_step(FILE *to, const lesson_step *step, size_t number, const pictures *drawn)
{
    char id[page_id_room];
    page_id(id, "", step->title);
    fprintf(
        to,
        "<section class=\"step\" aria-labelledby=\"%s\">\n<h2 id=\"%s\"><span class=\"number\">%zu</span> ",
        id, id, number);
    xml_escape(to, step->title);
    fputs("</h2>\n", to);
    write_part(to, "statement", NULL, &step->statement);
    write_picture(to, drawn, step->figure);
    write_part(to, "reason", "Why", &step->reason);
    write_part(to, "numbers", "In numbers", &step->numbers);
    write_verdict(to, step);
    fputs("</section>\n", to);
}

/* ---- exercises -------------------------------------------------------------------------- */

static void write_folded(FILE *to, const char *title, const lesson_text *text)
{
    if (text->count == 0)
        return;
    fprintf(to, "<details>\n<summary>%s</summary>\n", title);
    text_write(to, text);
    fputs("</details>\n", to);
}

static void write_choices(FILE *to, const lesson_exercise *x)
{
    if (x->choices == 0)
        return;
    fputs("<ol class=\"choices\">\n", to);
    for (size_t i = 0; i < x->choices; i++) {
        fputs("<li>", to);
        text_write_line(to, &x->choice[i]);
        fputs("</li>\n", to);
    }
    fputs("</ol>\n", to);
}

/* The answer as text, for readers without JavaScript, and as data for the others. */
static void write_answer(FILE *to, const lesson_exercise *x)
{
    fputs("<details class=\"answer\">\n<summary>Answer</summary>\n<p>", to);
    if (x->choices)
        fputs("Choice ", to);
    text_write_number(to, x->answer);
    fputs(".</p>\n", to);
    text_write(to, &x->explain);
    fputs("</details>\n", to);
}

static void write_exercise(FILE *to, const lesson_exercise *x, size_t number)
{
    char id[page_id_room];
    page_id(id, "exercise-", x->title);
    fprintf(to, "<section class=\"exercise\" aria-labelledby=\"%s\"", id);
    xml_attribute(to, "data-answer", x->answer->exact ? x->answer->exact : x->answer->shown);
    xml_attribute(to, "data-kind", x->choices ? "choice" : x->answer->exact ? "exact" : "decimal");
    fprintf(to, ">\n<h3 id=\"%s\"><span class=\"number\">%zu</span> ", id, number);
    xml_escape(to, x->title);
    fputs("</h3>\n<div class=\"question\">\n", to);
    text_write(to, &x->question);
    write_choices(to, x);
    fputs("</div>\n", to);
    write_folded(to, "Hint", &x->hint);
    write_answer(to, x);
    fputs("</section>\n", to);
}

/* ---- the page ----------------------------------------------------------------------------- */

static void write_overview(FILE *to, const lesson_chapter *chapter)
{
    fputs("<div class=\"goal\">\n", to);
    text_write(to, &chapter->goal);
    fputs("</div>\n<nav class=\"steps\" aria-label=\"Steps of this chapter\">\n<ol>\n", to);
    for (size_t i = 0; i < chapter->steps; i++) {
        char id[page_id_room];
        page_id(id, "", chapter->step[i].title);
        fprintf(to, "<li><a href=\"#%s\">", id);
        xml_escape(to, chapter->step[i].title);
        fputs("</a></li>\n", to);
    }
    if (chapter->exercises)
        fputs("<li class=\"last\"><a href=\"#exercises\">Exercises</a></li>\n", to);
    fputs("</ol>\n</nav>\n", to);
}

void chapter_write(FILE *to, const lesson_chapter *chapter, const pictures *drawn)
{
    write_overview(to, chapter);
    for (size_t i = 0; i < chapter->steps; i++)
        write_step(to, &chapter->step[i], i + 1, drawn);
    if (chapter->exercises == 0)
        return;
    fputs(
        "<h2 id=\"exercises\">Exercises</h2>\n"
        "<p class=\"practice\">Type a whole number, a fraction or a formula: <code>12</code>, "
        "<code>3/4</code>, <code>2^10 - 1</code>.</p>\n"
        "<noscript><p>Without JavaScript the answers cannot be checked here; they stand below each "
        "question, folded.</p></noscript>\n",
        to);
    for (size_t i = 0; i < chapter->exercises; i++)
        write_exercise(to, &chapter->exercise[i], i + 1);
}
