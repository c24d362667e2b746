#include "cli/lesson-talk.h"

#include "report/lesson/answer.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The pages of a chapter: its steps, then its exercises. */
typedef struct spot {
    size_t chapter, page;
} spot;

static size_t pages(const lesson *l, size_t c)
{
    return l->chapter[c].steps + l->chapter[c].exercises;
}

static const lesson_exercise *exercise_at(const lesson *l, spot at)
{
    const lesson_chapter *c = &l->chapter[at.chapter];
    return at.page < c->steps ? NULL : &c->exercise[at.page - c->steps];
}

static void show(FILE *to, const page_style *style, const lesson *l, spot at)
{
    const lesson_chapter *c = &l->chapter[at.chapter];
    fputc('\n', to);
    if (at.page == 0) {
        terminal_chapter(to, style, l, at.chapter);
        fputc('\n', to);
    }
    if (at.page < c->steps)
        terminal_step(to, style, l, at.chapter, at.page);
    else
        terminal_exercise(to, style, l, at.chapter, at.page - c->steps);
}

static void ask(FILE *to, const lesson *l, spot at)
{
    fprintf(to, "\n[chapter %zu of %zu, page %zu of %zu] %s> ", at.chapter + 1, l->chapters,
            at.page + 1, pages(l, at.chapter),
            exercise_at(l, at) ? "your answer, h hint, a answer, n next, ? help "
                               : "Enter next, b back, ? help, q quit ");
    fflush(to);
}

static void help(FILE *to, const lesson *l, spot at)
{
    fprintf(to, "  Enter or n  next page           b    back\n"
                "  c 5         chapter 5           s 3  step 3 of this chapter\n"
                "  e 2         exercise 2          q    quit\n"
                "  In an exercise: type the answer (2^10 and 3/4 are fine), h for a hint,\n"
                "  a to see the answer. Elsewhere a number is a chapter:\n");
    for (size_t c = 0; c < l->chapters; c++)
        fprintf(to, "  %c %2zu. %s\n", c == at.chapter ? '>' : ' ', c + 1, l->chapter[c].title);
}

static spot next(const lesson *l, spot at)
{
    if (at.page + 1 < pages(l, at.chapter))
        return (spot){at.chapter, at.page + 1};
    return (spot){at.chapter + 1, 0}; /* beyond the last chapter: the end */
}

static spot back(const lesson *l, spot at)
{
    if (at.page > 0)
        return (spot){at.chapter, at.page - 1};
    return at.chapter > 0 ? (spot){at.chapter - 1, pages(l, at.chapter - 1) - 1} : at;
}

/* "c 5": to *number if it is 1 .. most. */
static int read_number(size_t *number, const char *text, size_t most)
{
    char *end;
    unsigned long value = strtoul(text, &end, 10);
    if (end == text || end[strspn(end, " ")] || value < 1 || value > most)
        return 0;
    *number = value - 1;
    return 1;
}

/* A command that moves: 1 if `line` was one. */
static int move(spot *at, const lesson *l, const char *line, FILE *to)
{
    const lesson_chapter *c = &l->chapter[at->chapter];
    size_t number;
    char letter = line[0];
    if (letter == '\0' || strcmp(line, "n") == 0) {
        *at = next(l, *at);
    } else if (strcmp(line, "b") == 0) {
        *at = back(l, *at);
    } else if (isdigit((unsigned char)letter) || (letter == 'c' && line[1] == ' ')) {
        if (!read_number(&number, letter == 'c' ? line + 1 : line, l->chapters)) {
            fprintf(to, "  There are chapters 1 to %zu.\n", l->chapters);
            return 1;
        }
        *at = (spot){number, 0};
    } else if (letter == 's' && line[1] == ' ') {
        if (read_number(&number, line + 1, c->steps))
            at->page = number;
        else
            fprintf(to, "  This chapter has steps 1 to %zu.\n", c->steps);
    } else if (letter == 'e' && line[1] == ' ') {
        if (read_number(&number, line + 1, c->exercises))
            at->page = c->steps + number;
        else
            fprintf(to, "  This chapter has exercises 1 to %zu.\n", c->exercises);
    } else {
        return 0;
    }
    return 1;
}

static void judge(FILE *to, const page_style *style, const lesson_exercise *x, const char *line)
{
    error e = {""};
    int right = 0;
    if (answer_check(&right, x, line, &e) != STATUS_OK)
        fprintf(to, "  Not understood: %s.\n", e.message);
    else if (right)
        fputs("  Right.\n", to);
    else
        fputs("  Not right.\n", to);
    if (right)
        terminal_text(to, style, 2, "", &x->explain);
    else if (!e.message[0])
        terminal_hint(to, style, x);
}

/* A line without the white space around it; 0 at the end of input. */
static int read_line(char *line, size_t room, FILE *from)
{
    if (!fgets(line, (int)room, from))
        return 0;
    size_t length = strlen(line), start = strspn(line, " \t");
    while (length > start && isspace((unsigned char)line[length - 1]))
        length--;
    memmove(line, line + start, length - start);
    line[length - start] = '\0';
    return 1;
}

/* In an exercise digits are an answer; everywhere else letters and digits are commands. */
static void respond(spot *at, FILE *to, const page_style *style, const lesson *l, const char *line)
{
    const lesson_exercise *x = exercise_at(l, *at);
    spot before = *at;
    int answer = x && (isdigit((unsigned char)line[0]) || strchr("(-", line[0])) && line[0];
    if (strcmp(line, "?") == 0) {
        help(to, l, *at);
    } else if (x && strcmp(line, "h") == 0) {
        terminal_hint(to, style, x);
    } else if (x && strcmp(line, "a") == 0) {
        terminal_answer(to, style, x);
    } else if (answer) {
        judge(to, style, x, line);
    } else if (!move(at, l, line, to)) {
        fprintf(to, "  '%.40s' is not a command; ? lists them.\n", line);
    } else if (at->chapter < l->chapters &&
               (at->chapter != before.chapter || at->page != before.page)) {
        show(to, style, l, *at);
    }
}

void lesson_talk(FILE *to, FILE *from, const page_style *style, const lesson *l, size_t first)
{
    char line[1024];
    spot at = {first, 0};
    show(to, style, l, at);
    while (at.chapter < l->chapters) {
        ask(to, l, at);
        if (!read_line(line, sizeof line, from)) {
            fputc('\n', to);
            return;
        }
        if (strcmp(line, "q") == 0)
            return;
        respond(&at, to, style, l, line);
    }
    fputs("\n  That was the last page. Well done.\n", to);
}
