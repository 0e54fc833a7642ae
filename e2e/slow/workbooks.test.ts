import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { openWorkbook, rowsOf, sheetOf } from '../../api/test/sheets/workbooks.ts';
import { loggedIn } from '../logged-in.ts';

const browserEndpoint = inject('browserEndpoint');
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** What a click downloads, as its name and its workbook. */
async function downloadedBy(page: Page, name: string) {
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, name).click()]);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bitacora-download-'));
  const file = path.join(folder, 'book.xlsx');
  // The browser may be on the other side of a socket.
  await download.saveAs(file);
  const book = await openWorkbook(await readFile(file));
  await rm(folder, { recursive: true });
  return { name: download.suggestedFilename(), book };
}

describe.runIf(browserEndpoint)('workbooks', () => {
  const { manager } = loggedIn({ manager: 'gerente@demo.mx' });

  it('the template, filled in, is looked over and then registers people', async () => {
    const { page } = manager;
    const n = Date.now();
    await page.goto('/Admin_Users');
    await button(page, 'Carga masiva').click();
    const dialog = page.getByRole('dialog', { name: 'Carga masiva de usuarios' });
    const template = await downloadedBy(page, 'Descargar plantilla');
    expect(template.name).toBe('Plantilla_Usuarios.xlsx');

    const [headings = []] = rowsOf(template.book.getWorksheet('Usuarios')) as string[][];
    const row = [`0${n}`, 'Ñusta', `Zárate ${n}`, `nusta${n}@demo.mx`, 'Operativo', 'SISTEMAS', 'SUPERVISORA', '', ''];
    const file = { name: 'personas.xlsx', mimeType: XLSX, buffer: await sheetOf([headings, row]) };
    await dialog.getByLabel('Hoja de cálculo').setInputFiles(file);
    await button(page, 'Revisar').click();
    await dialog.getByText(/^Por su puesto, 1 persona podrá ver y administrar todo/).waitFor();
    await button(page, 'Registrar 1 usuario').click();
    await button(page, 'Sí, podrán ver y administrar todo').click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('1 usuario cargado.').waitFor();

    await page.getByLabel('Buscar por nombre, número o correo').fill(`0${n}`);
    await page.getByRole('row', { name: new RegExp(`Zárate ${n}`) }).waitFor();
  });

  it('the finished report is downloaded as it is filtered', async () => {
    const { page } = manager;
    await page.goto('/Report_All_Activities_C?priorities=critical&size=100');
    const lead = page.locator('.page-lead', { hasText: /^\d+ finalizadas?/ });
    const total = Number((await lead.textContent())?.match(/\d+/)?.[0]);
    const { name, book } = await downloadedBy(page, 'Generar reporte');
    expect(name).toBe('Reporte_Actividades.xlsx');
    const [head, ...rows] = rowsOf(book.getWorksheet('Actividades'));
    expect(rows).toHaveLength(total);
    const column = (title: string) => rows.map((row) => String(row[head?.indexOf(title) ?? -1]));
    expect(column('Folio').toSorted()).toEqual((await page.locator('td[data-card="head"] span:not(.folded)').allTextContents()).toSorted());
    expect(column('Actividad').toSorted()).toEqual((await page.locator('td[data-card="lead"]').allTextContents()).toSorted());
    expect(new Set(rows.map((row) => row[head?.indexOf('Prioridad') ?? -1]))).toEqual(new Set(['Critica']));
  });

  it('nothing was complained about', () => {
    expect(manager.complaints).toEqual([]);
  });
});
