/**
 * `npm run screenshots`: takes pictures of the demo company's screens, desktop and phone, light and dark. They go to the folder
 * `screenshots`, which git ignores; those that a document shows go to docs/screenshots. Names as arguments (`npm run screenshots -- consult`)
 * choose screens; `emails` are the digests, `bot` the chats. `npm run screenshots -- --widths` takes ten pages at five widths instead, and
 * fails where texts overlap, are cut or stick out.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { renderDigest } from '../api/src/notifications/compose.ts';
import { examples } from '../api/test/emails/examples.ts';
import { quantised } from '../api/test/pictures.ts';
import { type BotDemo, startBotDemo } from '../e2e/bot-demo.ts';
import { launchBrowser, visit } from '../e2e/browser.ts';
import { sessionClient } from '../e2e/client.ts';
import { findBrowser, HOW_TO_INSTALL } from '../e2e/find-browser.ts';
import { registerNewcomer } from '../e2e/newcomer.ts';
import { startProduct } from '../e2e/product.ts';
import { hiddenTexts, sticksOut, WIDTHS } from '../e2e/screens/sticking-out.ts';
import manifest from '../package.json' with { type: 'json' };
import { buildWeb } from './build-web.ts';
import { endWithLauncher } from './leash.ts';
import { type PictureScreen, screens, type Viewer } from './screens.ts';

const root = path.resolve(import.meta.dirname, '..');
const inDocuments = new Set(fs.readdirSync(path.join(root, 'docs/screenshots')));
const screenshotFile = (name: string) => path.join(root, inDocuments.has(name) ? 'docs/screenshots' : 'screenshots', name);
const hasWidths = process.argv.includes('--widths');
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const atWidth = (width: number): BrowserContextOptions =>
  width === 390 ? phone : { viewport: { width, height: width > 1440 ? 1080 : 800 } };
const sizes: Record<string, BrowserContextOptions> = hasWidths
  ? Object.fromEntries(WIDTHS.map((width) => [width, atWidth(width)]))
  : { desktop: { viewport: { width: 1440, height: 900 } }, phone };
/** The pages of `--widths`, where people spend their day. */
const DAILY = [
  ...['home', 'home-employee', 'assigned-report', 'pending-report', 'finished-report'],
  ...['my-activities', 'inbox', 'consult-assigned', 'assign-activity', 'notifications'],
];
const themes = ['light', 'dark'];
/** Time for images to arrive and for animations to end. */
const SETTLE_MS = 500;
/** A busy machine draws the four of one screen slowly. */
const PATIENCE_MS = 60_000;

type BrowserSession = Exclude<BrowserContextOptions['storageState'], string>;
type Sessions = Record<Exclude<Viewer, null>, BrowserSession>;

endWithLauncher();
const browserPath = await findBrowser();
const named = process.argv.slice(2).filter((argument) => argument !== '--widths');
if (!buildWeb()) process.exitCode = 1;
else if (browserPath) await takeAll(browserPath, hasWidths && named.length === 0 ? DAILY : named);
else {
  console.error(`Las capturas necesitan Chromium o Chrome: ${HOW_TO_INSTALL}`);
  process.exitCode = 1;
}

async function takeAll(executablePath: string, only: string[]) {
  const browser = await launchBrowser(executablePath);
  const isWanted = (name: string) => only.length === 0 || only.includes(name);
  fs.mkdirSync(path.join(root, 'screenshots'), { recursive: true });
  try {
    if (isWanted('emails')) await takeEmails(browser);
    if (isWanted('bot')) await takeBot(browser);
    const selected = Object.entries(screens).filter(([name]) => isWanted(name));
    if (selected.length) await takeScreens(browser, selected);
    if (only.length === 0) fs.writeFileSync(path.join(root, 'docs/screenshots/version.txt'), `${manifest.version}\n`);
  } finally {
    await browser.close();
  }
}

async function takeScreens(browser: Browser, screens: [string, PictureScreen][]) {
  const product = await startProduct();
  try {
    const sessions = await logInAll(browser, product);
    for (const [name, screen] of screens) {
      const takes = Object.keys(sizes).flatMap((size) =>
        themes.map((theme) => take(browser, product.url, sessions, screen, { name, size, theme })),
      );
      const results = await Promise.allSettled(takes);
      const faults = results.flatMap((take) => (take.status === 'rejected' ? [String(take.reason)] : take.value));
      console.log([`${faults.length ? '✗' : '✓'} ${name}`, ...faults].join('\n    '));
      if (faults.length) process.exitCode = 1;
    }
  } finally {
    await product.stop();
  }
}

/** Each viewer's session, so that every picture begins where its screen does. */
async function logInAll(browser: Browser, { url, outboxDir }: { url: string; outboxDir: string }): Promise<Sessions> {
  const logIn = async (email: string) => {
    const context = await browser.newContext({ baseURL: url });
    await sessionClient(context).logIn({ email, password: 'demo1234' });
    return context;
  };
  const manager = await logIn('gerente@demo.mx');
  const employee = await logIn('empleado@demo.mx');
  const newcomer = await logIn(await registerNewcomer(manager, outboxDir));
  return {
    manager: await manager.storageState(),
    employee: await employee.storageState(),
    newcomer: await newcomer.storageState(),
  };
}

/** Takes one picture and answers what is wrong with it, where widths are compared. */
async function take(
  browser: Browser,
  baseURL: string,
  sessions: Sessions,
  { who, show }: PictureScreen,
  { name, size, theme }: Record<'name' | 'size' | 'theme', string>,
): Promise<string[]> {
  const context = await browser.newContext({
    ...sizes[size],
    baseURL,
    locale: 'es-MX',
    timezoneId: 'America/Mexico_City',
    ...(who ? { storageState: sessions[who] } : {}),
  });
  await context.addInitScript((theme) => localStorage.setItem('theme', theme), theme);
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  await show(page);
  await page.waitForLoadState('networkidle');
  // A busy machine may be idle on the network before it has drawn anything.
  await page.getByRole('heading').first().waitFor();
  await page.waitForTimeout(SETTLE_MS);
  fs.writeFileSync(screenshotFile(`${name}-${size}-${theme}.png`), await quantised(await page.screenshot()));
  const faults = hasWidths ? [...(await sticksOut(page)), ...(await hiddenTexts(page))] : [];
  await context.close();
  return faults.map((fault) => `${size} ${theme}: ${fault}`);
}

async function remind(page: Page, word: string): Promise<void> {
  await page.getByRole('button', { name: 'Mandar recordatorios' }).click();
  await page.getByRole('article').filter({ hasText: word }).last().waitFor();
}

/** The reminder of `npm run bot:demo` in each chat, light and dark. */
async function takeBot(browser: Browser): Promise<void> {
  /** A word of the work in the reminder of each chat's employee. */
  const chats = { slack: 'tarimas', teams: 'etiquetadora', whatsapp: 'rack 4' };
  const demo: BotDemo = await startBotDemo();
  try {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const [chat, word] of Object.entries(chats)) {
        const { page, context } = await visit(browser, demo.url, { viewport: { width: 1280, height: 900 }, colorScheme });
        await page.goto(`/#${chat}`);
        await remind(page, word);
        await page.waitForTimeout(SETTLE_MS);
        fs.writeFileSync(screenshotFile(`bot-${chat}-${colorScheme}.png`), await quantised(await page.screenshot()));
        await context.close();
      }
    }
    console.log('✓ bot');
  } finally {
    await demo.stop();
  }
}

interface Look {
  suffix: string;
  width: number;
  colorScheme: 'light' | 'dark';
}

/** Without network and scripts, as in a mail program. */
async function takeEmail(browser: Browser, file: string, html: string, { width, colorScheme }: Look): Promise<void> {
  const context = await browser.newContext({ viewport: { width, height: 200 }, colorScheme, javaScriptEnabled: false, offline: true });
  const page = await context.newPage();
  await page.setContent(html);
  fs.writeFileSync(file, await quantised(await page.screenshot({ fullPage: true })));
  await context.close();
}

/** One digest of each kind into `email-<kind>.png`; that of deadlines also on a phone and in the dark. */
async function takeEmails(browser: Browser): Promise<void> {
  const usual: Look = { suffix: '', width: 640, colorScheme: 'light' };
  const looks: readonly Look[] = [
    usual,
    { suffix: '-phone', width: 390, colorScheme: 'light' },
    { suffix: '-dark', width: 640, colorScheme: 'dark' },
    { suffix: '-phone-dark', width: 390, colorScheme: 'dark' },
  ];
  for (const [name, { content, links }] of Object.entries(examples))
    for (const look of name === 'deadlines' ? looks : [usual])
      await takeEmail(browser, screenshotFile(`email-${name}${look.suffix}.png`), renderDigest(content, links).html, look);
}
