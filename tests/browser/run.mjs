/* Runs tests/browser/*.test.mjs (or those named) over the lesson's pages for two parameter sets.
 * Prints a line per case and ends with `N passed, N failed`. */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const { STRATA, CHROMIUM, TOOLS, TOP, TMP } = process.env;
const require = createRequire(path.join(TOOLS, 'package.json'));
const { chromium } = require('playwright-core');

const parameters = [
  ['--L', '3', '--B', '64'],
  ['--L', '2', '--H', '8', '--d', '64', '--p', '16', '--linear', '28'],
];

let passed = 0;
let failed = 0;

/* One case: right or not, and why not. */
function ok(condition, what, why = '') {
  if (condition) passed++;
  else failed++;
  console.log(condition ? `ok ${what}` : `not ok ${what}: ${why}`);
}

const strata = (...words) => execFileSync(STRATA, words, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'] });
const json = (...words) => JSON.parse(strata(...words, '--format', 'json'));

const strataPiped = (first, second) => execFileSync(STRATA, second, { encoding: 'utf8', maxBuffer: 1 << 28, input: strata(...first) });

const sites = parameters.map((options, i) => {
  const dir = path.join(TMP, `site-${i}`);
  strata('lesson', ...options, '--html', dir);
  const pages = readdirSync(dir).filter((name) => name.endsWith('.html')).sort();
  return { name: options.join(' '), options, dir, pages, lesson: json('lesson', ...options) };
});

/* A browser that really is Debian's; as root it cannot have its sandbox. */
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: process.getuid() === 0 ? ['--no-sandbox'] : [],
});

const open = async (site, page, settings = {}) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...settings });
  const tab = await context.newPage();
  const complaints = [];
  const requests = [];
  tab.on('console', (message) => complaints.push(message.text()));
  tab.on('pageerror', (problem) => complaints.push(problem.message));
  tab.on('request', (request) => requests.push(request.url()));
  await tab.goto(`file://${path.join(site.dir, page)}`);
  return Object.assign(tab, { complaints, requests, done: () => context.close() });
};

const wanted = process.argv.slice(2);
const folder = path.join(TOP, 'tests/browser');
const files = readdirSync(folder).filter((file) => file.endsWith('.test.mjs')).sort();
try {
  for (const file of files) {
    const name = file.replace('.test.mjs', '');
    if (wanted.length && !wanted.includes(name)) continue;
    try {
      const { default: test } = await import(path.join(folder, file));
      await test({ ok, open, sites, strata, strataPiped, json, require, browser });
    } catch (problem) {
      ok(false, name, problem.stack);
    }
  }
} finally {
  await browser.close();
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed || !passed ? 1 : 0;
