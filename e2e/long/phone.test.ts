import fs from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { seriousOn } from '../axe.ts';
import { connectBrowser, logIn, logInByForm, PHONE, type Visit, visit } from '../browser.ts';
import { assign } from '../client.ts';
import { button, inDialog, notice, status } from '../on-screen.ts';
import { largePicture } from '../picture.ts';

const browserEndpoint = inject('browserEndpoint');
const PDFS = path.join(import.meta.dirname, '../../api/test/long/pdfs');

const tap = (page: Page, name: string) => button(page, name).filter({ visible: true }).tap();
/** Smallest side in CSS pixels that a thumb can hit (WCAG 2.2, 2.5.8). */
const TARGET_MIN = 24;

const smallTargets = (page: Page) =>
  page.evaluate((min) => {
    const targets = [...document.querySelectorAll<HTMLElement>('button, [role=button], nav a')].filter((target) =>
      target.checkVisibility(),
    );
    return targets.flatMap((target) => {
      const { width, height } = target.getBoundingClientRect();
      return width > 0 && Math.min(width, height) < min ? [`${target.ariaLabel ?? target.textContent} ${width}×${height}`] : [];
    });
  }, TARGET_MIN);

/** Nothing lies over its middle, not even a notice. */
const isInReach = (target: Locator) =>
  target.filter({ visible: true }).evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

/** Bytes a second. */
const FAST = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
/** As the browser's own tools slow it down. */
const SLOW_3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

describe.runIf(browserEndpoint)('on a phone', () => {
  const description = `Fotografiar el tablero de la caldera ${Date.now()}`;
  let browser: Browser;
  let employee: Visit;
  let network: (conditions: typeof FAST) => Promise<unknown>;

  beforeAll(async () => {
    browser = await connectBrowser(browserEndpoint as string);
    employee = await visit(browser, inject('productUrl'), PHONE);
    const manager = await visit(browser, inject('productUrl'));
    await logIn(manager.page, 'gerente@demo.mx');
    await assign(manager.context, 'empleado@demo.mx', description);
    const devTools = await employee.context.newCDPSession(employee.page);
    await devTools.send('Network.enable');
    network = (conditions) => devTools.send('Network.emulateNetworkConditions', conditions);
    await network(SLOW_3G);
    await logInByForm(employee.page, 'empleado@demo.mx');
  });
  afterAll(() => browser?.close());

  it('what is new stands at the bell, and a look at it reads it', async () => {
    const { page } = employee;
    await page.goto('/Home');
    const bell = page.getByRole('navigation', { name: 'Accesos diarios' }).getByRole('link', { name: /^Avisos/ });
    await bell.getByRole('img', { name: /sin leer$/ }).waitFor();
    await bell.tap();
    const row = page.getByRole('link').filter({ hasText: description });
    await row.filter({ hasText: 'Sin leer' }).tap();
    await page.waitForURL('**/Consult_My_Activity/*');
    await bell.tap();
    await row.waitFor();
    await row.filter({ hasText: 'Sin leer' }).waitFor({ state: 'detached' });
  });

  it('one’s own list is rows of an agenda, each of which leads to its activity', async () => {
    const { page } = employee;
    await page.getByRole('navigation', { name: 'Accesos diarios' }).getByRole('link', { name: 'Pendientes' }).tap();
    await page.waitForURL('**/My_Activities');
    await page.getByPlaceholder('Buscar actividad').fill(description);
    const row = page.getByRole('listitem').filter({ hasText: description });
    await row.waitFor();
    const box = await row.boundingBox();
    expect(box?.width).toBeGreaterThan(350);
    expect(box?.height).toBeLessThan(112);
    await tap(page, 'Filtros y vistas');
    await button(page, 'Filtros').waitFor();
    expect(await smallTargets(page)).toEqual([]);
    await row.tap();
    await page.waitForURL('**/Consult_My_Activity/*');
  });

  it('work is begun with the thumb', async () => {
    const { page } = employee;
    await tap(page, 'Iniciar Trabajo');
    await tap(page, 'Sí, iniciar');
    await status(page, 'En progreso');
    expect(await smallTargets(page)).toEqual([]);

    await tap(page, 'Agregar Comentario');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
    await tap(page, 'Cancelar');
  });

  it('a photo of the camera shows how much was sent, can be stopped, and is stored once after three tries', async () => {
    const { page } = employee;
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/record_evidences_activity')) keys.push(request.headers()['idempotency-key']);
    });
    expect(await page.locator('.act-bar input[type=file]').getAttribute('capture')).toBe('environment');
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), tap(page, 'Agregar Evidencias')]);
    await chooser.setFiles([largePicture('tablero.png')]);
    await inDialog(page).getByText('1 / 4').waitFor();

    await network({ ...SLOW_3G, uploadThroughput: 10_000 });
    await tap(page, 'Registrar evidencias');
    await page.getByText(/^Enviando: [1-9]\d? %$/).waitFor();
    await tap(page, 'Cancelar envío');
    await inDialog(page)
      .getByText(/^Dejamos de esperar al servidor/)
      .waitFor();

    await network({ ...FAST, offline: true });
    await tap(page, 'Registrar evidencias');
    await inDialog(page).getByText('No se pudo conectar con el servidor.').waitFor();
    await inDialog(page).getByText('1 / 4').waitFor();

    await network(FAST);
    await tap(page, 'Registrar evidencias');
    await notice(page, 'Las evidencias se han registrado correctamente.');
    expect(await isInReach(button(page, 'Marcar completado de actividad'))).toBe(true);
    await page.getByText('1 / 1').waitFor();
    expect(keys.length).toBeGreaterThanOrEqual(2);
    expect(new Set(keys).size).toBe(1);
    // The browser logs each try that had no network.
    employee.complaints = employee.complaints.filter((complaint) => !complaint.includes('ERR_INTERNET_DISCONNECTED'));
  });

  it('a signed PDF outlives a reload before it is sent, shows its first page, and comes down byte for byte', async () => {
    const { page } = employee;
    const section = page.getByRole('region', { name: 'DOCUMENTOS' });
    const choose = async (name: string) => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        section.getByRole('button', { name: /^Toca para elegir/ }).tap(),
      ]);
      await chooser.setFiles(path.join(PDFS, name));
    };
    await choose('signed.pdf');
    await section.getByText('signed.pdf').waitFor();
    await page.reload();
    await tap(page, 'Registrar documentos');
    await notice(page, 'Los documentos se han registrado correctamente.');
    await section.getByRole('img', { name: 'Primera página de signed.pdf' }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      section.getByRole('link', { name: 'Descargar signed.pdf' }).tap(),
    ]);
    expect((await buffer(await download.createReadStream())).equals(fs.readFileSync(path.join(PDFS, 'signed.pdf')))).toBe(true);
    await choose('attachment-cfdi.pdf');
    await tap(page, 'Registrar documentos');
    await section.getByText(/^El PDF trae otros archivos adjuntos/).waitFor();
    expect(await seriousOn(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    await section.getByRole('button', { name: 'Quitar attachment-cfdi.pdf' }).tap();
    // The browser logs each refusal.
    employee.complaints = employee.complaints.filter((complaint) => !complaint.includes('400 (Bad Request)'));
  });

  it('the work is completed, though the first answer never comes', async () => {
    const { page } = employee;
    await tap(page, 'Marcar completado de actividad');
    await inDialog(page).getByRole('textbox').fill('El tablero marca 6 bar.');
    const hung = '**/api/end_activity';
    await page.route(hung, () => {});
    await tap(page, 'Sí, completar');
    await tap(page, 'Cancelar');
    await inDialog(page)
      .getByText(/^Dejamos de esperar al servidor/)
      .waitFor();
    await page.unroute(hung);
    await network(SLOW_3G);
    await tap(page, 'Sí, completar');
    await page.waitForURL('**/My_Activities');
    await page.getByPlaceholder('Buscar actividad').fill(description);
    await page.getByRole('listitem').filter({ hasText: description }).getByText('Por verificar').waitFor();
    await network(FAST);
  });

  it('a manager’s first row begins in the upper half of the screen, and axe finds no link too small', async () => {
    const { page, context } = await visit(browser, inject('productUrl'), PHONE);
    await logIn(page, 'gerente@demo.mx');
    await page.goto('/Report_Activities_Assigned');
    const first = page.locator('.agenda-row').first();
    await first.waitFor();
    expect((await first.boundingBox())?.y).toBeLessThan(PHONE.viewport.height / 2);
    // Here titles of one line stand above the names of people.
    await page.goto('/Report_All_Activities_P');
    await first.waitFor();
    expect(await seriousOn(page)).toEqual([]);
    await context.close();
  });

  it('the menu is a drawer', async () => {
    const { page } = employee;
    await tap(page, 'Abrir menú');
    await inDialog(page).getByRole('link', { name: 'Historial finalizadas' }).tap();
    await page.waitForURL('**/My_Historial_Activities');
    await inDialog(page).waitFor({ state: 'hidden' });
  });

  it('with nothing for the browser to complain about', () => {
    expect(employee.complaints).toEqual([]);
  });

  it('a button of a card lies above it, and a form taller than the screen scrolls to its end', async () => {
    const { page, context } = await visit(browser, inject('productUrl'), { ...PHONE, viewport: { width: 390, height: 640 } });
    await logIn(page, 'gerente@demo.mx');
    await page.goto('/Admin_Projects');
    await button(page, /^Plantillas de /)
      .first()
      .tap();
    await tap(page, 'Agregar plantilla');
    for (const part of [
      inDialog(page).getByRole('textbox', { name: 'Lista de verificación' }),
      inDialog(page).getByRole('button', { name: 'Agregar plantilla' }),
      inDialog(page).getByRole('button', { name: 'Cerrar' }),
    ]) {
      await part.scrollIntoViewIfNeeded();
      expect(await isInReach(part)).toBe(true);
    }
    await context.close();
  });
});
