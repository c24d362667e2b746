/* The first page: what this is about, at which numbers, and the way through it. */
#include "report/site/page.h"
#include "report/site/site.h"
#include "report/site/text.h"
#include "report/xml.h"

#include <string.h>

static void write_chapters(FILE *to, const lesson *l)
{
    fputs("<h2>Chapters</h2>\n<ol class=\"chapters\">\n", to);
    for (size_t i = 0; i < l->chapters; i++) {
        const lesson_chapter *c = &l->chapter[i];
        fprintf(to, "<li><a href=\"%s.html\">", c->name);
        xml_escape(to, c->title);
        fputs("</a>\n", to);
        text_write(to, &c->goal);
        fputs("</li>\n", to);
    }
    fputs("</ol>\n", to);
}

/* The options of this lesson, sizes of the reader's own included: the command that prints the
 * proof script has them all. */
static void write_options(FILE *to, const site *of)
{
    static const char before[] = "strata lesson ", after[] = " --script";
    const char *command = json_string_value(names_evidence(of->names, "prove_command")->json);
    const char *end = strstr(command, after);
    if (strncmp(command, before, strlen(before)) != 0 || !end) {
        xml_escape(to, of->options);
        return;
    }
    for (const char *at = command + strlen(before); at < end; at++)
        fputc(*at, to); /* digits, commas and names of options */
}

static void write_machine(FILE *to, const site *of)
{
    const setting *s = of->setting;
    fputs("<h2>Your numbers</h2>\n<dl class=\"machine\">\n", to);
    fprintf(to, "<div><dt>L</dt><dd>%u functions to compose</dd></div>\n", s->L);
    gmp_fprintf(to, "<div><dt>B</dt><dd>%Zd bits per token and layer, H·d·p</dd></div>\n", s->B);
    gmp_fprintf(to, "<div><dt>a</dt><dd>%Zd linear layer%s", s->a,
                mpz_cmp_ui(s->a, 1) == 0 ? "" : "s");
    if (mpz_sgn(s->a) > 0)
        gmp_fprintf(to, " with a state of S = %Zd bits", s->S);
    fputs("</dd></div>\n</dl>\n<p>Choose others, and write the pages again:</p>\n<pre "
          "class=\"command\"><code>strata lesson ",
          to);
    write_options(to, of);
    fputs(" --html DIR</code></pre>\n", to);
}

void site_write_index(FILE *to, const site *of)
{
    fputs(
        "<p class=\"lead\">A network with L + 1 layers of full attention can compose L functions that "
        "stand in its prompt. With L − 1 full layers it cannot, whatever linear-attention layers are "
        "added, once the prompt is long enough. This lesson proves both halves, in about an hour, at "
        "numbers you can recompute.</p>\n",
        to);
    write_chapters(to, of->lesson);
    fputs(
        "<h2>To try</h2>\n<ul class=\"chapters\">\n"
        "<li><a href=\"input.html\">One input, layer by layer</a>\n<p>Change an input of FC(2; 2; 2) "
        "and watch the exact attention weights of every layer.</p></li>\n"
        "<li><a href=\"proof.html\">The proof, rule by rule</a>\n<p>Step through the kernel’s facts "
        "at your numbers.</p></li>\n</ul>\n",
        to);
    write_machine(to, of);
    fputs(
        "<h2>How to read</h2>\n<ul>\n"
        "<li>Each step says <em>what</em> holds, <em>why</em>, and the same <em>in numbers</em>.</li>\n"
        "<li>Numbers in the text were computed when these pages were written. Point at one, or "
        "reach it with the Tab key, to see all its digits and where it comes from.</li>\n"
        "<li>On the two pages to try, the arrow keys go from step to step.</li>\n</ul>\n",
        to);
}
