#include "report/site/page.h"

#include "base/version.h"
#include "report/xml.h"

#include <ctype.h>
#include <string.h>

void page_id(char *id, const char *prefix, const char *text)
{
    size_t used = (size_t)snprintf(id, page_id_room, "%s", prefix);
    for (; *text && used + 2 < page_id_room; text++) {
        if (isalnum((unsigned char)*text))
            id[used++] = (char)tolower((unsigned char)*text);
        else if (used > 0 && id[used - 1] != '-')
            id[used++] = '-';
    }
    while (used > 0 && id[used - 1] == '-')
        used--;
    id[used] = '\0';
}

static void link_to(FILE *to, const page_entry *page, const char *rel)
{
    fputs("<a", to);
    xml_attribute(to, "href", page->file);
    xml_attribute(to, "rel", rel);
    fputs(">", to);
    xml_escape(to, page->title);
    fputs("</a>", to);
}

/* Chapters are numbered by the list itself, other pages stand below it. */
static void write_contents(FILE *to, const page_list *all, size_t at)
{
    fputs(
        "<details class=\"contents\">\n<summary>Contents</summary>\n<nav aria-label=\"Contents\">\n"
        "<ol>\n",
        to);
    for (int chapters = 1; chapters >= 0; chapters--) {
        for (size_t i = 1; i < all->count; i++) {
            if ((all->entry[i].chapter > 0) != chapters)
                continue;
            fputs(i == at ? "<li aria-current=\"page\">" : "<li>", to);
            link_to(to, &all->entry[i], NULL);
            fputs("</li>\n", to);
        }
        fputs(chapters ? "</ol>\n<ul>\n" : "</ul>\n", to);
    }
    fputs("</nav>\n</details>\n", to);
}

void page_begin(FILE *to, const page_list *all, size_t at)
{
    const page_entry *page = &all->entry[at];
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>", to);
    xml_escape(to, page->title);
    fputs(at ? " – Strata</title>\n" : "</title>\n", to);
    fputs("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n"
          "<link rel=\"icon\" href=\"data:,\">\n"
          "<link rel=\"stylesheet\" href=\"lesson.css\">\n"
          "<script src=\"lesson.js\" defer></script>\n</head>\n<body>\n"
          "<a class=\"skip\" href=\"#main\">Skip to the text</a>\n<header>\n",
          to);
    fputs(at ? "<a href=\"index.html\">Strata: the lesson</a>" : "<span>Strata: the lesson</span>",
          to);
    fputc('\n', to);
    write_contents(to, all, at);
    fputs("</header>\n<main id=\"main\">\n", to);
    if (page->chapter)
        fprintf(to, "<p class=\"count\">Chapter %d</p>\n", page->chapter);
    fputs("<h1>", to);
    xml_escape(to, page->title);
    fputs("</h1>\n", to);
}

static void write_neighbour(FILE *to, const page_list *all, size_t at, int next)
{
    fprintf(to, "<p class=\"%s\">%s ", next ? "next" : "previous", next ? "Next:" : "Back:");
    link_to(to, &all->entry[at], next ? "next" : "prev");
    fputs("</p>\n", to);
}

void page_end(FILE *to, const page_list *all, size_t at)
{
    fputs("</main>\n<nav class=\"neighbours\" aria-label=\"Neighbouring pages\">\n", to);
    if (at > 0)
        write_neighbour(to, all, at - 1, 0);
    if (at + 1 < all->count)
        write_neighbour(to, all, at + 1, 1);
    fprintf(to,
            "</nav>\n<footer>\n<p>Written by strata %s. Every number on these pages was computed "
            "by the program when it wrote them; point at one to see all its digits.</p>\n"
            "</footer>\n</body>\n</html>\n",
            strata_version);
}
