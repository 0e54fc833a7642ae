import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { paths } from '../../web/src/app/paths.ts';
import { connectBrowser, logIn, PHONE, visit } from '../browser.ts';

const browserEndpoint = inject('browserEndpoint');
/** What a thumb hits without care, in CSS pixels. */
const TARGET = 44;

/** Buttons, links and lists to choose from that are smaller than a thumb needs. */
const smallTargets = (page: Page) =>
  page.locator('main :is(a, button, .control, .select, [role=option])').evaluateAll(
    (all, least) =>
      all.flatMap((element) => {
        const { width, height } = element.getBoundingClientRect();
        const isSmall = width > 1 && element.checkVisibility() && Math.min(width, height) < least;
        return isSmall ? [`${element.ariaLabel ?? element.textContent} ${width}×${height}`] : [];
      }),
    TARGET,
  );
const isTooWide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

describe.runIf(browserEndpoint)('the history of the administration', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await connectBrowser(browserEndpoint as string);
  });
  afterAll(() => browser?.close());

  const openHistory = async (device = {}) => {
    const { page, complaints } = await visit(browser, inject('productUrl'), device);
    await logIn(page, 'desarrollo@demo.mx');
    await page.goto(paths.adminHistory);
    await page.getByRole('row').filter({ hasText: 'Inició sesión' }).first().waitFor();
    return { page, complaints };
  };

  it('names its columns, and all of them fit beside the menu', async () => {
    const { page, complaints } = await openHistory();
    const headings = await page.locator('thead th').evaluateAll((all) =>
      all.map((heading) => {
        const { right } = heading.getBoundingClientRect();
        const { width, height } = (heading.firstElementChild as Element).getBoundingClientRect();
        return [heading.textContent, width > 10 && height > 10, right <= innerWidth];
      }),
    );
    expect(headings).toEqual(
      ['Fecha', 'Quién', 'Cambio', 'A quién o qué', 'Qué cambió', 'Dirección'].map((heading) => [heading, true, true]),
    );
    expect(complaints).toEqual([]);
  });

  it('is cards on a phone, with filters for a thumb', async () => {
    const { page, complaints } = await openHistory(PHONE);
    const act = page.locator('.select').nth(2);
    await act.waitFor();
    expect(await smallTargets(page)).toEqual([]);
    await act.tap();
    await page.getByRole('option', { name: 'Inició sesión' }).waitFor();
    expect(await smallTargets(page)).toEqual([]);
    await page.getByRole('option', { name: 'Inició sesión' }).tap();
    await page.waitForURL('**/Admin_History?act=session.logIn');
    await act.tap();
    await page.getByRole('option', { name: 'Cambio: todos' }).tap();
    await page.waitForURL('**/Admin_History');
    expect([await isTooWide(page), complaints]).toEqual([false, []]);
  });
});
