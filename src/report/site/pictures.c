#include "report/site/pictures.h"

#include "base/json-read.h"
#include "base/memory.h"
#include "bounds/conditions.h"
#include "model/evaluate.h"
#include "report/attention-map.h"
#include "report/figure-game.h"
#include "report/figure-layers.h"
#include "report/figure-models.h"
#include "report/figure-prompt.h"
#include "report/figure-sets.h"
#include "report/site/picture-bars.h"
#include "task/input.h"

#include <string.h>

/* ---- one function per picture -------------------------------------------------------- */

static status draw_prompt(char **drawn, const picture_numbers *from, error *e)
{
    uint64_t prompt[figure_prompt_tokens];
    const fc *task = &from->net->task;
    REQUIRE(task->tokens <= figure_prompt_tokens);
    TRY(input_from_json(prompt, task, from->input, e));
    *drawn = figure_prompt("figure-prompt", task, prompt);
    return STATUS_OK;
}

/* The running example once more, watched at every token. */
static status watch(attention_map *map, uint64_t *prompt, const picture_numbers *from, error *e)
{
    evaluator ev;
    TRY(input_from_json(prompt, &from->net->task, from->input, e));
    TRY(evaluator_init(&ev, from->net, e));
    attention_map_init(map, from->net);
    run_observer observer = attention_map_observer(map);
    evaluator_answer(&ev, prompt, &observer);
    evaluator_clear(&ev);
    return STATUS_OK;
}

static status draw_attention(char **drawn, const picture_numbers *from, error *e)
{
    uint64_t prompt[figure_prompt_tokens];
    attention_map map;
    TRY(watch(&map, prompt, from, e));
    *drawn = figure_attention("figure-attention", &map);
    attention_map_clear(&map);
    return STATUS_OK;
}

static status draw_layers(char **drawn, const picture_numbers *from, error *e)
{
    uint64_t prompt[figure_prompt_tokens];
    attention_map map;
    TRY(watch(&map, prompt, from, e));
    *drawn = figure_layers("figure-layers", &map, prompt);
    attention_map_clear(&map);
    return STATUS_OK;
}

static status draw_state(char **drawn, const picture_numbers *from, error *e)
{
    uint64_t prompt[figure_prompt_tokens];
    char bits[160] = "S";
    TRY(input_from_json(prompt, &from->net->task, from->input, e));
    if (mpz_sgn(from->setting->a) > 0)
        gmp_snprintf(bits, sizeof bits, "%Zd", from->setting->S);
    *drawn = figure_state("figure-state", &from->net->task, prompt, bits);
    return STATUS_OK;
}

static status draw_players(char **drawn, const picture_numbers *from, error *e)
{
    return picture_players(drawn, from->names, from->setting->L, e);
}

static status draw_cover(char **drawn, const picture_numbers *from, error *e)
{
    return picture_cover(drawn, from->names, from->setting->L, e);
}

static status draw_frozen(char **drawn, const picture_numbers *from, error *e)
{
    return picture_frozen(drawn, from->names, from->setting->L, e);
}

static status draw_messages(char **drawn, const picture_numbers *from, error *e)
{
    (void)e;
    *drawn = figure_game("figure-messages", from->setting, from->witness);
    return STATUS_OK;
}

static status draw_sets(char **drawn, const picture_numbers *from, error *e)
{
    (void)e;
    conditions c;
    conditions_init(&c, from->setting->L);
    conditions_evaluate(&c, from->setting, from->witness);
    *drawn = figure_sets("figure-sets", &c, from->witness);
    conditions_clear(&c);
    return STATUS_OK;
}

static status draw_thresholds(char **drawn, const picture_numbers *from, error *e)
{
    (void)e;
    *drawn = from->curves ? figure_thresholds("figure-thresholds", from->setting->L, from->curve,
                                              from->curves)
                          : NULL;
    return STATUS_OK;
}

static status draw_models(char **drawn, const picture_numbers *from, error *e)
{
    (void)e;
    *drawn = figure_models("figure-models", from->models);
    return STATUS_OK;
}

/* ---- all of them ----------------------------------------------------------------------- */

typedef struct kind {
    picture about;
    status (*draw)(char **drawn, const picture_numbers *from, error *e);
} kind;

static const kind kinds[] = {
    {{"prompt",
      "The running example as the network sees it: one token per table entry, then the seed and the query.",
      "input.html", "Change this input and step through the layers", NULL},
     draw_prompt},
    {{"attention",
      "Who looks at whom in the running example, exactly. Each square is a layer; a row is a token "
      "that looks. The framed last row is the token that answers. Point at a cell to see its "
      "weight.",
      "input.html", "Change the input and watch the weights change", NULL},
     draw_attention},
    {{"layers",
      "The running example, layer by layer: the token that is looked up, and what the last token "
      "then holds.",
      "input.html", "Step through it, with an input of your own", NULL},
     draw_layers},
    {{"state",
      "A recurrent layer reads from left to right. What is to be known later must fit into the "
      "state.",
      NULL, NULL, NULL},
     draw_state},
    {{"players", "Your task in the order of the prompt. The scale is logarithmic.", NULL, NULL,
      NULL},
     draw_players},
    {{"messages",
      "The game at your numbers. In a full layer every player hears from all earlier ones, that "
      "many bits from each; a linear layer only hands a state on.",
      NULL, NULL, NULL},
     draw_messages},
    {{"cover",
      "Cover at your numbers, on a logarithmic scale: a few functions, looked at in P points each, "
      "reach θ of the N values.",
      NULL, NULL, NULL},
     draw_cover},
    {{"frozen", "The bill at your numbers, in bits, on a logarithmic scale.", "proof.html",
      "Step through the whole proof", NULL},
     draw_frozen},
    {{"sets",
      "The sets at your numbers, on a logarithmic scale of bits: what has been lost, and what the "
      "points still in view are worth. At the last level too little has been lost.",
      "proof.html", "Step through the proof that these bars tell", NULL},
     draw_sets},
    {{"thresholds",
      "From which prompt length on the task is impossible, for your L and linear layers, as B "
      "grows. The vertical scale is logarithmic in the exponent.",
      NULL, NULL, NULL},
     draw_thresholds},
    {{"models",
      "Published hybrid models: the context they were made for, and the prompt length from which "
      "on the theorems speak about them. Point at a dot for its number.",
      NULL, NULL, NULL},
     draw_models},
    {{"input", NULL, "input.html", "Step through one input, layer by layer", NULL}, NULL},
    {{"proof", NULL, "proof.html", "Step through the proof at your numbers", NULL}, NULL},
};
enum { kind_count = sizeof kinds / sizeof *kinds };

status pictures_draw(pictures *all, const picture_numbers *from, error *e)
{
    status s = STATUS_OK;
    *all = (pictures){kind_count, memory_new(kind_count, sizeof *all->picture)};
    for (size_t i = 0; i < kind_count; i++)
        all->picture[i] = kinds[i].about;
    for (size_t i = 0; i < kind_count && s == STATUS_OK; i++)
        if (kinds[i].draw)
            s = kinds[i].draw(&all->picture[i].svg, from, e);
    return s;
}

void pictures_clear(pictures *all)
{
    for (size_t i = 0; i < all->count; i++)
        memory_free(all->picture[i].svg);
    memory_free(all->picture);
}

const picture *pictures_find(const pictures *all, const char *name)
{
    for (size_t i = 0; i < all->count; i++)
        if (strcmp(all->picture[i].name, name) == 0)
            return &all->picture[i];
    return NULL;
}
