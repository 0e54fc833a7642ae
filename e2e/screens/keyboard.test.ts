import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { paths } from '../../web/src/layout/paths.ts';
import { loggedIn } from '../logged-in.ts';

const browserEndpoint = inject('browserEndpoint');
const FARTHEST = 60;

/** Every address behind the login, and each kind of consult page. */
const places = Object.values(paths).filter((path) => typeof path === 'string' && path !== paths.login);
const consulted = [paths.assigned(1), paths.inProcess(1), paths.finished(1)];

const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement).catch(() => false);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const status = (page: Page, label: string) => page.locator('.consult-folio').getByText(label).waitFor();

/** Goes on with the tabulator until it is there; a trap on the way, or a control that cannot be reached, fails. */
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
  // The address is there before the screen is, nothing hears Ctrl+K until then, and the login has a heading too.
  await page.getByRole('heading', { name: 'INICIO', exact: true }).waitFor();
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
    await page.getByRole('cell', { name: 'La pesa patrón llega mañana.' }).waitFor();
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

  it.each([...places, ...consulted])('goes through %s from end to end and is nowhere caught', async (path) => {
    const { page } = manager;
    await page.goto(path);
    await page.locator('main h1').waitFor();
    const last = page.locator('footer a').last();
    const stops = await stopsUntil(page, last);
    expect(stops.filter(({ isSeen }) => !isSeen)).toEqual([]);
  });

  it('with nothing for the browser to complain about', () => {
    expect([...manager.complaints, ...employee.complaints]).toEqual([]);
  });
});

interface Stop {
  name: string;
  /** It has a size, and looks otherwise with the cursor on it than without. */
  isSeen: boolean;
}

const MOST_STOPS = 200;
/** Where a control is drawn by what is around it. */
const frames = '.select, .checkbox, .switch, .choice-option';

async function stopsUntil(page: Page, last: Locator): Promise<Stop[]> {
  await last.waitFor();
  const stops: Stop[] = [];
  while (!(await isFocused(last))) {
    if (stops.length > MOST_STOPS) throw new Error(`caught after ${stops.at(-1)?.name}`);
    await page.keyboard.press('Tab');
    stops.push(await page.evaluate(stopHere, frames));
  }
  return stops;
}

/** Runs in the page. The control loses the cursor for a moment, to see what it looks like without; transitions do not count. */
function stopHere(drawnBy: string): Stop {
  const at = document.activeElement as HTMLElement;
  const drawn = at.closest<HTMLElement>(drawnBy) ?? at;
  const { width, height } = drawn.getBoundingClientRect();
  const look = () =>
    // The link of a row shows its focus around the whole row, and the link of a ring in the stroke of its circle.
    [at, drawn, drawn.parentElement as HTMLElement, at.closest('tr') ?? at, at.querySelector('circle') ?? at]
      .map((element) => {
        for (const animation of element.getAnimations()) animation.finish();
        const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, stroke } = getComputedStyle(element);
        return [outlineStyle === 'none' ? '' : [outlineStyle, outlineWidth, outlineColor], boxShadow, borderColor, stroke].join();
      })
      .join(' | ');
  const focused = look();
  at.blur();
  const blurred = look();
  at.focus({ focusVisible: true } as FocusOptions);
  const name = `${at.tagName.toLowerCase()} ${at.getAttribute('aria-label') ?? at.textContent?.trim().slice(0, 40)}`;
  return { name, isSeen: width >= 1 && height >= 1 && focused !== blurred };
}
