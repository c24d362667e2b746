/* The page on which an input can be changed: right answers, exact weights, buttons and keys. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/* The task FC(2; 2; 2), afresh from docs/mathematics/1-task-and-models.md:
 * i_0 = z_0, i_1 = z_1(i_0), i_2 = z_2(w_1 N_0 + i_1), N_0 = m = 2. */
const definition = ({ z0, w, z1, z2 }) => z2[w * 2 + z1[z0]];

/* A small generator, so that every run sees the same inputs. */
function generator(seed) {
  return (count) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * count);
  };
}

const draw = (below) => ({
  z0: below(2),
  w: below(2),
  z1: [below(2), below(2)],
  z2: [below(4), below(4), below(4), below(4)],
});

async function choose(tab, input) {
  await tab.selectOption('#z0', `${input.z0}`);
  await tab.selectOption('#w1', `${input.w}`);
  for (const [k, value] of input.z1.entries()) await tab.selectOption(`#z1-${k}`, `${value}`);
  for (const [k, value] of input.z2.entries()) await tab.selectOption(`#z2-${k}`, `${value}`);
}

const text = (tab, selector) => tab.locator(selector).innerText();
const press = (tab, name) => tab.getByRole('button', { name, exact: true }).click({ force: true });

async function answers({ ok, open, sites }) {
  const tab = await open(sites[0], 'input.html');
  const below = generator(7);
  const seen = new Set();
  for (let k = 0; k < 20; k++) {
    const input = draw(below);
    await choose(tab, input);
    await press(tab, 'Last');
    const [answer, expected] = [Number(await text(tab, '#answer')), Number(await text(tab, '#expected'))];
    const right = definition(input);
    seen.add(answer);
    ok(answer === right && expected === right, `input ${JSON.stringify(input)} is answered ${right}`, `${answer}, and ${expected} by the page's definition`);
  }
  ok(seen.size === 4, 'all four answers occur', [...seen].join(' '));
  ok(tab.complaints.length === 0, 'changing inputs makes no complaint', tab.complaints.join('; '));
  await tab.done();
}

/* What the page computes is what the program computes. */
async function weights({ ok, open, sites, json }) {
  const tab = await open(sites[0], 'input.html');
  const below = generator(11);
  const minus = (s) => s.replaceAll('−', '-').replaceAll('\u200b', '');
  for (let k = 0; k < 4; k++) {
    const input = draw(below);
    const run = json('run', '--L', '2', '--m', '2', '--n', '2', '--z0', `${input.z0}`, '--w', `${input.w}`, '--z1', input.z1.join(), '--z2', input.z2.join());
    await choose(tab, input);
    await press(tab, 'First');
    for (const [t, layer] of run.layers.entries()) {
      await press(tab, 'Next');
      const shown = (await tab.locator('.panel .weights tbody td.q').allInnerTexts()).map(minus);
      ok(shown.join() === layer.heads[0].weights.join(), `input ${k}, layer ${t}: the weights are those of strata run`, shown.join(' '));
      const read = minus(await text(tab, '#read'));
      ok(read === `(${layer.heads[0].read.join(', ')})`, `input ${k}, layer ${t}: it reads what strata run reads`, read);
      const register = minus(await text(tab, '#register'));
      ok(register === `(${layer.state.register.join(', ')})`, `input ${k}, layer ${t}: the register is that of strata run`, register);
    }
  }
  await tab.done();
}

async function moves({ ok, open, sites }) {
  const tab = await open(sites[0], 'input.html');
  const where = () => text(tab, '#input-stepper .where');
  await press(tab, 'First');
  ok((await where()) === 'step 1 of 5', 'First goes to the first step', await where());
  await press(tab, 'Next');
  ok((await where()) === 'step 2 of 5', 'Next goes on', await where());
  await press(tab, 'Back');
  ok((await where()) === 'step 1 of 5', 'Back goes back', await where());
  await tab.keyboard.press('ArrowRight');
  await tab.keyboard.press('ArrowRight');
  ok((await where()) === 'step 3 of 5', 'the right arrow goes on', await where());
  await tab.keyboard.press('End');
  ok((await where()) === 'step 5 of 5', 'End goes to the end', await where());
  await tab.keyboard.press('ArrowRight');
  ok((await where()) === 'step 5 of 5', 'there is nothing after the end', await where());
  await tab.locator('#z0').focus();
  await tab.keyboard.press('ArrowLeft');
  ok((await where()) === 'step 5 of 5', 'arrows in a field belong to the field', await where());
  const live = await tab.locator('.panel').getAttribute('aria-live');
  ok(live === 'polite', 'steps are read aloud', live);
  const before = await text(tab, '#input-stepper fieldset');
  await press(tab, 'A random input');
  ok(/answers (\d); the definition says \1/.test(await text(tab, '.short')), 'a random input is answered right', before);
  await tab.done();
}

/* A wrong network must be seen to be wrong. */
async function wrong({ ok, open, sites, strata }) {
  const dir = `${sites[0].dir}-broken`;
  cpSync(sites[0].dir, dir, { recursive: true });
  const file = path.join(dir, 'input.html');
  const page = readFileSync(file, 'utf8');
  /* the last layer looks at the other half of the table: w with the opposite sign */
  const broken = page.replace('[2,6,"3"]', '[2,6,"-3"]');
  ok(broken !== page, 'the page holds the weight that is turned round', 'it is not there');
  writeFileSync(file, broken);
  const tab = await open({ dir }, 'input.html');
  await choose(tab, { z0: 0, w: 0, z1: [0, 1], z2: [0, 1, 2, 3] });
  await press(tab, 'Last');
  const words = await text(tab, '.panel');
  ok(/They differ/.test(words) && /answers 2/.test(words), 'a broken network is seen to be wrong', words);
  const exported = strata('export', '--L', '2', '--m', '2', '--n', '2').trim();
  const held = page.match(/id="network-data">(.*?)<\/script>/s)[1];
  ok(JSON.stringify(JSON.parse(held)) === JSON.stringify(JSON.parse(exported)), 'the network in the page is the exported one', held.slice(0, 100));
  await tab.done();
}

export default async function test(tools) {
  await answers(tools);
  await weights(tools);
  await moves(tools);
  await wrong(tools);
}
