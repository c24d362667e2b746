#include "cli/options.h"

#include "exact/rational.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const option_rule common[] = {
    {"format", "text|json|csv|latex|markdown|svg", "how to print the result (default text)"},
    {"out", "FILE", "write the result to FILE (complete or not at all)"},
    {"quiet", NULL, "no progress, no explanations"},
    {"threads", "N", "threads to use (default: all cores)"},
    {"seed", "N", "seed of random choices (default 1)"},
    {"help", NULL, "this text"},
    {NULL, NULL, NULL},
};

/* "z#" in a rule matches z1, z2, ... */
static int matches(const char *rule, const char *name, size_t length)
{
    size_t stem = strcspn(rule, "#");
    if (rule[stem] == '\0')
        return strlen(rule) == length && strncmp(rule, name, length) == 0;
    if (length <= stem || strncmp(rule, name, stem) != 0)
        return 0;
    for (size_t i = stem; i < length; i++)
        if (!isdigit((unsigned char)name[i]))
            return 0;
    return 1;
}

static const option_rule *find_rule(const options *o, const char *name, size_t length)
{
    const option_rule *const tables[] = {o->rules, common};
    for (size_t t = 0; t < 2; t++)
        for (const option_rule *rule = tables[t]; rule && rule->name; rule++)
            if (matches(rule->name, name, length))
                return rule;
    return NULL;
}

/* Number of single-character edits between two short words (Levenshtein). */
static size_t distance(const char *a, const char *b)
{
    enum { room = 32 };
    size_t la = strlen(a), lb = strlen(b), row[room];
    if (la >= room || lb >= room)
        return room;
    for (size_t j = 0; j <= lb; j++)
        row[j] = j;
    for (size_t i = 1; i <= la; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= lb; j++) {
            size_t best = diagonal + (a[i - 1] != b[j - 1]);
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            diagonal = row[j];
            row[j] = best;
        }
    }
    return row[lb];
}

static status refuse_unknown(const options *o, const char *argument, error *e)
{
    const option_rule *const tables[] = {o->rules, common};
    const char *nearest = NULL;
    size_t least = 3;
    for (size_t t = 0; t < 2; t++)
        for (const option_rule *rule = tables[t]; rule && rule->name; rule++)
            if (distance(rule->name, argument + 2) < least) {
                least = distance(rule->name, argument + 2);
                nearest = rule->name;
            }
    if (nearest)
        return error_set(e, STATUS_USAGE, "unknown option %.40s (did you mean --%s?)", argument,
                         nearest);
    return error_set(e, STATUS_USAGE, "unknown option %.40s (--help lists the options)", argument);
}

static status take_option(options *o, int *at, int count, char *const *arguments, error *e)
{
    const char *argument = arguments[*at];
    const char *name = argument + 2;
    size_t length = strcspn(name, "=");
    const option_rule *rule = find_rule(o, name, length);
    if (!rule)
        return refuse_unknown(o, argument, e);
    const char *value = name[length] == '=' ? name + length + 1 : NULL;
    if (rule->value && !value) {
        if (*at + 1 >= count)
            return error_set(e, STATUS_USAGE, "%.40s needs a value: --%s %s", argument, rule->name,
                             rule->value);
        value = arguments[++*at];
    }
    if (!rule->value && value)
        return error_set(e, STATUS_USAGE, "--%s takes no value", rule->name);
    if (o->given == option_limit)
        return error_set(e, STATUS_USAGE, "more than %d options", option_limit);
    for (size_t i = 0; i < o->given; i++)
        if (strlen(o->name[i]) >= length && strncmp(o->name[i], name, length) == 0 &&
            (o->name[i][length] == '\0' || o->name[i][length] == '='))
            return error_set(e, STATUS_USAGE, "--%.*s is given twice", (int)length, name);
    o->name[o->given] = name;
    o->value[o->given++] = value;
    return STATUS_OK;
}

status options_parse(options *o, const option_rule *rules, int takes_files, int count,
                     char *const *arguments, error *e)
{
    memset(o, 0, sizeof *o);
    o->rules = rules;
    for (int at = 0; at < count; at++) {
        const char *argument = arguments[at];
        if (strcmp(argument, "-h") == 0)
            argument = "--help";
        if (strncmp(argument, "--", 2) == 0) {
            char *const help[] = {(char[]){"--help"}};
            int here = 0;
            status result = argument == arguments[at] ? take_option(o, &at, count, arguments, e)
                                                      : take_option(o, &here, 1, help, e);
            if (result != STATUS_OK)
                return result;
        } else if (!takes_files) {
            return error_set(e, STATUS_USAGE, "unexpected argument '%.40s' (options start with --)",
                             argument);
        } else if (o->files == option_limit) {
            return error_set(e, STATUS_USAGE, "more than %d files", option_limit);
        } else {
            o->file[o->files++] = argument;
        }
    }
    return STATUS_OK;
}

static int find_given(const options *o, const char *name)
{
    size_t length = strlen(name);
    for (size_t i = 0; i < o->given; i++)
        if (strncmp(o->name[i], name, length) == 0 &&
            (o->name[i][length] == '\0' || o->name[i][length] == '='))
            return (int)i;
    return -1;
}

int options_has(const options *o, const char *name)
{
    return find_given(o, name) >= 0;
}

const char *options_get(const options *o, const char *name, const char *otherwise)
{
    int i = find_given(o, name);
    return i < 0 ? otherwise : o->value[i];
}

status options_u64(uint64_t *value, const options *o, const char *name, uint64_t otherwise,
                   uint64_t limit, error *e)
{
    const char *text = options_get(o, name, NULL);
    char dashed[48];
    *value = otherwise;
    if (!text)
        return STATUS_OK;
    snprintf(dashed, sizeof dashed, "--%s", name);
    return integer_parse_u64(value, text, limit, dashed, e);
}

status options_list(uint64_t *value, size_t *count, size_t room, const char *text, const char *name,
                    error *e)
{
    *count = 0;
    const char *s = text;
    while (*s) {
        char one[64];
        size_t length = strcspn(s, ",");
        if (length >= sizeof one)
            return error_set(e, STATUS_USAGE, "%s: '%.40s' is not a number", name, s);
        if (*count == room)
            return error_set(e, STATUS_USAGE, "%s: more than %zu numbers", name, room);
        memcpy(one, s, length);
        one[length] = '\0';
        status result = integer_parse_u64(&value[*count], one, UINT64_MAX, name, e);
        if (result != STATUS_OK)
            return result;
        ++*count;
        s += length;
        if (*s == ',' && *++s == '\0')
            return error_set(e, STATUS_USAGE, "%s: a number is missing after the last comma", name);
    }
    return STATUS_OK;
}

status options_format(report_format *format, const options *o, error *e)
{
    return report_format_parse(format, options_get(o, "format", "text"), e);
}

status options_threads(unsigned *threads, const options *o, error *e)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t given;
    status result = options_u64(&given, o, "threads", cores > 0 ? (uint64_t)cores : 1, 1024, e);
    if (result == STATUS_OK && given == 0)
        result = error_set(e, STATUS_USAGE, "--threads: at least 1");
    *threads = (unsigned)given;
    return result;
}

static void print_rules(const option_rule *rules)
{
    for (const option_rule *rule = rules; rule->name; rule++) {
        char left[64];
        snprintf(left, sizeof left, "--%s%s%s", rule->name, rule->value ? " " : "",
                 rule->value ? rule->value : "");
        if (strlen(left) > 26)
            printf("  %s\n  %-26s  %s\n", left, "", rule->help);
        else
            printf("  %-26s  %s\n", left, rule->help);
    }
}

void options_help(const char *usage, const char *about, const option_rule *rules,
                  const char *examples)
{
    printf("usage: %s\n\n%s\n", usage, about);
    if (rules->name) {
        printf("\nOptions:\n");
        print_rules(rules);
    }
    printf("\nCommon options:\n");
    print_rules(common);
    printf("\nNumbers may be written 2^500, 3*2^10, 1e6.\n\nExamples:\n%s", examples);
}
