/**
 * `npm run screenshots`: the demo company's screens as people see them, into docs/screenshots: desktop and phone, light and dark.
 * With names as arguments (`npm run screenshots -- consult`) only those screens; `emails` are the letters, `bot` the chats.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { quantised } from '../api/test/quantised.ts';
import { launchBrowser } from '../e2e/browser.ts';
import { clientOf } from '../e2e/client.ts';
import { findBrowser, HOW_TO_INSTALL } from '../e2e/find-browser.ts';
import { registerNewcomer } from '../e2e/newcomer.ts';
import { startProduct } from '../e2e/product.ts';
import { takeBot } from './bot-pictures.ts';
import { endWithLauncher } from './leash.ts';
import { takeLetters } from './letter-pictures.ts';
import { type Screen, screens, type Viewer } from './screens.ts';

const folder = path.resolve(import.meta.dirname, '../docs/screenshots');
const sizes: Record<string, BrowserContextOptions> = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};
const themes = ['light', 'dark'];
/** Long enough for images to arrive and for whatever moves to come to rest. */
const REST_MS = 500;
const PATIENCE_MS = 15_000;

type Session = Exclude<BrowserContextOptions['storageState'], string>;
type Sessions = Record<Exclude<Viewer, null>, Session>;

endWithLauncher();
const browserPath = await findBrowser();
if (browserPath) await takeAll(browserPath, process.argv.slice(2));
else {
  console.error(`Las capturas necesitan Chromium o Chrome: ${HOW_TO_INSTALL}`);
  process.exitCode = 1;
}

async function takeAll(executablePath: string, only: string[]) {
  const browser = await launchBrowser(executablePath);
  const isWanted = (name: string) => only.length === 0 || only.includes(name);
  fs.mkdirSync(folder, { recursive: true });
  try {
    if (isWanted('emails')) await takeLetters(browser, folder);
    if (isWanted('bot')) await takeBot(browser, folder);
    const wanted = Object.entries(screens).filter(([name]) => isWanted(name));
    if (wanted.length) await takeScreens(browser, wanted);
  } finally {
    await browser.close();
  }
}

async function takeScreens(browser: Browser, wanted: [string, Screen][]) {
  const product = await startProduct();
  try {
    const sessions = await logInAll(browser, product);
    for (const [name, screen] of wanted) {
      const takes = Object.keys(sizes).flatMap((size) =>
        themes.map((theme) => take(browser, product.url, sessions, screen, { name, size, theme })),
      );
      const failed = (await Promise.allSettled(takes)).find((take) => take.status === 'rejected');
      console.log(failed ? `✗ ${name}: ${failed.reason}` : `✓ ${name}`);
      if (failed) process.exitCode = 1;
    }
  } finally {
    await product.stop();
  }
}

/** Each viewer's session, so that every picture begins where its screen does. */
async function logInAll(browser: Browser, { url, outboxDir }: { url: string; outboxDir: string }): Promise<Sessions> {
  const logIn = async (email: string) => {
    const context = await browser.newContext({ baseURL: url });
    await clientOf(context).logIn({ email, password: 'demo1234' });
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

async function take(
  browser: Browser,
  baseURL: string,
  sessions: Sessions,
  { who, show }: Screen,
  { name, size, theme }: Record<'name' | 'size' | 'theme', string>,
) {
  const context = await browser.newContext({
    ...sizes[size],
    baseURL,
    locale: 'es-MX',
    timezoneId: 'America/Mexico_City',
    ...(who ? { storageState: sessions[who] } : {}),
  });
  await context.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  await show(page);
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(REST_MS);
  fs.writeFileSync(path.join(folder, `${name}-${size}-${theme}.png`), await quantised(await page.screenshot()));
  await context.close();
}
