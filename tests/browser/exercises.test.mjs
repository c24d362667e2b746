/* Exercises take right answers in any form, and no others. */

const wrongs = { '': /type a number/, 'seven': /type a number/, '2 +': /missing/, '(1': /parenthesis/, '1/0': /divided by 0/, '9^9^9^9': /too long/ };

async function number({ ok }, exercise, name, thorough) {
  const answer = await exercise.getAttribute('data-answer');
  const field = exercise.locator('input[type=text]');
  const output = exercise.locator('output');
  const say = async (text) => {
    await field.fill(text);
    await field.press('Enter');
    return output.innerText();
  };
  for (const right of [answer, ` ${answer} `, `(${answer})*2^3/8`, `${answer} + 5 - 5`]) {
    const said = await say(right);
    ok(/Right/.test(said), `${name}: ${right.slice(0, 40)} is right`, said);
  }
  for (const wrong of [`${answer} + 1`, `-(${answer}) - 1/3`]) {
    const said = await say(wrong);
    ok(/Not yet/.test(said), `${name}: ${wrong.slice(0, 40)} is wrong`, said);
  }
  for (const [text, words] of Object.entries(thorough ? wrongs : {})) {
    const said = await say(text);
    ok(words.test(said), `${name}: '${text}' is answered well`, said);
  }
  ok((await output.getAttribute('aria-live')) === 'polite', `${name}: the verdict is read aloud`);
}

async function choice({ ok }, exercise, name) {
  const answer = Number(await exercise.getAttribute('data-answer'));
  const radios = exercise.getByRole('radio');
  const count = await radios.count();
  const check = exercise.getByRole('button', { name: 'Check' });
  await check.click();
  ok(/Choose/.test(await exercise.locator('output').innerText()), `${name}: one must be chosen`);
  let accepted = 0;
  for (let k = 0; k < count; k++) {
    await radios.nth(k).check();
    await check.click();
    const said = await exercise.locator('output').innerText();
    if (/Right/.test(said)) accepted++;
    ok(/Right/.test(said) === (k + 1 === answer), `${name}: choice ${k + 1} is ${k + 1 === answer ? 'right' : 'wrong'}`, said);
  }
  ok(accepted === 1 && count > 1, `${name}: exactly one choice is right`, `${accepted} of ${count}`);
}

export default async function test(tools) {
  const { ok, open, sites } = tools;
  for (const site of sites)
    for (const chapter of site.lesson.chapters) {
      const tab = await open(site, `${chapter.name}.html`);
      const all = await tab.locator('.exercise').all();
      ok(all.length === chapter.exercises.length, `${site.name} ${chapter.name} has its ${chapter.exercises.length} exercises`, `${all.length}`);
      for (const [i, exercise] of all.entries()) {
        const name = `${site.name} ${chapter.name}, ${chapter.exercises[i].title}`;
        const kind = await exercise.getAttribute('data-kind');
        const right = chapter.exercises[i].answer;
        ok((await exercise.getAttribute('data-answer')) === (right.value ?? right.shown), `${name}: the answer is the program's`);
        if (kind === 'choice') await choice(tools, exercise, name);
        else await number(tools, exercise, name, chapter === site.lesson.chapters[0]);
      }
      ok(tab.complaints.length === 0, `${site.name} ${chapter.name}: exercises make no complaint`, tab.complaints.join('; '));
      await tab.done();
    }
}
