#include "report/site/mathml-parts.h"

#include "report/xml.h"

#include <string.h>

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
        mathml_write_part(to, f->child[i]);
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
int mathml_stands_apart(const formula *f, const formula *next)
{
    int wordy = f->kind == FORMULA_WORD || next->kind == FORMULA_WORD;
    int digits = next->kind == FORMULA_NUMBER || next->kind == FORMULA_LITERAL;
    return is_operand(f) && is_operand(next) && (wordy || digits);
}

static int is_sign(const formula *f, const char *sign)
{
    return f->kind == FORMULA_SIGN && strcmp(f->text, sign) == 0;
}

/* Does a formula of its own begin after part i, a comma: is there an = before the next comma? */
static int begins_formula(const formula *f, size_t i)
{
    for (i++; i < f->count && !is_sign(f->child[i], ","); i++)
        if (is_sign(f->child[i], "="))
            return 1;
    return 0;
}

/* `apart`: formulas with commas between them stand well apart. */
void mathml_write_row(FILE *to, const formula *f, int apart)
{
    fputs("<mrow>", to);
    for (size_t i = 0; i < f->count; i++) {
        if (i && mathml_stands_apart(f->child[i - 1], f->child[i]))
            fputs("<mspace width=\"0.2em\"></mspace>", to);
        mathml_write_part(to, f->child[i]);
        if (apart && is_sign(f->child[i], ",") && begins_formula(f, i))
            fputs("<mspace width=\"1em\"></mspace>", to);
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
    mathml_write_part(to, f->child[0]);
    mathml_write_part(to, f->child[1]);
    fputs("</mfrac><mo>)</mo></mrow>", to);
}

static void write_limits(FILE *to, const char *sign, const formula *f)
{
    fprintf(to, "<mrow><munderover><mo largeop=\"true\" movablelimits=\"false\">%s</mo>", sign);
    mathml_write_part(to, f->child[0]);
    mathml_write_part(to, f->child[1]);
    fputs("</munderover>", to);
    mathml_write_part(to, f->child[2]);
    fputs("</mrow>", to);
}

/* Does it stand higher than a line, so that fences must grow? */
int mathml_is_tall(const formula *f)
{
    int tall = f->kind == FORMULA_FRACTION || f->kind == FORMULA_BINOMIAL ||
               f->kind == FORMULA_SUM || f->kind == FORMULA_PRODUCT;
    for (size_t i = 0; i < f->count && !tall; i++)
        tall = mathml_is_tall(f->child[i]);
    return tall;
}

const char *mathml_closing(const char *open)
{
    return open[0] == '(' ? ")" : open[0] == '[' ? "]" : open[0] == '{' ? "}" : "|";
}

static void write_fence(FILE *to, const formula *f)
{
    /* a fence that may grow brings its own space along, so most of them may not */
    const char *grow = mathml_is_tall(f) ? "" : " stretchy=\"false\"";
    fprintf(to, "<mrow><mo form=\"prefix\" fence=\"true\"%s>%s</mo>", grow, f->text);
    for (size_t i = 0; i < f->count; i++)
        mathml_write_part(to, f->child[i]);
    fprintf(to, "<mo form=\"postfix\" fence=\"true\"%s>%s</mo></mrow>", grow,
            mathml_closing(f->text));
}

void mathml_write_part(FILE *to, const formula *f)
{
    switch (f->kind) {
    case FORMULA_ROW:
        mathml_write_row(to, f, 0);
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
