/* Every number on the pages against what the program prints: those of the text against the
 * lesson's JSON, those of the pictures against the other commands. */

const squeeze = (text) => text.replace(/[\s\u202f^]/g, '');

/* An exact integer as pictures show it: up to seven digits in full, then 1.234·10⁵⁶, rounded. */
function short(text) {
  if (text.length <= 7) return text;
  let exponent = text.length - 1;
  let digits = (BigInt(text) + 5n * 10n ** BigInt(exponent - 4)) / 10n ** BigInt(exponent - 3);
  if (digits === 10000n) [digits, exponent] = [1000n, exponent + 1];
  const raised = [...`${exponent}`].map((d) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[d]).join('');
  return `${`${digits}`[0]}.${`${digits}`.slice(1)}·10${raised}`;
}

async function texts({ ok, open }, site) {
  for (const chapter of site.lesson.chapters) {
    const tab = await open(site, `${chapter.name}.html`);
    const shown = await tab.evaluate(() => [...document.querySelectorAll('.n')].map((n) => ({
      formula: n.dataset.formula, exact: n.dataset.exact ?? null, text: n.textContent,
    })));
    const known = [...chapter.numbers, ...chapter.steps.flatMap((s) => s.numbers), ...chapter.exercises.flatMap((x) => [...x.numbers, x.answer])];
    const same = (a, b) => a.formula === b.formula && a.exact === b.value && squeeze(a.text) === squeeze(b.shown);
    const strangers = shown.filter((a) => !known.some((b) => same(a, b)));
    const missing = known.filter((b) => !shown.some((a) => same(a, b)));
    ok(strangers.length === 0, `${site.name} ${chapter.name}: all ${shown.length} numbers are in the program's JSON`, JSON.stringify(strangers.slice(0, 5)));
    ok(missing.length === 0, `${site.name} ${chapter.name}: all ${known.length} numbers of the JSON are on the page`, JSON.stringify(missing.slice(0, 5)));
    await tab.done();
  }
}

/* The values behind the shapes of a class, in one picture. */
const values = (tab, id, selector) =>
  tab.evaluate(([i, s]) => [...document.querySelectorAll(`#${i} ${s}`)].map((e) => e.dataset.value).filter((v) => v !== undefined), [id, selector]);

async function onPage(tools, site, figure, look) {
  const chapter = site.lesson.chapters.find((c) => c.steps.some((s) => s.figure === figure));
  if (!chapter) {
    tools.ok(false, `${site.name}: some chapter shows the picture ${figure}`, 'none does');
    return;
  }
  const tab = await tools.open(site, `${chapter.name}.html`);
  await look(tab);
  await tab.done();
}

async function attention({ ok, open, json }, site) {
  const tab = await open(site, 'input.html');
  const input = JSON.parse(await tab.locator('#input-data').textContent());
  const run = json('run', '--L', '2', '--m', '2', '--n', '2', '--z0', `${input.z0}`, '--w', input.w.join(), '--z1', input.z[0].join(), '--z2', input.z[1].join());
  const cells = await values(tab, 'figure-attention', '.heat');
  const perLayer = cells.length / run.layers.length;
  run.layers.forEach((layer, i) => {
    const last = cells.slice(perLayer * (i + 1) - 8, perLayer * (i + 1));
    ok(perLayer === 36 && last.join() === layer.heads[0].weights.join(), `${site.name}: heat map of layer ${i} has the exact weights`, last.join(' '));
  });
  const prompt = await values(tab, 'figure-prompt', '.block');
  const symbols = [...input.z[1], ...input.z[0], input.z0, ...input.w];
  ok(prompt.join() === symbols.join(), `${site.name}: the prompt shows the input`, prompt.join(' '));
  await tab.done();
}

async function sets(tools, site, row, facts) {
  await onPage(tools, site, 'sets', async (tab) => {
    const lost = await values(tab, 'figure-sets', '.lost');
    const claims = facts.filter((f) => f.form === 'claim').map((f) => short(f.D));
    tools.ok(lost.join() === claims.join(), `${site.name}: the sets have the kernel's D`, `${lost} but ${claims}`);
    const worth = await values(tab, 'figure-sets', '.worth');
    const points = facts.filter((f) => f.form === 'claim').map((f) => short(f.P));
    tools.ok(worth.length === points.length && worth.every((w, l) => w.startsWith(`${points[l]} × `)), `${site.name}: the sets have the kernel's P`, `${worth} but ${points}`);
  });
}

async function game(tools, site, row) {
  await onPage(tools, site, 'messages', async (tab) => {
    const shown = await values(tab, 'figure-messages', '.pill');
    let N = BigInt(row.m);
    const blocks = [N, ...row.n.map((n) => (N *= BigInt(n)))].slice(0, -1).reverse();
    const bits = [...blocks, 1n, 1n].map((count) => short(`${2n * BigInt(row.B) * count}`));
    tools.ok(shown.join() === bits.join(), `${site.name}: the game has 2 B |i| bits per message`, `${shown} but ${bits}`);
  });
}

/* Bars show whole numbers that the text computes, too. */
async function bars(tools, site) {
  const known = new Set(site.lesson.chapters.flatMap((c) => [c, ...c.steps, ...c.exercises]).flatMap((part) => part.numbers.map((n) => n.value)));
  for (const figure of ['players', 'cover', 'frozen'])
    await onPage(tools, site, figure, async (tab) => {
      const shown = await values(tab, `figure-${figure}`, 'rect');
      const strangers = shown.filter((v) => v !== '1' && !known.has(v));
      tools.ok(shown.length >= 4 && strangers.length === 0, `${site.name}: the bars of ${figure} are numbers of the text`, strangers.join(' '));
    });
  await onPage(tools, site, 'layers', async (tab) => {
    const shown = await values(tab, 'figure-layers', '.arrow');
    tools.ok(shown.length === 3 && shown.every((v) => known.has(v)), `${site.name}: the layers show the weights of the text`, shown.join(' '));
  });
}

async function thresholds(tools, site, row) {
  await onPage(tools, site, 'thresholds', async (tab) => {
    for (const [theorem, name] of [['published', 'published'], ['closed', 'closed'], ['optimal', 'explicit']]) {
      const shown = await values(tab, 'figure-thresholds', `.dot.${name}`);
      const printed = [1, 4, 8, 12, 16, 20].map((b) => tools.json('bounds', '--L', `${row.L}`, '--B', `2^${b}`, '--linear', row.a, '--state-bits', row.S, '--theorem', theorem).rows[0].log2_n).filter((n) => n);
      tools.ok(shown.length > 2 && shown.join() === printed.join(), `${site.name}: thresholds, ${theorem}, are those of strata bounds`, `${shown} but ${printed}`);
    }
  });
}

async function models(tools, site, rows) {
  await onPage(tools, site, 'models', async (tab) => {
    for (const [field, name] of [['log2_context', 'context'], ['log2_n', 'explicit'], ['log2_n_published', 'published']]) {
      const shown = await values(tab, 'figure-models', `.dot.${name}`);
      const printed = rows.filter((r) => r.log2_n).map((r) => r[field]).filter((v) => v);
      tools.ok(shown.length > 10 && shown.join() === printed.join(), `${site.name}: models, ${name}, are those of strata models`, `${shown} but ${printed}`);
    }
  });
}

export default async function test(tools) {
  const rows = tools.json('models', '--p', '16').rows;
  for (const site of tools.sites) {
    await texts(tools, site);
    await attention(tools, site);
    const row = tools.json('bounds', ...site.options, '--theorem', 'optimal').rows[0];
    const facts = JSON.parse(tools.strataPiped(['prove', ...site.options], ['check', '-', '--format', 'json'])).rows[0].facts;
    await sets(tools, site, row, facts);
    await game(tools, site, row);
    await bars(tools, site);
    await thresholds(tools, site, row);
    await models(tools, site, rows);
  }
}
