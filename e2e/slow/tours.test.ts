import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { loggedIn } from '../logged-in.ts';

const browserEndpoint = inject('browserEndpoint');

const popover = (page: Page) => page.locator('.driver-popover');
const start = (page: Page) => page.getByRole('button', { name: /Ver recorrido$/ }).last();
const focusIs = (page: Page, words: RegExp) => expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(words);

/** What is really in front at the middle of it: an overlay below a dialog would not be. */
const isInFront = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

/** Walks a tour to its end with the Enter key; answers what its stops said. */
async function walk(page: Page): Promise<string[]> {
  const texts: string[] = [];
  for (;;) {
    await focusIs(page, /^(Siguiente|Terminar)$/);
    const [, at = '', total = ''] = /^(\d) de (\d)$/.exec((await page.locator('.driver-popover-progress-text').textContent()) ?? '') ?? [];
    expect(Number(at)).toBe(texts.length + 1);
    expect(await isInFront(page, '.driver-popover')).toBe(true);
    texts.push(((await page.locator('.driver-popover-description').textContent()) ?? '').trim());
    await page.keyboard.press('Enter');
    if (at === total) break;
    await page.locator('.driver-popover-progress-text', { hasText: `${texts.length + 1} de` }).waitFor();
  }
  await popover(page).waitFor({ state: 'detached' });
  await focusIs(page, /Ver recorrido$/);
  return texts;
}

describe.runIf(browserEndpoint)('the guided tours', () => {
  const { manager } = loggedIn({ manager: 'gerente@demo.mx' });

  it('never begin by themselves', async () => {
    const { page } = manager;
    await page.goto('/Home');
    await start(page).waitFor();
    expect(await popover(page).count()).toBe(0);
  });

  it('show Home', async () => {
    const { page } = manager;
    await page.locator('.range-button').waitFor();
    await page.locator('.report-section .table-box').waitFor();
    await start(page).click();
    const texts = await walk(page);
    expect(texts).toHaveLength(6);
    expect(texts.join()).toContain('faltan menos de 7 días');
  });

  it('go back and forth with the arrows, and end with Escape', async () => {
    const { page } = manager;
    await start(page).focus();
    await page.keyboard.press('Enter');
    await focusIs(page, /Siguiente/);
    expect(await popover(page).getByRole('button', { name: 'Anterior' }).count()).toBe(0);
    await page.keyboard.press('ArrowRight');
    await page.getByText('2 de 6', { exact: true }).waitFor();
    await focusIs(page, /Siguiente/);
    await page.keyboard.press('Shift+Tab');
    await focusIs(page, /Anterior/);
    await page.keyboard.press('ArrowLeft');
    await page.getByText('1 de 6', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await popover(page).waitFor({ state: 'detached' });
    await focusIs(page, /Ver recorrido$/);
  });

  it('show the topics', async () => {
    const { page } = manager;
    await page.goto('/Admin_Projects');
    await page.locator('.table').waitFor();
    await start(page).click();
    const texts = await walk(page);
    expect(texts).toHaveLength(4);
    expect(texts[0]).toContain('no se puede repetir, ni siquiera en otro departamento');
  });

  it('show the dialog that registers a topic, above it and within its reach', async () => {
    const { page } = manager;
    await page.getByRole('button', { name: 'Registrar tema' }).click();
    const dialog = page.getByRole('dialog', { name: 'Registrar tema' });
    await dialog.getByLabel('Tema').fill('A medio escribir');
    await start(page).click();
    await focusIs(page, /Siguiente/);
    expect(await isInFront(page, '.dialog-tools [aria-label="Cerrar"]')).toBe(false);
    await page.keyboard.press('Escape');
    await popover(page).waitFor({ state: 'detached' });
    expect(await dialog.getByLabel('Tema').inputValue()).toBe('A medio escribir');

    await start(page).click();
    const texts = await walk(page);
    expect(texts).toHaveLength(4);
    expect(texts[0]).toContain('no se pueden duplicar, ni siquiera entre departamentos distintos');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Descartar' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  it('show the new activity', async () => {
    const { page } = manager;
    await page.goto('/Record_new_activity');
    await page.locator('.day-entry').waitFor();
    await start(page).click();
    const texts = await walk(page);
    expect(texts).toHaveLength(7);
    expect(texts[1]).toContain('El servidor detecta las actividades duplicadas para el mismo usuario');
    expect(texts[2]).toContain('faltan menos de 7 días');
  });

  it('show the assigned activities', async () => {
    const { page } = manager;
    await page.goto('/Report_Activities_Assigned');
    await page.locator('.range-button').waitFor();
    await page.locator('.table .consult-link').first().waitFor();
    await start(page).click();
    expect(await walk(page)).toHaveLength(5);
  });

  it('end when one leaves the screen, and skip on a phone what is not there', async () => {
    const { page } = manager;
    await start(page).click();
    await popover(page).waitFor();
    await page.goBack();
    await popover(page).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.body.classList.contains('driver-active'))).toBe(false);

    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/Home');
    await page.locator('.report-section .table-box').waitFor();
    await page.locator('.range-button').waitFor();
    await start(page).click();
    expect(await walk(page)).toHaveLength(5);
  });

  it('with nothing for the browser to complain about', () => {
    expect(manager.complaints).toEqual([]);
  });
});
