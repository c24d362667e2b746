/* The same rows in every format, with what each format must escape. */
#include "base/memory.h"
#include "report/table.h"
#include "tests/support/support.h"

#include <string.h>

static const table_column columns[] = {
    {"name", "name", NULL, 0},
    {"value", "value", "$v$", 1},
    {"list", "sizes", NULL, 0},
};

static json_t *rows(void)
{
    return json_pack("[{s:s,s:i,s:[s,s],s:b},{s:s,s:n}]", "name", "a_b & 50%", "value", 7, "list",
                     "1", "2", "hidden", 1, "name", "x,\"y\"|z", "value");
}

static void expect(report_format format, const char *text)
{
    json_t *list = rows();
    char *got = table_to_text(columns, 3, list, format);
    TEST_ASSERT_EQUAL_STRING(text, got);
    memory_free(got);
    json_decref(list);
}

static void test_text_is_aligned(void)
{
    expect(FORMAT_TEXT, "name       value  sizes\n"
                        "a_b & 50%      7  1, 2\n"
                        "x,\"y\"|z        -  -\n");
}

static void test_csv_quotes(void)
{
    expect(FORMAT_CSV, "name,value,list\n"
                       "a_b & 50%,7,\"1, 2\"\n"
                       "\"x,\"\"y\"\"|z\",-,-\n");
}

static void test_markdown_escapes_bars(void)
{
    expect(FORMAT_MARKDOWN, "| name | value | sizes |\n|---|---:|---|\n"
                            "| a_b & 50% | 7 | 1, 2 |\n| x,\"y\"\\|z | - | - |\n");
}

/* A preamble that makes it a document of its own where it is not inside one; then the table. */
static void test_latex_escapes_and_rules(void)
{
    json_t *list = rows();
    char *got = table_to_text(columns, 3, list, FORMAT_LATEX);
    const char *table = strstr(got, "\\begin{tabular}");
    TEST_ASSERT_NOT_NULL(table);
    TEST_ASSERT_NOT_NULL(strstr(got, "\\documentclass"));
    TEST_ASSERT_EQUAL_STRING(
        "\\begin{tabular}{lrl}\n\\toprule\nname & $v$ & sizes \\\\\n\\midrule\n"
        "a\\_b \\& 50\\% & 7 & 1, 2 \\\\\nx,\"y\"|z & - & - \\\\\n"
        "\\bottomrule\n\\end{tabular}\n\\strataend\n",
        table);
    memory_free(got);
    json_decref(list);
}

static void test_json_keeps_all_fields(void)
{
    json_t *list = rows();
    char *text = table_to_text(columns, 3, list, FORMAT_JSON);
    json_t *back = json_loads(text, 0, NULL);
    TEST_ASSERT_TRUE(json_equal(list, json_object_get(back, "rows")));
    TEST_ASSERT_TRUE(json_is_true(json_object_get(json_array_get(list, 0), "hidden")));
    json_decref(back);
    json_decref(list);
    memory_free(text);
}

static void test_formats_are_known_by_name(void)
{
    report_format format;
    error e = {""};
    TEST_ASSERT_EQUAL_INT(STATUS_OK, report_format_parse(&format, "latex", &e));
    TEST_ASSERT_EQUAL_INT(FORMAT_LATEX, format);
    TEST_ASSERT_EQUAL_INT(STATUS_USAGE, report_format_parse(&format, "pdf", &e));
    TEST_ASSERT_NOT_NULL(strstr(e.message, "pdf"));
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_text_is_aligned);
    RUN_TEST(test_csv_quotes);
    RUN_TEST(test_markdown_escapes_bars);
    RUN_TEST(test_latex_escapes_and_rules);
    RUN_TEST(test_json_keeps_all_fields);
    RUN_TEST(test_formats_are_known_by_name);
    return UNITY_END();
}
