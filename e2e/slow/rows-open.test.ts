import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { assign } from '../client.ts';
import { loggedIn } from '../logged-in.ts';

const browserEndpoint = inject('browserEndpoint');
const LONG = 'Comprobar con el proveedor la calibración de cada báscula del andén de embarques antes del corte. '
  .repeat(30)
  .slice(0, 2_000);

/** Presses and releases the mouse over the eye of that activity, as a hand does: the pointer does not follow what moves. */
async function clickEye(page: Page, folio: number): Promise<void> {
  const eye = page.getByRole('link', { name: `Consultar actividad ${folio}`, exact: true });
  await eye.waitFor();
  await eye.scrollIntoViewIfNeeded();
  const box = await eye.boundingBox();
  if (!box) throw new Error('the eye has no box');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.waitForTimeout(150);
  await page.mouse.up();
}

describe.runIf(browserEndpoint)('a row with a text of 2,000 letters', () => {
  const { manager, employee } = loggedIn({ manager: 'gerente@demo.mx', employee: 'empleado@demo.mx' });
  const mark = `Báscula ${String(Date.now()).slice(-8)}`;
  let folio = 0;

  beforeAll(async () => {
    folio = await assign(manager.context, 'empleado@demo.mx', `${mark} ${LONG}`.slice(0, 2_000));
  });

  it.each([1280, 1440, 1920])('opens at the first click of the mouse at %i px', async (width) => {
    const visits = [
      [manager.page, `/Report_All_Activities_P?search=${encodeURIComponent(mark)}`, `/Consult_Activitie_Assigned/${folio}`],
      [employee.page, `/My_Activities?search=${encodeURIComponent(mark)}`, `/Consult_My_Activity/${folio}`],
    ] as const;
    for (const [page, list, consult] of visits) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(list);
      await clickEye(page, folio);
      await page.waitForURL(`**${consult}`, { timeout: 5_000 });
      expect(new URL(page.url()).pathname).toBe(consult);
    }
  });

  it('opens from its text, and in a new tab with the middle button', async () => {
    const { page } = manager;
    await page.goto(`/Report_All_Activities_P?search=${encodeURIComponent(mark)}`);
    const text = page.getByRole('row').filter({ hasText: mark }).locator('.clip').filter({ hasText: mark });
    const [tab] = await Promise.all([page.context().waitForEvent('page'), text.click({ button: 'middle' })]);
    expect(new URL(tab.url()).pathname).toBe(`/Consult_Activitie_Assigned/${folio}`);
    await tab.close();
    await text.click();
    await page.waitForURL(`**/Consult_Activitie_Assigned/${folio}`, { timeout: 5_000 });
  });

  it('lets its text be selected', async () => {
    const { page } = manager;
    await page.goto(`/Report_All_Activities_P?search=${encodeURIComponent(mark)}`);
    const text = page.getByRole('row').filter({ hasText: mark }).locator('.clip').filter({ hasText: mark });
    const box = await text.boundingBox();
    if (!box) throw new Error('the text has no box');
    await page.mouse.move(box.x + 2, box.y + 6);
    await page.mouse.down();
    await page.mouse.move(box.x + 60, box.y + 8, { steps: 5 });
    await page.mouse.up();
    expect(await page.evaluate(() => getSelection()?.toString())).toContain(mark.slice(0, 4));
    expect(new URL(page.url()).pathname).toBe('/Report_All_Activities_P');
  });

  it('does not move when its link takes the focus', async () => {
    const { page } = manager;
    await page.goto(`/Report_All_Activities_P?search=${encodeURIComponent(mark)}`);
    const row = page.getByRole('row').filter({ hasText: mark });
    await row.waitFor();
    const before = await row.boundingBox();
    await row.getByRole('link', { name: /^Consultar actividad/ }).focus();
    expect(await row.boundingBox()).toEqual(before);
  });
});
