#include "report/lesson/lesson.h"

#include "base/memory.h"
#include "report/lesson/markup.h"

static void step_clear(lesson_step *step)
{
    memory_free(step->title);
    memory_free(step->figure);
    memory_free(step->rule);
    memory_free(step->coq);
    lesson_text_clear(&step->statement);
    lesson_text_clear(&step->reason);
    lesson_text_clear(&step->numbers);
    for (size_t i = 0; i < step->facts; i++) {
        memory_free(step->fact[i].name);
        memory_free(step->fact[i].rule);
        memory_free(step->fact[i].statement);
    }
    memory_free(step->fact);
}

static void exercise_clear(lesson_exercise *x)
{
    memory_free(x->title);
    lesson_text_clear(&x->question);
    lesson_text_clear(&x->hint);
    lesson_text_clear(&x->explain);
    for (size_t i = 0; i < x->choices; i++)
        lesson_line_clear(&x->choice[i]);
    memory_free(x->choice);
    lesson_number_clear(x->answer);
}

void lesson_clear(lesson *l)
{
    for (size_t i = 0; i < l->chapters; i++) {
        lesson_chapter *c = &l->chapter[i];
        for (size_t k = 0; k < c->steps; k++)
            step_clear(&c->step[k]);
        for (size_t k = 0; k < c->exercises; k++)
            exercise_clear(&c->exercise[k]);
        memory_free(c->step);
        memory_free(c->exercise);
        memory_free(c->name);
        memory_free(c->title);
        lesson_text_clear(&c->goal);
    }
    memory_free(l->chapter);
}
