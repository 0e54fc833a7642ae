import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connectBrowser, logIn, type Visit, visit } from '../browser.ts';

const browserEndpoint = inject('browserEndpoint');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const inDialog = (page: Page) => page.getByRole('dialog');
const notice = (page: Page, text: string) => page.getByText(text).first().waitFor();
const dialogGone = (page: Page) => inDialog(page).waitFor({ state: 'detached' });

describe.runIf(browserEndpoint)('what one is notified of', () => {
  let browser: Browser;
  let manager: Visit;

  beforeAll(async () => {
    browser = await connectBrowser(browserEndpoint as string);
    manager = await visit(browser, inject('productUrl'));
    await logIn(manager.page, 'supervisor@demo.mx');
  });
  afterAll(() => browser?.close());

  it('is chosen where a letter leads, and kept', async () => {
    const { page } = manager;
    await page.goto('/Edit_Profile#avisos');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Avisos');
    const verified = page.getByRole('switch', { name: 'Por correo: Verifican una actividad mía' });
    await verified.uncheck();
    await page.getByText('Guardado.').waitFor({ state: 'attached' });
    await page.reload();
    await verified.waitFor();
    expect(await verified.isChecked()).toBe(false);
    await verified.check();
  });

  it('reaches one’s calendar at an address that is shown once and can be revoked', async () => {
    const { page } = manager;
    await page.getByRole('link', { name: 'Conexiones' }).click();
    await button(page, 'Crear dirección').click();
    const address = await inDialog(page).getByLabel('Dirección del calendario').inputValue();
    await button(page, 'Listo').click();
    const read = await fetch(address);
    expect(read.headers.get('content-type')).toContain('text/calendar');
    expect(await read.text()).toContain('BEGIN:VCALENDAR');
    await button(page, 'Revocar').click();
    await button(page, 'Sí, revocar').click();
    await page.getByText('No tienes una dirección de calendario.').waitFor();
    expect((await fetch(address)).status).toBe(404);
  });

  it('of the server’s state, for the person who looks after it: a page of its own', async () => {
    const { page } = manager;
    await page.goto('/Admin_Status');
    const server = page.getByRole('region', { name: 'Servidor y base de datos' });
    const images = page.getByRole('region', { name: 'Imágenes' });
    // What is well is folded.
    for (const part of [server, images]) await part.getByRole('button', { expanded: false }).click();
    await server.getByText(/^\d+ aplicadas$/).waitFor();
    expect(await images.getByText('Carpeta del servidor').isVisible()).toBe(true);
    expect(await page.getByText('No se sabe de ningún respaldo.').isVisible()).toBe(true);
    await button(page, 'Actualizar').click();
    await server.getByText('PostgreSQL').waitFor();
  });

  it('waits over the days of rest that the office keeps, and a deadline on one is reported', async () => {
    const { page } = manager;
    await page.goto('/Admin_Notices');
    await page.getByText('Ningún aviso falló').waitFor();
    await page.goto('/Admin_Holidays');
    await button(page, 'Agregar día').click();
    await inDialog(page).getByLabel('Fecha', { exact: true }).fill('31/12/2026');
    await inDialog(page).getByLabel('Nombre').fill('Inventario anual');
    await inDialog(page).getByRole('button', { name: 'Agregar día' }).click();
    await notice(page, 'Día inhábil agregado.');
    await dialogGone(page);

    await page.getByRole('link', { name: 'Registrar nueva actividad' }).click();
    await page.getByLabel('Fecha de Finalización').fill('31/12/2026');
    await page.keyboard.press('Tab');
    await notice(page, 'El jueves 31 de diciembre es inhábil: Inventario anual.');

    await page.goto('/Admin_Holidays');
    await button(page, 'Quitar el jueves 31 de diciembre').click();
    await button(page, 'Sí, quitar').click();
    await notice(page, 'Día inhábil quitado.');
    await page.getByText('Inventario anual').waitFor({ state: 'detached' });
  });

  it('with nothing for the browser to complain about', () => {
    expect(manager.complaints).toEqual([]);
  });
});
