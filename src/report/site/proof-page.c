/* The proof at the reader's numbers: what the kernel made, rule by rule, and the script. */
#include "report/site/site.h"
#include "report/xml.h"

#include <string.h>

typedef struct rule_words {
    const char *rule, *title, *what;
} rule_words;

static const rule_words words[] = {
    {"start", "Base",
     "Keep x₀ seeds. Of all tables keep those for which the linear layers hand on the commonest "
     "message: the set R₁."},
    {"cover", "Cover",
     "Choose a few functions of this level that together reach many values, while many tables of "
     "the later levels still go with all of them."},
    {"freeze", "Freeze",
     "Fix every message that the later players send down to this level: keep the commonest, and "
     "with it the next set R."},
    {"contradict", "Contradiction",
     "All tables that are left must agree at every point in view, for the answer is the same. But "
     "more are left than can agree."},
};

static const rule_words *words_of(const char *rule)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i].rule, rule) == 0)
            return &words[i];
    return NULL;
}

static const char *text_of(const json_t *fact, const char *field)
{
    const char *text = json_string_value(json_object_get(fact, field));
    return text ? text : "";
}

/* Line `number` of the script, counted from 1. */
static void write_script_line(FILE *to, const char *script, json_int_t number)
{
    for (; number > 1 && script; number--) {
        script = strchr(script, '\n');
        script = script ? script + 1 : NULL;
    }
    if (!script)
        return;
    size_t length = strcspn(script, "\n");
    fprintf(to, "<pre class=\"line\"><code>");
    for (size_t i = 0; i < length; i++) {
        char one[2] = {script[i], '\0'};
        xml_escape(to, one);
    }
    fputs("</code></pre>\n", to);
}

static void write_fact(FILE *to, const site *of, const json_t *fact)
{
    const rule_words *w = words_of(text_of(fact, "rule"));
    json_int_t stage = json_integer_value(json_object_get(fact, "stage"));
    fputs("<li class=\"fact\">\n<h3>", to);
    xml_escape(to, w ? w->title : text_of(fact, "rule"));
    if (w && strcmp(w->rule, "contradict") != 0)
        fprintf(to, ", level %" JSON_INTEGER_FORMAT,
                strcmp(w->rule, "freeze") == 0 ? stage - 1 : stage);
    fputs("</h3>\n", to);
    if (w)
        fprintf(to, "<p>%s</p>\n", w->what);
    write_script_line(to, of->script, json_integer_value(json_object_get(fact, "line")));
    fputs("<p class=\"made\">The kernel has made <code>", to);
    xml_escape(to, text_of(fact, "name"));
    fputs("</code>:</p>\n<pre class=\"statement\">", to);
    xml_escape(to, text_of(fact, "statement"));
    fputs("</pre>\n</li>\n", to);
}

void site_write_proof(FILE *to, const site *of)
{
    const json_t *facts = names_evidence(of->names, "facts")->json;
    const picture *sets = pictures_find(&of->drawn, "sets");
    fputs(
        "<p>The whole argument at your numbers, rule by rule. Each fact was made by the kernel "
        "when this page was written; only its rules can make one.</p>\n"
        "<h2>The facts</h2>\n<section id=\"proof-stepper\" aria-label=\"The proof, rule by rule\">\n<ol id=\"facts\">\n",
        to);
    for (size_t i = 0; i < json_array_size(facts); i++)
        write_fact(to, of, json_array_get(facts, i));
    fputs("</ol>\n</section>\n", to);
    fprintf(
        to,
        "<h2>What is lost, and what is at stake</h2>\n<figure>\n%s<figcaption>%s</figcaption>\n</figure>\n",
        sets->svg, sets->caption);
    fputs("<h2>The script</h2>\n<p>Written by <code>", to);
    xml_escape(to, json_string_value(names_evidence(of->names, "prove_command")->json));
    fputs("</code>; <code>strata check</code> replays it.</p>\n"
          "<pre class=\"script\"><code>",
          to);
    xml_escape(to, of->script);
    fputs("</code></pre>\n", to);
}
