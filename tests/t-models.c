/* The table of models: the compiled-in text is the file, and bad tables are refused. */
#include "base/file.h"
#include "base/memory.h"
#include "bounds/models.h"
#include "tests/support/support.h"

#include <stdio.h>
#include <string.h>

#define HEADER                                                                                     \
    "model,layers,full_layers,linear_layers,heads,head_dim,variant,state_entries_total,context,"   \
    "source\n"

static void test_compiled_in_table_is_the_file(void)
{
    char path[512], *text;
    size_t length;
    error e = {""};
    test_file(path, sizeof path, "../data/hybrid_models.csv");
    TEST_ASSERT_EQUAL_INT_MESSAGE(STATUS_OK, file_read(&text, &length, path, 1 << 20, &e),
                                  e.message);
    TEST_ASSERT_EQUAL_STRING_MESSAGE(text, models_data, "run scripts/embed-models.sh");
    memory_free(text);
}

static void test_known_rows(void)
{
    models list;
    error e = {""};
    TEST_ASSERT_EQUAL_INT(STATUS_OK, models_parse(&list, models_data, "data", &e));
    TEST_ASSERT_EQUAL_UINT64(18, list.count);
    TEST_ASSERT_EQUAL_STRING("Jamba v0.1", list.model[0].name);
    TEST_ASSERT_EQUAL_UINT64(4, list.model[0].full_layers);
    TEST_ASSERT_EQUAL_UINT64(3670016, list.model[0].state_entries);
    TEST_ASSERT_EQUAL_UINT64(0, list.model[12].state_entries); /* "?" is not guessed */
    models_clear(&list);
}

static void refuse(const char *text, const char *message)
{
    models list;
    error e = {""};
    TEST_ASSERT_EQUAL_INT(STATUS_MALFORMED, models_parse(&list, text, "t.csv", &e));
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(e.message, message), e.message);
}

static void test_bad_tables(void)
{
    refuse("", "the column model is missing");
    refuse("model,layers\n", "the column full_layers is missing");
    refuse(HEADER "x,1,1,1,1,1,v,1,1\n", "t.csv:2: expected 10 columns, got 9");
    refuse(HEADER "x,1,-1,1,1,1,v,1,1,s\n", "full_layers: expected a number, got '-1'");
    refuse(HEADER "x,1,1,1,?,1,v,1,1,s\n", "heads: expected a number, got '?'");
    refuse(HEADER "x,1,1,1,0,1,v,1,1,s\n", "at least 1");
    refuse(HEADER "x,1,1,1,1,1,v,1e99,1,s\n", "state_entries_total");
    refuse(HEADER "x,1,1,1,1,1,v,9999999999999999999,1,s\n", "state_entries_total");
    refuse(HEADER "\"x,1,1,1,1,1,v,1,1,s\n", "a quote is not closed");
    refuse(HEADER "\"x\"y,1,1,1,1,1,v,1,1,s\n", "text after a closing quote");
}

static void test_quotes_order_and_further_columns(void)
{
    models list;
    error e = {""};
    const char *text = "note,context,model,layers,full_layers,linear_layers,heads,head_dim,variant,"
                       "state_entries_total,source\r\n"
                       "n,?,\"a \"\"b\"\", c\",9,2,7,3,5,v,11,\"s\"\r\n";
    TEST_ASSERT_EQUAL_INT_MESSAGE(STATUS_OK, models_parse(&list, text, "t", &e), e.message);
    TEST_ASSERT_EQUAL_UINT64(1, list.count);
    TEST_ASSERT_EQUAL_STRING("a \"b\", c", list.model[0].name);
    TEST_ASSERT_EQUAL_STRING("s", list.model[0].source);
    TEST_ASSERT_EQUAL_UINT64(0, list.model[0].context);
    TEST_ASSERT_EQUAL_UINT64(11, list.model[0].state_entries);
    models_clear(&list);
}

int main(void)
{
    UNITY_BEGIN();
    RUN_TEST(test_compiled_in_table_is_the_file);
    RUN_TEST(test_known_rows);
    RUN_TEST(test_bad_tables);
    RUN_TEST(test_quotes_order_and_further_columns);
    return UNITY_END();
}
