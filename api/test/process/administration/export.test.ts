import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import excel from 'exceljs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeExport } from '../../../src/admin/exports/write-export.ts';
import { newFolder } from '../../../src/commands/backups/backup-folder.ts';
import { fileStore } from '../../../src/storage/image-store.ts';
import { dataFolder } from '../product.ts';
import { remove } from '../traces.ts';
import { admin } from './admin.ts';
import { type Company, company } from './command-company.ts';

const SLOW = 240_000;
let demo: Company;
let folder: string;
beforeAll(async () => {
  demo = await company({ isDemo: true });
  folder = dataFolder();
}, SLOW);
afterAll(async () => {
  await demo.close();
  remove(folder);
}, SLOW);

const countOf = async (table: string, where: object = {}) => Number((await demo.db(table).where(where).count())[0]?.count);
type CsvRow = Record<string, string>;
async function csvIn(place: string, name: string): Promise<CsvRow[]> {
  const content = await readFile(path.join(place, `${name}.csv`), 'utf8');
  expect(content.startsWith('\ufeff')).toBe(true);
  return parse(content, { bom: true, columns: true }) as CsvRow[];
}

it(
  'export-all writes every row and every image, as files that Excel opens',
  async () => {
    const { id: commentId } = await demo.db('comments').orderBy('id').first();
    await demo.db('comments').where({ id: commentId }).update({ body: '=1+1, "á"' });
    const place = path.join(folder, 'todo-csv');
    const { status, err, out } = await admin(['export-all', place, '--format', 'csv', '--json'], demo.env);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    const counts = {
      activities: await countOf('activities'),
      history: await countOf('activityHistory'),
      comments: await countOf('comments'),
      images: (await countOf('images')) + (await countOf('profilePhotos')),
      people: await countOf('users'),
      topics: await countOf('topics'),
      assignments: await countOf('topicAssignments'),
      holidays: await countOf('holidays'),
      absences: await countOf('absences'),
      requests: await countOf('workRequests'),
      templates: await countOf('activityTemplates'),
    };
    expect(JSON.parse(out).rows).toEqual(counts);
    for (const [name, count] of [
      ['actividades', counts.activities],
      ['historial', counts.history],
      ['personas', counts.people],
    ] as const)
      expect(await csvIn(place, name)).toHaveLength(count);

    const activity = await demo.db('activities').where({ status: 'verified' }).orderBy('id').first();
    const assignee = await demo.db('users').where({ id: activity.assigneeId }).first();
    expect((await csvIn(place, 'actividades')).find(({ Folio }) => Folio === String(activity.id))).toMatchObject({
      Actividad: activity.description,
      Estado: 'Verificado',
      'Fecha de entrega': activity.dueOn,
      Resolución: activity.resolution,
      Responsable: `${assignee.firstName} ${assignee.lastName}`,
      'Número de responsable': assignee.employeeNumber,
    });
    expect((await csvIn(place, 'comentarios')).find(({ Comentario }) => Comentario === String(commentId))?.Texto).toBe(`'=1+1, "á"`);
    const files = [...(await readdir(path.join(place, 'imagenes'))), ...(await readdir(path.join(place, 'documentos')))];
    expect(files).toHaveLength((await countOf('images', { fileId: null })) + (await countOf('profilePhotos')));
    expect((await csvIn(place, 'imagenes')).every(({ Archivo = '' }) => files.includes(path.basename(Archivo)))).toBe(true);
    expect(await demo.db('adminHistory').where({ act: 'system.export' })).toMatchObject([
      { after: { folder: place, images: files.length } },
    ]);
    expect((await admin(['export-all', place], demo.env)).status).toBe(1);
    expect((await admin(['export-all', place, '--format', 'pdf'], demo.env)).status).toBe(2);
  },
  SLOW,
);

it(
  'a table with more rows than a sheet holds goes on in the next sheet of the workbook',
  async () => {
    const place = path.join(folder, 'partes');
    const source = {
      db: demo.db,
      zone: 'America/Mexico_City',
      store: await fileStore(demo.images),
      format: 'xlsx',
      personId: null,
      busy: () => new Error('busy'),
    } as const;
    const total = await countOf('activityHistory');
    await newFolder(place, (into) => writeExport({ ...source, tables: ['history'], sheetRowsMax: total - 10 }, into));
    const book = new excel.Workbook();
    await book.xlsx.readFile(path.join(place, 'bitacora.xlsx'));
    expect(book.worksheets.map(({ name, rowCount }) => [name, rowCount])).toEqual([
      ['historial', total - 10],
      ['historial 2', 12],
    ]);
  },
  SLOW,
);

it(
  'export-person writes what is about one person, and nothing of others',
  async () => {
    const { ownerId: id } = await demo.db('activities').orderBy('id').first();
    const { employeeNumber, email } = await demo.db('users').where({ id }).first();
    const place = path.join(folder, 'persona');
    const { status, out } = await admin(['export-person', employeeNumber, place, '--format', 'csv', '--json'], demo.env);
    expect(status).toBe(0);
    const [{ count }] = (await demo.db.raw('select count(*) from activities where owner_id = ? or assignee_id = ?', [id, id])).rows;
    expect(JSON.parse(out).rows).toMatchObject({
      people: 1,
      activities: Number(count),
      comments: await countOf('comments', { authorId: id }),
    });
    expect(await csvIn(place, 'personas')).toMatchObject([{ Número: employeeNumber, Correo: email }]);
    expect((await csvIn(place, 'comentarios')).every((row) => row['Número de autor'] === employeeNumber)).toBe(true);
    expect((await readFile(path.join(place, 'sesiones.csv'), 'utf8')).includes('hash')).toBe(false);
    expect((await admin(['export-person', 'nadie', path.join(folder, 'nadie')], demo.env)).err).toContain('Nadie tiene el número');
  },
  SLOW,
);
