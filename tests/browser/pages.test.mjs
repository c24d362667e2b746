/* Every page, as a file: loads in silence, fits a telephone, leads nowhere wrong, is valid. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const megabyte = 1 << 20;

async function loads({ ok }, tab, site, page) {
  ok(tab.complaints.length === 0, `${site.name} ${page} loads without a word on the console`, tab.complaints.join('; '));
  const outside = tab.requests.filter((url) => !url.startsWith('file://') && !url.startsWith('data:'));
  ok(outside.length === 0, `${site.name} ${page} asks for nothing from outside`, outside.join(' '));
  const outline = await tab.evaluate(() => ({
    levels: [...document.querySelectorAll('h1, h2, h3, h4')].map((h) => Number(h.tagName[1])),
    language: document.documentElement.lang,
    title: document.title,
    unnamed: [...document.querySelectorAll('svg')].filter((s) => !s.querySelector('title') || !s.querySelector('desc') || s.getAttribute('role') !== 'img').length,
  }));
  const jumps = outline.levels.some((level, i) => (i ? level > outline.levels[i - 1] + 1 : level !== 1));
  ok(!jumps && outline.levels.filter((level) => level === 1).length === 1, `${site.name} ${page} has its headings in order`, outline.levels.join(' '));
  ok(outline.language === 'en' && outline.title !== '' && outline.unnamed === 0, `${site.name} ${page} names itself and its pictures`, JSON.stringify(outline));
}

async function fits({ ok }, tab, site, page) {
  await tab.setViewportSize({ width: 360, height: 740 });
  const wide = await tab.evaluate(() => {
    /* also with everything unfolded */
    document.querySelectorAll('details').forEach((d) => { d.open = true; });
    return document.scrollingElement.scrollWidth;
  });
  ok(wide <= 360, `${site.name} ${page} has no horizontal scroll at 360 px`, `${wide} px wide`);
}

async function links({ ok }, tab, site, page) {
  const found = await tab.evaluate(() => [...document.querySelectorAll('a')].map((a) => a.getAttribute('href')));
  const bad = found.filter((href) => {
    const [file, anchor] = href.split('#');
    const target = path.join(site.dir, file || page);
    if (/^[a-z]+:/.test(href) || !existsSync(target)) return true;
    return anchor !== undefined && !readFileSync(target, 'utf8').includes(` id="${anchor}"`);
  });
  ok(found.length > 2 && bad.length === 0, `${site.name} ${page}: all ${found.length} links resolve`, bad.join(' '));
}

/* Text against what is painted behind it; 4.5 is what WCAG AA asks for. */
async function contrast({ ok }, tab, site, page, colorScheme) {
  await tab.emulateMedia({ colorScheme });
  const worst = await tab.evaluate(() => {
    document.querySelectorAll('details').forEach((d) => { d.open = true; });
    const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true });
    const paint = (...colours) => {
      canvas.clearRect(0, 0, 1, 1);
      for (const colour of colours) {
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
      }
      return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const light = (rgb) => {
      const [r, g, b] = rgb.slice(0, 3).map((v) => v / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const behind = (element) => {
      const colours = [];
      for (let e = element; e; e = e.parentElement) colours.unshift(getComputedStyle(e).backgroundColor);
      return colours;
    };
    let least = { ratio: 100, text: '' };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const e = node.parentElement;
      if (!node.data.trim() || e.closest('script, noscript, title, desc, [hidden], .skip, [aria-disabled="true"]')) continue;
      const style = getComputedStyle(e);
      const ground = behind(e.closest('svg') || e);
      const front = e.closest('svg') ? style.fill : style.color;
      const [a, b] = [light(paint(...ground, front)), light(paint(...ground))];
      const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      if (ratio < least.ratio) least = { ratio, text: node.data.trim().slice(0, 40) };
    }
    return { ...least, paper: paint(...behind(document.body)).slice(0, 3) };
  });
  const dark = worst.paper[0] < 100;
  ok(worst.ratio >= 4.5 && dark === (colorScheme === 'dark'), `${site.name} ${page} is ${colorScheme} and readable`, JSON.stringify(worst));
}

async function withoutScript({ ok, open }, site, page) {
  const tab = await open(site, page, { javaScriptEnabled: false });
  const text = await tab.locator('main').innerText();
  ok(text.length > 400, `${site.name} ${page} says something without JavaScript`, `${text.length} characters`);
  if (page === 'input.html') ok(/It reads/.test(text) && /needs JavaScript/.test(text), `${site.name} ${page} tells the running example without JavaScript`, text.slice(0, 300));
  await tab.done();
}

function isValid({ ok, validator }, site, page) {
  const report = validator.validateFileSync(path.join(site.dir, page));
  const messages = report.results.flatMap((r) => r.messages.map((m) => `${m.line}: ${m.ruleId}: ${m.message}`));
  ok(report.valid, `${site.name} ${page} is valid HTML`, messages.slice(0, 8).join('; '));
}

export default async function test(tools) {
  const { HtmlValidate } = tools.require('html-validate');
  tools.validator = new HtmlValidate({ extends: ['html-validate:recommended'] });
  for (const site of tools.sites)
    for (const page of site.pages) {
      const tab = await tools.open(site, page);
      await loads(tools, tab, site, page);
      await links(tools, tab, site, page);
      await contrast(tools, tab, site, page, 'light');
      await contrast(tools, tab, site, page, 'dark');
      await fits(tools, tab, site, page);
      await tab.done();
      await withoutScript(tools, site, page);
      isValid(tools, site, page);
      const size = statSync(path.join(site.dir, page)).size;
      tools.ok(size < megabyte, `${site.name} ${page} is below 1 MB`, `${size} bytes`);
    }
}
