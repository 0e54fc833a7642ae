import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { paths } from '../../web/src/app/paths.ts';
import { assign } from '../client.ts';
import { loggedIn } from '../logged-in.ts';
import { button } from '../on-screen.ts';

const browserEndpoint = inject('browserEndpoint');

/** The five lists of every company, by whose they are. */
const lists = [
  ['manager', paths.assignedReport],
  ['manager', paths.pendingReport],
  ['manager', paths.finishedReport],
  ['employee', paths.pending],
  ['employee', paths.history],
] as const;

async function show(page: Page, address: string) {
  await page.goto(address);
  await page.locator('.table tbody tr, .agenda-row').first().waitFor();
  await page.locator('.table-frame:not([aria-busy])').waitFor();
  await page.waitForLoadState('networkidle');
}

const measure = (page: Page) =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll('.table tbody tr')].map((row) => row.getBoundingClientRect());
    const table = document.querySelector('.table-rows') as HTMLElement;
    const work = document.querySelector('td[data-card="lead"]') as HTMLElement;
    const headings = [...document.querySelectorAll('th :is(.head-short, button:not(:has(.head-short)))')];
    return {
      firstRow: rows[0]?.top ?? Number.NaN,
      inSight: rows.filter(({ bottom }) => bottom <= innerHeight).length,
      all: rows.length,
      sideways: document.documentElement.scrollWidth - innerWidth + table.scrollWidth - table.clientWidth,
      workShare: work.offsetWidth / table.clientWidth,
      isWidest: [...document.querySelectorAll('tbody tr:first-child td')].every((cell) => cell.clientWidth <= work.clientWidth),
      highestHeading: Math.max(...headings.map((heading) => heading.clientHeight)),
    };
  });

/** What stands at the edges of the window whatever is scrolled, in pixels. */
const fixedHeight = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => {
        const { position, top, bottom } = getComputedStyle(element);
        const isBar = position === 'fixed' || (position === 'sticky' && (top === '0px' || bottom === '0px'));
        return isBar && element.checkVisibility() && element.clientWidth > innerWidth / 2;
      })
      .reduce((sum, { clientHeight }) => sum + clientHeight, 0),
  );

interface DrawnRow {
  isRejected: boolean;
  /** By heading, as the table shows it; days as they sort. */
  cells: Record<string, string>;
}

const drawnRows = (page: Page): Promise<DrawnRow[]> =>
  page.evaluate(() => {
    const headings = [...document.querySelectorAll('th')].map((th) => (th.querySelector('.head-whole') ?? th).textContent?.trim() ?? '');
    return [...document.querySelectorAll('.table tbody tr')].map((row) => ({
      isRejected: row.textContent?.includes('Rechazada') ?? false,
      cells: Object.fromEntries(
        [...row.querySelectorAll('td')].map((cell, index) => {
          // What the cell shows for another column stands after its own.
          const own = cell.querySelector('.host > :not(.folded)') ?? cell;
          const day = own.closest('time') ?? own.querySelector('time');
          return [headings[index], day?.dateTime ?? (own.querySelector('.only-read') ?? own).textContent?.trim() ?? ''];
        }),
      ),
    }));
  });

/** '15 días de retraso' is -15, 'Vence hoy' 0, '3 días' 3; delivered and closed work has no days and comes last. */
function daysLeft({ cells }: DrawnRow): number {
  const text = cells['Días restantes / retraso'] ?? cells['Días Restantes'] ?? '';
  if (text === 'Vence hoy') return 0;
  const days = Number(/^(\d+) días?/.exec(text)?.[1] ?? 1_000_000);
  return text.endsWith('de retraso') ? -days : days;
}
const collator = new Intl.Collator('es-MX', { numeric: true });
const byText = (heading: string) => (a: DrawnRow, b: DrawnRow) => collator.compare(a.cells[heading] as string, b.cells[heading] as string);
const reverse =
  (compare: ReturnType<typeof byText>) =>
  (a: DrawnRow, b: DrawnRow): number =>
    compare(b, a);

/** What each sentence promises of two rows, in the words of a reader. */
const promises: Record<string, (a: DrawnRow, b: DrawnRow) => number> = {
  'Primero lo más atrasado': (a, b) => daysLeft(a) - daysLeft(b),
  'Rechazadas, luego por fecha': (a, b) => Number(b.isRejected) - Number(a.isRejected) || daysLeft(a) - daysLeft(b),
  'Por fecha de finalizacion, primero lo más reciente': reverse(byText('Fecha de finalizacion')),
  'Por fecha de cierre, primero lo más reciente': reverse(byText('Fecha finalizacion')),
  'Por folio, del menor al mayor': (a, b) => Number(a.cells.Folio ?? a.cells.ID) - Number(b.cells.Folio ?? b.cells.ID),
  'Por fecha de registro, primero lo más antiguo': (a, b) =>
    (a.cells['Fecha de registro'] ?? a.cells['Fecha Registro'] ?? a.cells['Fecha registro'] ?? '').localeCompare(
      b.cells['Fecha de registro'] ?? b.cells['Fecha Registro'] ?? b.cells['Fecha registro'] ?? '',
    ),
  'Por departamento, de la A a la Z': byText('Departamento'),
};

async function keepPromise(page: Page, sentence: string) {
  const rows = await drawnRows(page);
  expect(rows.length).toBeGreaterThan(5);
  const compare = promises[sentence];
  if (!compare) throw new Error(`nobody promised «${sentence}»`);
  const broken = rows.slice(1).flatMap((row, index) => (compare(rows[index] as DrawnRow, row) > 0 ? [[rows[index], row]] : []));
  expect(broken, sentence).toEqual([]);
}

describe.runIf(browserEndpoint)('lists on a desk', () => {
  const people = loggedIn({ manager: 'gerente@demo.mx', employee: 'empleado@demo.mx' });
  let folio = 0;
  beforeAll(async () => {
    folio = await assign(people.manager.context, 'empleado@demo.mx', `Barrer el andén ${Date.now()}`);
  });

  it.each(lists)('begin at 260 px, show the work widest, and scroll nothing sideways: %s, %s', async (who, path) => {
    const { page } = people[who];
    await page.setViewportSize({ width: 1280, height: 800 });
    await show(page, `${path}?size=10`);
    for (const [width, height] of [
      [1280, 800],
      [1440, 900],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height });
      const { firstRow, inSight, all, sideways, workShare, isWidest, highestHeading } = await measure(page);
      expect(firstRow).toBeLessThanOrEqual(260);
      expect(inSight).toBeGreaterThanOrEqual(Math.min(8, all));
      expect({ sideways, isWidest }).toEqual({ sideways: 0, isWidest: true });
      expect(workShare).toBeGreaterThanOrEqual(0.35);
      // One line, with the room around it that a press needs.
      expect(highestHeading).toBeLessThanOrEqual(24);
    }
  });

  it.each(lists)('have the rows that the sentence above them promises: %s, %s', async (who, path) => {
    const { page } = people[who];
    await page.setViewportSize({ width: 1440, height: 900 });
    await show(page, `${path}?size=50`);
    const order = page.locator('.table-order');
    await keepPromise(page, (await order.textContent()) as string);
    for (const sentence of ['Por folio, del menor al mayor', 'Por fecha de registro, primero lo más antiguo']) {
      await order.click();
      await button(page, sentence).click();
      await page.locator('.table-order', { hasText: sentence }).waitFor();
      await page.locator('.table-frame:not([aria-busy])').waitFor();
      await keepPromise(page, sentence);
    }
  });

  it('show the table whole at one press, every column under its own heading', async () => {
    const { page } = people.manager;
    await page.setViewportSize({ width: 1440, height: 900 });
    await show(page, `${paths.pendingReport}?sort=department&size=50`);
    expect(await page.locator('th:visible').count()).toBe(9);
    await button(page, 'Columnas').click();
    expect(await page.locator('th:visible').count()).toBe(13);
    await keepPromise(page, 'Por departamento, de la A a la Z');
    await button(page, 'Columnas').click();
  });

  it('stand beside a menu that is open from 768 px, as rows of title, topic and person', async () => {
    const { page } = people.manager;
    await page.setViewportSize({ width: 768, height: 1024 });
    await show(page, paths.assignedReport);
    expect((await page.locator('.shell-menu').boundingBox())?.width).toBe(310);
    expect(await page.locator('.agenda-row').count()).toBe(5);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  });

  it('leave four fifths of a window at twice its size to what is read, and no strip above the bar of a phone', async () => {
    const { page } = people.employee;
    for (const path of [paths.pending, paths.inProcess(folio)]) {
      await page.setViewportSize({ width: 640, height: 400 });
      await page.goto(path);
      await page.locator('.agenda-row, .act-bar').first().waitFor();
      expect(await fixedHeight(page)).toBeLessThanOrEqual(80);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    const [acts, places] = [await page.locator('.act-bar').first().boundingBox(), await page.locator('.phone-bottom').boundingBox()];
    expect(acts && acts.y + acts.height).toBe(places?.y);
    // The topic comes before the person, whose name gives way.
    await show(page, paths.pending);
    const topics = await page
      .locator('.agenda-row-of > :first-child')
      .evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
    expect(topics.filter((cut) => cut > 0)).toEqual([]);
  });

  it('with nothing for the browser to complain about', () => {
    expect([...people.manager.complaints, ...people.employee.complaints]).toEqual([]);
  });
});
