/**
 * `npm run screenshots`: the demo company's screens as people see them, into docs/screenshots: desktop and phone, light and dark.
 * With names as arguments (`npm run screenshots -- consult`) only those screens; `emails` are the letters.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, logIn } from '../e2e/browser.ts';
import { findBrowser, HOW_TO_INSTALL } from '../e2e/find-browser.ts';
import { startProduct } from '../e2e/product.ts';
import { endWithLauncher } from './leash.ts';
import { takeLetters } from './letter-pictures.ts';

const folder = path.resolve(import.meta.dirname, '../docs/screenshots');
const MANAGER = 'gerente@demo.mx';
const EMPLOYEE = 'empleado@demo.mx';
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
/** Long enough for images to arrive and for whatever moves to come to rest. */
const REST_MS = 700;

type Screen = { who: string | null; show: (page: Page) => Promise<unknown> };

/** Opens the first row of a list of one's own. */
const consultFrom = (list: string, search: string) => async (page: Page) => {
  await page.goto(list);
  await page.getByPlaceholder('Buscar actividad').fill(search);
  await page
    .getByRole('link', { name: /^Consultar actividad/ })
    .first()
    .click();
  await page.locator('.consult-folio').waitFor();
};

const screens: Record<string, Screen> = {
  login: { who: null, show: (page) => page.goto('/') },
  home: { who: MANAGER, show: (page) => page.goto('/Home') },
  'assign-activity': { who: MANAGER, show: (page) => page.goto('/Admin_Assign_Activities') },
  'assigned-report': { who: MANAGER, show: (page) => page.goto('/Report_Activities_Assigned') },
  'new-activity': { who: EMPLOYEE, show: (page) => page.goto('/Record_new_activity') },
  'my-activities': { who: EMPLOYEE, show: (page) => page.goto('/My_Activities') },
  'my-history': { who: EMPLOYEE, show: (page) => page.goto('/My_Historial_Activities') },
  consult: { who: EMPLOYEE, show: consultFrom('/My_Activities', 'codificado') },
};

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
    const wanted = Object.entries(screens).filter(([name]) => isWanted(name));
    if (wanted.length) await takeScreens(browser, wanted);
  } finally {
    await browser.close();
  }
}

async function takeScreens(browser: Browser, wanted: [string, Screen][]) {
  const product = await startProduct();
  try {
    for (const [name, screen] of wanted) {
      for (const size of ['desktop', 'phone'] as const)
        for (const theme of ['light', 'dark'] as const) await take(browser, product.url, name, screen, size, theme);
      console.log(`✓ ${name}`);
    }
  } finally {
    await product.stop();
  }
}

async function take(
  browser: Browser,
  baseURL: string,
  name: string,
  { who, show }: Screen,
  size: keyof typeof SIZES,
  theme: 'light' | 'dark',
) {
  const context = await browser.newContext({ baseURL, viewport: SIZES[size], locale: 'es-MX', timezoneId: 'America/Mexico_City' });
  const page = await context.newPage();
  await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
  if (who) await logIn(page, who);
  await show(page);
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(REST_MS);
  await page.screenshot({ path: path.join(folder, `${name}-${size}-${theme}.png`) });
  await context.close();
}
