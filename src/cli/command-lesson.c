#include "base/json-read.h"
#include "base/memory.h"
#include "cli/commands.h"
#include "cli/lesson-evidence.h"
#include "cli/lesson-site.h"
#include "cli/machine.h"
#include "cli/subject.h"
#include "exact/rational.h"
#include "report/lesson/lesson-json.h"
#include "report/lesson/lesson.h"

#include <stdio.h>
#include <string.h>

static const option_rule rules[] = {
    {"L", "L", "composition depth (default 3)"},
    MACHINE_OPTIONS,
    {"html", "DIR", "write the lesson as pages into this directory; open index.html in it"},
    {NULL, NULL, NULL},
};

/* L = 3 and a machine small enough to be looked at, unless the reader says otherwise. */
static status read_subject(lesson_subject *of, const options *o, error *e)
{
    uint64_t L;
    machine k;
    TRY(options_u64(&L, o, "L", 3, UINT32_MAX, e));
    if (L < 1)
        return error_set(e, STATUS_USAGE, "--L: at least 1");
    machine_init(&k);
    static const char *const size[] = {"B", "H", "d", "p", "linear", "state-bits"};
    int given = 0;
    for (size_t i = 0; i < sizeof size / sizeof *size; i++)
        given |= options_has(o, size[i]);
    status s = STATUS_OK;
    if (given) {
        s = machine_parse(&k, o, 0, e);
    } else {
        mpz_set_ui(k.B, 64);
        mpz_set_ui(k.a, 1);
        mpz_set_ui(k.S, 576);
    }
    if (mpz_sgn(k.a) == 0)
        mpz_set_ui(k.S, 0);
    if (s == STATUS_OK)
        s = machine_setting(&of->setting, &of->word, &k, (unsigned)L, e);
    if (s == STATUS_OK)
        of->options = lesson_machine_options(&of->setting);
    machine_clear(&k);
    return s;
}

static status teach(const lesson_subject *of, const options *o, error *e)
{
    names n;
    lesson all;
    char *script = NULL;
    names_init(&n);
    status s = lesson_evidence_proof(&n, &script, of, e);
    if (s == STATUS_OK)
        s = lesson_evidence_example(&n, e);
    if (s == STATUS_OK)
        s = lesson_evidence_bounds(&n, of, e);
    if (s == STATUS_OK)
        s = lesson_evidence_both(&n, of, e);
    if (s == STATUS_OK) {
        s = lesson_make(&all, lesson_source, &n, e);
        if (s == STATUS_OK && options_has(o, "html")) {
            s = lesson_site(of, &all, &n, script, options_get(o, "html", NULL), e);
        } else if (s == STATUS_OK) {
            char *text = lesson_to_json(&all, &n);
            s = subject_print(o, text, e);
            memory_free(text);
        }
        lesson_clear(&all);
    }
    memory_free(script);
    names_clear(&n);
    return s;
}

status command_lesson(int count, char *const *arguments, error *e)
{
    options o;
    lesson_subject of = {.word = NULL};
    TRY(options_parse(&o, rules, 0, count, arguments, e));
    setting_init(&of.setting);
    status s = read_subject(&of, &o, e);
    if (s == STATUS_OK)
        s = teach(&of, &o, e);
    setting_clear(&of.setting);
    memory_free(of.word);
    memory_free(of.options);
    return s;
}
