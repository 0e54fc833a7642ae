import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { seriousOn } from '../axe.ts';
import { connectBrowser, logIn, PHONE, type Visit, visit } from '../browser.ts';
import { act, button, choose, fact, inDialog, notice, status } from '../on-screen.ts';
import { picture } from '../picture.ts';

const browserEndpoint = inject('browserEndpoint');

describe.runIf(browserEndpoint)('a request for work', () => {
  const text = `Reparar el portón del patio ${Date.now()}`;
  let browser: Browser;
  let requester: Visit;
  let supervisor: Visit;
  let worker: Visit;
  let folio = '';

  beforeAll(async () => {
    browser = await connectBrowser(browserEndpoint as string);
    const come = async (email: string, device = {}) => {
      const person = await visit(browser, inject('productUrl'), device);
      await logIn(person.page, email);
      return person;
    };
    [requester, supervisor, worker] = await Promise.all([
      come('xochitl.tecpa@demo.mx', PHONE),
      come('supervisor@demo.mx'),
      come('empleado@demo.mx'),
    ]);
  });
  afterAll(() => browser?.close());

  const rowOf = (page: Page): Locator => page.getByRole('listitem').filter({ hasText: text });

  it('is asked for on a phone, with a photo', async () => {
    const { page } = requester;
    await page.goto('/Home');
    await page.getByRole('link', { name: 'Pedir trabajo' }).tap();
    await page.waitForURL('**/Requests/New');
    await choose(page, 'Tema', 'Producción de la línea 1');
    await page.getByRole('textbox', { name: 'Qué necesitas' }).fill(text);
    await page.getByRole('button', { name: 'Fin de mes' }).tap();
    await page.locator('input[type=file][multiple]').setInputFiles([picture('porton.png', 90)]);
    await page.getByText('1 / 4').waitFor();
    expect(await seriousOn(page)).toEqual([]);
    await button(page, 'Enviar solicitud').tap();
    await notice(page, 'Solicitud enviada');
    await rowOf(page).getByText('Por contestar').waitFor();
    await rowOf(page).getByRole('img', { name: 'porton.png' }).waitFor();
    expect(await seriousOn(page)).toEqual([]);
  });

  it('is accepted with the form filled in, by somebody who may assign it', async () => {
    const { page } = supervisor;
    await page.goto('/Requests');
    expect(await seriousOn(page)).toEqual([]);
    await rowOf(page)
      .getByRole('link', { name: /^Aceptar/ })
      .click();
    await page.getByRole('textbox', { name: 'Descripcion de Actividad' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Descripcion de Actividad' }).inputValue()).toBe(text);
    await page.getByRole('img', { name: 'porton.png' }).waitFor();
    await choose(page, 'Responsable', 'José Ángel Muñoz Peña');
    await page.keyboard.press('Escape');
    await button(page, 'Asignar Actividad').click();
    await page.waitForURL('**/Requests');
    await notice(page, /^Folio \d+ registrado$/);
    folio =
      /\d+/.exec(
        (await page
          .getByText(/^Folio \d+ registrado$/)
          .first()
          .textContent()) ?? '',
      )?.[0] ?? '';
    await rowOf(page).waitFor({ state: 'detached' });
  });

  it('is done with a photo, and verified', async () => {
    const { page } = worker;
    await page.goto(`/Consult_My_Activity/${folio}`);
    expect(await fact(page, 'Solicitada por').textContent()).toContain('Xóchitl');
    await act(page, 'Iniciar Trabajo', 'Sí, iniciar');
    await status(page, 'En progreso');
    await button(page, 'Agregar Evidencias').click();
    await inDialog(page)
      .locator('input[type=file][multiple]')
      .setInputFiles([picture('reparado.png', 160)]);
    await button(page, 'Registrar evidencias').click();
    await notice(page, 'Las evidencias se han registrado correctamente.');
    await act(page, 'Marcar completado de actividad', 'Sí, completar', 'El portón cierra de nuevo.');
    await page.waitForURL('**/My_Activities');
    await supervisor.page.goto(`/Consult_Activitie_Assigned/${folio}`);
    await act(supervisor.page, 'Verificar', 'Sí, verificar');
    await status(supervisor.page, 'Verificado');
  });

  it('is read to its end by who asked, without any act', async () => {
    const { page } = requester;
    await page.goto('/Requests');
    await rowOf(page).getByText('Aceptada').waitFor();
    await rowOf(page)
      .getByRole('link', { name: `Ver el folio ${folio}` })
      .tap();
    await page.waitForURL(`**/Consult_Completed_Activity/${folio}`);
    await status(page, 'Verificado');
    await page.getByText('La pediste tú').waitFor();
    await page.getByText('El portón cierra de nuevo.').first().waitFor();
    await page.getByText('1 / 2').waitFor();
    expect(await page.getByRole('group', { name: 'Acciones' }).count()).toBe(0);
    expect(await seriousOn(page)).toEqual([]);
  });

  it('with nothing for the browser to complain about', () => {
    expect([...requester.complaints, ...supervisor.complaints, ...worker.complaints]).toEqual([]);
  });
});
