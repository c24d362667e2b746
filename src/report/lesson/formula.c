#include "report/lesson/formula.h"

#include "base/memory.h"

void lesson_number_clear(lesson_number *number)
{
    if (!number)
        return;
    memory_free(number->formula);
    memory_free(number->exact);
    memory_free(number->shown);
    memory_free(number);
}

void formula_clear(formula *tree)
{
    if (!tree)
        return;
    for (size_t i = 0; i < tree->count; i++)
        formula_clear(tree->child[i]);
    memory_free(tree->child);
    memory_free(tree->text);
    lesson_number_clear(tree->number);
    memory_free(tree);
}
