import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { loggedIn } from './logged-in.ts';
import { act, button, choose, findRow, hand, notice, status, typeDay } from './on-screen.ts';
import { picture } from './picture.ts';

const browserEndpoint = inject('browserEndpoint');

/** What the history says was done, oldest first. */
const historyOf = async (page: Page) => ((await page.locator('.history').textContent()) ?? '').replace(/\s+/g, ' ');

describe.runIf(browserEndpoint)('the main job', () => {
  const description = `Revisar las válvulas del taller ${Date.now()}`;
  const { manager, employee } = loggedIn({ manager: 'gerente@demo.mx', employee: 'empleado@demo.mx' });
  let folio = '';

  const openAsManager = () => manager.page.goto(`/Consult_Activitie_Assigned/${folio}`);
  const openAsEmployee = () => employee.page.goto(`/Consult_My_Activity/${folio}`);

  it('a manager assigns an activity with two images to an employee of the topic', async () => {
    const { page } = manager;
    await page.goto('/Admin_Assign_Activities');
    await choose(page, 'Tema', 'Producción de la línea 1');
    await choose(page, 'Responsable', 'José Ángel Muñoz Peña');
    await page.getByRole('textbox', { name: 'Descripcion de Actividad' }).fill(description);
    await typeDay(page, '31/12/2030');
    await page.locator('input[type=file][multiple]').setInputFiles([picture('antes.png', 40), picture('después.png', 200)]);
    await page.getByText('2 / 4').waitFor();
    await button(page, 'Asignar Actividad').click();
    await notice(page, 'Actividad registrada con éxito.');

    const row = await findRow(page, '/Report_Activities_Assigned', description);
    await row.getByText('No iniciado').waitFor();
    folio = (await row.getByRole('button').or(row.getByRole('link')).first().getAttribute('aria-label'))?.replace(/\D/g, '') ?? '';
    expect(folio).toMatch(/^\d+$/);
  });

  it('the employee finds it, starts it, comments, adds evidence and completes it with a resolution', async () => {
    const { page } = employee;
    await (await findRow(page, '/My_Activities', description)).getByText('No iniciado').waitFor();
    await openAsEmployee();
    await act(page, 'Iniciar Trabajo', 'Sí, iniciar');
    await status(page, 'En progreso');

    await button(page, 'Agregar Comentario').click();
    await page.getByRole('dialog').getByRole('textbox').fill('Ya tengo los empaques nuevos.');
    await page.getByRole('dialog').locator('button[type=submit]').click();
    await page.getByText('¿Por favor confirme si desea registrar este comentario?').waitFor();
    await button(page, 'Sí, registrar').click();
    await notice(page, 'Comentario registrado');

    await page.getByRole('textbox', { name: 'Escribe un comentario' }).fill('Así quedaron los empaques.');
    await hand(page, '.composer', 'drop', picture('empaques.png', 160));
    await page.getByRole('img', { name: /empaques\.png/ }).waitFor();
    await button(page, 'Registrar comentario').click();
    await button(page, 'Sí, registrar').click();
    await page.getByText('1 / 3').waitFor();

    await button(page, 'Agregar Evidencias').click();
    await page
      .getByRole('dialog')
      .locator('input[type=file][multiple]')
      .setInputFiles([picture('trabajo.png', 120)]);
    await button(page, 'Registrar evidencias').click();
    await notice(page, 'Las evidencias se han registrado correctamente.');

    await button(page, 'Marcar completado de actividad').click();
    await button(page, 'Sí, completar').click();
    await page.getByText('Este campo es obligatorio.').waitFor();
    await page.getByRole('dialog').getByRole('textbox').fill('Se cambiaron las cuatro válvulas.');
    await button(page, 'Sí, completar').click();
    await page.waitForURL('**/My_Activities');
    await (await findRow(page, '/My_Activities', description)).getByText('Por verificar').waitFor();
  });

  it('the manager sends it back with a comment, and the employee sees why', async () => {
    const { page } = manager;
    await openAsManager();
    await button(page, 'Rechazar').click();
    await button(page, 'Sí, rechazar').click();
    await page.getByText('Debe agregar un comentario para marcar el rechazo.').waitFor();
    await page.getByRole('dialog').getByRole('textbox').fill('Falta la foto de la cuarta válvula.');
    await button(page, 'Sí, rechazar').click();
    await status(page, 'En progreso');

    await openAsEmployee();
    await status(employee.page, 'En progreso');
    await employee.page.locator('.history').getByText('Falta la foto de la cuarta válvula.').waitFor();
  });

  it('completed again and verified, it leaves the pending list for the history of both', async () => {
    await act(employee.page, 'Marcar completado de actividad', 'Sí, completar', 'Ahora con la foto.');
    await employee.page.waitForURL('**/My_Activities');

    await openAsManager();
    await act(manager.page, 'Verificar', 'Sí, verificar');
    await status(manager.page, 'Verificado');
    await (await findRow(manager.page, '/Report_Activities_Assigned', description)).getByText('Verificado').waitFor();

    await (await findRow(employee.page, '/My_Historial_Activities', description)).waitFor();
    await findRow(employee.page, '/My_Activities', description);
    await employee.page.getByText('Ninguna actividad coincide con lo que buscas.').waitFor();
  });

  it('its consult page reports the whole story, with the four images', async () => {
    const { page } = employee;
    await page.goto(`/Consult_Completed_Activity/${folio}`);
    await status(page, 'Verificado');
    await page.getByText('Ahora con la foto.').first().waitFor();
    await page.getByText('1 / 4').waitFor();
    const story = await historyOf(page);
    const phrases = [
      'registró la actividad',
      'inició el trabajo',
      'agregó un comentario',
      'agregó evidencias',
      'la marcó como completada',
      'la rechazó',
      'la verificó',
    ];
    expect(phrases.filter((phrase) => !story.includes(phrase))).toEqual([]);
    expect(story.split('la marcó como completada')).toHaveLength(3);
  });

  it('with nothing for the browser to complain about', () => {
    expect([...manager.complaints, ...employee.complaints]).toEqual([]);
  });
});
