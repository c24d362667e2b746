#include "base/json-read.h"
#include "base/memory.h"
#include "bounds/fit.h"
#include "bounds/optimal.h"
#include "cli/commands.h"
#include "cli/lesson-evidence.h"
#include "cli/lesson-site.h"
#include "cli/lesson-talk.h"
#include "cli/machine.h"
#include "cli/subject.h"
#include "report/lesson/lesson-json.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

static const option_rule rules[] = {
    {"L", "L", "composition depth (default 3)"},
    {"B", "B", "the size parameter (default 64, with one linear layer of 576 bits)"},
    {"H", "H", "or: heads per layer"},
    {"d", "D", "head dimension"},
    {"p", "P", "bits per number; B = H*d*p"},
    {"linear", "A", "linear-attention layers (default 0)"},
    {"state-bits", "S", "state of a linear layer (default H*d*(d+1)*p bits)"},
    {"m", "M", "sizes of your own (default: the shortest prompt that a search finds): m"},
    {"n", "N1,..", "n_1, ..., n_{L-1}"},
    {"x", "X0,..", "for them: x_0, ..., x_{L-1}, how many seeds and functions the proof keeps"},
    {"theta", "T1,..", "theta_1, ..., theta_{L-1}, how many values they reach (default: searched)"},
    {"chapter", "K", "only this chapter, or begin with it"},
    {"script", NULL, "print the proof script of the lesson instead"},
    {"html", "DIR", "write the lesson as pages into this directory instead; open its index.html"},
    {NULL, NULL, NULL},
};

static void print_help(void)
{
    options_help(
        "strata lesson [--L L] [--B B] [OPTIONS]",
        "The theorem step by step, for people: the task, the networks that solve it, the proof\n"
        "that fewer layers cannot, and what it means for real models. Every number is computed\n"
        "in this run for your L, B and linear layers, every step of the proof is checked by the\n"
        "kernel, and every chapter ends with exercises. At a terminal it is a conversation\n"
        "(? helps); in a pipe, with --chapter or with --out all of it is printed, answers at the\n"
        "end of each chapter. --format json tells where every number comes from. --html writes\n"
        "pages with pictures and exercises that open in any browser, without network.",
        rules,
        "  strata lesson --L 3 --B 64 | cat\n"
        "  strata lesson --L 2 --H 1 --d 8 --p 8 --linear 2 --chapter 7\n"
        "  strata lesson --L 2 --B 1 --m 2 --n 2 --out lesson.txt\n"
        "  strata lesson --L 4 --B 100 --format json --out lesson.json\n"
        "  strata lesson --L 3 --B 64 --html pages\n"
        "  strata lesson --script | strata check -\n");
}

/* ---- what the reader chose ---------------------------------------------------------------- */

static int any_given(const options *o, const char *const *names_of, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (options_has(o, names_of[i]))
            return 1;
    return 0;
}

/* Small enough to be looked at, and with a linear layer, so that all of the proof is used. */
static void default_machine(machine *k)
{
    mpz_set_ui(k->B, 64);
    mpz_set_ui(k->a, 1);
    mpz_set_ui(k->S, 576);
}

static status read_machine(lesson_subject *of, const options *o, unsigned L, error *e)
{
    static const char *const size[] = {"B", "H", "d", "p", "linear", "state-bits"};
    machine k;
    machine_init(&k);
    status s = STATUS_OK;
    if (any_given(o, size, sizeof size / sizeof *size))
        s = machine_parse(&k, o, 0, e);
    else
        default_machine(&k);
    if (s == STATUS_OK && mpz_sgn(k.a) == 0)
        mpz_set_ui(k.S, 0); /* the state of no layer */
    if (s == STATUS_OK)
        s = machine_setting(&of->setting, &of->word, &k, L, e);
    machine_clear(&k);
    return s;
}

static status read_sizes(lesson_subject *of, const options *o, error *e)
{
    static const char *const size[] = {"m", "n", "x", "theta"};
    unsigned L = of->setting.L;
    if (!any_given(o, size, sizeof size / sizeof *size))
        return STATUS_OK;
    witness_init(&of->sizes, L);
    of->given = 1;
    TRY(machine_list(&of->sizes.m, 0, 1, o, "m", e));
    TRY(machine_list(of->sizes.n, 1, L, o, "n", e));
    if (!options_has(o, "x") && !options_has(o, "theta")) {
        if (fit_sizes(&of->sizes, &of->setting))
            return STATUS_OK;
        return error_set(e, STATUS_LIMIT,
                         "no proof found for these sizes (longer prompts, a "
                         "smaller B, or --x and --theta of your own may help)");
    }
    TRY(machine_list(of->sizes.x, 0, L, o, "x", e));
    return machine_list(of->sizes.theta, 1, L, o, "theta", e);
}

static status read_subject(lesson_subject *of, const options *o, error *e)
{
    uint64_t L;
    TRY(options_u64(&L, o, "L", 3, UINT32_MAX, e));
    if (L < 1)
        return error_set(e, STATUS_USAGE, "--L: at least 1");
    if (L > optimal_levels)
        return error_set(e, STATUS_LIMIT, "--L %llu: the lesson goes up to L = %d",
                         (unsigned long long)L, optimal_levels);
    TRY(read_machine(of, o, (unsigned)L, e));
    TRY(read_sizes(of, o, e));
    of->options = lesson_machine_options(&of->setting);
    return STATUS_OK;
}

/* ---- how it is told -------------------------------------------------------------------------- */

static page_style style_of(int terminal)
{
    enum { widest = 80, narrowest = 40 };
    struct winsize window = {0};
    page_style style = {widest, terminal && !getenv("NO_COLOR")};
    if (terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 0 &&
        window.ws_col < widest)
        style.width = window.ws_col < narrowest ? narrowest : window.ws_col;
    return style;
}

static status print_all(const lesson *l, size_t chapter, const options *o, error *e)
{
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    REQUIRE(to != NULL);
    page_style style = style_of(isatty(STDOUT_FILENO) && !options_has(o, "out"));
    for (size_t c = 0; c < l->chapters; c++)
        if (chapter == 0 || c + 1 == chapter) {
            if (chapter == 0 && c > 0)
                fputs("\n\n", to);
            terminal_all(to, &style, l, c);
        }
    REQUIRE(fclose(to) == 0);
    status s = subject_print(o, text, e);
    memory_free(text);
    return s;
}

static status tell(const lesson *l, const names *n, report_format format, const options *o,
                   error *e)
{
    uint64_t chapter;
    TRY(options_u64(&chapter, o, "chapter", 0, l->chapters, e));
    if (options_has(o, "chapter") && chapter == 0)
        return error_set(e, STATUS_USAGE, "--chapter: 1 to %zu", l->chapters);
    if (format == FORMAT_JSON) {
        char *text = lesson_to_json(l, n);
        status s = subject_print(o, text, e);
        memory_free(text);
        return s;
    }
    if (options_has(o, "out") || !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return print_all(l, (size_t)chapter, o, e);
    page_style style = style_of(1);
    lesson_talk(stdout, stdin, &style, l, chapter ? (size_t)chapter - 1 : 0);
    return STATUS_OK;
}

static status write_pages(const lesson_subject *of, const lesson *l, const names *n,
                          const char *script, const options *o, error *e)
{
    const char *directory = options_get(o, "html", NULL);
    TRY(lesson_site(of, l, n, script, directory, e));
    if (!options_has(o, "quiet"))
        printf("The lesson is written; open %s/index.html in a browser.\n", directory);
    return STATUS_OK;
}

/* ---- the command ------------------------------------------------------------------------------
 */

static status teach(const lesson_subject *of, report_format format, const options *o, error *e)
{
    names n;
    lesson all = {0};
    char *script = NULL;
    names_init(&n);
    status s = lesson_evidence_proof(&n, &script, of, e);
    if (s == STATUS_OK && options_has(o, "script")) {
        s = subject_print(o, script, e);
    } else if (s == STATUS_OK) {
        s = lesson_evidence_example(&n, e);
        if (s == STATUS_OK)
            s = lesson_evidence_smallest(&n, e);
        if (s == STATUS_OK)
            s = lesson_evidence_bounds(&n, of, e);
        if (s == STATUS_OK)
            s = lesson_evidence_both(&n, of, e);
        if (s == STATUS_OK)
            s = lesson_make(&all, lesson_source, &n, e);
        if (s == STATUS_OK && options_has(o, "html"))
            s = write_pages(of, &all, &n, script, o, e);
        else if (s == STATUS_OK)
            s = tell(&all, &n, format, o, e);
    }
    lesson_clear(&all);
    memory_free(script);
    names_clear(&n);
    return s;
}

status command_lesson(int count, char *const *arguments, error *e)
{
    options o;
    report_format format;
    TRY(options_parse(&o, rules, 0, count, arguments, e));
    if (options_has(&o, "help")) {
        print_help();
        return STATUS_OK;
    }
    TRY(options_format(&format, &o, e));
    if (format != FORMAT_TEXT && format != FORMAT_JSON)
        return error_set(e, STATUS_USAGE, "--format: the lesson is told as text or json");
    lesson_subject of = {.word = NULL};
    setting_init(&of.setting);
    status s = read_subject(&of, &o, e);
    if (s == STATUS_OK)
        s = teach(&of, format, &o, e);
    if (of.given)
        witness_clear(&of.sizes);
    setting_clear(&of.setting);
    memory_free(of.word);
    memory_free(of.options);
    return s;
}
