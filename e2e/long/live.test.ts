import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { loggedIn } from '../logged-in.ts';
import { act, button, pressAct, status } from '../on-screen.ts';

const browserEndpoint = inject('browserEndpoint');
describe.runIf(browserEndpoint)('while others work', () => {
  const { manager, employee } = loggedIn({ manager: 'gerente@demo.mx', employee: 'empleado@demo.mx' });
  let folio = '';

  beforeAll(async () => {
    const { page } = employee;
    await page.goto('/My_Activities');
    await page.getByPlaceholder('Buscar actividad').fill('');
    const rows = page.getByRole('row').filter({ hasText: 'No iniciado' });
    const address = await rows.first().getByRole('link').first().getAttribute('href');
    folio = address?.split('/').at(-1) ?? '';
    expect(folio).toMatch(/^\d+$/);
    await page.goto(`/Consult_My_Activity/${folio}`);
    await manager.page.goto(`/Consult_Activitie_Assigned/${folio}`);
    await status(manager.page, 'No iniciado');
  });

  it('a consult page shows what somebody else did, without a reload', async () => {
    await act(employee.page, 'Iniciar Trabajo', 'Sí, iniciar');
    await status(manager.page, 'En progreso');
    await manager.page.getByText('Actualizada por otra persona').waitFor();
    await manager.page.locator('.history').getByText('inició el trabajo').waitFor();
  });

  it('so does a list, which keeps what was typed', async () => {
    const { page } = manager;
    await page.goto(`/Report_All_Activities_P?search=${encodeURIComponent(await description(employee.page))}`);
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: `Consultar actividad ${folio}`, exact: true }) });
    await row.getByText('En progreso').waitFor();
    await pressAct(employee.page, 'Poner en pausa');
    await row.getByText('En pausa').waitFor();
    expect(await page.getByPlaceholder('Buscar actividad').inputValue()).not.toBe('');
  });

  it('who is too late is informed beside what they wrote, which stays', async () => {
    const { page } = employee;
    const other = await employee.context.newPage();
    await other.goto(`/Consult_My_Activity/${folio}`);
    await button(other, 'Agregar Comentario').click();
    await button(page, 'Reanudar').click();
    await status(page, 'En progreso');
    await button(page, 'Marcar completado de actividad').click();
    await page.getByRole('dialog').getByRole('textbox').fill('Quedó lista.');
    await other.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click();
    await act(other, 'Marcar completado de actividad', 'Sí, completar', 'Terminada desde la otra pestaña.');
    await other.waitForURL(/My_/);
    await button(page, 'Sí, completar').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/está en estado «(Por verificar|Verificado)»/).waitFor();
    expect(await dialog.getByRole('textbox').inputValue()).toBe('Quedó lista.');
    await dialog.getByRole('button', { name: 'Cerrar' }).last().click();
    await status(page, 'Por verificar');
    await other.close();
  });

  it('with nothing for the browser to complain about but the refusal', () => {
    const complaints = [...manager.complaints, ...employee.complaints].filter((text) => !text.includes('409'));
    expect(complaints).toEqual([]);
  });
});

/** The text of the activity whose consult page is open. */
const description = async (page: Page): Promise<string> => (await page.locator('main h1').textContent()) ?? '';
