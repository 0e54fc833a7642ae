import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { loggedIn } from '../logged-in.ts';
import { isFocused } from './stops.ts';

const browserEndpoint = inject('browserEndpoint');
const FARTHEST = 60;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const status = (page: Page, label: string) => page.locator('.consult-folio').getByText(label).waitFor();

/** Presses Tab until the target has the focus. It fails on a focus trap, and on a control that Tab cannot reach. */
async function tabTo(page: Page, target: Locator) {
  await target.waitFor();
  for (let steps = 0; steps < FARTHEST; steps += 1) {
    if (await isFocused(target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`not within ${FARTHEST} steps of the tabulator: ${target}`);
}

async function press(page: Page, name: string) {
  await tabTo(page, button(page, name));
  await page.keyboard.press('Enter');
}

async function logInByKeys(page: Page, email: string) {
  await page.goto('/');
  await tabTo(page, page.getByLabel('Correo electrónico'));
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type('demo1234');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/Home');
  // Waits for this heading, because the address changes before the screen listens to Ctrl+K, and the login has a heading too.
  await page.getByRole('heading', { name: /^INICIO/ }).waitFor();
}

/** Through the palette, to a screen or an activity. */
async function goTo(page: Page, words: string) {
  await page.keyboard.press('Control+k');
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox');
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
}

async function choose(page: Page, label: string, option: string) {
  await tabTo(page, page.getByRole('combobox', { name: label }));
  await page.keyboard.press('ArrowDown');
  await page.waitForFunction(() => document.activeElement?.matches('.select-panel input'));
  await page.keyboard.type(option);
  await page.waitForFunction(() => document.querySelectorAll('[role="option"]').length === 1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  // A list of several choices stays open until the next field.
  if (label === 'Responsable') await page.keyboard.press('Tab');
  await page.locator('.select-panel').waitFor({ state: 'detached' });
}

describe.runIf(browserEndpoint)('with the keyboard alone', () => {
  const description = `Calibrar la báscula del andén ${Date.now()}`;
  const { manager, employee } = loggedIn({ manager: 'gerente@demo.mx', employee: 'empleado@demo.mx' }, logInByKeys);
  let folio = '';

  it('a manager assigns an activity', async () => {
    const { page } = manager;
    await goTo(page, 'Asignar Actividad');
    await page.waitForURL('**/Admin_Assign_Activities');
    await choose(page, 'Tema', 'Producción de la línea 1');
    await choose(page, 'Responsable', 'José Ángel Muñoz Peña');
    await tabTo(page, page.getByRole('textbox', { name: 'Descripcion de Actividad' }));
    await page.keyboard.type(description);
    await tabTo(page, page.getByPlaceholder('dd/mm/aaaa'));
    await page.keyboard.type('31/12/2030');
    await press(page, 'Asignar Actividad');
    await page.getByText('Actividad registrada con éxito.').first().waitFor();
    folio =
      /\d+/.exec(
        (await page
          .getByText(/Folio \d+/)
          .first()
          .textContent()) ?? '',
      )?.[0] ?? '';
    expect(folio).not.toBe('');
  });

  it('the employee finds it by its folio, starts it, comments and completes it', async () => {
    const { page } = employee;
    await goTo(page, folio);
    await page.waitForURL(`**/Consult_My_Activity/${folio}`);
    // The address is there before the screen is.
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toMatch(/H1|MAIN/);
    await press(page, 'Iniciar Trabajo');
    await button(page, 'Sí, iniciar').waitFor();
    await page.keyboard.press('Enter');
    await status(page, 'En progreso');

    await press(page, 'Agregar Comentario');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('La pesa patrón llega mañana.');
    await press(page, 'Registrar');
    await button(page, 'Sí, registrar').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.history').getByText('La pesa patrón llega mañana.').waitFor();
    // The dialog closes after the page has read the comment.
    await expect.poll(() => isFocused(button(page, 'Agregar Comentario'))).toBe(true);

    await press(page, 'Marcar completado de actividad');
    await page.getByRole('dialog').waitFor();
    for (let steps = 0; steps < 6; steps += 1) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null)).toBe(true);
    }
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await isFocused(button(page, 'Marcar completado de actividad'))).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('Calibrada con la pesa de 20 kg.');
    await press(page, 'Sí, completar');
    await page.waitForURL('**/My_Activities');
  });

  it('the manager verifies it', async () => {
    const { page } = manager;
    await goTo(page, folio);
    await page.waitForURL(`**/Consult_Activitie_Assigned/${folio}`);
    await press(page, 'Verificar');
    await page.getByRole('dialog').waitFor();
    await press(page, 'Sí, verificar');
    await status(page, 'Verificado');
  });

  it('with nothing for the browser to complain about', () => {
    expect([...manager.complaints, ...employee.complaints]).toEqual([]);
  });
});
