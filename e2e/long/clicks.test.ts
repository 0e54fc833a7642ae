import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { connectBrowser, logIn, PHONE, visit } from '../browser.ts';
import { loggedIn } from '../logged-in.ts';
import { button, choose } from '../on-screen.ts';
import { picture } from '../picture.ts';

const browserEndpoint = inject('browserEndpoint');
type CountingWindow = typeof window & { clicks: number };

/** Counts clicks and taps from now on, while the page is not loaded again. Those of scripts have no pointer behind them. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = window as CountingWindow;
    counted.clicks = 0;
    addEventListener('click', ({ isTrusted, detail }) => isTrusted && detail > 0 && counted.clicks++, true);
  });
  return () => page.evaluate(() => (window as CountingWindow).clicks);
}

describe.runIf(browserEndpoint)('what people do every day costs few clicks:', () => {
  const { manager } = loggedIn({ manager: 'gerente@demo.mx' });

  it('ten to give one instruction to five people with two images', async () => {
    const { page } = manager;
    await page.goto('/Admin_Assign_Activities');
    await page.getByRole('combobox', { name: 'Tema' }).waitFor();
    const clicks = await countClicks(page);
    await choose(page, 'Tema', 'Producción de la línea 1');
    await page.locator('.select', { has: page.getByRole('combobox', { name: 'Responsable', disabled: false }) }).click();
    // The first one is the manager, whose own work is not in the report of what they assigned.
    for (const at of [1, 2, 3, 4, 5]) await page.locator('.select-panel').getByRole('option').nth(at).click();
    await page.keyboard.press('Tab');
    await page.keyboard.type(`Purgar el compresor ${Date.now()}`);
    await page.keyboard.press('Tab');
    await page.keyboard.type('fin de mes');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByText('Haz clic, arrastra o pega imágenes aquí').click(),
    ]);
    await chooser.setFiles([picture('antes.png', 40), picture('después.png', 200)]);
    await page.getByText('2 / 4').waitFor();
    await button(page, 'Asignar Actividad').click();
    await page
      .getByText(/^Folios \d+(, \d+){3} y \d+/)
      .first()
      .waitFor();
    expect(await clicks()).toBeLessThanOrEqual(10);
    await page.getByRole('link', { name: 'Ver las actividades' }).first().click();
    await page.getByText('5 asignadas').waitFor();
  });

  it('four to find what is late in one’s team and remind all of it', async () => {
    const { page } = manager;
    await page.goto('/Home');
    const card = page.getByRole('link', { name: 'Ver todas: Con retraso' });
    await card.waitFor();
    const clicks = await countClicks(page);
    await card.click();
    await button(page, 'Elegir todas').click();
    const selectionCount = page.getByText(/^\d+ elegidas$/);
    await selectionCount.waitFor();
    const late = (await selectionCount.textContent())?.match(/\d+/)?.[0];
    await button(page, 'Recordar').click();
    await button(page, 'Sí, recordar').click();
    await page.getByText(`${late} actividades recordadas`).first().waitFor();
    expect(await clicks()).toBeLessThanOrEqual(4);
  });

  it('twelve to verify five with their evidence seen, and the menu counts them', async () => {
    const { page } = manager;
    await page.goto('/Home');
    const toInbox = page.getByRole('link', { name: 'Ver todas: Por verificar' });
    await toInbox.waitFor();
    const clicks = await countClicks(page);
    await toInbox.click();
    const lead = page.locator('.page-lead', { hasText: /^\d+ por verificar/ });
    const before = Number((await lead.textContent())?.match(/^\d+/)?.[0]);
    await button(page, /^Revisar la entrega/)
      .first()
      .click();
    for (const at of [1, 2, 3, 4, 5]) {
      await page.getByRole('heading', { name: new RegExp(`^Folio \\d+ · ${at} de ${before}$`) }).waitFor();
      await page.locator('.review > :is(img, .muted:last-child)').first().waitFor();
      await button(page, 'Elegir para verificar').click();
    }
    await page.keyboard.press('Escape');
    await button(page, 'Verificar 5').click();
    await button(page, 'Sí, verificar 5').click();
    await page.getByText('5 actividades verificadas').waitFor();
    expect(await clicks()).toBeLessThanOrEqual(12);
    await lead.filter({ hasText: new RegExp(`^${before - 5} por verificar`) }).waitFor();
    await page
      .getByRole('img', { name: `${before - 5} en espera` })
      .first()
      .waitFor();
  });

  it('two to see how much work a colleague has', async () => {
    const { page } = manager;
    await page.goto('/Home');
    const colleague = page.getByRole('region', { name: 'Por persona' }).locator('a[href^="/Person_Load/"]').last();
    await page.locator('.people-room').scrollIntoViewIfNeeded();
    await colleague.waitFor();
    const clicks = await countClicks(page);
    await colleague.click();
    await page.getByRole('heading', { name: 'Lo más urgente' }).waitFor();
    expect(await clicks()).toBeLessThanOrEqual(2);
  });

  it('two taps on a phone before one types a comment', async () => {
    const browser = await connectBrowser(browserEndpoint as string);
    const { page, complaints } = await visit(browser, inject('productUrl'), PHONE);
    await logIn(page, 'empleado@demo.mx');
    await page.goto('/My_Activities?statuses=in_progress');
    const row = page.locator('.agenda-row').first();
    await row.waitFor();
    const taps = await countClicks(page);
    await row.tap();
    await button(page, 'Agregar Comentario').filter({ visible: true }).tap();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
    expect(await taps()).toBeLessThanOrEqual(2);
    expect(complaints).toEqual([]);
    await browser.close();
  });

  it('with nothing for the browser to complain about', () => {
    expect(manager.complaints).toEqual([]);
  });
});
