#include "report/lesson/terminal.h"

#include "base/memory.h"
#include "base/status.h"

#include <string.h>

enum { margin = 2 };

/* A heading with a line of signs below it. */
static void heading(FILE *to, const page_style *style, const char *number, const char *title,
                    char sign)
{
    size_t room = strlen(number) + strlen(title) + 3;
    char *text = memory_new(room, 1);
    snprintf(text, room, "%s  %s", number, title);
    fprintf(to, "%s%s%s\n", style->colour ? "\033[1m" : "", text, style->colour ? "\033[0m" : "");
    size_t columns = wrap_columns(text);
    for (size_t i = 0; i < columns && i < style->width; i++)
        fputc(sign, to);
    fputc('\n', to);
    memory_free(text);
}

void terminal_chapter(FILE *to, const page_style *style, const lesson *l, size_t c)
{
    char number[32];
    snprintf(number, sizeof number, "Chapter %zu.", c + 1);
    heading(to, style, number, l->chapter[c].title, '=');
    fputc('\n', to);
    terminal_text(to, style, margin, "", &l->chapter[c].goal);
}

/* What the kernel made of this step, in its own words. */
static void kernel_facts(FILE *to, const page_style *style, const lesson_step *step)
{
    char first[64];
    if (step->rule && step->facts == 0)
        fprintf(to, "\n%*sKernel: the rule `%s` is not needed at your numbers.\n", margin, "",
                step->rule);
    for (size_t i = 0; i < step->facts; i++) {
        const lesson_fact *fact = &step->fact[i];
        fprintf(to, "\n%*sKernel: accepted, rule `%s`, fact %s:\n", margin, "", fact->rule,
                fact->name);
        char *copy = memory_copy_string(fact->statement);
        for (char *line = copy, *next; line; line = next) {
            next = strchr(line, '\n');
            if (next)
                *next++ = '\0';
            snprintf(first, sizeof first, "%*s", margin + 2, "");
            wrap_text(to, style, first, margin + 4, line, "");
        }
        memory_free(copy);
    }
    if (step->coq) {
        fputc('\n', to);
        snprintf(first, sizeof first, "%*sCoq: ", margin, "");
        wrap_text(to, style, first, margin + 5, step->coq, "");
    }
}

void terminal_step(FILE *to, const page_style *style, const lesson *l, size_t c, size_t s)
{
    const lesson_step *step = &l->chapter[c].step[s];
    char number[32];
    snprintf(number, sizeof number, "%zu.%zu", c + 1, s + 1);
    heading(to, style, number, step->title, '-');
    const struct {
        const char *lead;
        const lesson_text *text;
    } parts[] = {
        {"", &step->statement}, {"Why. ", &step->reason}, {"In numbers. ", &step->numbers}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i].text->count) {
            fputc('\n', to);
            terminal_text(to, style, margin, parts[i].lead, parts[i].text);
        }
    kernel_facts(to, style, step);
}

void terminal_exercise(FILE *to, const page_style *style, const lesson *l, size_t c, size_t x)
{
    const lesson_exercise *exercise = &l->chapter[c].exercise[x];
    char number[40], first[32];
    snprintf(number, sizeof number, "Exercise %zu.%c", c + 1, (char)('a' + x));
    heading(to, style, number, exercise->title, '-');
    fputc('\n', to);
    terminal_text(to, style, margin, "", &exercise->question);
    for (size_t i = 0; i < exercise->choices; i++) {
        char *line = terminal_line(&exercise->choice[i], style);
        snprintf(first, sizeof first, "%*s(%zu) ", margin + 2, "", i + 1);
        wrap_text(to, style, first, margin + 6, line, "");
        memory_free(line);
    }
}

void terminal_hint(FILE *to, const page_style *style, const lesson_exercise *x)
{
    terminal_text(to, style, margin, "Hint. ", &x->hint);
}

void terminal_answer(FILE *to, const page_style *style, const lesson_exercise *x)
{
    char *lead = memory_new(strlen(x->answer->shown) + 3, 1);
    snprintf(lead, strlen(x->answer->shown) + 3, x->choices ? "(%s)" : "%s", x->answer->shown);
    fprintf(to, "%*sAnswer: %s.\n", margin, "", lead);
    memory_free(lead);
    terminal_text(to, style, margin, "", &x->explain);
}

void terminal_all(FILE *to, const page_style *style, const lesson *l, size_t c)
{
    const lesson_chapter *chapter = &l->chapter[c];
    terminal_chapter(to, style, l, c);
    for (size_t s = 0; s < chapter->steps; s++) {
        fputc('\n', to);
        terminal_step(to, style, l, c, s);
    }
    for (size_t x = 0; x < chapter->exercises; x++) {
        fputc('\n', to);
        terminal_exercise(to, style, l, c, x);
    }
    for (size_t x = 0; x < chapter->exercises; x++) {
        fprintf(to, "\nTo exercise %zu.%c\n", c + 1, (char)('a' + x));
        terminal_hint(to, style, &chapter->exercise[x]);
        terminal_answer(to, style, &chapter->exercise[x]);
    }
}
