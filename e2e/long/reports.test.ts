import { setTimeout as pause } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { loggedIn } from '../logged-in.ts';

const browserEndpoint = inject('browserEndpoint');

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const folios = (page: Page) => page.locator('td[data-card="head"] span:not(.folded)').allTextContents();
const pagerText = (page: Page) => page.locator('.pager-shown').textContent();
/** How many activities the heading speaks of. */
const total = async (page: Page) =>
  Number((await page.locator('.page-lead', { hasText: /\d/ }).textContent())?.match(/^[\d,]+/)?.[0].replace(',', ''));

async function withTotal(page: Page, count: number) {
  await page.locator('.page-lead', { hasText: new RegExp(`^${count} `) }).waitFor();
}

describe.runIf(browserEndpoint)('the reports', () => {
  const { manager } = loggedIn({ manager: 'gerente@demo.mx' });

  it('filter, search, order and page what is pending, and keep all of it through a reload and the way back', async () => {
    const { page } = manager;
    await page.goto('/Report_All_Activities_P');
    await page.locator('td[data-card="head"]').first().waitFor();
    const everything = await total(page);
    expect(await folios(page)).toHaveLength(5);

    await button(page, 'Filtros').click();
    const dialog = page.getByRole('dialog', { name: 'Filtros' });
    await dialog.getByRole('button', { name: 'Estado' }).click();
    const option = dialog.locator('.filter-option', { hasText: 'En progreso' });
    const inProgress = Number(await option.locator('.filter-count').textContent());
    expect(inProgress).toBeGreaterThan(5);
    expect(inProgress).toBeLessThan(everything);
    await option.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: `Ver ${inProgress} actividades` }).click();
    await withTotal(page, inProgress);
    await button(page, 'Filtros, 1 en uso').waitFor();

    await button(page, 'Folio').click();
    await page.waitForURL(/sort=id/);
    await button(page, 'Página siguiente').click();
    await page.locator('.pager-shown', { hasText: `6–10 de ${inProgress}` }).waitFor();
    const second = await folios(page);
    expect(second.map(Number)).toEqual(second.map(Number).toSorted((a, b) => a - b));

    await page.reload();
    await page.locator('.pager-shown', { hasText: `6–10 de ${inProgress}` }).waitFor();
    expect(await folios(page)).toEqual(second);

    await page.getByPlaceholder('Buscar actividad').fill('REVISIÓN');
    await page.waitForURL(/search=REVISI/);
    await page.waitForFunction((before) => !document.querySelector('.page-lead')?.textContent?.startsWith(before), `${inProgress} `);
    expect(await total(page)).toBeLessThan(inProgress);
    await page.goBack();
    await withTotal(page, inProgress);
    expect(await folios(page)).toEqual(second);
    expect(await page.getByPlaceholder('Buscar actividad').inputValue()).toBe('');
  });

  it('open exactly the rows of their numbers', async () => {
    const { page } = manager;
    const isCounted = async (link: Locator, count: number, address: RegExp) => {
      await link.focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(address);
      await withTotal(page, count);
      await page.goBack();
    };
    await page.goto('/Report_Punctuality');
    const numbers = page.locator('.punctuality-table td > a');
    await numbers.first().waitFor();
    for (const at of [0, 1, 2, (await numbers.count()) - 1])
      await isCounted(numbers.nth(at), Number(await numbers.nth(at).textContent()), /Report_Punctuality\/\w+\?.*departments=/);

    await page.goto('/Home');
    const finished = Number((await page.locator('a.figure-card', { hasText: 'ya verificadas' }).locator('.figure').textContent()) ?? '');
    await isCounted(page.locator('.ring a').last(), finished, /Report_All_Activities\?.*statuses=verified/);
    for (const kind of ['lying', 'standing']) {
      await page.getByRole('heading', { name: 'Cumplimiento de la empresa' }).scrollIntoViewIfNeeded();
      const bar = page.locator(`.bars-${kind} a.bar`).last();
      const total = Number(/de ([\d,]+)$/.exec((await bar.locator('.bar-figure').textContent()) ?? '')?.[1]);
      await isCounted(bar, total, kind === 'lying' ? /Report_All_Activities\?.*departments=/ : /Report_Punctuality\/due/);
    }
  });

  it('show what was finished in the range one asks for', async () => {
    const { page } = manager;
    await page.goto('/Report_All_Activities_C');
    await page.locator('td[data-card="head"]').first().waitFor();
    const month = await total(page);
    await page.getByLabel('Fecha de inicio').fill('01/01/2020');
    await page.keyboard.press('Tab');
    await button(page, 'Consultar').last().click();
    await page.waitForURL(/from=2020-01-01/);
    await page.locator('.table-frame:not([aria-busy])').waitFor();
    expect(await total(page)).toBeGreaterThanOrEqual(month);
    expect(await pagerText(page)).toMatch(/^1–5 de /);
    await page
      .getByRole('link', { name: /Consultar actividad/ })
      .first()
      .click();
    await page.waitForURL('**/Consult_Completed_Activity/*');
  });

  it.each(['/My_Activities', '/Report_All_Activities_P'])('%s lets go of a person who types and at once chooses', async (list) => {
    const { page } = manager;
    await page.route(/\/assets\/consult-page-/, async (route) => {
      await pause(600);
      await route.continue();
    });
    await page.goto(list);
    const first = page.getByRole('link', { name: /^Consultar actividad/ }).first();
    await first.waitFor();
    await page.getByPlaceholder('Buscar actividad').fill('a');
    await first.dispatchEvent('click');
    await page.locator('.consult-folio').waitFor();
  });

  it('show an activity beside the list, from row to row, and come back at Escape', async () => {
    const { page } = manager;
    await page.goto('/Report_All_Activities_P');
    const links = page.getByRole('link', { name: /^Consultar actividad/ });
    await links.first().focus();
    const panel = page.getByRole('complementary', { name: /^Vista previa/ });
    const width = (await page.locator('.table').boundingBox())?.width;
    await page.keyboard.press('Space');
    await panel.waitFor();
    expect((await page.locator('.table').boundingBox())?.width).toBe(width);
    await page.keyboard.press('ArrowDown');
    const second = (await folios(page))[1];
    await page.getByRole('complementary', { name: `Vista previa de la actividad ${second}`, exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    expect(await links.nth(1).evaluate((link) => link === document.activeElement)).toBe(true);
  });

  it.each([
    ['/Report_Punctuality', '.punctuality-table td > a'],
    ['/Home', '.people-load a'],
  ])('Atrás leads to the place of %s where one was', async (path, link) => {
    const { page } = manager;
    await page.setViewportSize({ width: 1280, height: 480 });
    await page.goto(path);
    // The page as the server drew it gives way to the same of the browser.
    await page.locator('#root:not([inert])').waitFor();
    await page.locator('.people-load, .punctuality-table').last().scrollIntoViewIfNeeded();
    await page.locator(link).last().scrollIntoViewIfNeeded();
    const scrollY = () => page.evaluate(() => Math.round(window.scrollY));
    const before = await scrollY();
    expect(before).toBeGreaterThan(0);
    await page.locator(link).last().click();
    await page.waitForURL((url) => url.pathname !== path);
    await expect.poll(scrollY).toBe(0);
    await page.goBack();
    // Rows that changed meanwhile may be a line taller.
    await expect.poll(async () => Math.abs((await scrollY()) - before)).toBeLessThan(24);
  });

  it('with nothing for the browser to complain about', () => {
    expect(manager.complaints).toEqual([]);
  });
});
