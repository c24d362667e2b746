/* What moves on the lesson's pages: exact digits, exercises, and two steppers.
 * No library, no network; all arithmetic is exact. The pages say everything without it, too. */
'use strict';

(() => {
  /* ---- exact fractions: {p, q}, q > 0, lowest terms ---- */

  const abs = (a) => (a < 0n ? -a : a);

  function gcd(a, b) {
    while (b) [a, b] = [b, a % b];
    return a;
  }

  function fraction(p, q = 1n) {
    const d = gcd(abs(p), abs(q)) * (q < 0n ? -1n : 1n);
    return { p: p / d, q: q / d };
  }

  const zero = fraction(0n);
  const add = (a, b) => fraction(a.p * b.q + b.p * a.q, a.q * b.q);
  const subtract = (a, b) => fraction(a.p * b.q - b.p * a.q, a.q * b.q);
  const multiply = (a, b) => fraction(a.p * b.p, a.q * b.q);
  const equal = (a, b) => a.p === b.p && a.q === b.q;
  const show = (a) => (a.q === 1n ? `${a.p}` : `${a.p}/${a.q}`).replace('-', '−');

  function parseFraction(text) {
    const [p, q] = text.split('/');
    return fraction(BigInt(p), q === undefined ? 1n : BigInt(q));
  }

  /* For the length of bars only. */
  const approximate = (a) => Number((a.p * 1000000n) / a.q) / 1000000;

  /* ---- what a reader types: 12, 3/4, 2^10 - 1, 5.25 ---- */

  const longest = 200000; /* bits */
  const bits = (a) => abs(a.p).toString(16).length * 4 + a.q.toString(16).length * 4;

  function power(base, exponent) {
    if (exponent.q !== 1n) throw new Error('an exponent must be a whole number');
    const e = abs(exponent.p);
    if (e > BigInt(longest) || bits(base) * Number(e) > longest) throw new Error('this number is too long');
    if (exponent.p < 0n) {
      if (base.p === 0n) throw new Error('nothing can be divided by 0');
      return fraction(base.q ** e, base.p ** e);
    }
    return fraction(base.p ** e, base.q ** e);
  }

  function evaluate(text) {
    const clean = text.replace(/[\s\u00a0\u2009\u202f]+/g, '').replace(/(\d),(?=\d{3})/g, '$1').replace(/[−–]/g, '-').replace(/[·×]/g, '*');
    const token = clean.match(/\d+(\.\d+)?|[-+*/^()]/g) || [];
    if (clean === '' || token.join('') !== clean) throw new Error('type a number or a formula');
    let at = 0;
    const next = () => token[at++];

    function atom() {
      const t = next();
      if (t === '-') {
        const a = raised();
        return fraction(-a.p, a.q);
      }
      if (t === '(') {
        const inside = sum();
        if (next() !== ')') throw new Error('a parenthesis is missing');
        return inside;
      }
      if (t === undefined || !/^\d/.test(t)) throw new Error('something is missing');
      const [whole, decimals = ''] = t.split('.');
      return fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length));
    }

    function raised() {
      const base = atom();
      if (token[at] !== '^') return base;
      at++;
      return power(base, raised());
    }

    function product() {
      let a = raised();
      while (token[at] === '*' || token[at] === '/') {
        const sign = next();
        const b = raised();
        if (sign === '/' && b.p === 0n) throw new Error('nothing can be divided by 0');
        a = multiply(a, sign === '*' ? b : fraction(b.q, b.p));
        if (bits(a) > longest) throw new Error('this number is too long');
      }
      return a;
    }

    function sum() {
      let a = product();
      while (token[at] === '+' || token[at] === '-') a = next() === '+' ? add(a, product()) : subtract(a, product());
      return a;
    }

    const result = sum();
    if (at < token.length) throw new Error(`'${token[at]}' is not expected there`);
    return result;
  }

  /* A decimal is right if it agrees with every digit that is shown. */
  function agrees(given, kind, answer) {
    const right = evaluate(answer);
    if (kind !== 'decimal') return equal(given, right);
    const decimals = (answer.split('.')[1] || '').length;
    const off = subtract(given, right);
    return abs(off.p) * 2n * 10n ** BigInt(decimals) <= off.q;
  }

  /* ---- building elements ---- */

  function element(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name === 'on') for (const [event, call] of Object.entries(value)) made.addEventListener(event, call);
      else made.setAttribute(name, value);
    }
    made.append(...children);
    return made;
  }

  /* ---- exercises ---- */

  function judge(output, verdict, words) {
    output.className = verdict;
    output.textContent = words;
  }

  function checkNumber(exercise, output, text) {
    try {
      const right = agrees(evaluate(text), exercise.dataset.kind, exercise.dataset.answer);
      judge(output, right ? 'right' : 'wrong', right ? '✓ Right.' : '✗ Not yet. Try again, or look at the hint.');
    } catch (problem) {
      judge(output, 'wrong', `? ${problem.message}.`);
    }
  }

  function checkChoice(exercise, output, chosen) {
    if (!chosen) {
      judge(output, 'wrong', '? Choose one.');
      return;
    }
    const right = chosen.value === exercise.dataset.answer;
    judge(output, right ? 'right' : 'wrong', right ? '✓ Right.' : '✗ Not this one.');
  }

  function offerChoices(exercise, name) {
    for (const [i, item] of exercise.querySelectorAll('.choices > li').entries()) {
      const id = `${name}-${i + 1}`;
      const label = element('label', { for: id });
      label.append(...item.childNodes);
      item.append(element('input', { type: 'radio', name, id, value: `${i + 1}` }), ' ', label);
    }
  }

  function prepareExercise(exercise) {
    const name = exercise.querySelector('h3').id;
    const isChoice = exercise.dataset.kind === 'choice';
    const output = element('output', { 'aria-live': 'polite' });
    const form = element('form', { class: 'check', novalidate: '' });
    if (isChoice) {
      offerChoices(exercise, name);
      const list = exercise.querySelector('.choices');
      list.setAttribute('role', 'radiogroup');
      list.setAttribute('aria-labelledby', name);
      for (const item of list.children) item.setAttribute('role', 'none');
    } else {
      form.append(
        element('label', { for: `${name}-field` }, 'Your answer'),
        element('input', { type: 'text', id: `${name}-field`, autocomplete: 'off', spellcheck: 'false', inputmode: 'text' }),
      );
    }
    form.append(element('button', { type: 'submit' }, 'Check'), output);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (isChoice) checkChoice(exercise, output, exercise.querySelector('input:checked'));
      else checkNumber(exercise, output, form.querySelector('input').value);
    });
    exercise.querySelector('.question').after(form);
  }

  /* ---- all digits of a number, at the foot of the page ---- */

  function prepareDigits() {
    const strip = element('div', { id: 'digits', hidden: '' });
    document.body.append(strip);
    const plain = (text) => text.replace(/[\s\u202f]/g, '');
    const tell = (target) => {
      const from = target.closest && target.closest('.n[data-formula], [data-value]');
      strip.hidden = !from;
      if (!from) return;
      const title = from.querySelector && from.querySelector('title');
      strip.textContent = title
        ? title.textContent
        : `${from.dataset.exact || from.textContent} = ${from.dataset.formula}`;
    };
    for (const number of document.querySelectorAll('.n[data-exact]'))
      if (plain(number.dataset.exact) !== plain(number.textContent)) number.setAttribute('tabindex', '0');
    document.addEventListener('pointerover', (event) => tell(event.target));
    document.addEventListener('focusin', (event) => tell(event.target));
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') strip.hidden = true;
    });
  }

  /* What is too wide scrolls by itself, and the Tab key reaches it. */
  function prepareScrolling() {
    const look = () => {
      for (const wide of document.querySelectorAll('.wide, .display')) {
        if (wide.scrollWidth > wide.clientWidth) wide.setAttribute('tabindex', '0');
        else wide.removeAttribute('tabindex');
      }
    };
    look();
    window.addEventListener('resize', look);
  }

  /* ---- a stepper: buttons, arrow keys, and somebody who shows step k ---- */

  function makeStepper(names, count, showStep) {
    let at = 0;
    const where = element('span', { class: 'where' });
    const buttons = [
      ['First', () => 0],
      ['Back', () => at - 1],
      ['Next', () => at + 1],
      ['Last', () => count() - 1],
    ].map(([name, target]) => element('button', { type: 'button', on: { click: () => go(target()) } }, name));

    function go(step) {
      at = Math.max(0, Math.min(count() - 1, step));
      buttons.forEach((button, i) => button.setAttribute('aria-disabled', `${i < 2 ? at === 0 : at === count() - 1}`));
      where.textContent = `${names} ${at + 1} of ${count()}`;
      showStep(at);
    }

    document.addEventListener('keydown', (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.target.closest('input, select, textarea, .wide, .display')) return;
      const arrows = { ArrowLeft: at - 1, ArrowRight: at + 1 };
      const ends = { Home: 0, End: count() - 1 }; /* elsewhere these scroll the page */
      const inside = event.target.closest('#input-stepper, #proof-stepper');
      const target = arrows[event.key] ?? (inside ? ends[event.key] : undefined);
      if (target === undefined) return;
      event.preventDefault();
      go(target);
    });
    const controls = element('div', { class: 'controls', role: 'group', 'aria-label': 'Go through the steps' }, ...buttons, where);
    return { controls, go, again: () => go(at) };
  }

  /* ---- the network, as docs/network-file.md says ---- */

  function layOut(task) {
    const N = [task.m];
    for (const n of task.n) N.push(N[N.length - 1] * n);
    const tokens = [];
    for (let l = task.L; l >= 1; l--) for (let k = 0; k < N[l - 1]; k++) tokens.push({ block: l, argument: k });
    tokens.push({ block: 0, argument: 0 }, { block: -1, argument: 0 });
    return { N, tokens };
  }

  const symbolOf = (token, input) =>
    token.block > 0 ? input.z[token.block - 1][token.argument] : token.block === 0 ? input.z0 : null;

  function quantity(term, position, token, input) {
    switch (term.of) {
      case 'one': return 1;
      case 'position': return position;
      case 'block': return token.block;
      case 'argument': return token.argument;
      case 'symbol': return symbolOf(token, input);
      case 'query': return input.w[term.part - 1];
      default: throw new Error(`no such quantity: ${term.of}`);
    }
  }

  function termValue(term, position, token, input) {
    if (term.blocks !== 'all' && !term.blocks.includes(token.block)) return zero;
    if (term.at !== undefined && term.at !== token.argument) return zero;
    let q = BigInt(quantity(term, position, token, input));
    if (term.within) q %= BigInt(term.within);
    if (term.div) q /= BigInt(term.div);
    if (term.mod) q %= BigInt(term.mod);
    const raised = fraction(q ** BigInt(term.power || 1));
    return add(parseFraction(term.offset || '0'), multiply(parseFraction(term.scale || '1'), raised));
  }

  function embed(network, position, token, input) {
    const x = [];
    for (const field of network.embedding)
      for (const terms of field.coordinates)
        x.push(terms.reduce((sum, term) => add(sum, termValue(term, position, token, input)), zero));
    return x;
  }

  function apply(matrix, x) {
    const y = new Array(matrix.shape[0]).fill(zero);
    for (const [row, column, weight] of matrix.entries)
      if (x[column].p !== 0n) y[row] = add(y[row], multiply(parseFraction(weight), x[column]));
    return y;
  }

  const plus = (x, y) => x.map((a, i) => add(a, y[i]));

  function softmax(scores) {
    const least = scores.reduce((a, b) => (b.p < a ? b.p : a), scores[0].p);
    if (scores.some((s) => s.q !== 1n)) throw new Error('scores must be whole numbers');
    const raised = scores.map((s) => 2n ** (s.p - least));
    const total = raised.reduce((a, b) => a + b, 0n);
    return raised.map((r) => fraction(r, total));
  }

  function attend(head, stream, t) {
    const query = apply(head.query, stream[t]);
    const past = stream.slice(0, t + 1);
    const scores = past.map((x) => apply(head.key, x).reduce((sum, k, i) => add(sum, multiply(k, query[i])), zero));
    const weights = softmax(scores);
    const read = past
      .map((x) => apply(head.value, x))
      .reduce((sum, v, s) => plus(sum, v.map((a) => multiply(a, weights[s]))), new Array(head.value.shape[0]).fill(zero));
    return { weights, read };
  }

  function mlp(layer, x) {
    if (!layer.mlp) return x;
    const relu = (a) => (a.p > 0n ? a : zero);
    const hidden = plus(apply(layer.mlp.in, x), layer.mlp.in_bias.map(parseFraction)).map(relu);
    return plus(x, plus(apply(layer.mlp.out, hidden), layer.mlp.out_bias.map(parseFraction)));
  }

  /* Every token through every layer; what is told is the last one's. */
  function run(network, input) {
    const { tokens } = layOut(network.task);
    let stream = tokens.map((token, position) => embed(network, position, token, input));
    const layers = [];
    for (const layer of network.layers) {
      const seen = stream.map((_, t) => attend(layer.heads[0], stream, t));
      stream = stream.map((x, t) => mlp(layer, plus(x, apply(layer.heads[0].output, seen[t].read))));
      layers.push({ seen, last: seen[tokens.length - 1], stream: stream[tokens.length - 1] });
    }
    const out = apply(network.readout, stream[tokens.length - 1]);
    if (out.some((a) => a.p === 0n)) throw new Error('the read-out is 0: no answer');
    return { tokens, layers, answer: out.reduce((sum, a, j) => sum + (a.p > 0n ? 2 ** j : 0), 0) };
  }

  /* The task by its definition: i_0, i_1, ..., i_L. */
  function compose(task, input) {
    const { N } = layOut(task);
    const i = [input.z0, input.z[0][input.z0]];
    for (let l = 2; l <= task.L; l++) i.push(input.z[l - 1][input.w[l - 2] * N[l - 2] + i[l - 1]]);
    return i;
  }

  /* ---- the page on which an input can be changed ---- */

  const lowered = (k) => [...`${k}`].map((d) => '₀₁₂₃₄₅₆₇₈₉'[d]).join('');
  const nameOf = (token) =>
    token.block > 0 ? `z${lowered(token.block)}(${token.argument})` : token.block === 0 ? 'z₀' : 'w';
  const tuple = (list) => `(${list.map(show).join(', ')})`;

  /* A long fraction may break after its bar. */
  function breakable(a) {
    const [p, q] = show(a).split('/');
    return q === undefined ? [p] : [`${p}/`, element('wbr'), q];
  }

  function chooser(id, name, count, get, set) {
    const select = element('select', { id, on: { change: () => set(Number(select.value)) } });
    for (let k = 0; k < count; k++) select.append(element('option', { value: `${k}` }, `${k}`));
    select.refresh = () => { select.value = `${get()}`; };
    select.refresh();
    return { select, label: element('label', { for: id }, `${name} =`, select) };
  }

  function inputForm(task, input, changed) {
    const { N } = layOut(task);
    const all = [];
    const row = (...choosers) => {
      all.push(...choosers.map((c) => c.select));
      return element('div', { class: 'input-row' }, ...choosers.map((c) => c.label));
    };
    const entry = (id, name, count, list, k) =>
      chooser(id, name, count, () => list[k], (value) => { list[k] = value; changed(); });
    const rows = [];
    for (let l = task.L; l >= 1; l--)
      rows.push(row(...input.z[l - 1].map((_, k) => entry(`z${l}-${k}`, `z${lowered(l)}(${k})`, N[l - 1], input.z[l - 1], k))));
    rows.push(row(
      chooser('z0', 'z₀', task.m, () => input.z0, (value) => { input.z0 = value; changed(); }),
      ...input.w.map((_, k) => entry(`w${k + 1}`, `w${lowered(k + 1)}`, task.n[k], input.w, k)),
    ));
    const draw = (count) => Math.floor(Math.random() * count);
    const random = element('button', { type: 'button', on: { click: () => {
      input.z0 = draw(task.m);
      input.w = input.w.map((_, k) => draw(task.n[k]));
      for (const table of input.z) for (let k = 0; k < table.length; k++) table[k] = draw(table.length);
      all.forEach((select) => select.refresh());
      changed();
    } } }, 'A random input');
    return element('fieldset', {}, element('legend', {}, 'Your input'), ...rows, random);
  }

  function weightTable(told, input, layer) {
    const weights = told.layers[layer].last.weights;
    const most = weights.reduce((best, w, s) => (subtract(w, weights[best]).p > 0n ? s : best), 0);
    const body = element('tbody');
    told.tokens.forEach((token, s) => {
      const bar = element('div');
      bar.style.width = `${100 * approximate(weights[s])}%`;
      const symbol = symbolOf(token, input) ?? input.w.join(', ');
      body.append(element('tr', s === most ? { class: 'most' } : {},
        element('th', { scope: 'row' }, `${nameOf(token)} = ${symbol}`),
        element('td', { class: 'q' }, ...breakable(weights[s])),
        element('td', { class: 'bar', 'aria-hidden': 'true' }, bar)));
    });
    return element('table', { class: 'weights' },
      element('caption', {}, 'Where the last token looks'),
      element('thead', {}, element('tr', {}, element('th', { scope: 'col' }, 'token'), element('th', { scope: 'col' }, 'weight'), element('td'))),
      body);
  }

  function registerOf(network, stream) {
    let start = 0;
    for (const field of network.embedding) {
      if (field.field === 'register') return stream.slice(start, start + field.coordinates.length);
      start += field.coordinates.length;
    }
    return [];
  }

  const codeOf = (register) => register.reduce((sum, a, j) => sum + (a.p > 0n ? 2 ** j : 0), 0);

  /* Layer t looks up z_t at the argument that the definition gives it. */
  function lookUp(task, input, i, t) {
    if (t === 0) return 'z₀, the seed';
    if (t === 1) return `z₁ at i₀ = ${i[0]}`;
    const { N } = layOut(task);
    return `z${lowered(t)} at (w${lowered(t - 1)}, i${lowered(t - 1)}) = (${input.w[t - 2]}, ${i[t - 1]}), entry ${input.w[t - 2] * N[t - 2] + i[t - 1]}`;
  }

  function tellStart(panel, network, input) {
    const w = input.w.join(', ');
    panel.append(
      element('h3', {}, 'Before the first layer'),
      element('p', {}, `The last token knows the query, w = ${w}, and nothing else. Its register is ${tuple(registerOf(network, embed(network, 0, { block: -1, argument: 0 }, input)))}.`),
      element('p', {}, `${network.layers.length} layers follow. Each looks up one entry of the prompt.`));
  }

  function tellLayer(panel, network, input, told, t) {
    const i = compose(network.task, input);
    const register = registerOf(network, told.layers[t].stream);
    panel.append(
      element('h3', {}, `Layer ${t} looks up ${lookUp(network.task, input, i, t)}`),
      weightTable(told, input, t),
      element('p', {}, 'It reads ', element('span', { class: 'q', id: 'read' }, tuple(told.layers[t].last.read)),
        '. The position-wise map makes this exact: register ', element('span', { id: 'register' }, tuple(register)),
        ', the code of ', element('strong', { id: 'code' }, `${codeOf(register)}`), '.'),
      element('p', {}, `By the definition, i${lowered(t)} = `, element('strong', { id: 'defined' }, `${i[t]}`),
        codeOf(register) === i[t] ? '. They agree.' : '. They differ!'));
  }

  function tellAnswer(panel, network, input, told) {
    const i = compose(network.task, input);
    const L = network.task.L;
    panel.append(
      element('h3', {}, 'The answer'),
      element('p', {}, 'The network answers ', element('strong', { id: 'answer' }, `${told.answer}`), '.'),
      element('p', {}, `By the definition: ${i.map((v, l) => `i${lowered(l)} = ${v}`).join(', ')}. So the answer is i${lowered(L)} = `,
        element('strong', { id: 'expected' }, `${i[L]}`), told.answer === i[L] ? '. They agree.' : '. They differ!'));
  }

  function prepareInput(place) {
    const network = JSON.parse(document.getElementById('network-data').textContent);
    const input = JSON.parse(document.getElementById('input-data').textContent);
    const panel = element('div', { class: 'panel', 'aria-live': 'polite' });
    let told = run(network, input);
    const stepper = makeStepper('step', () => network.layers.length + 2, (at) => {
      panel.replaceChildren();
      if (at === 0) tellStart(panel, network, input);
      else if (at <= network.layers.length) tellLayer(panel, network, input, told, at - 1);
      else tellAnswer(panel, network, input, told);
    });
    const short = element('p', { class: 'short', role: 'status' });
    const summarise = () => {
      short.textContent = `The network answers ${told.answer}; the definition says ${compose(network.task, input)[network.task.L]}.`;
    };
    const form = inputForm(network.task, input, () => {
      told = run(network, input);
      summarise();
      stepper.again();
    });
    summarise();
    place.append(element('h2', {}, 'Your turn'), form, short, stepper.controls, panel);
    document.getElementById('input-static').hidden = true;
    stepper.go(1);
  }

  /* ---- the proof, one fact at a time ---- */

  function prepareProof(place) {
    const facts = [...place.querySelectorAll('.fact')];
    let all = false;
    document.getElementById('facts').setAttribute('aria-live', 'polite');
    const stepper = makeStepper('fact', () => facts.length, (at) => {
      facts.forEach((fact, i) => { fact.hidden = !all && i !== at; });
    });
    const toggle = element('button', { type: 'button', 'aria-pressed': 'false', on: { click: () => {
      all = !all;
      toggle.setAttribute('aria-pressed', `${all}`);
      stepper.again();
    } } }, 'Show all');
    stepper.controls.querySelector('.where').before(toggle);
    place.prepend(stepper.controls);
    stepper.go(0);
  }

  /* ---- begin ---- */

  document.querySelectorAll('.exercise').forEach(prepareExercise);
  prepareDigits();
  prepareScrolling();
  const input = document.getElementById('input-stepper');
  if (input) prepareInput(input);
  const proof = document.getElementById('proof-stepper');
  if (proof) prepareProof(proof);
})();
