import path from 'node:path';
import type { Browser } from 'playwright-core';
import { digestInHtml } from '../api/src/mail/digest-html.ts';
import { examples } from '../api/test/emails/examples.ts';

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

/** Nothing but the letter: no network, no scripts, as in a mail program. */
async function take(browser: Browser, file: string, html: string, { width, colorScheme }: Look): Promise<void> {
  const context = await browser.newContext({ viewport: { width, height: 200 }, colorScheme, javaScriptEnabled: false, offline: true });
  const page = await context.newPage();
  await page.setContent(html);
  await page.screenshot({ path: file, fullPage: true });
  await context.close();
}

/** The letter of each kind into `email-<kind>.png`; the deadlines also on a phone and in the dark. */
export async function takeLetters(browser: Browser, folder: string): Promise<void> {
  for (const [name, { letter, links }] of Object.entries(examples))
    for (const look of looks[name] ?? [asUsual])
      await take(browser, path.join(folder, `email-${name}${look.suffix}.png`), digestInHtml(letter, links), look);
}
