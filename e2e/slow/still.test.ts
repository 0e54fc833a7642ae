import { setTimeout } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { paths } from '../../web/src/app/paths.ts';
import { connectBrowser, logIn, type Visit, visit, withoutFirstAnswers } from '../browser.ts';
import { assign } from '../client.ts';

const browserEndpoint = inject('browserEndpoint');
/** Cumulative layout shift: a strip of 90 px that comes late is more, and what is called good elsewhere is 0.1. */
const SHIFT_MAX = 0.005;
/** Longer than the last things take to come. */
const SETTLED_MS = 800;
/** Long after every other request of a screen. */
const LATE_MS = 700;

/** Before anything is drawn: what moves later without anybody having touched the page. */
const watchShifts = () => {
  const shifts: { value: number; what: string }[] = [];
  Object.assign(window, { shifts });
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node?: Node }[] };
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      const moved = sources.map(({ node }) => (node instanceof Element ? `${node.tagName}.${node.className}` : node?.nodeName));
      if (!hadRecentInput) shifts.push({ value, what: moved.join(', ') });
    }
  }).observe({ type: 'layout-shift', buffered: true });
};

async function shiftsOf(page: Page, address: string, late?: string) {
  let nLate = 0;
  if (late) {
    await withoutFirstAnswers(page);
    await page.route(`**/api/${late}`, async (route) => {
      nLate++;
      await setTimeout(LATE_MS);
      await route.continue();
    });
  }
  await page.goto(address);
  await page.locator('main h1').waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(SETTLED_MS);
  await page.unrouteAll({ behavior: 'wait' });
  if (late) expect(nLate, late).toBeGreaterThan(0);
  return page.evaluate(() => (window as never as { shifts: { value: number; what: string }[] }).shifts);
}

describe.runIf(browserEndpoint).each([390, 1440])('nothing moves by itself, %i px wide,', (width) => {
  let browser: Browser;
  let manager: Visit;
  let folio = 0;

  beforeAll(async () => {
    browser = await connectBrowser(browserEndpoint as string);
    manager = await visit(browser, inject('productUrl'), { viewport: { width, height: 900 } });
    await manager.context.addInitScript(watchShifts);
    await logIn(manager.page, 'gerente@demo.mx');
    folio = await assign(manager.context, 'empleado@demo.mx', `Pintar las rayas del andén ${Date.now()}`);
  });
  afterAll(() => browser?.close());

  it.each<[string, () => string, string?]>([
    ['Home whose figures come last', () => paths.home, 'get_general_activity_stats'],
    ['Home whose table comes last', () => paths.home, 'get_all_activities'],
    ['Home whose agenda comes last', () => paths.home, 'get_user_assigned_activities'],
    ['a report whose table comes last', () => paths.pendingReport, 'get_all_activities'],
    ['a list', () => paths.pending],
    ['a consult page whose facts come last', () => paths.assigned(folio), 'get_activity/*'],
  ])('on %s', async (_, path, late) => {
    const shifts = await shiftsOf(manager.page, path(), late);
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    expect(sum, JSON.stringify(shifts)).toBeLessThan(SHIFT_MAX);
  });

  it('on the login, whose words come before its scripts', async () => {
    const { page, context } = await visit(browser, inject('productUrl'), { viewport: { width, height: 900 } });
    await context.addInitScript(watchShifts);
    const shifts = await shiftsOf(page, paths.login, 'get-session');
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    expect(sum, JSON.stringify(shifts)).toBeLessThan(SHIFT_MAX);
    await context.close();
  });
});
