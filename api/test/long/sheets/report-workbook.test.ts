import http from 'node:http';
import type { Status } from '@bitacora/core/domain/activities/activity';
import type { Person } from '@bitacora/core/domain/people/person';
import * as xlsx from '@e965/xlsx';
import type excel from 'exceljs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { generate } from '../../../../core/seeds/generate.ts';
import { deep } from '../../../../core/test/deep.ts';
import { day, given, NOW } from '../../../../core/test/factories.ts';
import { expectFirstHeadings } from '../../../../core/test/reports/headings.ts';
import type { Browser } from '../../browser.ts';
import { type RunningApp, runningApp } from '../../running-app.ts';
import { hostileTexts } from '../../sheets/hostile-texts.ts';
import { openWorkbook, rowsOf, unpackedPart } from '../../sheets/workbooks.ts';

const REPORT = '/api/create_report_activities_f';

let app: RunningApp;
let boss: Person;
let worker: Person;
let manager: Browser;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 1_000 });
});
beforeEach(async () => {
  await app.wipe();
  boss = await given(app.db).manager({ firstName: 'Gloria', lastName: 'Gómez' });
  worker = await given(app.db).person({ firstName: 'Emilio', lastName: 'Estrada' });
  manager = await app.as(boss);
});
afterAll(() => app.close());

async function workbook(body: object = {}): Promise<excel.Workbook> {
  const { status, bytes } = await manager.call('POST', REPORT, { body });
  expect(status).toBe(200);
  return openWorkbook(bytes);
}
const rows = (book: excel.Workbook) => rowsOf(book.getWorksheet('Actividades'));
const folios = (book: excel.Workbook) =>
  rows(book)
    .slice(1)
    .map(([folio]) => folio);
const criteria = (book: excel.Workbook) => Object.fromEntries(rowsOf(book.getWorksheet('Criterios')).slice(1) as [string, unknown][]);
const activityWith = (status: Status, more: object = {}) => given(app.db).activity({ owner: boss, assignee: worker, status, ...more });

describe('the finished report', () => {
  it('is a workbook with typed dates and numbers, a frozen header, a filter and widths', async () => {
    const topic = await given(app.db).topic({ name: 'Inventarios', department: 'OPERACIONES' });
    const { id } = await activityWith('verified', {
      topic,
      description: 'Contar la bodega',
      priority: 'high',
      createdAt: new Date('2026-11-11T05:30:00Z'),
      dueOn: day('2026-11-20'),
      extendedTo: day('2026-11-25'),
      extensionReason: 'Inventario doble',
      verifiedAt: new Date('2026-11-19T16:00:00Z'),
    });
    const { headers, bytes } = await manager.call('POST', REPORT, { body: {} });
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="Reporte_Actividades.xlsx"; filename*=UTF-8''Reporte_Actividades.xlsx`,
    );
    expect(headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    expect(headers.get('cache-control')).toContain('no-store');
    const book = await openWorkbook(bytes);
    const sheet = book.getWorksheet('Actividades') as excel.Worksheet;
    const [headings = [], cells, ...others] = rows(book);
    expect(others).toEqual([]);
    expectFirstHeadings(headings, 'finishedWorkbook');
    expect(Object.fromEntries(headings.map((heading, at) => [heading, cells?.[at]]))).toMatchObject({
      Folio: id,
      'Creado por': 'Gloria Gómez',
      'Fecha de registro': new Date('2026-11-10'),
      Tema: 'Inventarios',
      Departamento: 'OPERACIONES',
      Actividad: 'Contar la bodega',
      Responsable: 'Emilio Estrada',
      'Fecha de entrega': new Date('2026-11-20'),
      'Extensión de fecha': new Date('2026-11-25'),
      'Dias requeridos': 9,
      'Fecha de finalizacion': new Date('2026-11-19'),
      Prioridad: 'Alta',
      Estado: 'Verificado',
    });
    expect(sheet.getCell('C2').numFmt).toBe('dd/mm/yyyy');
    expect(sheet.views).toMatchObject([{ state: 'frozen', ySplit: 1 }]);
    expect(sheet.autoFilter).toBe(`A1:${sheet.getColumn(headings.length).letter}2`);
    expect(sheet.getColumn(headings.indexOf('Actividad') + 1).width).toBe(60);
  });

  it('says on its last sheet what was asked, and the figures by the definition of the cards', async () => {
    await activityWith('verified');
    await activityWith('in_progress');
    await activityWith('canceled');
    const book = await workbook({
      startDate: '2026-11-01',
      endDate: '2026-11-30',
      statusFilters: ['Verified', 'In progress', 'Canceled'],
      owners: [boss.id, 'Nadie'].slice(0, 1),
      priorities: ['Normal'],
      search: 'activ',
    });
    expect(criteria(book)).toEqual({
      Reporte: 'Actividades de toda la empresa',
      'Generado por': 'Gloria Gómez',
      'Generado el': new Date('2026-11-20T12:00:00Z'),
      Desde: new Date('2026-11-01'),
      Hasta: new Date('2026-11-30'),
      'Las fechas se refieren a': 'Fecha de registro',
      'Estados del reporte': 'Verificado, En progreso, Cancelado',
      Tema: 'Sin restricción',
      Departamento: 'Sin restricción',
      Estado: 'Sin restricción',
      Prioridad: 'Normal',
      Dueño: 'Gloria Gómez',
      Responsable: 'Sin restricción',
      Puntualidad: 'Sin restricción',
      Urgencia: 'Sin restricción',
      Búsqueda: 'activ',
      'Actividades en este reporte': 3,
      Totales: 2,
      Pendientes: 1,
      Finalizadas: 1,
      Cumplimiento: 0.5,
    });
  });
});

describe('punctuality', () => {
  it('is a sheet of its own, with the days and filters of the report, for any statuses', async () => {
    const topic = await given(app.db).topic({ name: 'Obra', department: 'OPERACIONES' });
    await activityWith('verified', { topic, dueOn: day('2026-11-17') });
    await activityWith('completed', { topic, dueOn: day('2026-11-18') });
    await activityWith('in_progress', { topic, dueOn: day('2026-11-19') });
    await activityWith('in_progress', { topic, dueOn: day('2026-12-19') });
    await activityWith('in_progress', { dueOn: day('2026-11-19') });
    await activityWith('canceled', { topic, dueOn: day('2026-11-19') });
    const query = { startDate: '2026-11-01', endDate: '2026-12-31', nameProjects: ['Obra'] };
    const [headings, ...lines] = rowsOf((await workbook({ ...query, statusFilters: ['Verified'] })).getWorksheet('Puntualidad'));
    expect(headings).toEqual([
      'Grupo',
      'Nombre',
      'Debían entregarse',
      'A tiempo',
      'A tiempo con extensión',
      'Tarde',
      'Sin entregar',
      'Puntualidad',
    ]);
    const figures = [3, 1, 0, 1, 1, 0.33];
    expect(lines.slice(0, 4)).toEqual([
      ['Total', undefined, ...figures],
      ['Departamento', 'OPERACIONES', ...figures],
      ['Tema', 'Obra', ...figures],
      ['Responsable', 'Emilio Estrada', ...figures],
    ]);
    expect(lines.slice(4, 6)).toEqual([
      ['Mes', '2026-11', ...figures],
      ['Semana', '2026-11-16', ...figures],
    ]);
    expect(Object.fromEntries(lines.slice(8) as [string, unknown][])).toMatchObject({
      'Fecha de entrega, desde': new Date('2026-11-01'),
      'Fecha de entrega, hasta': new Date('2026-12-31'),
      'Importadas ya terminadas, que no cuentan': 0,
      Veredictos: 0,
    });
    const rowsOfLate = rows(await workbook({ ...query, dating: 'deadline', punctuality: ['late', 'undelivered'] }));
    expect(rowsOfLate).toHaveLength(3);
  });
});

describe('exactly the filtered view', () => {
  const views: [title: string, wire: object, screen: (browser: Browser) => Promise<{ id: number }[]>][] = [
    ['finished', { statusFilters: ['Verified'] }, (one) => one.client.listAllActivities({ reportStatuses: ['verified'] })],
    ['finished, by default', {}, (one) => one.client.listAllActivities({ reportStatuses: ['verified'] })],
    ['the statuses of a bare call', { statuses: ['Canceled'] }, (one) => one.client.listAllActivities({ reportStatuses: ['canceled'] })],
    ['pending', { statusFilters: ['Not started', 'In progress', 'On pause', 'Completed'] }, (one) => one.client.listAllActivities({})],
    ['assigned', { isAssignedToOthers: true }, (one) => one.client.listAssignedByMe({})],
    [
      'filtered',
      {
        startDate: '2022-10-01',
        endDate: '2026-11-20',
        departments: ['Calidad', 'Sistemas', 'Ventas'],
        priorities: ['High', 'Critical'],
        search: 'VALVULA de',
      },
      (one) =>
        one.client.listAllActivities({
          reportStatuses: ['verified'],
          from: day('2022-10-01'),
          to: day('2026-11-20'),
          departments: ['Calidad', 'Sistemas', 'Ventas'],
          priorities: ['high', 'critical'],
          search: 'VALVULA de',
        }),
    ],
    [
      'assigned and filtered by status and person',
      { isAssignedToOthers: true, startDate: '2026-01-01', statuses: ['In progress', 'Verified'] },
      (one) => one.client.listAssignedByMe({ from: day('2026-01-01'), statuses: ['in_progress', 'verified'] }),
    ],
  ];

  it.each(views)('%s: the same activities in the same order as on screen', async (_title, wire, screen) => {
    await generate(app.db, { activities: 3_000, people: 40, topics: 20 }, NOW);
    const [busiest] = await app.db('activities').groupBy('ownerId').orderByRaw('count(*) desc').limit(1).select('ownerId');
    manager = await app.as((await app.db('users').where('id', busiest.ownerId).first()) as Person);
    const screenIds = (await screen(manager)).map(({ id }) => id);
    expect(folios(await workbook(wire))).toEqual(screenIds);
    expect(screenIds.length).toBeGreaterThan(0);
  });

  it('is empty where nothing is chosen, and still a workbook', async () => {
    expect(rows(await workbook({ nameProjects: ['Nadie lo tiene'] }))).toHaveLength(1);
  });

  it('says of work in progress how many days are left', async () => {
    await activityWith('in_progress', { dueOn: day('2026-11-18') });
    const [head, row] = rows(await workbook({ statusFilters: ['In progress'] })) as unknown[][];
    expect(row?.[head?.indexOf('Días restantes / retraso') ?? -1]).toBe(-2);
  });
});

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
/** A column as the format has it read (ECMA-376, ST_Xstring), which neither of the two libraries does to the letter. */
const textsIn = (xml: string, column: string): string[] =>
  [...xml.matchAll(new RegExp(`<c r="${column}\\d+"[^>]*><v>([^<]*)</v>`, 'g'))].map(([, text = '']) =>
    text
      .replace(/&(\w+);/g, (_, name: string) => entities[name] ?? '')
      .replace(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  );

/** For each text of a sheet, whether its format marks it as quoted. */
function prefixedTexts(bytes: Buffer): Map<string, boolean> {
  const formats =
    unpackedPart(bytes, 'xl/styles.xml')
      .split('<cellXfs')[1]
      ?.split('</cellXfs>')[0]
      ?.match(/<xf [^>]*>/g) ?? [];
  const cells = unpackedPart(bytes, 'xl/worksheets/sheet1.xml').matchAll(/<c r="\w+" s="(\d+)" t="str"><v>([^<]*)/g);
  return new Map([...cells].map(([, format, text = '']) => [text, / quotePrefix="1"/.test(formats[Number(format)] ?? '')]));
}

it('a text that begins like a formula carries quotePrefix, and no other text does', async () => {
  const topic = await given(app.db).topic({ name: '-Redes' });
  const people = { owner: boss, assignee: worker, topic };
  const texts = ['=HYPERLINK(1)', '+cmd|calc', '-2', '@SUM(1)', 'Plain = text', '1+1'];
  for (const description of texts) await given(app.db).activity({ ...people, description });
  const { bytes } = await manager.call('POST', REPORT, { body: { statusFilters: ['Not started'] } });
  const prefixed = prefixedTexts(bytes);
  expect(texts.map((text) => prefixed.get(text))).toEqual([true, true, true, true, false, false]);
  expect([prefixed.get('-Redes'), prefixed.get('Tema')]).toEqual([true, false]);
});

it('no text becomes a formula, and each reads back as it was written', async () => {
  const topic = await given(app.db).topic({ name: '=cmd|calc' });
  const count = deep(5_000, 400);
  const texts = Array.from({ length: count }, (_, n) => `${hostileTexts[n % hostileTexts.length]}`);
  await app.db.batchInsert(
    'activities',
    texts.map((description, n) => ({
      ownerId: boss.id,
      assigneeId: worker.id,
      topicId: topic.id,
      description,
      descriptionKey: `${n}`,
      status: 'verified',
      priority: 'normal',
      createdAt: new Date(NOW.getTime() - n * 1_000),
      dueOn: day('2026-11-27'),
      seriesStartsOn: day('2026-11-27'),
      startedAt: NOW,
      closedAt: NOW,
      verifiedAt: new Date(NOW.getTime() - n * 1_000),
      resolution: 'x',
      occurrence: 0,
    })),
  );
  const { bytes } = await manager.call('POST', REPORT, { body: {} });
  const xml = unpackedPart(bytes, 'xl/worksheets/sheet1.xml');
  expect(xml.match(/<f[ >]/g)).toBeNull();
  const types = new Set([...xml.matchAll(/<c [^>]*?t="(\w+)"/g)].map(([, type]) => type));
  expect([...types]).toEqual(['str']);

  expect(textsIn(xml, 'F').slice(1)).toEqual(texts);
  expect(new Set(textsIn(xml, 'D').slice(1))).toEqual(new Set(['=cmd|calc']));

  const elsewhere = xlsx.read(bytes, { cellFormula: true }).Sheets.Actividades as xlsx.WorkSheet;
  const kinds = Object.values(elsewhere).map((cell) => (cell as xlsx.CellObject).f ?? 'none');
  expect(new Set(kinds)).toEqual(new Set(['none']));
  const sheet = (await openWorkbook(bytes)).getWorksheet('Actividades') as excel.Worksheet;
  expect(sheet.getCell('F2')).toMatchObject({ value: '=1+1', numFmt: '@', formula: undefined });
});

describe('who may, and how often', () => {
  it('a token that only reads may; an employee may not', async () => {
    const reader = await manager.client.createToken({ name: 'Reportes', scope: 'read', expiresOn: day('2026-12-01') });
    const answer = await app
      .visitor()
      .call('POST', REPORT, { body: {}, csrf: false, headers: { Authorization: `Bearer ${reader.secret}` } });
    expect(answer.status).toBe(200);
    expect((await (await app.as(worker)).call('POST', REPORT, { body: {} })).status).toBe(403);
  });

  it('six a minute', async () => {
    const strict = await runningApp({ rateLimitFactor: 1, database: { db: app.db, wipe: app.wipe, close: async () => {} } });
    const one = await strict.as(boss);
    const statuses: number[] = [];
    for (let n = 0; n < 7; n++) statuses.push((await one.call('POST', REPORT, { body: {} })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
    await strict.close();
  });

  /** Begins to read a report and stops listening. */
  const stalled = async () => {
    const secret = [...manager.cookies].map((pair) => pair.join('=')).join('; ');
    const token = await manager.csrfToken();
    return new Promise<{ destroy: () => void; status: number }>((resolve, reject) => {
      const headers = { Cookie: secret, 'X-CSRF-Token': token, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ startDate: '2020-01-01', statusFilters: ['Verified', 'In progress', 'Not started'] });
      const request = http.request(`${app.origin}${REPORT}`, { method: 'POST', headers, agent: false }, (response) => {
        response.pause();
        resolve({ destroy: () => response.destroy(), status: response.statusCode ?? 0 });
      });
      request.on('error', reject);
      request.end(body);
    });
  };
  const queries = async () => {
    const { rows } = await app.db.raw(
      // Other test files use the same server, and autovacuum names the table too.
      `select count(*) from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
       and state <> 'idle' and query like '%activities%' and pid <> pg_backend_pid()`,
    );
    return Number(rows[0].count);
  };

  it('two at once; a client that goes away ends the work and makes room', async () => {
    await generate(app.db, { activities: 60_000, people: 40, topics: 20 }, NOW);
    const [first, second] = [await stalled(), await stalled()];
    expect([first.status, second.status]).toEqual([200, 200]);
    const third = await stalled();
    expect(third.status).toBe(429);
    third.destroy();

    first.destroy();
    second.destroy();
    await expect.poll(queries, { timeout: 10_000 }).toBe(0);
    const retry = async () => {
      const again = await stalled();
      again.destroy();
      return again.status;
    };
    await expect.poll(retry, { timeout: 10_000 }).toBe(200);
  });
});

it('what goes wrong before the first row is a proper no', async () => {
  await app.db.raw('alter table activities rename to activities_gone');
  try {
    const { status, body } = await manager.call('POST', REPORT, { body: {} });
    expect([status, (body as { success: boolean }).success]).toEqual([500, false]);
  } finally {
    await app.db.raw('alter table activities_gone rename to activities');
  }
});
