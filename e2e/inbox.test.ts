import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { loggedIn } from './logged-in.ts';

const browserEndpoint = inject('browserEndpoint');
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

describe.runIf(browserEndpoint)('what a manager looks after', () => {
  const { manager } = loggedIn({ manager: 'gerente@demo.mx' });

  it('is drawn at Home once one scrolls to it, and again in the other theme', async () => {
    const { page } = manager;
    await page.goto('/Home');
    await page.getByRole('heading', { name: 'Cumplimiento de la empresa' }).waitFor();
    expect(await page.locator('.bars').count()).toBe(0);
    await page.getByRole('heading', { name: 'Cumplimiento de la empresa' }).scrollIntoViewIfNeeded();
    const bar = page.locator('.bars a.bar .bar-track > span').first();
    await bar.waitFor();
    const colour = () => bar.evaluate((element) => getComputedStyle(element).backgroundColor);
    const light = await colour();
    await button(page, 'Modo oscuro').click();
    await expect.poll(colour).not.toBe(light);
    await button(page, 'Modo claro').click();
  });

  it('is a view of its own, kept under a name', async () => {
    const { page } = manager;
    await page.goto('/Report_All_Activities_P?statuses=in_progress&sort=daysLeft');
    await button(page, 'Vistas').click();
    await button(page, 'Guardar esta vista').click();
    await page.getByLabel('Nombre').fill('En curso');
    await page.getByRole('dialog').getByRole('button', { name: 'Guardar esta vista' }).click();
    await page.getByText('Vista guardada').waitFor();
    await page.goto('/Report_All_Activities_P');
    await button(page, 'Vistas').click();
    await button(page, 'Aplicar En curso').click();
    await page.waitForURL(/statuses=in_progress&sort=daysLeft$/);
  });

  it('goes to paper with its origin, and without the menu', async () => {
    const { page } = manager;
    // Its text is so long that a screen shows the beginning with a button.
    await page.goto('/Report_All_Activities_P?search=Integrar+el+expediente');
    await page
      .getByRole('link', { name: /^Consultar actividad/ })
      .first()
      .click();
    await page.locator('.consult-folio').waitFor();
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.printed-foot').textContent()).toMatch(
      /^Impreso el \d{2} \S+ \d{4}, \d{2}:\d{2} por .+\/Consult_Activitie_Assigned\/\d+$/s,
    );
    expect(await page.locator('.shell-menu').isVisible()).toBe(false);
    expect(await page.locator('main :not(.section-head, .section-head *) > button:visible').allTextContents()).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });

  it('with nothing for the browser to complain about', () => {
    expect(manager.complaints).toEqual([]);
  });
});
