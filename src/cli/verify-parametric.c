#include "base/file.h"
#include "base/json-read.h"
#include "base/json.h"
#include "base/memory.h"
#include "cli/subject.h"
#include "cli/verify-symbolic.h"
#include "exact/rational.h"
#include "verifier/parametric.h"
#include "verifier/solve.h"

#include <stdio.h>
#include <string.h>

/* Numbers longer than this are not printed out in full. */
enum { digits_shown = 10000, log2_digits = 6 };

/* ---- sizes ----------------------------------------------------------------------------------- */

static status read_list(sizes *s, const char *text, error *e)
{
    unsigned l = 1;
    char *copy = memory_copy_string(text);
    status result = STATUS_OK;
    for (char *item = copy; result == STATUS_OK && *text; l++) {
        size_t length = strcspn(item, ",");
        int last = item[length] == '\0';
        item[length] = '\0';
        if (l < s->L)
            result = integer_parse(s->n[l], item, "--n", e);
        if (last) {
            l++;
            break;
        }
        item += length + 1;
    }
    memory_free(copy);
    if (result == STATUS_OK && l != s->L)
        result =
            error_set(e, STATUS_USAGE, "--n: expected L-1 = %u sizes, got %u", s->L - 1, l - 1);
    return result;
}

static status read_sizes(sizes *s, const options *o, error *e)
{
    uint64_t L;
    if (!options_has(o, "L") || !options_has(o, "m"))
        return error_set(e, STATUS_USAGE, "the task is missing: give --L and --m");
    TRY(options_u64(&L, o, "L", 0, UINT32_MAX, e));
    TRY(sizes_init(s, (unsigned long)L, e));
    status result = integer_parse(s->N[0], options_get(o, "m", ""), "--m", e);
    if (result == STATUS_OK)
        result = read_list(s, options_get(o, "n", ""), e);
    if (result == STATUS_OK)
        result = sizes_complete(s, e);
    if (result != STATUS_OK)
        sizes_clear(s);
    return result;
}

/* ---- report ------------------------------------------------------------------------------------
 */

static json_t *take_text(char *text)
{
    json_t *json = json_string(text);
    memory_free(text);
    return json;
}

static json_t *number_json(const mpz_t value)
{
    if (mpz_fits_slong_p(value))
        return json_integer(mpz_get_si(value));
    return take_text(integer_to_text(value));
}

json_t *parametric_json(const parametric_result *r, const sizes *s, const char *name)
{
    json_t *o = json_object();
    char *inputs = sizes_inputs_text(s);
    json_object_set_new(o, "verified", json_boolean(r->verified));
    json_object_set_new(o, "task", take_text(sizes_task_text(s)));
    json_object_set_new(o, "network", json_string(name));
    json_object_set_new(o, "mode", json_string("parametric"));
    json_object_set_new(o, "lemma", json_string(r->lemma));
    json_object_set_new(o, "condition", json_string(r->condition));
    json_object_set_new(o, "inputs", json_string(inputs));
    json_object_set_new(o, "checked", json_string(r->verified ? inputs : "0"));
    json_object_set_new(o, "failures", json_integer(0));
    json_object_set_new(o, "counterexample", json_null());
    json_object_set_new(o, "tokens",
                        mpz_sizeinbase(s->tokens, 10) <= digits_shown
                            ? take_text(integer_to_text(s->tokens))
                            : json_null());
    json_object_set_new(o, "beta", number_json(r->beta));
    json_object_set_new(o, "epsilon",
                        mpz_sizeinbase(mpq_denref(r->epsilon), 10) <= digits_shown
                            ? take_text(rational_to_text(r->epsilon))
                            : json_null());
    json_object_set_new(o, "log2_epsilon", take_text(parametric_log2_epsilon(r, log2_digits)));
    json_object_set_new(o, "layers", number_json(r->layers));
    json_object_set_new(o, "heads", json_integer(1));
    json_object_set_new(o, "dim", number_json(r->dim));
    json_object_set_new(o, "width", number_json(r->width));
    json_object_set_new(o, "precision_bits",
                        mpz_sgn(r->precision_bits) ? number_json(r->precision_bits) : json_null());
    memory_free(inputs);
    return o;
}

static char *report_json(const parametric_result *r, const sizes *s, const char *name)
{
    json_t *o = parametric_json(r, s, name);
    char *text = json_to_text(o, 0);
    json_decref(o);
    return text;
}

static char *report_text(const parametric_result *r, const sizes *s, const char *name)
{
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    REQUIRE(to != NULL);
    char *task = sizes_task_text(s), *log2 = parametric_log2_epsilon(r, log2_digits);
    fprintf(to, "%s, construction '%s', for all inputs by lemma %s\n", task, name, r->lemma);
    fprintf(to, "side condition: %s\n", r->condition);
    gmp_fprintf(to, "%Zd layers, head dimension %Zd, residual width %Zd, beta = %Zd\n", r->layers,
                r->dim, r->width, r->beta);
    fprintf(to, "at most 2^%s of the weight lies outside the wanted token; 1/4 is allowed\n", log2);
    if (r->verified) {
        char hash[SHA256_HEX];
        fflush(to);
        sha256_hex(hash, text, length);
        fprintf(to, "VERIFIED %s\n", hash);
    } else {
        fprintf(to, "UNDECIDED\n");
    }
    memory_free(task);
    memory_free(log2);
    REQUIRE(fclose(to) == 0);
    return text;
}

status verify_parametric(const options *o, report_format format, error *e)
{
    const char *name = options_get(o, "construction", "binary");
    sizes s;
    parametric_result r;
    if (options_has(o, "network"))
        return error_set(e, STATUS_USAGE, "--mode parametric is about constructions, not files");
    if (options_has(o, "cert"))
        return error_set(e, STATUS_USAGE,
                         "--cert: a lemma needs no certificate; --mode symbolic "
                         "writes one");
    TRY(read_sizes(&s, o, e));
    parametric_result_init(&r);
    theorem *proved = NULL;
    status result = parametric_verify(&r, name, &s, e);
    if (result == STATUS_OK && r.verified) /* the engine proposes */
        result = solve_by_lemma(&proved, name, &s, r.dim, e);
    theorem_clear(proved);
    if (result == STATUS_OK) {
        char *text = format == FORMAT_JSON ? report_json(&r, &s, name) : report_text(&r, &s, name);
        result = subject_print(o, text, e);
        memory_free(text);
    }
    if (result == STATUS_OK && !r.verified)
        result = STATUS_LIMIT;
    parametric_result_clear(&r);
    sizes_clear(&s);
    return result;
}
