/**
 * `npm run screenshots:emails`: the letters as mail programs show them, into docs/screenshots/email-<kind>.png; the digest also on a phone
 * and in the dark. With names as arguments only those.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { letterInHtml } from '../api/src/emails/letter-html.ts';
import { examples } from '../api/test/emails/examples.ts';
import { launchBrowser } from '../e2e/browser.ts';
import { findBrowser, HOW_TO_INSTALL } from '../e2e/find-browser.ts';
import { endWithLauncher } from './leash.ts';

const folder = path.resolve(import.meta.dirname, '../docs/screenshots');
const DESK = 640;
const PHONE = 390;

type Look = { suffix: string; width: number; colorScheme: 'light' | 'dark' };
const asUsual: Look = { suffix: '', width: DESK, colorScheme: 'light' };
const looks: Record<string, readonly Look[]> = {
  deadlines: [
    asUsual,
    { suffix: '-phone', width: PHONE, colorScheme: 'light' },
    { suffix: '-dark', width: DESK, colorScheme: 'dark' },
    { suffix: '-phone-dark', width: PHONE, colorScheme: 'dark' },
  ],
};

async function take(browser: Browser, name: string, html: string, { suffix, width, colorScheme }: Look) {
  const context = await browser.newContext({ viewport: { width, height: 200 }, colorScheme, javaScriptEnabled: false, offline: true });
  const page = await context.newPage();
  await page.setContent(html);
  await page.screenshot({ path: path.join(folder, `email-${name}${suffix}.png`), fullPage: true });
  await context.close();
}

async function takeAll(executablePath: string, only: string[]) {
  const browser = await launchBrowser(executablePath);
  fs.mkdirSync(folder, { recursive: true });
  try {
    for (const [name, { letter, links }] of Object.entries(examples)) {
      if (only.length && !only.includes(name)) continue;
      for (const look of looks[name] ?? [asUsual]) await take(browser, name, letterInHtml(letter, links), look);
      console.log(`✓ ${name}`);
    }
  } finally {
    await browser.close();
  }
}

endWithLauncher();
const browserPath = await findBrowser();
if (browserPath) await takeAll(browserPath, process.argv.slice(2));
else {
  console.error(`Las capturas necesitan Chromium o Chrome: ${HOW_TO_INSTALL}`);
  process.exitCode = 1;
}
