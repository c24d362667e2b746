#include "report/site/mathml.h"

#include "base/memory.h"
#include "report/xml.h"

#include <string.h>

static void write(FILE *to, const formula *f);

static void leaf(FILE *to, const char *tag, const char *text)
{
    fprintf(to, "<%s>", tag);
    xml_escape(to, text);
    fprintf(to, "</%s>", tag);
}

/* <tag> child child ... </tag>, each child one element */
static void node(FILE *to, const char *tag, const formula *f)
{
    fprintf(to, "<%s>", tag);
    for (size_t i = 0; i < f->count; i++)
        write(to, f->child[i]);
    fprintf(to, "</%s>", tag);
}

void mathml_number_attributes(FILE *to, const lesson_number *number)
{
    xml_attribute(to, "data-formula", number->formula);
    xml_attribute(to, "data-exact", number->exact);
}

/* "1.234·10^56" is shown with a raised exponent. */
static void write_number(FILE *to, const lesson_number *number)
{
    const char *power = strstr(number->shown, "·10^");
    fputs(power ? "<mrow class=\"n\"" : "<mn class=\"n\"", to);
    mathml_number_attributes(to, number);
    fputs(">", to);
    if (power) {
        fprintf(to, "<mn>%.*s</mn><mo>·</mo><msup><mn>10</mn>", (int)(power - number->shown),
                number->shown);
        leaf(to, "mn", power + strlen("·10^"));
        fputs("</msup></mrow>", to);
    } else {
        xml_escape(to, number->shown);
        fputs("</mn>", to);
    }
}

static int is_operand(const formula *f)
{
    return f->kind != FORMULA_ROW && f->kind != FORMULA_SIGN && f->kind != FORMULA_FENCE;
}

/* Words and numbers keep a little distance from what stands next to them. */
static int stands_apart(const formula *f, const formula *next)
{
    int wordy = f->kind == FORMULA_WORD || next->kind == FORMULA_WORD;
    int digits = next->kind == FORMULA_NUMBER || next->kind == FORMULA_LITERAL;
    return is_operand(f) && is_operand(next) && (wordy || digits);
}

/* `after_comma`: how far what follows a comma is kept away, or NULL. */
static void write_spaced(FILE *to, const formula *f, const char *after_comma)
{
    fputs("<mrow>", to);
    for (size_t i = 0; i < f->count; i++) {
        const formula *part = f->child[i];
        if (i && stands_apart(f->child[i - 1], part))
            fputs("<mspace width=\"0.2em\"></mspace>", to);
        write(to, part);
        if (after_comma && part->kind == FORMULA_SIGN && strcmp(part->text, ",") == 0)
            fprintf(to, "<mspace width=\"%s\"></mspace>", after_comma);
    }
    fputs("</mrow>", to);
}

/* Signs between operands are operators; an ellipsis and such are ordinary. */
static void write_sign(FILE *to, const char *text)
{
    static const char *const ordinary[] = {"…", "...", "⋯", "∞"};
    for (size_t i = 0; i < sizeof ordinary / sizeof *ordinary; i++)
        if (strcmp(text, ordinary[i]) == 0) {
            leaf(to, "mi", text);
            return;
        }
    if (strcmp(text, ",") == 0)
        fputs("<mo separator=\"true\">,</mo>", to);
    else if (strcmp(text, "|") == 0)
        fputs("<mo stretchy=\"false\">|</mo>", to);
    else
        leaf(to, "mo", text);
}

static void write_binomial(FILE *to, const formula *f)
{
    fputs("<mrow><mo>(</mo><mfrac linethickness=\"0\">", to);
    write(to, f->child[0]);
    write(to, f->child[1]);
    fputs("</mfrac><mo>)</mo></mrow>", to);
}

static void write_limits(FILE *to, const char *sign, const formula *f)
{
    fprintf(to, "<mrow><munderover><mo largeop=\"true\" movablelimits=\"false\">%s</mo>", sign);
    write(to, f->child[0]);
    write(to, f->child[1]);
    fputs("</munderover>", to);
    write(to, f->child[2]);
    fputs("</mrow>", to);
}

/* Does it stand higher than a line, so that fences must grow? */
static int is_tall(const formula *f)
{
    int tall = f->kind == FORMULA_FRACTION || f->kind == FORMULA_BINOMIAL ||
               f->kind == FORMULA_SUM || f->kind == FORMULA_PRODUCT;
    for (size_t i = 0; i < f->count && !tall; i++)
        tall = is_tall(f->child[i]);
    return tall;
}

static const char *closing(const char *open)
{
    return open[0] == '(' ? ")" : open[0] == '[' ? "]" : open[0] == '{' ? "}" : "|";
}

static void write_fence(FILE *to, const formula *f)
{
    /* a fence that may grow brings its own space along, so most of them may not */
    const char *grow = is_tall(f) ? "" : " stretchy=\"false\"";
    fprintf(to, "<mrow><mo form=\"prefix\" fence=\"true\"%s>%s</mo>", grow, f->text);
    for (size_t i = 0; i < f->count; i++)
        write(to, f->child[i]);
    fprintf(to, "<mo form=\"postfix\" fence=\"true\"%s>%s</mo></mrow>", grow, closing(f->text));
}

static void write(FILE *to, const formula *f)
{
    switch (f->kind) {
    case FORMULA_ROW:
        write_spaced(to, f, NULL);
        break;
    case FORMULA_NAME:
        leaf(to, "mi", f->text);
        break;
    case FORMULA_WORD:
        leaf(to, "mtext", f->text);
        break;
    case FORMULA_LITERAL:
        leaf(to, "mn", f->text);
        break;
    case FORMULA_NUMBER:
        write_number(to, f->number);
        break;
    case FORMULA_SIGN:
        write_sign(to, f->text);
        break;
    case FORMULA_SUB:
        node(to, "msub", f);
        break;
    case FORMULA_SUPER:
        node(to, "msup", f);
        break;
    case FORMULA_SUBSUPER:
        node(to, "msubsup", f);
        break;
    case FORMULA_FRACTION:
        node(to, "mfrac", f);
        break;
    case FORMULA_BINOMIAL:
        write_binomial(to, f);
        break;
    case FORMULA_SUM:
        write_limits(to, "∑", f);
        break;
    case FORMULA_PRODUCT:
        write_limits(to, "∏", f);
        break;
    case FORMULA_FENCE:
        write_fence(to, f);
        break;
    }
}

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
        if (i && stands_apart(f->child[i - 1], part))
            fputs("<mspace width=\"0.2em\"></mspace>", to);
        if (between && may_break_after(part, length)) {
            write_break(to, part);
        } else if (part->kind == FORMULA_FENCE && !is_tall(part) &&
                   length_of(part) >= very_long_formula) {
            fprintf(to, "<mo form=\"prefix\" fence=\"true\" stretchy=\"false\">%s</mo>",
                    part->text);
            write_parts(to, part->child[0]->kind == FORMULA_ROW ? part->child[0] : part);
            fprintf(to, "<mo form=\"postfix\" fence=\"true\" stretchy=\"false\">%s</mo>",
                    closing(part->text));
        } else {
            write(to, part);
        }
    }
}

void mathml_write(FILE *to, const formula *f, int display, const char *points, size_t length)
{
    fprintf(to, "%s%s><mrow>", begin, display ? " display=\"block\"" : "");
    if (display && f->kind == FORMULA_ROW)
        write_spaced(to, f, "1em"); /* two formulas on one line stand apart */
    else if (!display && f->kind == FORMULA_ROW && length_of(f) >= long_formula)
        write_parts(to, f);
    else
        write(to, f);
    if (length)
        fprintf(to, "<mtext>%.*s</mtext>", (int)length, points);
    fputs("</mrow></math>", to);
}
