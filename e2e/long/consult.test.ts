import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { calendarDate } from '../../core/src/domain/calendar.ts';
import { assign, sessionClient } from '../client.ts';
import { loggedIn } from '../logged-in.ts';
import { button, fact, inDialog, status } from '../on-screen.ts';

const browserEndpoint = inject('browserEndpoint');

/** Names the controls of the page that no mouse reaches: something else lies over their middle, or it is outside of the window. */
const findUnreachable = async (page: Page): Promise<string[]> => {
  const unreachable: string[] = [];
  for (const control of await page.locator('main :is(a[href], button, textarea, input[type="radio"])').filter({ visible: true }).all()) {
    const name = await control.evaluate((element) => {
      element.scrollIntoView({ block: 'center' });
      const { left, top, width, height } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20));
      const isHit = hit !== null && (element.contains(hit) || hit.closest('label')?.contains(element) === true);
      return isHit ? null : element.outerHTML.slice(0, 120);
    });
    if (name) unreachable.push(name);
  }
  return unreachable;
};

describe.runIf(browserEndpoint)('a consult page by mouse', () => {
  const { manager, employee } = loggedIn({ manager: 'gerente@demo.mx', employee: 'empleado@demo.mx' });
  const description = `${Date.now()} `.padEnd(2000, 'Calibrar cada báscula del andén y anotarlo en la bitácora. ').trim();
  let folio = 0;

  beforeAll(async () => {
    folio = await assign(manager.context, 'empleado@demo.mx', description);
    const client = sessionClient(employee.context);
    await client.startActivity({ activityId: folio });
    await client.requestExtension({ activityId: folio, requestedTo: calendarDate('2031-01-31'), reason: 'Falta la pesa patrón.' });
  });

  it.each([
    [390, 844],
    [768, 1024],
    [1280, 800],
    [1920, 1080],
  ])('reaches every control of 2,000 letters at %i × %i, which stay in the window', async (width, height) => {
    const { page } = manager;
    await page.setViewportSize({ width, height });
    await page.goto(`/Consult_Activitie_Assigned/${folio}`);
    await status(page, 'En progreso');
    for (const label of ['Ver todo', 'Ver menos']) {
      expect(await findUnreachable(page)).toEqual([]);
      await button(page, label).click();
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await button(page, 'Más acciones').click();
    const sheet = page.getByRole('dialog', { name: 'Más acciones' });
    for (const act of await sheet.getByRole('button').all()) await act.click({ trial: true });
  });

  it('grants what was asked for', async () => {
    const { page } = manager;
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`/Consult_Activitie_Assigned/${folio}`);
    await page.getByText('Pide prórroga al 31 ene 2031').waitFor();
    await button(page, 'Conceder').click();
    expect(await inDialog(page).getByLabel('Motivo').inputValue()).toBe('Falta la pesa patrón.');
    await button(page, 'Registrar extensión').click();
    await fact(page, 'Extensión de fecha').getByText('31 ene 2031').waitFor();
    expect(await button(page, 'Conceder').count()).toBe(0);
  });

  it('with nothing for the browser to complain about', () => {
    expect([...manager.complaints, ...employee.complaints]).toEqual([]);
  });
});
