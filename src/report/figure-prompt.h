/* The prompt of one input: a box per token, the blocks and their owners above. */
#ifndef STRATA_REPORT_FIGURE_PROMPT_H
#define STRATA_REPORT_FIGURE_PROMPT_H

#include "task/fc.h"

/* Longer prompts do not fit side by side. */
enum { figure_prompt_tokens = 16 };

/* SVG text (memory_free); `prompt` as in task/fc.h, at most figure_prompt_tokens tokens. */
char *figure_prompt(const char *id, const fc *task, const uint64_t *prompt);

/* "z₂(3)", "z₀", "w": what token t is called in pictures. */
enum { figure_name_room = 96 };
void figure_token_name(char *name, const fc *task, uint64_t t);

#endif
