import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { calendarDate } from '../../core/src/domain/calendar.ts';
import { connectBrowser, logIn, type Visit, visit } from '../browser.ts';
import { assign, sessionClient } from '../client.ts';
import { act, button, fact, findRow, inDialog, notice, pressAct, status, typeDay } from '../on-screen.ts';

const browserEndpoint = inject('browserEndpoint');

describe.runIf(browserEndpoint)('a change of plan', () => {
  const description = `Pintar la bodega de refacciones ${Date.now()}`;
  let browser: Browser;
  let manager: Visit;
  let employee: Visit;
  let folio = 0;

  beforeAll(async () => {
    browser = await connectBrowser(browserEndpoint as string);
    manager = await visit(browser, inject('productUrl'));
    employee = await visit(browser, inject('productUrl'));
    await Promise.all([logIn(manager.page, 'gerente@demo.mx'), logIn(employee.page, 'empleado@demo.mx')]);
    folio = await assign(manager.context, 'empleado@demo.mx', description);
  });
  afterAll(() => browser?.close());

  it('the owner extends the date, with a reason', async () => {
    const { page } = manager;
    const row = await findRow(page, '/Report_Activities_Assigned', description);
    await row.waitFor();
    expect(await row.getByText('15 ene 2031').count()).toBe(0);
    await page.goto(`/Consult_Activitie_Assigned/${folio}`);
    await pressAct(page, 'Extender fecha');
    await button(page, 'Registrar extensión').click();
    await notice(page, 'Debe completar ambos campos para registrar la extensión.');
    await typeDay(page, '30/12/2030');
    await inDialog(page).getByLabel('Motivo').fill('Llegó tarde la pintura.');
    await button(page, 'Registrar extensión').click();
    await notice(page, 'La nueva fecha no puede ser anterior al 31 dic 2030.');
    await typeDay(page, '15/01/2031');
    await button(page, 'Registrar extensión').click();
    await notice(page, 'Actividad actualizada correctamente.');
    await fact(page, 'Extensión de fecha').getByText('2031').waitFor();
    await fact(page, 'Motivo de la extensión').getByText('Llegó tarde la pintura.').waitFor();
  });

  it('but only once', async () => {
    const { page, context } = manager;
    await button(page, 'Más acciones').click();
    await button(page, 'Cancelar Actividad').waitFor();
    expect(await button(page, 'Extender fecha').count()).toBe(0);
    const again = sessionClient(context).extendDeadline({ activityId: folio, extendedTo: calendarDate('2031-02-15'), reason: 'Otra vez' });
    await expect(again).rejects.toMatchObject({ status: 409 });
    await (await findRow(page, '/Report_Activities_Assigned', description))
      .getByText('15 ene 2031')
      .filter({ visible: true })
      .first()
      .waitFor();
  });

  it('the employee pauses the work and takes it up again', async () => {
    const { page } = employee;
    await page.goto(`/Consult_My_Activity/${folio}`);
    await act(page, 'Iniciar Trabajo', 'Sí, iniciar');
    await status(page, 'En progreso');
    await pressAct(page, 'Poner en pausa');
    await status(page, 'En pausa');
    await button(page, 'Reanudar').waitFor();
    expect(await button(page, 'Marcar completado de actividad').count()).toBe(0);
    await button(page, 'Deshacer').click();
    await status(page, 'En progreso');
    await pressAct(page, 'Poner en pausa');
    await button(page, 'Reanudar').click();
    await status(page, 'En progreso');
    expect(await button(page, 'Cancelar Actividad').count()).toBe(0);
  });

  it('the owner cancels it for good; No is the answer at hand', async () => {
    const { page, context } = manager;
    await page.goto(`/Consult_Activitie_Assigned/${folio}`);
    await pressAct(page, 'Cancelar Actividad');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('No');
    await page.keyboard.press('Enter');
    await inDialog(page).waitFor({ state: 'detached' });
    await status(page, 'En progreso');

    await act(page, 'Cancelar Actividad', 'Sí, cancelar');
    await notice(page, 'La actividad ha sido cancelada con éxito.');
    await page.waitForURL('**/My_Activities');
    await page.goto(`/Consult_Completed_Activity/${folio}`);
    await status(page, 'Cancelado');
    expect(await page.getByRole('group', { name: 'Acciones' }).count()).toBe(0);
    await expect(sessionClient(context).resumeActivity({ activityId: folio, comment: null })).rejects.toMatchObject({ status: 409 });
  });

  it('and it leaves the employee’s list for the history', async () => {
    const { page } = employee;
    await (await findRow(page, '/My_Historial_Activities', description)).getByText('Cancelado').waitFor();
    await findRow(page, '/My_Activities', description);
    await page.getByText('Ninguna actividad coincide con lo que buscas.').waitFor();
  });

  it('with nothing for the browser to complain about', () => {
    expect([...manager.complaints, ...employee.complaints]).toEqual([]);
  });
});
