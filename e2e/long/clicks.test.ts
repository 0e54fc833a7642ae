import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { sheetOf } from '../../api/test/sheets/workbooks.ts';
import { connectBrowser, logIn, PHONE, visit } from '../browser.ts';
import { assign, sessionClient } from '../client.ts';
import { loggedIn } from '../logged-in.ts';
import { button, choose, inDialog, status } from '../on-screen.ts';
import { picture } from '../picture.ts';

const browserEndpoint = inject('browserEndpoint');
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
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
    await page.waitForURL(/urgencies=late/);
    expect(await clicks()).toBe(1);
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
      await page.locator('.review > :is(a, .muted:last-child)').first().waitFor();
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

  it('three to correct a date', async () => {
    const { page, context } = manager;
    const description = `Cambiar los filtros ${Date.now()}`;
    await assign(context, 'empleado@demo.mx', description);
    await page.goto(`/Report_Activities_Assigned?search=${encodeURIComponent(description)}`);
    const row = page.getByRole('row').filter({ hasText: description });
    await row.waitFor();
    const clicks = await countClicks(page);
    await row.getByText(description).click();
    await button(page, 'Corregir').click();
    await inDialog(page).getByPlaceholder('dd/mm/aaaa').fill('15/12/2030');
    await button(page, 'Guardar corrección').click();
    await page.getByText(/^Folio \d+ corregido$/).waitFor();
    expect(await clicks()).toBeLessThanOrEqual(3);
  });

  it('six to give away the work of somebody who is away', async () => {
    const { page } = manager;
    await page.goto('/Home');
    const people = page.getByRole('region', { name: 'Por persona' });
    const open = people.getByRole('link', { name: /Pendientes, / }).first();
    await open.waitFor();
    const clicks = await countClicks(page);
    await open.click();
    await button(page, 'Elegir todas').click();
    await button(page, 'Reasignar').click();
    await page.locator('.select', { has: page.getByRole('combobox', { name: 'Nuevo responsable', disabled: false }) }).click();
    await page.getByRole('option').filter({ hasNotText: 'no tiene' }).first().click();
    await inDialog(page)
      .getByRole('button', { name: /^Reasignar/ })
      .click();
    await page
      .getByText(/reasignad[ao]s?/)
      .first()
      .waitFor();
    expect(await clicks()).toBeLessThanOrEqual(6);
  });

  it('two from Home to reject with a reason', async () => {
    const { page } = manager;
    await page.goto('/Home');
    const reject = button(page, /^Rechazar: folio/).first();
    await reject.waitFor();
    const clicks = await countClicks(page);
    await reject.click();
    await inDialog(page).getByRole('textbox').fill('Falta la foto del después.');
    await button(page, 'Sí, rechazar').click();
    await page.getByText(/^Folio \d+ rechazado$/).waitFor();
    expect(await clicks()).toBeLessThanOrEqual(2);
  });

  it('none to find work by a word that one half remembers', async () => {
    const { page } = manager;
    await page.goto('/Home');
    await page.getByRole('region', { name: 'Lo que asignaste' }).waitFor();
    const clicks = await countClicks(page);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('codificado caducidad');
    await page
      .getByRole('option', { name: /caducidad/i })
      .first()
      .waitFor();
    expect(await clicks()).toBe(0);
    await page.keyboard.press('Escape');
  });

  it('two to export the finished work of the month', async () => {
    const { page } = manager;
    await page.goto('/Home');
    const toReport = page.getByRole('link', { name: 'Finalizadas globales' });
    await toReport.waitFor();
    const clicks = await countClicks(page);
    await toReport.click();
    const exporting = button(page, 'Generar reporte').filter({ visible: true });
    await exporting.waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), exporting.click()]);
    expect(download.suggestedFilename()).toBe('Reporte_Actividades.xlsx');
    expect(await clicks()).toBeLessThanOrEqual(2);
  });

  it('two to see how a quarter was kept, by department', async () => {
    const { page } = manager;
    await page.goto('/Home');
    const toReport = page.getByRole('link', { name: 'Puntualidad', exact: true });
    await toReport.waitFor();
    const clicks = await countClicks(page);
    await toReport.click();
    await button(page, 'Este trimestre').first().click();
    await page.getByRole('table').first().waitFor();
    expect(await clicks()).toBeLessThanOrEqual(2);
  });

  it('twelve to the review of a messy sheet, four of them answers', async () => {
    const { page, context } = manager;
    const client = sessionClient(context);
    const [people, topics] = await Promise.all([client.listUsers(), client.listTopics()]);
    const person = people.find(({ email }) => email === 'empleado@demo.mx');
    const topic = topics.find(({ department }) => department === person?.department);
    const doubtful = Array.from({ length: 4 }, (_, at) => [`Revisar la bomba ${at}`, `Nadie Conocido ${at}`, topic?.name, '31/12/2030']);
    const certain = Array.from({ length: 196 }, (_, at) => [`Lavar el filtro ${at}`, person?.employeeNumber, topic?.name, '31/12/2030']);
    const buffer = await sheetOf([
      ['PLAN DE TRABAJO'],
      [],
      ['Actividad', 'Responsable', 'Tema', 'Fecha límite'],
      ...certain,
      ...doubtful,
    ] as string[][]);
    await page.goto('/Report_Activities_Assigned');
    // A tool that the server drew may fold into 'Más herramientas' when the scripts draw it.
    await page.locator('#root:not([inert])').waitFor();
    const toImport = page.getByRole('link', { name: 'Importar hoja' });
    const more = button(page, 'Más herramientas');
    await toImport.or(more).first().waitFor();
    const clicks = await countClicks(page);
    if ((await toImport.count()) === 0) await more.click();
    await toImport.click();
    await page.getByLabel('Hoja de cálculo').setInputFiles({ name: 'plan.xlsx', mimeType: XLSX, buffer });
    await button(page, 'Continuar').click();
    await page.getByText(/^200 filas encontradas/).waitFor();
    await button(page, 'Continuar').click();
    await page.getByRole('heading', { name: 'Dinos quién es quién' }).waitFor();
    for (const [, name] of doubtful) {
      await choose(page, `«${name}»`, 'José Ángel Muñoz Peña');
      await page.keyboard.press('Tab');
    }
    await button(page, 'Continuar').click();
    await page.getByRole('heading', { name: 'Revisa antes de importar' }).waitFor();
    expect(await clicks()).toBeLessThanOrEqual(12);
  });

  it('two to see how much work a colleague has', async () => {
    const { page } = manager;
    await page.goto('/Home');
    const colleague = page.getByRole('region', { name: 'Por persona' }).locator('a[href^="/Person_Load/"]').last();
    await colleague.waitFor();
    const clicks = await countClicks(page);
    await colleague.click();
    await page.getByRole('heading', { name: 'Lo más urgente' }).waitFor();
    expect(await clicks()).toBeLessThanOrEqual(2);
  });

  it('ten taps for a day’s work on a phone: begin it, a comment, a photo, done', async () => {
    const description = `Purgar la caldera ${Date.now()}`;
    const folio = await assign(manager.context, 'empleado@demo.mx', description);
    const browser = await connectBrowser(browserEndpoint as string);
    const { page, complaints } = await visit(browser, inject('productUrl'), PHONE);
    await logIn(page, 'empleado@demo.mx');
    await page.goto(`/My_Activities?search=${encodeURIComponent(description)}`);
    const row = page.locator('.agenda-row').filter({ hasText: description });
    await row.waitFor();
    const taps = await countClicks(page);
    const tap = (name: string) => button(page, name).filter({ visible: true }).tap();
    await row.tap();
    await tap('Iniciar Trabajo');
    await tap('Sí, iniciar');
    await status(page, 'En progreso');
    await tap('Agregar Comentario');
    await page.keyboard.type('Empiezo por la válvula.');
    await tap('Registrar');
    await tap('Sí, registrar');
    await page.getByText(`Folio ${folio} comentado`).waitFor();
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), tap('Agregar Evidencias')]);
    await chooser.setFiles([picture('caldera.png', 40)]);
    await inDialog(page).getByText('1 / 4').waitFor();
    await tap('Registrar evidencias');
    await page.getByText(`Folio ${folio} con nuevas evidencias`).waitFor();
    await tap('Marcar completado de actividad');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
    await page.keyboard.type('Purgada.');
    await tap('Sí, completar');
    await page.getByText(`Folio ${folio} completado`).waitFor();
    expect(await taps()).toBeLessThanOrEqual(10);
    expect(complaints).toEqual([]);
    await browser.close();
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
