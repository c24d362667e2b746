#include "verifier/script/script.h"

#include "base/memory.h"

#define BIT(key) (1U << (key))

const char *const script_key_names[key_count] = {
    "L",     "B",    "S",      "a",    "m", "x0", "x", "theta", "full", "M",
    "block", "keep", "blocks", "bits", "d", "P",  "n", "last",  "keys",
};

#define SIZES (BIT(KEY_L) | BIT(KEY_m) | BIT(KEY_n))

const rule_form script_rule_forms[rule_count] = {
    [RULE_START] = {0, FILE_NONE, SIZES | BIT(KEY_B) | BIT(KEY_S) | BIT(KEY_a) | BIT(KEY_x0),
                    BIT(KEY_last)},
    [RULE_START_FULL] = {0, FILE_NONE, SIZES | BIT(KEY_B) | BIT(KEY_x0), 0},
    [RULE_COVER] = {1, FILE_NONE, BIT(KEY_x) | BIT(KEY_theta), 0},
    [RULE_FREEZE] = {1, FILE_NONE, 0, 0},
    [RULE_FREEZE_FULL] = {1, FILE_NONE, 0, 0},
    [RULE_CONTRADICT] = {1, FILE_NONE, 0, 0},
    [RULE_SPECIALISE] = {1, FILE_NONE, 0, BIT(KEY_full) | BIT(KEY_a) | BIT(KEY_B) | BIT(KEY_S)},
    [RULE_PUBLISH] = {1, FILE_NONE, 0, 0},
    [RULE_SPARSE] = {0, FILE_NONE,
                     BIT(KEY_M) | BIT(KEY_block) | BIT(KEY_keep) | BIT(KEY_blocks) | BIT(KEY_bits),
                     0},
    [RULE_LOOKUP] = {1, FILE_OR_FACT, 0, 0},
    [RULE_COMPOSE] = {1, FILE_NONE, 0, 0},
    [RULE_ENUMERATE] = {0, FILE_ONLY, 0, 0},
    [RULE_CONSTRUCT] = {0, FILE_NONE, SIZES | BIT(KEY_d) | BIT(KEY_P) | BIT(KEY_keys), 0},
    [RULE_SEPARATE] = {2, FILE_NONE, 0, 0},
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
