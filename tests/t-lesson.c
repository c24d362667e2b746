/* The lesson's language: formulas that are computed, formulas that are read, text, answers. */
#include "base/memory.h"
#include "report/lesson/answer.h"
#include "report/lesson/expression.h"
#include "report/lesson/lesson-json.h"
#include "report/lesson/markup.h"
#include "report/lesson/terminal.h"
#include "tests/support/support.h"

#include <string.h>

static names known;
static error e;

static void prepare(void)
{
    names_init(&known);
    names_add(
        &known, "row",
        json_loads("{\"m\":\"1000000\",\"B\":64,\"n\":[\"2\",\"3\"],\"half\":\"1/2\","
                   "\"log\":\"58.111\",\"word\":\"FF\",\"none\":null,\"long\":\"3.1 x 10^40\"}",
                   0, NULL),
        0, "strata bounds", "rows[0]");
    names_add(&known, "n", json_loads("[\"2\",\"3\",\"5\"]", 0, NULL), 1, "strata bounds", "n");
    names_add(
        &known, "facts",
        json_loads("[{\"rule\":\"start\",\"name\":\"C1\",\"stage\":1,\"statement\":\"a\\nb\"},"
                   "{\"rule\":\"cover\",\"name\":\"V1\",\"stage\":1,\"statement\":\"c\"}]",
                   0, NULL),
        0, "strata check", "facts");
    e.message[0] = '\0';
}

static void finish(void)
{
    names_clear(&known);
}

/* ---- expressions ---------------------------------------------------------------------------- */

static void shows(const char *wanted, const char *formula_text)
{
    value v;
    value_init(&v);
    TEST_ASSERT_EQUAL_MESSAGE(STATUS_OK, expression_evaluate(&v, formula_text, &known, &e),
                              e.message);
    char *shown = value_show(&v);
    TEST_ASSERT_EQUAL_STRING_MESSAGE(wanted, shown, formula_text);
    memory_free(shown);
    value_clear(&v);
}

static void refuses(status wanted, const char *formula_text, const char *message)
{
    value v;
    value_init(&v);
    e.message[0] = '\0';
    TEST_ASSERT_EQUAL_MESSAGE(wanted, expression_evaluate(&v, formula_text, &known, &e),
                              formula_text);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(e.message, message), e.message);
    value_clear(&v);
}

static void test_arithmetic(void)
{
    shows("14", "2 + 3 * 4");
    shows("−4", "2 - 3 * 2");
    shows("512", "2^3^2");
    shows("−4", "-2^2");
    shows("1/8", "2^-3");
    shows("1/6", "1/2 - 1/3");
    shows("20", "(2 + 3) * 4");
    shows("1", "2 < 3 and 3 <= 3");
    shows("0", "2 > 3");
    shows("1", "\"FF\" = row.word");
}

static void test_names(void)
{
    shows("64", "row.B");
    shows("3", "row.n[1]");
    shows("3", "n[2]");
    shows("1/2", "row.half");
    shows("58.111", "row.log");
    shows("58.611", "approx(row.log + row.half)");
    shows("FF", "row.word");
    shows("3.1·10^40", "row.long");
    shows("30", "prod(n, 1, 3)");
    shows("1", "prod(n, 1, 0)");
    shows("8", "sum(n, 2, 3)");
    shows("3", "count(n)");
    shows("2", "count(row.n)");
    shows("1", "known(row.m)");
    shows("0", "known(row.none)");
    shows("0", "known(row.n[7])");
    TEST_ASSERT_EQUAL(STATUS_OK, names_define(&known, "N[l = 0 .. 3] = 7 * prod(n, 1, l)", &e));
    TEST_ASSERT_EQUAL(STATUS_OK, names_define(&known, "top = N[3]", &e));
    shows("210", "top");
    shows("42", "N[2]");
    refuses(STATUS_MALFORMED, "N[4]", "no element 4");
    refuses(STATUS_MALFORMED, "N[0 - 1]", "no element -1");
}

static void test_functions(void)
{
    shows("10", "log2(1024)");
    shows("−3", "log2(1/8)");
    shows("1.585", "log2(3)");
    shows("0", "clog2(1)");
    shows("3", "clog2(5)");
    shows("3", "clog2(8)");
    shows("2", "floor(5/2)");
    shows("−3", "floor(-5/2)");
    shows("2", "min(2, 3)");
    shows("3", "max(2, 3)");
    shows("252", "binom(10, 5)");
    shows("7.977", "log2binom(10, 5)"); /* log2 252 = 7.97728 */
    shows("0", "log2binom(10, 10)");
    shows("3.322", "log2binom(10, 1)");
    shows("1.473·10^6", "approx(log2binom(10^9, 10^5))");
}

static void test_shown(void)
{
    shows("9999", "9999");
    shows("10 000", "10000");
    shows("1 000 000", "row.m");
    shows("123 456 789 012 345 678 901 234", "123456789012345678901234");
    shows("1.235·10^24", "1234567890123456789012345");
    shows("262 144/274 625", "262144/274625");
    shows("0.955", "approx(262144/274625)");
    shows("1.000·10^−9", "approx(1/10^9)");
    shows("0.333", "approx(1/3)");
    shows("1 000 000 000.585", "10^9 - 1 + log2(3)");
}

static void test_refused(void)
{
    refuses(STATUS_MALFORMED, "", "expected a number");
    refuses(STATUS_MALFORMED, "2 +", "expected a number");
    refuses(STATUS_MALFORMED, "2 3", "too much");
    refuses(STATUS_MALFORMED, "(2", "expected ')'");
    refuses(STATUS_MALFORMED, "1/0", "division by zero");
    refuses(STATUS_MALFORMED, "0^-1", "division by zero");
    refuses(STATUS_MALFORMED, "2^(1/2)", "whole exponents");
    refuses(STATUS_MALFORMED, "row", "is no number");
    refuses(STATUS_MALFORMED, "row.x", "no such member");
    refuses(STATUS_MALFORMED, "row.word + 1", "a word is no number");
    refuses(STATUS_MALFORMED, "nothing", "nothing called 'nothing'");
    refuses(STATUS_MALFORMED, "sin(1)", "no function 'sin'");
    refuses(STATUS_MALFORMED, "log2(0)", "positive");
    refuses(STATUS_MALFORMED, "binom(2, 3)", "0 <= k <= N");
    refuses(STATUS_LIMIT, "9^9^9^9", "too long");
    refuses(STATUS_LIMIT, "2^(2^22)", "too long");
    char deep[1001];
    memset(deep, '(', 1000);
    deep[1000] = '\0';
    refuses(STATUS_LIMIT, deep, "nested too deeply");
    TEST_ASSERT_EQUAL(STATUS_MALFORMED, names_define(&known, "n = 3", &e));
    TEST_ASSERT_EQUAL(STATUS_OK, names_define(&known, "loop = loop + 1", &e));
    refuses(STATUS_LIMIT, "loop", "nested too deeply");
}

static void test_substitute(void)
{
    char *text = expression_substitute("x[l] + l.l - all * l", "l", 12);
    TEST_ASSERT_EQUAL_STRING("x[12] + 12.l - all * 12", text);
    memory_free(text);
}

/* ---- formulas that are read --------------------------------------------------------------- */

static status make_number(lesson_number **number, const char *expression, void *data, error *where)
{
    markup m = {data, NULL};
    return markup_number(number, expression, &m, where);
}

static void reads(const char *wanted, const char *written)
{
    formula *tree;
    formula_numbers numbers = {make_number, &known};
    TEST_ASSERT_EQUAL_MESSAGE(STATUS_OK, formula_parse(&tree, written, &numbers, &e), e.message);
    char *text = formula_to_text(tree);
    TEST_ASSERT_EQUAL_STRING(wanted, text);
    memory_free(text);
    formula_clear(tree);
}

static void test_formulas(void)
{
    reads("N_{l−1} · n_l", "N_(l-1) * n_l");
    reads("2^{−(x_l·D_l+1)}", "2^(-(x_l * D_l + 1))");
    reads("|R_l| ≥ 2^{−D_l} · |A_{≥l}|", "|R_l| >= 2^(-D_l) * |A_(>=l)|");
    reads("binom(N, θ) · (θ/N)^{x·P}", "binom(N, theta) * (frac(theta, N))^(x*P)");
    reads("Σ_{i=1}^{l−1} x_i", "sum(i = 1, l-1, x_i)");
    reads("Σ_{s} (a_s · v_s)", "sum(s, \"\", a_s * v_s)");
    reads("{0, 1, …, N − 1}", "set(0, 1, ..., N-1)");
    reads("x_i^2", "x_i^2");
    reads("log₂ 64 = 6", "log2 {row.B} = {log2(row.B)}");
    reads("m = 1 000 000", "m = {row.m}");
    formula *tree;
    formula_numbers numbers = {make_number, &known};
    static const char *const bad[] = {"x_",     "(x",   "x)",    "frac(1)", "{row.x}",
                                      "{row.B", "word", "x_1_2", "#"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        TEST_ASSERT_EQUAL_MESSAGE(STATUS_MALFORMED, formula_parse(&tree, bad[i], &numbers, &e),
                                  bad[i]);
}

static void test_tree(void)
{
    formula *tree;
    formula_numbers numbers = {make_number, &known};
    TEST_ASSERT_EQUAL(STATUS_OK, formula_parse(&tree, "{row.B}_l^2", &numbers, &e));
    TEST_ASSERT_EQUAL(FORMULA_SUBSUPER, tree->kind);
    TEST_ASSERT_EQUAL(3, tree->count);
    TEST_ASSERT_EQUAL(FORMULA_NUMBER, tree->child[0]->kind);
    TEST_ASSERT_EQUAL_STRING("row.B", tree->child[0]->number->formula);
    TEST_ASSERT_EQUAL_STRING("64", tree->child[0]->number->exact);
    TEST_ASSERT_EQUAL(FORMULA_NAME, tree->child[1]->kind);
    TEST_ASSERT_EQUAL(FORMULA_LITERAL, tree->child[2]->kind);
    formula_clear(tree);
}

/* ---- the source ---------------------------------------------------------------------------------
 */

static const char *const small[] = {
    "# a comment",
    "chapter: Small",
    "goal: To see everything.",
    "let twice = 2 * row.B",
    "step: First",
    "rule: cover",
    "coq: lemma (File.v)",
    "figure: sets",
    "statement:",
    "  A *word*, `code`, {twice} and $x_l = {row.B}$",
    "  on two lines.",
    "",
    "  |= $l$ | n",
    "  @each l = 1 .. 3",
    "  | {l} | {n[l]}",
    "  @end",
    "reason:",
    "  @if row.B = 64",
    "  Shown.",
    "  @end",
    "  @unless row.B = 64",
    "  Not shown: {nothing}.",
    "  @end",
    "numbers:",
    "  - one",
    "  - two",
    "  > strata run",
    "  $$ x = |{row.B}|",
    "exercise: Easy",
    "question: What?",
    "choice: this",
    "choice: that",
    "answer: 1 + 1",
    "hint: Look.",
    "explain: That.",
    "exercise: Number",
    "question: How many?",
    "answer: row.m / 3",
    "hint: Count.",
    "explain: So many.",
    NULL,
};

static void make(lesson *l, const char *const *lines)
{
    const lesson_file files[] = {{"07-small", lines}, {NULL, NULL}};
    TEST_ASSERT_EQUAL_MESSAGE(STATUS_OK, lesson_make(l, files, &known, &e), e.message);
}

static void test_source(void)
{
    lesson l;
    make(&l, small);
    TEST_ASSERT_EQUAL(1, l.chapters);
    const lesson_chapter *c = &l.chapter[0];
    TEST_ASSERT_EQUAL_STRING("small", c->name);
    TEST_ASSERT_EQUAL_STRING("Small", c->title);
    TEST_ASSERT_EQUAL(1, c->goal.count);
    TEST_ASSERT_EQUAL(1, c->steps);
    TEST_ASSERT_EQUAL(2, c->exercises);
    const lesson_step *s = &c->step[0];
    TEST_ASSERT_EQUAL_STRING("cover", s->rule);
    TEST_ASSERT_EQUAL(1, s->facts);
    TEST_ASSERT_EQUAL_STRING("V1", s->fact[0].name);
    TEST_ASSERT_EQUAL(5, s->statement.count); /* a paragraph, a head, three rows */
    const lesson_line *line = &s->statement.block[0].cell[0];
    static const piece_kind kinds[] = {PIECE_TEXT, PIECE_EMPHASIS, PIECE_TEXT,
                                       PIECE_CODE, PIECE_TEXT,     PIECE_NUMBER,
                                       PIECE_TEXT, PIECE_FORMULA,  PIECE_TEXT};
    TEST_ASSERT_EQUAL(sizeof kinds / sizeof *kinds, line->count);
    for (size_t i = 0; i < line->count; i++)
        TEST_ASSERT_EQUAL(kinds[i], line->piece[i].kind);
    TEST_ASSERT_EQUAL_STRING("128", line->piece[5].number->shown);
    TEST_ASSERT_EQUAL_STRING("n[3]", s->statement.block[4].cell[1].piece[0].number->formula);
    TEST_ASSERT_EQUAL(1, s->reason.count);
    static const block_kind blocks[] = {BLOCK_ITEM, BLOCK_ITEM, BLOCK_COMMAND, BLOCK_DISPLAY};
    TEST_ASSERT_EQUAL(4, s->numbers.count);
    for (size_t i = 0; i < 4; i++)
        TEST_ASSERT_EQUAL(blocks[i], s->numbers.block[i].kind);
    TEST_ASSERT_EQUAL(2, c->exercise[0].choices);
    lesson_clear(&l);
}

/* A line put in place of line `at` (from 0) is refused there. */
static void spoils(size_t at, const char *line, const char *message)
{
    const char *lines[64];
    lesson l;
    memcpy(lines, small, sizeof small);
    lines[at] = line;
    const lesson_file files[] = {{"07-small", lines}, {NULL, NULL}};
    finish();
    prepare();
    TEST_ASSERT_EQUAL_MESSAGE(STATUS_MALFORMED, lesson_make(&l, files, &known, &e), line);
    char where[64];
    snprintf(where, sizeof where, "proofs/lesson/07-small.lesson:%zu: ", at + 1);
    TEST_ASSERT_EQUAL_STRING_LEN_MESSAGE(where, e.message, strlen(where), e.message);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(e.message, message), e.message);
    lesson_clear(&l);
}

static void test_spoiled_source(void)
{
    spoils(1, "step: before any chapter", "before the first");
    spoils(1, "Small", "expected 'KEY: ...'");
    spoils(3, "let twice", "expected NAME = FORMULA");
    spoils(3, "let row = 2", "has a meaning already");
    spoils(5, "rules: cover", "has no place here");
    spoils(6, "coq:", "empty");
    spoils(9, "  An *open word", "is not closed");
    spoils(9, "  A *word with {twice}*", "plain words only");
    spoils(9, "  {twice + }", "expected a number");
    spoils(9, "  $x_$", "formula");
    spoils(13, "  @each l = 1", "expected @each");
    spoils(13, "  @often l = 1 .. 3", "expected @each, @if");
    spoils(14, "  | {l} | {n[l + 1]}", "no element 4");
    spoils(32, "answer: nothing", "nothing called");
    spoils(33, "answer: 2", "there twice");
}

/* ---- the terminal -----------------------------------------------------------------------------
 */

static char *printed(const lesson *l, size_t width)
{
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    page_style style = {width, 0};
    terminal_all(to, &style, l, 0);
    TEST_ASSERT_EQUAL(0, fclose(to));
    return text;
}

static void test_terminal(void)
{
    lesson l;
    make(&l, small);
    char *text = printed(&l, 80);
    static const char *const lines[] = {
        "Chapter 1.  Small\n=================\n",
        "  A word, code, 128 and x_l = 64 on two lines.\n\n    l  n\n    1  2\n    2  3\n    3  5\n",
        "  Why. Shown.\n",
        "  In numbers.\n\n  - one\n  - two\n\n    $ strata run\n\n      x = |64|\n",
        "  Kernel: accepted, rule `cover`, fact V1:\n    c\n",
        "  Coq: lemma (File.v)\n",
        "Exercise 1.a  Easy\n------------------\n\n  What?\n    (1) this\n    (2) that\n",
        "To exercise 1.a\n  Hint. Look.\n  Answer: (2).\n  That.\n",
        "  Answer: 1 000 000/3.\n",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        TEST_ASSERT_NOT_NULL_MESSAGE(strstr(text, lines[i]), lines[i]);
    TEST_ASSERT_NULL(strstr(text, "Not shown"));
    memory_free(text);
    lesson_clear(&l);
}

static void test_wrap(void)
{
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    page_style style = {12, 0};
    wrap_text(to, &style, "  - ", 4, "one two \033[1mthree\033[0m unbreakable!! x\001y", "");
    wrap_text(to, &style, "$ ", 4, "aaa bbb ccc", " \\");
    TEST_ASSERT_EQUAL(0, fclose(to));
    TEST_ASSERT_EQUAL_STRING("  - one two\n    \033[1mthree\033[0m\n    unbreakable!!\n    x y\n"
                             "$ aaa bbb \\\n    ccc\n",
                             text);
    memory_free(text);
    TEST_ASSERT_EQUAL(3, wrap_columns("\033[36mθ…x\033[0m"));
}

static void test_wide_table(void)
{
    lesson l;
    make(&l, small);
    char *text = printed(&l, 7);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(text, "    - l:\n        1\n      n:\n        2\n"), text);
    memory_free(text);
    lesson_clear(&l);
}

/* ---- answers
 * ------------------------------------------------------------------------------------- */

static void test_answers(void)
{
    lesson l;
    make(&l, small);
    const lesson_exercise *choice = &l.chapter[0].exercise[0], *number = &l.chapter[0].exercise[1];
    static const struct {
        const char *given;
        int right;
    } cases[] = {{"1000000/3", 1}, {"1,000,000/3", 1}, {"1 000 000 / 3", 1}, {"10^6/3", 1},
                 {"333333", 0},    {"1000001/3", 0},   {"2*10^6/6", 1},      {"1 000 000/3", 1}};
    int right;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        TEST_ASSERT_EQUAL(STATUS_OK, answer_check(&right, number, cases[i].given, &e));
        TEST_ASSERT_EQUAL_MESSAGE(cases[i].right, right, cases[i].given);
    }
    TEST_ASSERT_EQUAL(STATUS_OK, answer_check(&right, choice, "(2)", &e));
    TEST_ASSERT_TRUE(right);
    TEST_ASSERT_EQUAL(STATUS_OK, answer_check(&right, choice, "1", &e));
    TEST_ASSERT_FALSE(right);
    TEST_ASSERT_EQUAL(STATUS_MALFORMED, answer_check(&right, number, "many", &e));
    TEST_ASSERT_EQUAL(STATUS_MALFORMED, answer_check(&right, number, "row.m/3", &e));
    TEST_ASSERT_EQUAL(STATUS_LIMIT, answer_check(&right, number, "9^9^9^9", &e));
    lesson_clear(&l);
}

static void test_json(void)
{
    lesson l;
    make(&l, small);
    char *text = lesson_to_json(&l, &known);
    json_t *json = json_loads(text, 0, NULL);
    TEST_ASSERT_NOT_NULL(json);
    TEST_ASSERT_EQUAL(3, json_array_size(json_object_get(json, "evidence")));
    TEST_ASSERT_EQUAL(1, json_array_size(json_object_get(json, "definitions")));
    json_t *chapter = json_array_get(json_object_get(json, "chapters"), 0);
    json_t *step = json_array_get(json_object_get(chapter, "steps"), 0);
    TEST_ASSERT_EQUAL(9, json_array_size(json_object_get(step, "numbers")));
    json_decref(json);
    memory_free(text);
    lesson_clear(&l);
}

/* Every test begins with the same evidence and no definitions. */
#define WITH_NAMES(test)                                                                           \
    do {                                                                                           \
        prepare();                                                                                 \
        RUN_TEST(test);                                                                            \
        finish();                                                                                  \
    } while (0)

int main(void)
{
    UNITY_BEGIN();
    WITH_NAMES(test_arithmetic);
    WITH_NAMES(test_names);
    WITH_NAMES(test_functions);
    WITH_NAMES(test_shown);
    WITH_NAMES(test_refused);
    WITH_NAMES(test_substitute);
    WITH_NAMES(test_formulas);
    WITH_NAMES(test_tree);
    WITH_NAMES(test_source);
    WITH_NAMES(test_spoiled_source);
    WITH_NAMES(test_terminal);
    WITH_NAMES(test_wrap);
    WITH_NAMES(test_wide_table);
    WITH_NAMES(test_answers);
    WITH_NAMES(test_json);
    return UNITY_END();
}
