#include "base/memory.h"
#include "report/figure-bars.h"
#include "report/figure-scale.h"
#include "report/figure.h"
#include "report/label.h"
#include "report/xml.h"
#include "tests/support/support.h"

#include <stdlib.h>
#include <string.h>

static char *escaped(const char *s)
{
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    xml_escape(to, s);
    fclose(to);
    return text;
}

static void test_escape_leaves_no_markup(void)
{
    char *text = escaped("a < b & \"c\" > d");
    TEST_ASSERT_EQUAL_STRING("a &lt; b &amp; &quot;c&quot; &gt; d", text);
    free(text);
}

static void test_subscripts(void)
{
    char text[subscript_room];
    label_subscript(text, 120);
    TEST_ASSERT_EQUAL_STRING("₁₂₀", text);
    label_subscript(text, -1);
    TEST_ASSERT_EQUAL_STRING("₋₁", text);
}

static void test_powers(void)
{
    char text[80];
    label_power(text, sizeof text, "3.112 x 10^17");
    TEST_ASSERT_EQUAL_STRING("3.112·10¹⁷", text);
    label_power(text, sizeof text, "4096");
    TEST_ASSERT_EQUAL_STRING("4096", text);
}

static void test_figure_is_named_and_escaped(void)
{
    svg s;
    figure_begin(&s, 10, "one", "a < b", "what it shows");
    figure_text(&s, (point){1, 2}, ANCHOR_START, "small", "2^40");
    figure_box(&s, (point){0, 0}, 3, 4, 0,
               &(mark){.class_name = "x", .title = "1/3", .value = "1/3"});
    char *text = figure_end(&s);
    TEST_ASSERT_NOT_NULL(strstr(text, "role=\"img\""));
    TEST_ASSERT_NOT_NULL(strstr(text, "<title id=\"one-title\">a &lt; b</title>"));
    TEST_ASSERT_NOT_NULL(strstr(text, "<desc id=\"one-desc\">what it shows</desc>"));
    TEST_ASSERT_NOT_NULL(strstr(text, ">2<tspan class=\"up\" dy=\"-0.45em\">40</tspan></text>"));
    TEST_ASSERT_NOT_NULL(strstr(text, "data-value=\"1/3\"><title>1/3</title></rect>"));
    TEST_ASSERT_NULL(strstr(text, "fill=\"#")); /* colours are the page's business */
    memory_free(text);
}

/* A scale keeps order and ends where it should. */
static void check_scale(scale_kind kind)
{
    scale c;
    scale_init(&c, kind, 12, 4e22, 100, 400);
    TEST_ASSERT_EQUAL_DOUBLE(100, scale_at(&c, 10));
    TEST_ASSERT_EQUAL_DOUBLE(100, scale_at(&c, 0)); /* below the scale: at its beginning */
    TEST_ASSERT_EQUAL_DOUBLE(400, scale_at(&c, 1e23));
    double before = 99, n = 10;
    for (int i = 0; i < 25; i++) {
        TEST_ASSERT_TRUE(scale_at(&c, n) > before);
        before = scale_at(&c, n);
        n *= 7;
    }
    int tick[scale_ticks];
    size_t count = scale_choose_ticks(tick, &c);
    TEST_ASSERT_TRUE(count >= 2 && count <= scale_ticks);
    for (size_t i = 0; i < count; i++)
        TEST_ASSERT_TRUE(tick[i] >= c.low && tick[i] <= c.high);
}

static void test_scales(void)
{
    check_scale(SCALE_LOG);
    check_scale(SCALE_LOG_LOG);
}

static void test_scale_labels(void)
{
    char text[32];
    scale_label(text, sizeof text, 2);
    TEST_ASSERT_EQUAL_STRING("2^100", text);
    scale_label(text, sizeof text, 40);
    TEST_ASSERT_EQUAL_STRING("2^10⁴⁰", text);
}

static double width_of(const char *text, const char *value)
{
    char wanted[64];
    snprintf(wanted, sizeof wanted, "data-value=\"%s\"", value);
    const char *at = strstr(text, wanted);
    TEST_ASSERT_NOT_NULL(at);
    while (strncmp(at, "<rect", 5) != 0)
        at--;
    return strtod(strstr(at, "width=\"") + strlen("width=\""), NULL);
}

/* Bars are as long as logarithms: equal factors, equal steps; each has its exact number. */
static void test_bars(void)
{
    bars all;
    bars_init(&all);
    bars_group(&all, "level 1");
    mpz_set_ui(bars_add(&all, "a", "none"), 0);
    mpz_set_ui(bars_add(&all, "a", "small"), 16);
    mpz_set_ui(bars_add(&all, "a", "middle"), 256);
    bars_group(&all, "level 2");
    mpz_set_ui(bars_add(&all, "b", "large"), 4096);
    char *text = figure_bars(&all, &(bars_words){"id", "title", "words", "bits"});
    double step = width_of(text, "256") - width_of(text, "16");
    TEST_ASSERT_TRUE(step > 10);
    TEST_ASSERT_DOUBLE_WITHIN(0.02, step, width_of(text, "4096") - width_of(text, "256"));
    TEST_ASSERT_EQUAL_DOUBLE(1, width_of(text, "0"));
    TEST_ASSERT_NOT_NULL(strstr(text, ">level 2</text>"));
    TEST_ASSERT_NOT_NULL(strstr(text, "<title>large: 4096 bits</title>"));
    memory_free(text);
    bars_clear(&all);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_escape_leaves_no_markup);
    RUN_TEST(test_subscripts);
    RUN_TEST(test_powers);
    RUN_TEST(test_figure_is_named_and_escaped);
    RUN_TEST(test_scales);
    RUN_TEST(test_scale_labels);
    RUN_TEST(test_bars);
    return UNITY_END();
}
