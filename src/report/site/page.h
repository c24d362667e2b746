/* The frame of every page: head, contents, neighbours, foot. */
#ifndef STRATA_REPORT_SITE_PAGE_H
#define STRATA_REPORT_SITE_PAGE_H

#include <stddef.h>
#include <stdio.h>

/* One page of the site in reading order. */
typedef struct page_entry {
    char *file; /* "task.html" */
    char *title;
    int chapter; /* its number from 1, or 0 for a page beside the chapters */
} page_entry;

typedef struct page_list {
    size_t count;
    page_entry *entry;
} page_list;

/* From <!DOCTYPE html> to the opening <main>, with the page's heading. */
void page_begin(FILE *to, const page_list *all, size_t at);

/* Neighbours, foot, and the closing tags. */
void page_end(FILE *to, const page_list *all, size_t at);

/* A heading's text as an id: lower case, hyphens; `id` has room for page_id_room characters. */
enum { page_id_room = 80 };
void page_id(char *id, const char *prefix, const char *text);

#endif
