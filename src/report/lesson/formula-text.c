/* A formula on one line, as the notes write it: N_{l-1}, 2^{-D_l}, sum_{i=1}^{l-1} ... */
#include "base/memory.h"
#include "report/lesson/formula.h"

#include <string.h>

/* `tight`: inside a script, where N_{l-1} reads better than N_{l - 1}. */
static void put(FILE *to, const formula *f, int tight);

/* A script of one sign needs no braces. */
static void put_script(FILE *to, char sign, const formula *f)
{
    fputc(sign, to);
    int single = f->kind == FORMULA_NAME || f->kind == FORMULA_LITERAL || f->kind == FORMULA_NUMBER;
    if (!single)
        fputc('{', to);
    put(to, f, 1);
    if (!single)
        fputc('}', to);
}

static int is_operand(const formula *f)
{
    return f->kind != FORMULA_ROW && (f->kind != FORMULA_SIGN || strcmp(f->text, "…") == 0);
}

/* A part of a fraction or the body of a sum: in parentheses if it is more than one thing. */
static void put_part(FILE *to, const formula *f, int tight)
{
    if (!is_operand(f))
        fputc('(', to);
    put(to, f, tight);
    if (!is_operand(f))
        fputc(')', to);
}

/* Space around relations, plus and minus between operands, and after commas; none elsewhere,
 * but between two operands that stand next to each other ("2 B", not "2B" nor "log₂N"). */
static void put_row(FILE *to, const formula *f, int tight)
{
    static const char *const spaced[] = {"≤", "≥", "≠", "→", "<", ">", "=", "∈",
                                         "⊆", "×", "+", "−", "·", ":", "≈"};
    for (size_t i = 0; i < f->count; i++) {
        const formula *g = f->child[i], *before = i ? f->child[i - 1] : NULL;
        int binary = 0;
        if (g->kind == FORMULA_SIGN)
            for (size_t k = 0; k < sizeof spaced / sizeof *spaced; k++)
                binary |= strcmp(g->text, spaced[k]) == 0;
        binary = binary && !tight && before && is_operand(before) && i + 1 < f->count;
        int apart = before && is_operand(before) && is_operand(g) && g->kind != FORMULA_FENCE;
        int fence_apart = before && g->kind == FORMULA_FENCE && g->text[0] != '(' &&
                          is_operand(before) && before->kind != FORMULA_WORD;
        if (binary || apart || fence_apart)
            fputc(' ', to);
        put(to, g, tight);
        if (binary || (g->kind == FORMULA_SIGN && (g->text[0] == ',' || g->text[0] == ';')))
            fputc(' ', to);
    }
}

static void put_limits(FILE *to, const formula *f, const char *name, int tight)
{
    fputs(name, to);
    fputs("_{", to);
    put(to, f->child[0], 1);
    if (f->child[1]->kind != FORMULA_WORD || f->child[1]->text[0]) {
        fputs("}^{", to);
        put(to, f->child[1], 1);
    }
    fputs("} ", to);
    put_part(to, f->child[2], tight);
}

static void put_fence(FILE *to, const formula *f, int tight)
{
    char close = f->text[0] == '(' ? ')' : f->text[0] == '[' ? ']' : f->text[0] == '{' ? '}' : '|';
    fputs(f->text, to);
    put(to, f->child[0], tight);
    fputc(close, to);
}

static void put(FILE *to, const formula *f, int tight)
{
    switch (f->kind) {
    case FORMULA_ROW:
        put_row(to, f, tight);
        break;
    case FORMULA_NUMBER:
        fputs(f->number->shown, to);
        break;
    case FORMULA_SUB:
    case FORMULA_SUPER:
    case FORMULA_SUBSUPER:
        put(to, f->child[0], tight);
        put_script(to, f->kind == FORMULA_SUPER ? '^' : '_', f->child[1]);
        if (f->kind == FORMULA_SUBSUPER)
            put_script(to, '^', f->child[2]);
        break;
    case FORMULA_FRACTION:
        put_part(to, f->child[0], tight);
        fputc('/', to);
        put_part(to, f->child[1], tight);
        break;
    case FORMULA_BINOMIAL:
        fputs("binom(", to);
        put(to, f->child[0], tight);
        fputs(", ", to);
        put(to, f->child[1], tight);
        fputc(')', to);
        break;
    case FORMULA_SUM:
        put_limits(to, f, "Σ", tight);
        break;
    case FORMULA_PRODUCT:
        put_limits(to, f, "Π", tight);
        break;
    case FORMULA_FENCE:
        put_fence(to, f, tight);
        break;
    default:
        fputs(f->text, to);
    }
}

char *formula_to_text(const formula *tree)
{
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    REQUIRE(to != NULL);
    put(to, tree, 0);
    REQUIRE(fclose(to) == 0);
    return text;
}
