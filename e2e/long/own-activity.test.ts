import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { calendarDate } from '../../core/src/domain/calendar.ts';
import { connectBrowser, logIn, type Visit, visit } from '../browser.ts';
import { sessionClient } from '../client.ts';
import { act, button, choose, dialogGone, findRow, hand, inDialog, notice, status, typeDay } from '../on-screen.ts';
import { picture } from '../picture.ts';

const browserEndpoint = inject('browserEndpoint');

describe.runIf(browserEndpoint)('an activity of one’s own', () => {
  const description = `Limpiar los filtros del compresor ${Date.now()}`;
  let browser: Browser;
  let employee: Visit;

  beforeAll(async () => {
    browser = await connectBrowser(browserEndpoint as string);
    employee = await visit(browser, inject('productUrl'));
    await logIn(employee.page, 'empleado@demo.mx');
  });
  afterAll(() => browser?.close());

  it('is written down with its topic, its day and how often it comes back', async () => {
    const { page } = employee;
    await page.goto('/Record_new_activity');
    await choose(page, 'Tema', 'Producción de la línea 1');
    await page.locator('.topic-facts').getByText('Operaciones').waitFor();
    await page.getByLabel('Descripcion de Actividad').fill(description);
    await typeDay(page, '15/12/2030');
    await page.getByRole('combobox', { name: 'Lapso de Repetición', disabled: true }).waitFor();
    await page.getByRole('radio', { name: 'Sí' }).check();
    await choose(page, 'Lapso de Repetición', 'Semanal');
  });

  it('takes evidence by click, by drop and by paste, four images at the most', async () => {
    const { page } = employee;
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByText('Haz clic, arrastra o pega imágenes aquí').click(),
    ]);
    await chooser.setFiles([picture('elegida.png', 30)]);
    await page.getByText('1 / 4').waitFor();
    await hand(page, '.drop-zone', 'drop', picture('arrastrada.png', 90));
    await page.getByText('2 / 4').waitFor();
    await hand(page, 'h1', 'paste', picture('pegada.png', 150));
    await page.getByText('3 / 4').waitFor();

    await button(page, 'Imagen siguiente').click();
    await page.getByRole('img', { name: 'Vista previa de arrastrada.png' }).waitFor();
    await button(page, 'Quitar imagen').click();
    await page.getByText('2 / 4').waitFor();
    await page.getByRole('img', { name: 'Vista previa de pegada.png' }).waitFor();

    await page.getByLabel('Elegir imágenes').setInputFiles([1, 2, 3].map((n) => picture(`${n}.png`, n)));
    await notice(page, 'Límite alcanzado');
    await notice(page, 'Solo puedes cargar un máximo de 4 imágenes.');
    await page.getByText('4 / 4').waitFor();
  });

  it('is registered once, and waits among one’s own', async () => {
    const { page } = employee;
    await button(page, 'Registrar Actividad').dblclick();
    await page.waitForURL('**/My_Activities');
    await notice(page, 'Actividad registrada con éxito.');
    const rows = await findRow(page, '/My_Activities', description);
    await rows.getByText('No iniciado').waitFor();
    expect(await rows.count()).toBe(1);
  });

  it('is verified by completing it, and comes back a week later', async () => {
    const { page } = employee;
    await page.getByRole('link', { name: /^Consultar actividad/ }).click();
    await page.getByText('1 / 4').waitFor();
    await act(page, 'Iniciar Trabajo', 'Sí, iniciar');
    await status(page, 'En progreso');
    await act(page, 'Marcar completado de actividad', 'Sí, completar', 'Filtros lavados y secos.');
    await page.waitForURL('**/My_Historial_Activities');
    await (await findRow(page, '/My_Historial_Activities', description)).getByText('Verificado').waitFor();

    const next = await findRow(page, '/My_Activities', description);
    await next.getByText('No iniciado').waitFor();
    await next.getByText(/^22 dic/).waitFor();
  });

  it('is completed only once its items are ticked, and the refusal names those that are not', async () => {
    const { page, context } = employee;
    const client = sessionClient(context);
    const topic = (await client.listMyTopics()).find(({ name }) => name === 'Producción de la línea 1');
    const facts = { priority: 'normal', dueOn: calendarDate('2030-12-31'), repeats: null } as const;
    const checklist = ['Sellos revisados', 'Acta firmada'];
    const { id } = await client.registerOwnActivity({ ...facts, topicId: topic?.id ?? 0, description: 'Cerrar el mes', checklist });
    await page.goto(`/Consult_My_Activity/${id}`);
    await act(page, 'Iniciar Trabajo', 'Sí, iniciar');
    await status(page, 'En progreso');
    await page.getByRole('checkbox', { name: 'Sellos revisados' }).check();
    await page.getByText('1 de 2', { exact: true }).waitFor();

    await button(page, 'Marcar completado de actividad').click();
    await inDialog(page).getByText('Falta marcar: Acta firmada.').waitFor();
    expect(await button(page, 'Sí, completar').isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await dialogGone(page);
    await status(page, 'En progreso');

    await page.getByRole('checkbox', { name: 'Acta firmada' }).check();
    await page.getByText('2 de 2', { exact: true }).waitFor();
    await act(page, 'Marcar completado de actividad', 'Sí, completar', 'Mes cerrado.');
    await page.waitForURL('**/My_Historial_Activities');
  });

  it('with nothing for the browser to complain about', () => {
    expect(employee.complaints).toEqual([]);
  });
});
