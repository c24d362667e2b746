/* One input of FC(2; 2; 2) through the network: told for the running example, and as data for
 * the script that lets the reader change it. */
#include "base/json.h"
#include "base/memory.h"
#include "model/network-file.h"
#include "report/figure-prompt.h"
#include "report/site/site.h"
#include "report/xml.h"

#include <string.h>

/* JSON that may stand inside a script element. */
static void write_data(FILE *to, const char *id, const char *json)
{
    fprintf(to, "<script type=\"application/json\" id=\"%s\">", id);
    for (; *json; json++)
        if (*json == '<')
            fputs("\\u003c", to);
        else if (*json != '\n')
            fputc(*json, to);
    fputs("</script>\n", to);
}

static void write_list(FILE *to, const json_t *list)
{
    fputs("(", to);
    for (size_t i = 0; i < json_array_size(list); i++)
        fprintf(to, "%s<span class=\"q\">%s</span>", i ? ", " : "",
                json_string_value(json_array_get(list, i)));
    fputs(")", to);
}

static void write_layer(FILE *to, const site *of, size_t index, const json_t *layer)
{
    const json_t *head = json_array_get(json_object_get(layer, "heads"), 0);
    const json_t *weights = json_object_get(head, "weights");
    fprintf(
        to,
        "<section class=\"layer\">\n<h3>Layer %zu</h3>\n<table class=\"weights\">\n<caption>Where "
        "the last token looks</caption>\n<thead><tr><th scope=\"col\">token</th><th "
        "scope=\"col\">weight</th></tr></thead>\n<tbody>\n",
        index);
    for (size_t t = 0; t < json_array_size(weights); t++) {
        char name[figure_name_room];
        figure_token_name(name, &of->net->task, t);
        fprintf(to, "<tr><th scope=\"row\">%s</th><td class=\"q\">%s</td></tr>\n", name,
                json_string_value(json_array_get(weights, t)));
    }
    fputs("</tbody>\n</table>\n<p>It reads ", to);
    write_list(to, json_object_get(head, "read"));
    fputs("; afterwards its register is ", to);
    write_list(to, json_object_get(json_object_get(layer, "state"), "register"));
    fputs(".</p>\n</section>\n", to);
}

void site_write_input(FILE *to, const site *of)
{
    const json_t *run = names_evidence(of->names, "run")->json;
    const picture *prompt = pictures_find(&of->drawn, "prompt");
    const picture *attention = pictures_find(&of->drawn, "attention");
    const json_t *layers = json_object_get(run, "layers");
    fputs(
        "<p>This is the network <code>binary</code> with its exact weights, as <code>strata export"
        "</code> writes it. Choose an input of FC(2; 2; 2) and go through the layers; every number is "
        "computed here, in the page, as an exact fraction.</p>\n"
        "<noscript><p>Choosing an input needs JavaScript. Without it you see the running example, "
        "all layers below each other; <code>strata run</code> shows any other.</p></noscript>\n"
        "<div id=\"input-stepper\"></div>\n<div id=\"input-static\">\n<h2>The running example</h2>\n",
        to);
    fprintf(to, "<figure>\n%s<figcaption>%s</figcaption>\n</figure>\n", prompt->svg,
            prompt->caption);
    for (size_t i = 0; i < json_array_size(layers); i++)
        write_layer(to, of, i, json_array_get(layers, i));
    fprintf(to,
            "<p>The answer is <strong>%" JSON_INTEGER_FORMAT
            "</strong>; by the definition of the task it is <strong>%" JSON_INTEGER_FORMAT
            "</strong>.</p>\n</div>\n",
            json_integer_value(json_object_get(run, "answer")),
            json_integer_value(json_object_get(run, "expected")));
    fprintf(to, "<h2>All tokens at once</h2>\n<figure>\n%s<figcaption>%s</figcaption>\n</figure>\n",
            attention->svg, attention->caption);
    char *weights = network_to_text(of->net),
         *input = json_to_text(json_object_get(run, "input"), 1);
    write_data(to, "network-data", weights);
    write_data(to, "input-data", input);
    memory_free(weights);
    memory_free(input);
}
