import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Answers, ErrorReply, keys, loggedIn, PASSWORD } from './logged-in.tsx';

let app: ReturnType<typeof loggedIn>;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'bitacora-wizard-test-'));
  await writeFile(path.join(folder, 'altas.xlsx'), 'libro');
  await writeFile(path.join(folder, 'notas.txt'), 'otra cosa');
});
afterEach(async () => {
  app.close();
  await rm(folder, { recursive: true });
});

/** As far as the review of the workbook, at a server that answers it so. */
async function reviewing(upload: Answers[string]) {
  app = loggedIn({ upload_users_bulk: upload });
  app.press(keys.enter);
  await app.shows('Carpeta:');
  app.press(folder, keys.enter);
  await app.shows('altas.xlsx');
  expect(app.screen()).not.toContain('notas.txt');
  app.press('altas', keys.enter);
  await app.shows('Confirma que eres tú');
  app.press(PASSWORD, keys.enter);
}
const uploads = () =>
  app.requests.filter(({ path: address }) => address.endsWith('upload_users_bulk')).map(({ body }) => Object.fromEntries(body as FormData));
const row = (number: number, more: object = {}) => ({
  row: number,
  num_employe: `E-${number}`,
  name_user: 'Luz',
  last_name: 'Paz',
  email: `luz${number}@demo.mx`,
  department: 'VENTAS',
  position: 'ANALISTA',
  privileged: false,
  ...more,
});
const dryRunReply = {
  success: true,
  count: 2,
  dry_run: true,
  rows: [row(2), row(3, { position: 'GERENTE', privileged: true })],
  privileged: [row(3, { position: 'GERENTE', privileged: true })],
  privileged_total: 1,
};

it('reports every wrong cell, and registers nobody', async () => {
  await reviewing(() => {
    const rows = [{ row: 4, column: 'Correo', value: 'no-es-correo', error: 'El correo electrónico no es válido.' }];
    throw new ErrorReply(400, { success: false, error: 'No se registró a nadie.', code: 'import.wrongRows', rows, total: 1 });
  });
  await app.shows(/› +4 Correo +no-es-correo +El correo electrónico no es válido\./);
  expect(uploads()).toMatchObject([{ dry_run: 'true' }]);
});

it('says which columns a workbook needs when it has others', async () => {
  await reviewing(() => {
    throw new ErrorReply(400, { success: false, error: 'Falta la columna «Puesto».', code: 'import.headings' });
  });
  await app.shows('Falta la columna «Puesto».');
  await app.shows('Opcionales: Alias, Teléfono');
});

it('points out who would gain privilege, asks once more naming how many, and only then registers', async () => {
  await reviewing(() => (uploads().at(-1)?.dry_run ? dryRunReply : { ...dryRunReply, dry_run: false, rows: [], privileged: [] }));
  await app.shows('★ Por su puesto, 1 persona podrá ver y administrar todo');
  app.press('p');
  await app.shows('Se muestran 1 de 1.');
  app.press(keys.enter);
  await app.shows('¿Registrar 2 usuarios?');
  app.press(keys.enter);
  await app.shows('Se muestran 1 de 1.');
  expect(uploads()).toHaveLength(1);
  app.press(keys.enter);
  await app.shows('¿Registrar 2 usuarios?');
  app.press(keys.tab, keys.enter);
  await app.shows('✓ 2 usuarios cargados.');
  expect(uploads().map(({ dry_run }) => dry_run)).toEqual(['true', undefined]);
});

it('registers the workbook that was reviewed, also when the file has changed since', async () => {
  await reviewing(() => dryRunReply);
  await app.shows('2 personas listas');
  await writeFile(path.join(folder, 'altas.xlsx'), 'otro libro');
  app.press(keys.enter);
  await app.shows('¿Registrar 2 usuarios?');
  app.press(keys.tab, keys.enter);
  await app.shows('✓ 2 usuarios cargados.');
  expect(await Promise.all(uploads().map(({ file }) => (file as File).text()))).toEqual(['libro', 'libro']);
});

it('never saves the marked workbook onto the one it reads', async () => {
  await reviewing(() => {
    const rows = [{ row: 4, column: 'Correo', value: 'x', error: 'El correo electrónico no es válido.' }];
    throw new ErrorReply(400, { success: false, error: 'No se registró a nadie.', code: 'import.wrongRows', rows, total: 1 });
  });
  await app.shows('El correo electrónico no es válido.');
  const target = path.join(folder, 'altas.xlsx');
  app.press('g');
  await app.shows('Guardar en');
  app.press('\u0015', target, keys.enter);
  await app.shows('¿Reemplazarlo?');
  app.press(keys.tab, keys.enter);
  await app.shows(/es el que se lee/);
  expect(await readFile(target, 'utf8')).toBe('libro');
});

it('saves the template, and replaces no file unasked', async () => {
  app = loggedIn({ users_template: () => 'plantilla' });
  const target = path.join(folder, 'altas.xlsx');
  app.press(keys.enter);
  await app.shows('Carpeta:');
  app.press('\u0014');
  await app.shows('Guardar en');
  app.press('\u0015', target, keys.enter);
  await app.shows('¿Reemplazarlo?');
  app.press(keys.enter);
  await app.shows('Guardar en');
  expect(await readFile(target, 'utf8')).toBe('libro');
});
