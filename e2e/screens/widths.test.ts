import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { paths } from '../../web/src/layout/paths.ts';
import { assign } from '../assigned.ts';
import { connectBrowser, logIn, type Visit, visit } from '../browser.ts';
import { registerNewcomer } from '../newcomer.ts';

const browserEndpoint = inject('browserEndpoint');
const WIDTHS = [390, 768, 1440];
const ROWS = 10_000;
const LONG = 'Comprobar con el proveedor la calibración de cada báscula del andén de embarques antes del corte. '.repeat(4).slice(0, 300);
/** Nothing in it where a line could be broken. */
const SURNAME = `Wolfeschlegelsteinhausenbergerdorff${'ñ'.repeat(25)}`;

/** What has an edge that is seen: something past it is as wrong as something past the page's. */
const FRAMED = '.card, .form-card, .agenda';

/** What sticks out sideways of the page or of its frame, or the page itself; nothing, as it should be. */
const sticksOut = (page: Page) =>
  page.evaluate((framed) => {
    const scrolls = (element: Element | null, until: Element | null): boolean =>
      element !== null &&
      element !== until &&
      (/auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement, until));
    const out = [...document.querySelectorAll('body *')].filter((element) => {
      const { right, left, width, height } = element.getBoundingClientRect();
      if (width <= 1 || height <= 1 || !element.checkVisibility()) return false;
      const frame = element.parentElement?.closest(framed) ?? null;
      const isOutOf = (edges: { left: number; right: number }, box: Element | null) =>
        (right > edges.right + 1 || left < edges.left - 1) && !scrolls(element.parentElement, box);
      return isOutOf({ left: 0, right: innerWidth }, null) || (frame !== null && isOutOf(frame.getBoundingClientRect(), frame));
    });
    const page = document.documentElement.scrollWidth > innerWidth ? [`page ${document.documentElement.scrollWidth}`] : [];
    return [...page, ...out.map((element) => `${element.tagName}.${element.className}`)].slice(0, 5);
  }, FRAMED);

/** By width, what sticks out of what is on the screen now. */
async function stickingOut(page: Page, address: string): Promise<string[]> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    found.push(...(await sticksOut(page)).map((what) => `${address} at ${width}: ${what}`));
  }
  return found;
}

async function show(page: Page, address: string) {
  await page.goto(address);
  await page.locator('h1').first().waitFor();
  await page.waitForLoadState('networkidle');
}

describe.runIf(browserEndpoint)('nothing scrolls the page sideways', () => {
  let browser: Browser;
  let manager: Visit;
  let folio = 0;
  const mark = String(Date.now()).slice(-8);
  const email = `wolfe.${mark}@demo.mx`;

  beforeAll(async () => {
    browser = await connectBrowser(browserEndpoint as string);
    manager = await visit(browser, inject('productUrl'));
    await logIn(manager.page, 'gerente@demo.mx');
    await registerNewcomer(manager.context, inject('outboxDir'), { employeeNumber: mark, lastName: SURNAME, email });
    folio = await assign(manager.context, email, `${mark} ${LONG}`.slice(0, 300));
  });
  afterAll(() => browser?.close());

  const places = Object.values(paths).filter((path) => typeof path === 'string');

  it.each([...places, '/No_existe'])('on %s', async (path) => {
    const { page } = manager;
    await show(page, path);
    expect(await stickingOut(page, path)).toEqual([]);
  });

  it('on the consult pages of an activity of 300 letters for a person with a surname of 60', async () => {
    const { page } = manager;
    const [finished] = await finishedFolios(page);
    for (const path of [paths.inProcess(folio), paths.assigned(folio), paths.finished(finished ?? 0)]) {
      await show(page, path);
      expect(await stickingOut(page, path)).toEqual([]);
    }
  });

  it('at twice the size, which leaves half the width', async () => {
    const zoomed = await visit(browser, inject('productUrl'), { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 });
    await logIn(zoomed.page, email);
    for (const path of [paths.home, paths.pending, paths.register, paths.profile, paths.inProcess(folio)]) {
      await show(zoomed.page, path);
      expect(await sticksOut(zoomed.page)).toEqual([]);
    }
    expect(zoomed.complaints).toEqual([]);
    await zoomed.context.close();
  });

  it('in a history of ten thousand, which is searched as one types', async () => {
    const { page } = manager;
    await page.route('**/api/get_my_historial_activities', async (route) => {
      const response = await route.fetch();
      const known = (await response.json()) as { id: number }[];
      const rows = Array.from({ length: ROWS }, (_, at) => ({ ...known[at % known.length], id: 1_000_000 + at }));
      await route.fulfill({ response, json: rows });
    });
    await show(page, '/My_Historial_Activities?size=50');
    await page.locator('.page-lead', { hasText: /^[\d,]+ finalizada/ }).waitFor();
    expect(await stickingOut(page, '/My_Historial_Activities')).toEqual([]);
    await page.getByPlaceholder('Buscar actividad').fill('1009999');
    await expect.poll(() => page.locator('td[data-card="head"]').allTextContents()).toEqual(['1009999']);
    await page.unroute('**/api/get_my_historial_activities');
  });

  it('with nothing for the browser to complain about', () => {
    expect(manager.complaints).toEqual([]);
  });
});

/** Folios of the finished report's first page. */
async function finishedFolios(page: Page): Promise<number[]> {
  await show(page, paths.finishedReport);
  return (await page.locator('td[data-card="head"]').allTextContents()).map(Number);
}
