/* Formulas in lines of text: where a line may end. */
#include "base/memory.h"
#include "report/site/mathml-parts.h"
#include "report/xml.h"

#include <string.h>

static const char begin[] = "<math xmlns=\"http://www.w3.org/1998/Math/MathML\"";

static size_t length_of(const formula *f)
{
    char *text = formula_to_text(f);
    size_t length = strlen(text);
    memory_free(text);
    return length;
}

/* From these lengths on (in bytes) a formula may break: after relations, after any sign. */
enum { long_formula = 18, very_long_formula = 40 };

static int may_break_after(const formula *f, size_t length)
{
    static const char *const sign[] = {"=", "≤", "≥", "≠", "<", ">", "≈", ",",
                                       ";", "→", "∈", "⊆", "·", "×", "+", "−"};
    enum { relations = 12, signs = sizeof sign / sizeof *sign };
    size_t count = length >= very_long_formula ? signs : relations;
    for (size_t i = 0; f->kind == FORMULA_SIGN && i < count; i++)
        if (strcmp(f->text, sign[i]) == 0)
            return 1;
    return 0;
}

/* Browsers do not break a formula at the end of a line, but between two formulas they do. A sign
 * at the end of a piece is told that it stands between two operands. */
static void write_break(FILE *to, const formula *sign)
{
    fputs("<mo form=\"infix\">", to);
    xml_escape(to, sign->text);
    fprintf(to, "</mo></mrow></math><wbr>%s><mrow>", begin);
}

/* The parts of a long formula into the piece that is open; long fences are opened up as well. */
static void write_parts(FILE *to, const formula *f)
{
    size_t length = length_of(f);
    for (size_t i = 0; i < f->count; i++) {
        const formula *part = f->child[i];
        int between = i > 0 && i + 1 < f->count;
        if (i && mathml_stands_apart(f->child[i - 1], part))
            fputs("<mspace width=\"0.2em\"></mspace>", to);
        if (between && may_break_after(part, length)) {
            write_break(to, part);
        } else if (part->kind == FORMULA_FENCE && !mathml_is_tall(part) &&
                   length_of(part) >= very_long_formula) {
            fprintf(to, "<mo form=\"prefix\" fence=\"true\" stretchy=\"false\">%s</mo>",
                    part->text);
            write_parts(to, part->child[0]->kind == FORMULA_ROW ? part->child[0] : part);
            fprintf(to, "<mo form=\"postfix\" fence=\"true\" stretchy=\"false\">%s</mo>",
                    mathml_closing(part->text));
        } else {
            mathml_write_part(to, part);
        }
    }
}

void mathml_write(FILE *to, const formula *f, int display, const char *points, size_t length)
{
    fprintf(to, "%s%s><mrow>", begin, display ? " display=\"block\"" : "");
    if (display && f->kind == FORMULA_ROW)
        mathml_write_row(to, f, 1);
    else if (!display && f->kind == FORMULA_ROW && length_of(f) >= long_formula)
        write_parts(to, f);
    else
        mathml_write_part(to, f);
    if (length)
        fprintf(to, "<mtext>%.*s</mtext>", (int)length, points);
    fputs("</mrow></math>", to);
}
