#include "verifier/script/script.h"

#include "base/memory.h"

#define BIT(key) (1U << (key))

const char *const script_key_names[key_count] = {
    "L",    "B", "S",     "a",    "m",      "x0",   "x", "theta",
    "full", "M", "block", "keep", "blocks", "bits", "n", "last",
};

const rule_form script_rule_forms[rule_count] = {
    [RULE_START] = {0,
                    BIT(KEY_L) | BIT(KEY_B) | BIT(KEY_S) | BIT(KEY_a) | BIT(KEY_m) | BIT(KEY_n) |
                        BIT(KEY_x0),
                    BIT(KEY_last)},
    [RULE_START_FULL] = {0, BIT(KEY_L) | BIT(KEY_B) | BIT(KEY_m) | BIT(KEY_n) | BIT(KEY_x0), 0},
    [RULE_COVER] = {1, BIT(KEY_x) | BIT(KEY_theta), 0},
    [RULE_FREEZE] = {1, 0, 0},
    [RULE_FREEZE_FULL] = {1, 0, 0},
    [RULE_CONTRADICT] = {1, 0, 0},
    [RULE_SPECIALISE] = {1, 0, BIT(KEY_full) | BIT(KEY_a) | BIT(KEY_B) | BIT(KEY_S)},
    [RULE_PUBLISH] = {1, 0, 0},
    [RULE_SPARSE] = {0,
                     BIT(KEY_M) | BIT(KEY_block) | BIT(KEY_keep) | BIT(KEY_blocks) | BIT(KEY_bits),
                     0},
};

void script_clear(script *s)
{
    for (size_t i = 0; i < s->count; i++) {
        script_step *step = &s->step[i];
        for (int key = 0; key < script_number_keys; key++)
            mpz_clear(step->number[key]);
        for (size_t k = 0; k < step->sizes; k++)
            mpz_clear(step->n[k]);
        memory_free(step->n);
    }
    memory_free(s->step);
    *s = (script){0};
}
