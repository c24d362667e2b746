#!/usr/bin/env python3
"""Plants one mistake after another into a copy of the kernel: the corpora must notice each.

    plant.py TOP BUILD TMP STRIDE

tries the plants listed here and, of all places where a comparison, a number or a call can be wrong,
every STRIDE-th (0: none, 1: all). Only the changed file is compiled; the rest comes from BUILD. A plant is
noticed if some file of tests/corpus gets another verdict than its folder says (a crash counts), or if a
correct one states something else than stated.txt. What cannot be noticed since it changes nothing is in
harmless.txt, with the reason.
"""
import collections
import glob
import os
import re
import resource
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

KERNEL, INEQUALITY, COUNTS, CONSTRUCT = "kernel.c", "inequality.c", "counts.c", "construct.c"

# (file, what stands there, what is planted); the text must occur, only its first place is changed
PLANTS = [
    # start
    (KERNEL, 'at_least(s->m, 1, "m", e)', 'at_least(s->m, 2, "m", e)'),
    (KERNEL, 'at_least(s->n[l], 1, "every n_l", e)', 'at_least(s->n[l], 2, "every n_l", e)'),
    (KERNEL, "mpz_add_ui(t->number[NUMBER_TOKENS], s->m, 2)", "mpz_add_ui(t->number[NUMBER_TOKENS], s->m, 3)"),
    (KERNEL, 'at_least(x0, 1, "x_0", e)', 'at_least(x0, 2, "x_0", e)'),
    (KERNEL, "mpz_cmp(x0, t->list[LIST_N][0]) > 0", "mpz_cmp(x0, t->list[LIST_N][0]) >= 0"),
    (KERNEL, "mpz_cmp(x0, t->list[LIST_N][0]) > 0", "mpz_cmp(x0, t->list[LIST_N][0]) > 1"),
    (KERNEL, 'TRY(at_least(s->B, 1, "B", e));', 'TRY(at_least(s->B, 0, "B", e));'),
    (KERNEL, "s->last_full && s->L < 2", "s->last_full && s->L < 1"),
    (KERNEL, "s->last_full && s->L < 2", "s->last_full && s->L < 3"),
    (KERNEL, "mpz_set_ui(t->number[NUMBER_FULL], s->L - 1)", "mpz_set_ui(t->number[NUMBER_FULL], s->L)"),
    (KERNEL, "mpz_mul(t->number[NUMBER_D], s->a, s->S);", "mpz_mul(t->number[NUMBER_D], s->a, s->S); if (mpz_sgn(s->a)) mpz_sub_ui(t->number[NUMBER_D], t->number[NUMBER_D], 1);"),
    (KERNEL, "mpz_mul(t->number[NUMBER_D], s->a, s->S);", "mpz_mul(t->number[NUMBER_D], s->a, s->S); mpz_add_ui(t->number[NUMBER_D], t->number[NUMBER_D], 1);"),
    # start-full
    (KERNEL, 'if (s->L < 2)\n        return error_set(e, STATUS_NEGATIVE, "Theorem 3', 'if (s->L < 1)\n        return error_set(e, STATUS_NEGATIVE, "Theorem 3'),
    (KERNEL, 'if (s->L < 2)\n        return error_set(e, STATUS_NEGATIVE, "Theorem 3', 'if (s->L < 3)\n        return error_set(e, STATUS_NEGATIVE, "Theorem 3'),
    (KERNEL, "2UL * s->L)", "2UL * (s->L + 40))"),
    # cover
    (KERNEL, 'at_least(x, 1, "x", e)', 'at_least(x, 2, "x", e)'),
    (KERNEL, 'at_least(theta, 1, "theta", e)', 'at_least(theta, 2, "theta", e)'),
    (KERNEL, "mpz_cmp(theta, N) > 0", "mpz_cmp(theta, N) > 1"),
    (KERNEL, "mpz_cmp(theta, N) > 0", "mpz_cmp(theta, N) >= 0"),
    (KERNEL, "mpz_cmp(theta, draws) <= 0", "mpz_cmp(theta, draws) < 0"),
    (KERNEL, "s = mpz_cmp(theta, draws) <= 0", "mpz_add_ui(draws, draws, 1);\n        s = mpz_cmp(theta, draws) <= 0"),
    (KERNEL, "mpz_add_ui(D, D, 1);", "mpz_add_ui(D, D, 0);"),
    (KERNEL, "mpz_add_ui(D, D, 1);", "mpz_add_ui(D, D, 2);"),
    (KERNEL, "claim->l >= claim->L", "claim->l > claim->L"),
    (KERNEL, "claim->l >= claim->L", "claim->l + 1 >= claim->L"),
    # freeze
    (COUNTS, "for (unsigned i = 0; i < t->l; i++)", "for (unsigned i = 1; i < t->l; i++)"),
    (COUNTS, "level_queries(count, t);\n    mpz_add_ui(count, count, 1);", "level_queries(count, t);"),
    (COUNTS, "level_queries(count, t);\n    mpz_add_ui(count, count, 1);", "level_queries(count, t);\n    mpz_add_ui(count, count, 2);"),
    (COUNTS, "for (unsigned i = 1; i < t->l; i++) {\n        mpz_add(term", "for (unsigned i = 2; i < t->l; i++) {\n        mpz_add(term"),
    (COUNTS, "mpz_add(term, term, t->N[i - 1]);", "mpz_add(term, term, t->N[i]);"),
    (COUNTS, "mpz_mul(count, t->x[t->l], t->N[t->l - 1]);", "mpz_mul(count, t->x[t->l], t->N[t->l]);"),
    (COUNTS, "if (t->l + 1 < t->L) {\n        messages_own(count, t, t->l);", "if (t->l < t->L) {\n        messages_own(count, t, t->l);"),
    (COUNTS, "messages_own(count, t, t->l);\n        messages_below", "messages_own(count, t, t->l - 1);\n        messages_below"),
    (COUNTS, "messages_own(count, t, t->l);\n        messages_below", "messages_own(count, t, t->l + 1);\n        messages_below"),
    (COUNTS, "messages_own(count, t, t->l - 1);", "messages_own(count, t, t->l);"),
    (COUNTS, "messages_own(count, t, t->l - 1);", "messages_own(count, t, t->l > 1 ? t->l - 2 : 0);"),
    (COUNTS, "if (!t->last_full)\n            mpz_add_ui(A, A, 1);", "mpz_add_ui(A, A, 1);"),
    (COUNTS, "if (!t->last_full)\n            mpz_add_ui(A, A, 1);", ""),
    # freeze-full
    (COUNTS, "messages_own(count, t, 1);", "messages_own(count, t, 0);"),
    (COUNTS, "messages_own(count, t, 1);", "messages_own(count, t, 2);"),
    (COUNTS, "messages_own(count, t, t->l);\n        choices", "messages_own(count, t, t->l + 1);\n        choices"),
    (COUNTS, "messages_own(count, t, t->l);\n        choices", "messages_own(count, t, t->l - 1);\n        choices"),
    (COUNTS, "messages_own(count, t, 2);", "messages_own(count, t, 1);"),
    (COUNTS, "messages_own(count, t, 2);", "messages_own(count, t, 3);"),
    (COUNTS, "mpz_addmul(count, t->x[0], t->x[1]);", ""),
    (COUNTS, "messages_own(count, t, t->l + 1);", "messages_own(count, t, t->l);"),
    (COUNTS, "messages_own(count, t, t->l + 1);", "messages_own(count, t, t->l + 2);"),
    # both
    (KERNEL, "mpz_mul_ui(C, C, 2UL * (t->L - l));", "mpz_mul_ui(C, C, 2UL * (t->L - l + 1));"),
    (KERNEL, "mpz_mul_ui(C, C, 2UL * (t->L - l));", "mpz_mul_ui(C, C, 1UL * (t->L - l));"),
    (KERNEL, "mpz_addmul(D, t->number[NUMBER_a], t->number[NUMBER_S]);", ""),
    (KERNEL, "t->list[LIST_n][l], t->list[LIST_theta][l]);", "t->list[LIST_n][l - 1], t->list[LIST_theta][l]);"),
    # contradict
    (KERNEL, "claim->l != claim->L", "claim->l + 1 < claim->L"),
    (INEQUALITY, ".strict = 1, .a = D", ".strict = 0, .a = D"),
    # specialise
    (KERNEL, "mpz_cmp(value, t->number[q]) > 0", "mpz_cmp(value, t->number[q]) >= 0"),
    (KERNEL, "mpz_cmp(value, t->number[q]) > 0", "mpz_cmp(value, t->number[q]) > 1"),
    (KERNEL, "at_least(value, q == NUMBER_B", "at_least(value, 0"),
    (KERNEL, "at_least(value, q == NUMBER_B", "at_least(value, 1"),
    (KERNEL, "*fell = mpz_cmp(value, t->number[q]) < 0", "*fell = mpz_cmp(value, t->number[q]) <= 0"),
    # publish
    (KERNEL, "L < 2 || mpz_cmp_ui(B, 2) < 0", "L < 1 || mpz_cmp_ui(B, 2) < 0"),
    (KERNEL, "L < 2 || mpz_cmp_ui(B, 2) < 0", "L < 3 || mpz_cmp_ui(B, 2) < 0"),
    (KERNEL, "L < 2 || mpz_cmp_ui(B, 2) < 0", "L < 2 || mpz_cmp_ui(B, 3) < 0"),
    (KERNEL, "mpz_cmp_ui(t->number[NUMBER_FULL], L - 1) < 0", "mpz_cmp_ui(t->number[NUMBER_FULL], L - 2) < 0"),
    (KERNEL, "mpz_cmp_ui(t->number[NUMBER_FULL], L - 1) < 0", "mpz_cmp_ui(t->number[NUMBER_FULL], L) < 0"),
    (KERNEL, "mpz_setbit(need, 3UL * L * L);", "mpz_setbit(need, 3UL * L * L); mpz_sub_ui(need, need, 1);"),
    (KERNEL, "mpz_setbit(need, 3UL * L * L);", "mpz_setbit(need, 3UL * L * L); mpz_add_ui(need, need, 1);"),
    (KERNEL, "mpz_mul_ui(need, need, 2);", "mpz_mul_ui(need, need, 2); mpz_sub_ui(need, need, 1);"),
    (KERNEL, "mpz_mul_ui(need, need, 2);", "mpz_mul_ui(need, need, 2); mpz_add_ui(need, need, 1);"),
    (KERNEL, "hybrid ? 4 * L + 2 : 4 * L", "hybrid ? 4 * L + 3 : 4 * L"),
    (KERNEL, "hybrid ? 4 * L + 2 : 4 * L", "hybrid ? 4 * L + 1 : 4 * L"),
    (KERNEL, "hybrid ? 4 * L + 2 : 4 * L", "hybrid ? 4 * L + 2 : 4 * L + 1"),
    (KERNEL, "hybrid ? 4 * L + 2 : 4 * L", "hybrid ? 4 * L + 2 : 4 * L - 1"),
    # sparse
    (KERNEL, "mpz_cmp(s->keep, s->blocks) >= 0", "mpz_cmp(s->keep, s->blocks) > 0"),
    (KERNEL, 'at_least(s->keep, 0, "keep", e)', 'at_least(s->keep, 1, "keep", e)'),
    (KERNEL, 'at_least(s->bits, 0, "bits", e)', 'at_least(s->bits, 1, "bits", e)'),
    (KERNEL, "mpz_cmp(s->block, s->M) > 0", "mpz_cmp(s->block, s->M) > 1"),
    (INEQUALITY, "mpz_cmp_ui(bits, length) < 0", "mpz_cmp_ui(bits, length) <= 0"),
    (INEQUALITY, "mpz_cmp_ui(bits, length) < 0", "mpz_cmp_ui(bits, length - 1) < 0"),
    # construct
    (CONSTRUCT, "mpz_cmp_ui(d, least_d) < 0", "mpz_cmp_ui(d, least_d - 1) < 0"),
    (CONSTRUCT, "mpz_cmp_ui(d, least_d) < 0", "mpz_cmp_ui(d, least_d) <= 0"),
    (CONSTRUCT, "? 3 : 6", "? 2 : 6"),
    (CONSTRUCT, "? 3 : 6", "? 4 : 6"),
    (CONSTRUCT, "? 3 : 6", "? 3 : 5"),
    (CONSTRUCT, "? 3 : 6", "? 3 : 7"),
    (CONSTRUCT, "mpz_sizeinbase(most, 2)) > 0", "mpz_sizeinbase(most, 2)) >= 0"),
    (CONSTRUCT, "mpz_sizeinbase(most, 2)) > 0", "mpz_sizeinbase(most, 2)) > 1"),
    (CONSTRUCT, "mpz_sub_ui(bits, d, 1);", "mpz_sub_ui(bits, d, 0);"),
    (CONSTRUCT, "mpz_mul_ui(most, most, 4);", "mpz_mul_ui(most, most, 3);"),
    (CONSTRUCT, "*width = 2;", "*width = 1;"),
    (CONSTRUCT, "(1UL << id) < t->L + 1UL", "(1UL << id) < t->L + 0UL"),
    # separate
    (KERNEL, "mpz_cmp(need, t->number[NUMBER_B]) <= 0", "mpz_cmp(need, t->number[NUMBER_B]) < 0"),
    (KERNEL, "int budget = mpz_cmp", "mpz_sub_ui(need, need, 1); int budget = mpz_cmp"),
    (KERNEL, "mpz_cmp(need, t->number[NUMBER_S]) <= 0", "mpz_cmp(need, t->number[NUMBER_S]) < 0"),
    (KERNEL, "mpz_addmul(need, need, d); /* H d (d+1) P */", "mpz_mul(need, need, d);"),
    (KERNEL, "mpz_cmp(t->list[LIST_N][l], solves->list[LIST_N][l]) != 0", "mpz_cmp(t->list[LIST_N][l], solves->list[LIST_N][l]) > 0"),
    (KERNEL, "mpz_sgn(P) == 0 || mpz_sgn(d) == 0", "mpz_sgn(d) == 0"),
    # lookup, compose
    (KERNEL, "c->net.layers != (size_t)t->L + 1", "c->net.layers < (size_t)t->L + 1"),
    (KERNEL, "layer >= c->net.layers", "layer > c->net.layers"),
    (KERNEL, "looked->l != looked->L + 1", "looked->l < looked->L"),
    # look-ups: arithmetic, reports, keys and values, what an MLP adds, the read-out
    ("mixing.c", "(bits - 1)) - 1)", "(bits - 1)))"),
    ("mixing.c", "bits > 63 ||", "1 ||"),
    ("mixing.c", "arithmetic_round(below, mix->number);", ""),
    ("mixing.c", "arithmetic_round(above, mix->number);", ""),
    ("mixing.c", "arithmetic_round(y, mix->number);", ""),
    ("arithmetic.c", "side == 0 && mpz_odd_p(below)", "0"),
    ("arithmetic.c", "side == 0 && mpz_odd_p(below)", "side == 0"),
    ("arithmetic.c", "mpz_sub_ui(mpq_numref(q), mpq_numref(q), 1);", ""),
    ("arithmetic.c", "mpz_fdiv_qr(", "mpz_tdiv_qr("),
    ("lookup.c", "qrange_sign(sum) == (i >> r & 1 ? 1 : -1)", "qrange_sign(sum) != 0"),
    ("lookup.c", 'return refuse(k, "keys depend on symbols");', ";"),
    ("lookup.c", 'return refuse(k, "keys or values come from a field that a layer writes");', ";"),
    ("lookup.c", 'return refuse(k, "what its MLP adds may be too large a number");', ";"),
    ("lookup.c", 'fine ? STATUS_OK : refuse(k, "what its MLP adds may have to be rounded")', "STATUS_OK"),
    ("lookup.c", "(d - 1) * k->c->number.P", "d * k->c->number.P"),
    ("lookup.c", 'return refuse(k, "a query reads a coordinate that is not known exactly");', "mpq_set(space->x->entry[c], range->lo);"),
    ("lookup.c", 's = refuse(k, "a value follows more than one digit of the symbol");', ";"),
    ("lookup.c", "wanted.argument += fc_query_part(task, w, t - 1) * task->N[t - 2];", ";"),
    ("weigh.c", "best = any && exponent[j] + best > free_digits", "best = any && exponent[j] + best > free_digits + 1"),
    ("weigh.c", "qrange_add_q(rest, minus_one);", ";"),
    ("mlp.c", "qrange_relu(part);", ""),
    ("embedding.c", "qrange_join(range, zero);", ""),
    ("certificate.c", "if (!hash_is(json_object_get(root, \"payload_sha256\"), payload, sum))", "if (0)"),
    ("certificate.c", "if (!hash_is(json_object_get(payload, \"network_sha256\"), network, c->network_sha256))", "if (0)"),
    # enumerate
    (KERNEL, "mpz_cmp(inputs, run->checked) == 0 &&", ""),
    (KERNEL, "&& mpz_sgn(run->failures) == 0", ""),
    # the inequalities
    (INEQUALITY, "return strict ? NO : YES;", "return NO;"),
    (INEQUALITY, "return strict ? NO : YES;", "return YES;"),
    (INEQUALITY, "mpfi_mul_2ui(slack, slack, c->exponent);", "mpfi_mul_2ui(slack, slack, c->exponent + 1);"),
]

# ---- every comparison, number and call -------------------------------------------------------

FILES = ("kernel.c", "inequality.c", "counts.c", "construct.c", "arithmetic.c", "certificate.c", "embedding.c",
         "lookup.c", "mixing.c", "mlp.c", "network.c", "weigh.c")
TURNS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&"}
COMPARISON = re.compile(r"(?<![<>=!\-&|])(<=|>=|==|!=|&&|\|\||<(?!<)|>(?!>))(?!=)")
NUMBER = re.compile(r"(?<![\w.])(\d+)(?=(?:UL|L|U)?(?![\w.]))")
CALL = re.compile(r"^[ \t]+((?:mpq|mpz|qrange|arithmetic|widen|weigh)_?\w*\([^;{}]*\);)", re.M)
NO_CODE = re.compile(r"/\*.*?\*/|\"(?:\\\\.|[^\"\\\\\n])*\"|'(?:\\\\.|[^'\\\\\n])'|^#[^\n]*", re.S | re.M)


def every_plant(top, file):
    """Each comparison turned, each number one more and one less, each call on numbers left out."""
    text = source_text(top, file)
    code = NO_CODE.sub(lambda m: re.sub(r"[^\n]", " ", m.group(0)), text)
    places = [(m.span(1), TURNS[m.group(1)]) for m in COMPARISON.finditer(code)]
    for m in NUMBER.finditer(code):
        places += [(m.span(1), str(int(m.group(1)) + by)) for by in (1, -1) if int(m.group(1)) + by >= 0]
    places += [(m.span(1), ";") for m in CALL.finditer(code) if not re.search("init|clear|free", m.group(1))]
    seen = collections.Counter()
    for (start, end), new in sorted(places):
        line = " ".join(text[text.rfind("\n", 0, start) + 1:text.find("\n", end)].split())
        change = f"{' '.join(text[start:end].split())} -> {new}"
        seen[line, change] += 1
        again = seen[line, change]
        yield {"file": file, "text": text[:start] + new + text[end:], "line": line,
               "change": change + (f" (number {again})" if again > 1 else ""), "anywhere": True}


def source_text(top, file):
    with open(f"{top}/verifier/kernel/{file}", encoding="utf-8") as source:
        return source.read()


def listed_plant(top, plant):
    file, old, new = plant
    text = source_text(top, file)
    return {"file": file, "text": text.replace(old, new, 1) if old in text else None, "line": " ".join(old.split())[:60],
            "change": "-> " + " ".join(new.split())[:90]}


def harmless(top):
    """Lines `file | line | change | why`: plants that change nothing, with the reason."""
    with open(f"{top}/tests/oracle/harmless.txt", encoding="utf-8") as source:
        entries = [line.rsplit(" | ", 1)[0] for line in source.read().splitlines() if line and not line.startswith("#")]
    return set(entries)


# ---- does a corpus notice? --------------------------------------------------------------------


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))


def check(strata, files, folder, *options):
    return subprocess.run([strata, "check", *options, *files], cwd=folder, capture_output=True, text=True, errors="replace",
                          timeout=60, check=False, preexec_fn=limit_memory)


def batches(folder):
    names = sorted(glob.glob("*.proof", root_dir=folder)), sorted(glob.glob("look-ups/*.cert", root_dir=folder))
    return [kind[k:k + 100] for kind in names for k in range(0, len(kind), 100)]


def notices(strata, top):
    """Is some file of the corpora judged otherwise, or some theorem stated otherwise?"""
    corpus = f"{top}/tests/corpus"
    try:
        for files in batches(corpus + "/incorrect"):
            run = check(strata, files, corpus + "/incorrect")
            if run.returncode != 1 or re.search("^VERIFIED", run.stdout, re.M):
                return True
        for name in glob.glob("look-ups/*.cert", root_dir=corpus + "/malformed"):
            if check(strata, [name], corpus + "/malformed").returncode != 3:
                return True
        run = subprocess.run([f"{top}/tests/support/stated.sh", strata], capture_output=True, text=True, errors="replace",
                             timeout=60, check=False, preexec_fn=limit_memory)
        with open(corpus + "/correct/stated.txt", encoding="utf-8") as stated:
            return run.returncode != 0 or run.stdout != stated.read()
    except subprocess.TimeoutExpired:
        return True


def build(plant, number, top, build_dir, tmp):
    if plant["text"] is None:
        return None, f"'{plant['line']}' is not in {plant['file']}"
    source, program = f"{tmp}/{number}-{plant['file']}", f"{tmp}/{number}-strata"
    with open(source, "w", encoding="utf-8") as out:
        out.write(plant["text"])
    compiler = shlex.split(os.environ.get("CC") or "cc")
    flags = ["-std=c11", "-D_POSIX_C_SOURCE=200809L", f"-I{top}/src", f"-I{top}", "-w", "-O0", "-pthread"]
    libraries = shlex.split(subprocess.run(["pkg-config", "--libs", "mpfr", "gmp", "jansson", "nettle"],
                                           capture_output=True, text=True, check=True).stdout)
    objects = glob.glob(f"{build_dir}/obj/src/cli/*.o")
    # The planted file comes before the library, so the library's own is not taken.
    command = compiler + flags + ["-o", program, source] + objects + [f"{build_dir}/libstrata.a", "-lmpfi"] + libraries + ["-lm"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    os.unlink(source)
    return (program, None) if run.returncode == 0 else (None, run.stderr[:500])


def main():
    top, build_dir, tmp = (os.path.abspath(path) for path in sys.argv[1:4])
    stride = int(sys.argv[4])
    chosen = [listed_plant(top, plant) for plant in PLANTS]
    every = [plant for file in FILES for plant in every_plant(top, file)][::stride] if stride else []
    known = harmless(top)

    def attempt(pair):
        number, plant = pair
        program, problem = build(plant, number, top, build_dir, tmp)
        if problem:
            return plant, "anywhere" in plant, problem  # a change that does not compile plants nothing
        found = notices(program, top)
        os.unlink(program)
        return plant, found, None

    bad = skipped = 0
    if notices(f"{build_dir}/strata", top):
        sys.exit("not ok the corpora are not judged as they should be, before anything is planted")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for plant, found, problem in pool.map(attempt, enumerate(chosen + every)):
            name = f"{plant['file']} | {plant['line']} | {plant['change']}"
            if not found and name in known and "anywhere" in plant:
                skipped += 1
            elif not found:
                bad += 1
                print(f"not ok {name} | {problem or 'unnoticed'}", flush=True)
    count = len(chosen) + len(every)
    print(f"# {bad} unnoticed" if bad else f"ok of {count} plants the corpora notice {count - skipped}; {skipped} change nothing, for the reasons in harmless.txt")
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
