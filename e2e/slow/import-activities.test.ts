import { buffer } from 'node:stream/consumers';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { FIRST_PERSON } from '../../api/test/process/product.ts';
import { openWorkbook, rowsOf, sheetOf } from '../../api/test/sheets/workbooks.ts';
import type { CalendarDate } from '../../core/src/domain/calendar.ts';
import { writtenDay } from '../../core/src/messages/dates.ts';
import { seriousOn } from '../axe.ts';
import { connectBrowser, logIn, type Visit, visit } from '../browser.ts';
import { sessionClient } from '../client.ts';
import { companyPeople, companyRows, companySheet } from '../company-sheet.ts';
import { mailedLink } from '../mail.ts';
import { button, choose, findRow } from '../on-screen.ts';
import { startProduct } from '../product.ts';

const browserEndpoint = inject('browserEndpoint');
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const PASSWORD = 'demo1234';

/** 600 rows of 25 people in a company that has nothing yet. */
describe.runIf(browserEndpoint)('a company brings its spreadsheet', () => {
  let browser: Browser;
  let product: Awaited<ReturnType<typeof startProduct>>;
  let manager: Visit;
  let sheet: Buffer;
  let today: CalendarDate;

  beforeAll(async () => {
    [browser, product] = await Promise.all([connectBrowser(browserEndpoint as string), startProduct({ DEMO: 'false' })]);
    manager = await visit(browser, product.url);
    await logIn(manager.page, FIRST_PERSON.ADMIN_EMAIL, FIRST_PERSON.ADMIN_PASSWORD);
    await manager.page.goto('/Home');
    const client = sessionClient(manager.context);
    const headings = ['Número de empleado', 'Nombre', 'Apellidos', 'Correo', 'Nivel', 'Departamento', 'Puesto'];
    const people = companyPeople.map(({ employeeNumber, firstName, lastName, email }) => [
      ...[employeeNumber, firstName, lastName, email],
      ...['Operativo', 'PLANTA', 'TÉCNICO'],
    ]);
    const file = new File([(await sheetOf([headings, ...people])) as Uint8Array<ArrayBuffer>], 'personas.xlsx');
    expect((await client.importUsers({ file })).count).toBe(25);
    today = (await client.readSession()).today;
    sheet = await companySheet(companyRows(today));
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  /** From the file to the review. */
  const openSheet = async () => {
    const { page } = manager;
    await page.getByLabel('Hoja de cálculo').setInputFiles({ name: 'plan anual.xlsx', mimeType: XLSX, buffer: sheet });
    await page.getByText('Archivo elegido: plan anual.xlsx').waitFor();
    await button(page, 'Continuar').click();
    await page.getByText('600 filas encontradas en 1 lista').waitFor();
  };

  it('answers what is doubtful, and has 600 activities after thirteen presses', async () => {
    const { page } = manager;
    await page.getByRole('link', { name: 'O trae tu hoja de cálculo con lo que ya tienes' }).click();
    await page.evaluate(() => {
      const count = window as unknown as { clicks: number };
      count.clicks = 0;
      // The click that a script makes on the file input has no pointer behind it.
      addEventListener('click', ({ isTrusted }) => isTrusted && count.clicks++, true);
    });
    await openSheet();
    await page.getByLabel('Importar también las terminadas (150)').check();
    expect(await seriousOn(page)).toEqual([]);
    await button(page, 'Continuar').click();

    await page.getByRole('heading', { name: 'Dinos quién es quién' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Dinos quién es quién');
    await choose(page, '«Ana»', 'Ana Ríos');
    await page.keyboard.press('Tab');
    await page.locator('.select-panel').waitFor({ state: 'detached' });
    await button(page, 'Confirmar las 23 propuestas').click();
    await button(page, 'Crear los 4 temas que faltan').click();
    expect(await seriousOn(page)).toEqual([]);
    await button(page, 'Continuar').click();

    await page.getByText('Todavía no se ha guardado nada.').waitFor();
    expect(await page.locator('.figure').allTextContents()).toEqual(['601', '600', '1']);
    expect(await seriousOn(page)).toEqual([]);
    await button(page, 'Importar 600 actividades').click();
    await page.getByRole('heading', { name: 'Listo: se importaron 600 actividades' }).waitFor();
    expect(await page.evaluate(() => (window as unknown as { clicks: number }).clicks)).toBeLessThanOrEqual(13);
  });

  it('gets the sheet back with folios', async () => {
    const { page } = manager;
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Descargar tu hoja con folios y enlaces').click()]);
    const book = await openWorkbook(await buffer(await download.createReadStream()));
    const folios = rowsOf(book.worksheets[0]).flatMap((row) => (/^\d+$/.test(String(row.at(-2))) && row.at(-1) ? [row.at(-2)] : []));
    expect(new Set(folios).size).toBe(600);
    await page.getByRole('link', { name: 'Ver las actividades' }).click();
    await page.getByText(/^450 pendientes/).waitFor();
  });

  it('a person sees the own work with the right day, and where it came from', async () => {
    const email = companyPeople[2]?.email ?? '';
    const token = new URLSearchParams(new URL(await mailedLink(product.outboxDir, email)).hash.slice(1)).get('token') ?? '';
    await sessionClient(manager.context).resetPassword({ email, token, password: PASSWORD });
    const { page, complaints } = await visit(browser, product.url);
    await logIn(page, email, PASSWORD);
    // Bruno is the second of the 24 who have work.
    const { work, dueOn } = companyRows(today)[1 + 2 * 24] ?? { work: '', dueOn: today };
    const row = await findRow(page, '/My_Activities', work);
    await row.getByText(writtenDay(dueOn)).waitFor();
    await row.getByRole('link').first().click();
    await page.getByText(writtenDay(dueOn)).first().waitFor();
    await page.getByText(/plan anual\.xlsx, hoja «Hoja1», fila 54/).waitFor();
    await page.getByText('Importada', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('the same file again shows the answers that it remembers, and changes nothing', async () => {
    const { page } = manager;
    await page.goto('/Report_Activities_Assigned');
    await page.getByRole('link', { name: 'Importar hoja' }).click();
    await openSheet();
    await page.getByLabel('Importar también las terminadas (150)').check();
    await button(page, 'Continuar').click();
    await page.getByText('Recordado', { exact: true }).first().waitFor();
    expect(await seriousOn(page)).toEqual([]);
    await button(page, 'Continuar').click();
    await page.getByText('Todavía no se ha guardado nada.').waitFor();
    expect(await page.locator('.figure').allTextContents()).toEqual(['601', '0', '600', '1']);
    await button(page, 'Terminar sin cambios').click();
    await page.getByRole('heading', { name: 'No había nada nuevo que importar' }).waitFor();
  });

  it('with nothing for the browser to complain about', () => {
    expect(manager.complaints).toEqual([]);
  });
});
