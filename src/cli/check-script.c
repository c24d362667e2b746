#include "cli/check-script.h"

#include "base/file.h"
#include "base/json-read.h"
#include "base/memory.h"
#include "exact/rational.h"
#include "verifier/kernel/statement.h"
#include "verifier/script/replay.h"

/* ---- text ------------------------------------------------------------------------------ */

static void print_fact(FILE *to, const script_step *step, const theorem *fact)
{
    char *statement = theorem_to_text(fact);
    fprintf(to, "%u  %.*s := %s\n  ", step->line, (int)step->name.length, step->name.at,
            kernel_rule_names[step->rule]);
    for (const char *s = statement; *s; s++) {
        fputc(*s, to);
        if (*s == '\n')
            fputs("  ", to);
    }
    fputs("\n", to);
    memory_free(statement);
}

static void print_audit(FILE *to, const theorem *t, const char *sha256)
{
    fprintf(to, "\nWhat the theorem depends on\n  rules:");
    const char *comma = "";
    for (int r = 0; r < rule_count; r++) {
        unsigned times = theorem_uses(t, (kernel_rule)r);
        if (!times)
            continue;
        fprintf(to, "%s %s", comma, kernel_rule_names[r]);
        if (times > 1)
            fprintf(to, " (%u times)", times);
        comma = ",";
    }
    if (theorem_precision(t))
        fprintf(to, "\n  arithmetic: integers; logarithms rounded outwards at up to %u bits",
                theorem_precision(t));
    else
        fprintf(to, "\n  arithmetic: integers only");
    fprintf(to, "\n  script: sha256 %s\n", sha256);
    if (theorem_network(t))
        fprintf(to, "  solved by: %s, in %s\n", theorem_network(t), theorem_number_system(t));
    if (theorem_hypothesis(t))
        fprintf(to, "  open hypothesis: %s was honest\n", theorem_hypothesis(t));
    fprintf(to, "What is not checked here\n");
    const char *assumption;
    for (unsigned i = 0; (assumption = theorem_assumption(t, i)); i++)
        fprintf(to, "  %u. %s\n", i + 1, assumption);
}

/* ---- JSON ------------------------------------------------------------------------------ */

static void set_number(json_t *object, const char *key, mpz_srcptr value)
{
    char *digits = integer_to_text(value);
    json_object_set_new(object, key, json_string(digits));
    memory_free(digits);
}

static void set_list(json_t *object, const char *key, const theorem *t, theorem_list list,
                     unsigned from, unsigned end)
{
    json_t *array = json_array();
    for (unsigned l = from; l < end; l++) {
        char *digits = integer_to_text(theorem_entry(t, list, l));
        json_array_append_new(array, json_string(digits));
        memory_free(digits);
    }
    json_object_set_new(object, key, array);
}

/* The members that tell two theorems apart; names as in the notes. */
static json_t *describe(const theorem *t)
{
    static const char *const form[] = {"claim",  "covered", "impossible", "published",
                                       "sparse", "looked",  "solves",     "separated"};
    static const char *const quantity[number_count] = {"full_layers",
                                                       "a",
                                                       "B",
                                                       "S",
                                                       "D",
                                                       "P",
                                                       "tokens",
                                                       "M",
                                                       "block",
                                                       "keep",
                                                       "blocks",
                                                       "heads",
                                                       "dim",
                                                       "precision_bits",
                                                       "solves_full_layers",
                                                       "solves_linear_layers"};
    json_t *object = json_object();
    int sparse = theorem_get_form(t) == FORM_SPARSE;
    json_object_set_new(object, "form", json_string(form[theorem_get_form(t)]));
    for (int q = 0; q < NUMBER_HEADS; q++)
        if ((q < NUMBER_M || sparse) && (q >= NUMBER_TOKENS || q == NUMBER_B || !sparse))
            set_number(object, quantity[q], theorem_number(t, (theorem_number_name)q));
    if (sparse)
        return object;
    unsigned L = theorem_L(t), l = theorem_stage(t);
    json_object_set_new(object, "L", json_integer(L));
    json_object_set_new(object, "stage", json_integer(l));
    json_object_set_new(object, "full_only", json_boolean(theorem_is_full_only(t)));
    json_object_set_new(object, "last_full", json_boolean(theorem_is_last_full(t)));
    set_number(object, "m", theorem_entry(t, LIST_N, 0));
    set_list(object, "n", t, LIST_n, 1, L);
    theorem_form f = theorem_get_form(t);
    unsigned chosen = f == FORM_COVERED ? l + 1 : f == FORM_LOOKED || f == FORM_SOLVES ? 0 : l;
    set_list(object, "x", t, LIST_x, 0, chosen);
    set_list(object, "theta", t, LIST_theta, 0, chosen);
    if (!theorem_network(t))
        return object;
    for (int q = NUMBER_HEADS; q < number_count; q++)
        set_number(object, quantity[q], theorem_number(t, (theorem_number_name)q));
    json_object_set_new(object, "network", json_string(theorem_network(t)));
    json_object_set_new(object, "number", json_string(theorem_number_system(t)));
    json_object_set_new(object, "hypothesis",
                        theorem_hypothesis(t) ? json_string(theorem_hypothesis(t)) : json_null());
    return object;
}

static json_t *describe_fact(const script_step *step, const theorem *fact)
{
    json_t *object = describe(fact);
    char *statement = theorem_to_text(fact);
    json_object_set_new(object, "name", json_stringn(step->name.at, step->name.length));
    json_object_set_new(object, "line", json_integer(step->line));
    json_object_set_new(object, "rule", json_string(kernel_rule_names[step->rule]));
    json_object_set_new(object, "statement", json_string(statement));
    memory_free(statement);
    return object;
}

static json_t *describe_audit(const theorem *t)
{
    json_t *object = json_object(), *rules = json_object(), *assumed = json_array();
    for (int r = 0; r < rule_count; r++)
        if (theorem_uses(t, (kernel_rule)r))
            json_object_set_new(rules, kernel_rule_names[r],
                                json_integer(theorem_uses(t, (kernel_rule)r)));
    const char *assumption;
    for (unsigned i = 0; (assumption = theorem_assumption(t, i)); i++)
        json_array_append_new(assumed, json_string(assumption));
    json_object_set_new(object, "rules", rules);
    json_object_set_new(object, "precision_bits", json_integer(theorem_precision(t)));
    json_object_set_new(object, "assumptions", assumed);
    return object;
}

/* ---- the check ------------------------------------------------------------------------- */

static void report(FILE *to, json_t *row, const script *s, const replay *r)
{
    json_t *facts = json_array();
    for (size_t i = 0; i < r->done; i++) {
        print_fact(to, &s->step[i], r->fact[i]);
        json_array_append_new(facts, describe_fact(&s->step[i], r->fact[i]));
    }
    json_object_set_new(row, "facts", facts);
}

static void report_theorem(FILE *to, json_t *row, const theorem *t, const char *sha256, int audit)
{
    char *statement = theorem_to_text(t);
    fprintf(to, "\nTheorem. %s.\n", statement);
    if (audit)
        print_audit(to, t, sha256);
    fprintf(to, "VERIFIED %s\n", sha256);
    json_object_set_new(row, "statement", json_string(statement));
    json_object_set_new(row, "theorem", describe(t));
    json_object_set_new(row, "audit", describe_audit(t));
    memory_free(statement);
}

status check_script(FILE *to, json_t *row, const char *file, const char *text, size_t length,
                    const options *o, error *e)
{
    script s;
    replay r;
    char sha256[SHA256_HEX];
    TRY(script_read(&s, text, length, file, e));
    sha256_hex(sha256, text, length);
    status result = replay_script(&r, &s, file, e);
    report(to, row, &s, &r);
    if (result == STATUS_OK) {
        report_theorem(to, row, replay_conclusion(&r, &s), sha256, options_has(o, "audit"));
    } else if (result != STATUS_MALFORMED) { /* a certificate that cannot be read is no verdict */
        fprintf(to, "%s\n%s\n", e->message, result == STATUS_NEGATIVE ? "INVALID" : "UNDECIDED");
        json_object_set_new(row, "reason", json_string(e->message));
        e->message[0] = '\0';
    }
    json_object_set_new(row, "sha256", json_string(sha256));
    replay_clear(&r);
    script_clear(&s);
    return result;
}
