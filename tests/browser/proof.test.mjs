/* The page of the proof: the kernel's facts, one at a time or all at once. */

export default async function test({ ok, open, sites }) {
  for (const site of sites) {
    const facts = site.lesson.chapters.flatMap((c) => c.steps.flatMap((s) => s.facts));
    const tab = await open(site, 'proof.html');
    const where = () => tab.locator('#proof-stepper .where').innerText();
    const visible = () => tab.locator('.fact:visible').count();
    const count = await tab.locator('.fact').count();
    const L = Number(await tab.evaluate(() => document.querySelectorAll('.fact').length / 2));
    ok(count === 2 * L && count >= 4, `${site.name}: start, cover and freeze per level, contradiction`, `${count} facts`);
    ok((await visible()) === 1, `${site.name}: one fact is shown`, `${await visible()}`);
    for (let k = 1; k < count; k++) await tab.getByRole('button', { name: 'Next', exact: true }).click();
    ok((await where()) === `fact ${count} of ${count}`, `${site.name}: Next leads to the last fact`, await where());
    const last = await tab.locator('.fact:visible').innerText();
    ok(/Contradiction/.test(last) && /No hybrid of .* solves FC/.test(last), `${site.name}: the last fact is the theorem`, last);
    await tab.keyboard.press('ArrowLeft');
    ok((await where()) === `fact ${count - 1} of ${count}`, `${site.name}: the left arrow goes back`, await where());
    await tab.getByRole('button', { name: 'Show all' }).click();
    ok((await visible()) === count, `${site.name}: all facts can be shown`, `${await visible()}`);
    const shown = await tab.locator('.fact pre.statement').allInnerTexts();
    const missing = facts.filter((fact) => !shown.includes(fact.statement));
    ok(missing.length === 0, `${site.name}: the ${facts.length} facts of the chapters are among them`, JSON.stringify(missing));
    await tab.emulateMedia({ media: 'print' });
    ok((await visible()) === count && !(await tab.locator('.controls').isVisible()), `${site.name}: printed, all facts and no buttons`, `${await visible()}`);
    ok(tab.complaints.length === 0, `${site.name}: stepping makes no complaint`, tab.complaints.join('; '));
    await tab.done();
  }
}
