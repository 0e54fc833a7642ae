import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Person } from '@bitacora/core/domain/people/person';
import { activityFields } from '@bitacora/core/messages/activities/activity-fields';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningApp, runningApp } from '../../api/test/running-app.ts';
import { openWorkbook, rowsOf } from '../../api/test/sheets/workbooks.ts';
import { day, given, NOW } from '../../core/test/factories.ts';
import { expectFirstHeadings } from '../../core/test/reports/headings.ts';
import { between } from './between.ts';
import { holding, type Machine, machine } from './bitacora.ts';

let app: RunningApp;
let at: Machine;
let ana: Person;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 100 });
});
beforeEach(async () => {
  await app.wipe();
  ana = await given(app.db).manager({ firstName: 'Ana', lastName: 'Ruiz' });
  at = await machine(await holding(app, ana));
});
afterEach(() => at.leave());
afterAll(() => app.close());

/** As many pending activities that Ana gave to Beto, `Actividad 1` and on. */
async function pending(count: number) {
  const assignee = await given(app.db).person({ firstName: 'Beto', lastName: 'Sanz' });
  const topic = await given(app.db).topic({ name: 'Mantenimiento' });
  const activities = [];
  for (let n = 1; n <= count; n++)
    activities.push(
      await given(app.db).activity({ owner: ana, assignee, topic, description: `Actividad ${n}`, priority: n === 1 ? 'high' : 'normal' }),
    );
  return activities;
}
const report = (...typed: string[]) => at.bitacora(['report', ...typed]);

it('a page at a time, as on the web, and says which', async () => {
  const activities = await pending(5);
  const { status, out, err } = await report('pending', '--page-size', '2', '--page', '2', '--sort', 'id');
  expect([status, err]).toEqual([0, '']);
  const [heading = '', ...lines] = out.trimEnd().split('\n');
  const headings = heading.split(/ {2,}/);
  expectFirstHeadings(headings, 'pending');
  const place = headings.indexOf(activityFields.description.label);
  expect(lines.slice(0, 2).map((line) => line.trim().split(/ {2,}/)[place])).toEqual(['Actividad 3', 'Actividad 4']);
  expect(lines.at(-1)).toBe('Página 2 de 3, 5 actividades. Por folio, del menor al mayor.');
  expect(lines[0]).toMatch(new RegExp(`^ *${activities[2]?.id}  Ana Ruiz +2026-11-10 `));
});

describe('--columns', () => {
  const columnsOf = async (columns: string, ...typed: string[]) =>
    (await report('pending', '--columns', columns, ...typed)).out.split('\n');

  it('chooses and orders them by heading, typed or written, and by field of the API', async () => {
    const [first] = await pending(2);
    const [heading, line] = await columnsOf('Actividad, folio,dias-restantes,objetive_project,status_project,batch_id', '--sort', 'id');
    expect(heading?.split(/ {2,}/)).toEqual([
      'Actividad',
      'Folio',
      'Días restantes / retraso',
      'objetive_project',
      'status_project',
      'batch_id',
    ]);
    expect(line?.split(/ {2,}/)).toEqual(['Actividad 1', `${first?.id}`, expect.any(String), 'Actividad 1', 'Not started', '—']);
    expect(await columnsOf('prioridad,id', '--csv', '--all')).toEqual(expect.arrayContaining(['Prioridad,id\r', `Alta,${first?.id}\r`]));
  });

  it('shows the effective deadline without the column of the extension, so that days and date agree', async () => {
    const [work] = await pending(1);
    await app.db('activities').where({ id: work?.id }).update({ extendedTo: '2026-12-24', extensionReason: 'Falta material' });
    const days = activityFields.dueOn.label;
    for (const heading of [days, 'Entrega +ext'])
      expect((await columnsOf(`folio,${heading},dias-restantes`)).slice(0, 2).join()).toMatch(/Entrega \+ext.*2026-12-24 \+/);
    const both = (await columnsOf('folio,entrega,extension'))[1];
    expect(both).toMatch(/ 2026-\d\d-\d\d +2026-12-24$/);
  });

  it('names the possible ones where one is unknown, and asks nobody where it makes no sense', async () => {
    const unknown = await report('pending', '--columns', 'folio,color');
    expect([unknown.status, unknown.out, unknown.err.split('\n')[0]]).toEqual([2, '', '«color» no es una columna. Columnas:']);
    for (const name of ['fecha-de', 'folio', 'entrega', 'objetive_project'])
      expect(unknown.err.includes(`${name}, `)).toBe(name !== 'fecha-de');
    for (const more of [['--json'], ['--output', 'x.xlsx']])
      expect((await report('pending', '--columns', 'folio', ...more)).err).toContain('--columns va con la tabla o con --csv.');
  });
});

const readTexts = (rows: readonly { objetive_project: string }[]) => rows.map((row) => row.objetive_project);

it('filters, searches and sorts in the web’s words', async () => {
  await pending(3);
  const typed = ['pending', '--json', '--priority', 'alta', '--priority', 'critica', '--status', 'no-iniciado', '--topic', 'mantenimiento'];
  const people = ['--assignee', 'Beto Sanz', '--owner', String(ana.id), '--search', 'ACTIVIDAD', '--sort', 'dueOn:desc'];
  const { rows, total } = JSON.parse((await report(...typed, ...people)).out);
  expect([total, readTexts(rows)]).toEqual([1, ['Actividad 1']]);
  expect(JSON.parse((await report('pending', '--json', '--topic', 'Otro')).out)).toEqual({ total: 0, rows: [] });
});

it('what is finished and what one assigned, with columns of their own', async () => {
  const beto = await given(app.db).person();
  await given(app.db).activity({ owner: ana, assignee: beto, status: 'verified', description: 'Hecha' });
  expect((await report('finished', '--csv')).out).toMatch(
    /^Folio,.*,Dias requeridos,Fecha de finalizacion(?:,.*)?\r\n\d+,Ana Ruiz,2026-11-10,.*,Hecha,.*,2026-11-27,,9,2026-11-19(?:,.*)?\r\n$/,
  );
  expect((await report('assigned')).out).toContain('Hecha');
  expect((await report('pending')).out).toBe('Nadie tiene actividades pendientes.\n');
});

describe('--all', () => {
  it('writes every row once, in CSV as in JSON', async () => {
    const activities = await pending(23);
    const json = JSON.parse((await report('pending', '--all', '--json')).out);
    expect(json.rows.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b)).toEqual(activities.map(({ id }) => id));
    const lines = (await report('pending', '--all', '--csv')).out.trimEnd().split('\r\n');
    expect(lines.slice(1).map((line) => Number(line.split(',')[0]))).toEqual(json.rows.map(({ id }: { id: number }) => id));
  });

  it('comes in the order of the report, as its help says', async () => {
    const [first, second, third] = await pending(3);
    await app
      .db('activities')
      .where({ id: second?.id })
      .update({ dueOn: day('2026-11-15') });
    const { rows } = JSON.parse((await report('pending', '--all', '--json')).out);
    expect(rows.map(({ id }: { id: number }) => id)).toEqual([second?.id, first?.id, third?.id]);
    expect((await report('pending', '--help')).out).toContain('en el orden del reporte');
  });

  it('writes an empty list of nothing', async () => {
    expect(JSON.parse((await report('pending', '--all', '--json')).out)).toEqual({ total: null, rows: [] });
  });

  it('reports the server’s no, and writes nothing', async () => {
    const env = await holding(app, await given(app.db).person());
    const typed = ['report', 'pending', '--all', '--csv', '--output', 'todo.csv'];
    expect(await at.bitacora(typed, { env })).toMatchObject({ status: 1, out: '', err: expect.stringMatching(/^Solo gerentes/) });
    expect(await readdir(at.home)).toEqual([]);
  });
});

describe('--output', () => {
  it('to an .xlsx is the workbook of the same rows', async () => {
    await pending(3);
    const { status, out, err } = await report('pending', '--priority', 'alta', '--output', 'reporte.xlsx');
    expect([status, out, err]).toEqual([0, '', 'Se escribió reporte.xlsx.\n']);
    const [sheet] = (await openWorkbook(await readFile(at.file('reporte.xlsx')))).worksheets;
    const [headings = [], ...rows] = rowsOf(sheet);
    const place = headings.indexOf(activityFields.description.label);
    expect(rows.map((cells) => cells[place])).toEqual(['Actividad 1']);
    expect(await readdir(at.home)).toEqual(['reporte.xlsx']);
  });

  it('replaces nothing without --yes', async () => {
    await writeFile(at.file('a.csv'), 'mío');
    expect(await report('pending', '--csv', '-o', 'a.csv')).toMatchObject({ status: 2, out: '' });
    expect(await readFile(at.file('a.csv'), 'utf8')).toBe('mío');
    expect((await report('pending', '--csv', '-o', 'a.csv', '--yes')).status).toBe(0);
    expect(await readFile(at.file('a.csv'), 'utf8')).toMatch(/^Folio,/);
  });

  it.each(['-', '/dev/stdout'])('to %s is standard output', async (place) => {
    expect((await report('pending', '--csv', '-o', place)).out).toMatch(/^Folio,/);
  });

  it.runIf(process.platform === 'linux')('to a device or a pipe goes right there, and it stays what it was', async () => {
    const device = await stat('/dev/null');
    expect(await report('pending', '--csv', '-o', '/dev/null')).toMatchObject({ status: 0, out: '' });
    expect((await stat('/dev/null')).rdev).toBe(device.rdev);
    await promisify(execFile)('mkfifo', [at.file('tubo')]);
    const [pipeText, { status }] = await Promise.all([readFile(at.file('tubo'), 'utf8'), report('pending', '--csv', '-o', 'tubo')]);
    expect([status, pipeText]).toEqual([0, expect.stringMatching(/^Folio,/)]);
  });

  it('to a link writes what the link names', async () => {
    await writeFile(at.file('a.csv'), 'mío');
    await symlink('a.csv', at.file('enlace.csv'));
    expect((await report('pending', '--csv', '-o', 'enlace.csv', '--yes')).status).toBe(0);
    expect(await readlink(at.file('enlace.csv'))).toBe('a.csv');
    expect(await readFile(at.file('a.csv'), 'utf8')).toMatch(/^Folio,/);
  });

  it.each([
    ['ya.json', 'El archivo ya.json ya existe.'],
    ['no/hay/a.json', 'No se pudo escribir en no/hay/a.json: no existe la carpeta o el archivo.'],
    ['.', 'No se pudo escribir en .: es una carpeta.'],
    ['ya.json/a.json', 'No se pudo escribir en ya.json/a.json: parte de la ruta no es una carpeta.'],
  ])('to %s is refused before anything is done', async (place, message) => {
    await writeFile(at.file('ya.json'), 'mío');
    const typed = ['topics', 'create', 'Uno', '--department', 'GENERAL', '--output', place];
    expect(await at.bitacora(typed)).toMatchObject({ status: 2, err: expect.stringContaining(message) });
    expect(await app.db('topics')).toEqual([]);
  });

  it.each([['no/hay/a.csv', '--csv'], ['no/hay/a.xlsx']])('to %s, where nobody may write, is reported in words', async (place, ...more) => {
    const { status, err } = await report('pending', '--output', place, ...more);
    expect([status, err]).toEqual([2, `No se pudo escribir en ${place}: no existe la carpeta o el archivo.\n`]);
  });

  it.each([['--all', '--sort', 'id', '--json'], ['--all'], ['--output', 'a.xlsx', '--json'], ['--output', 'a.xlsx', '--page', '2']])(
    'refuses what does not go together: %s %s %s %s',
    async (...typed) => {
      expect((await report('pending', ...typed.filter(Boolean))).status).toBe(2);
    },
  );
});

describe('a connection that is lost', () => {
  it.each([
    ['--all', '--csv', '--output', 'todo.csv'],
    ['--output', 'todo.xlsx'],
  ])('in the middle of an answer leaves no half file: %s', async (...typed) => {
    await pending(3);
    const path = typed[0] === '--all' ? '/api/get_all_activities' : '/api/create_report_activities_f';
    const proxy = await between(app, path, (answer, body) => {
      answer.write(body.subarray(0, body.length - 20));
      setTimeout(() => answer.destroy(), 50);
    });
    const { status, err } = await at.bitacora(['report', 'pending', ...typed], { env: proxy.env });
    await proxy.close();
    expect([status, err]).toEqual([3, expect.stringMatching(/^No se pudo conectar/)]);
    expect(await readdir(at.home)).toEqual([]);
  });

  it('before the answer to a write: it is asked again under the same key, and happens once', async () => {
    const proxy = await between(app, '/api/create_project', (answer, body, n) => (n === 1 ? answer.destroy() : answer.end(body)));
    const { status, out } = await at.bitacora(['topics', 'create', 'Uno', '--department', 'GENERAL'], { env: proxy.env });
    await proxy.close();
    const [topic] = await app.db('topics');
    expect([status, out]).toEqual([0, `Tema registrado con el id ${topic.id}.\n`]);
    expect(await app.db('topics')).toHaveLength(1);
    expect(proxy.idempotencyKeys).toHaveLength(2);
    expect(new Set(proxy.idempotencyKeys).size).toBe(1);
    expect(proxy.idempotencyKeys[0]).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('interrupted', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('by %s it ends with 130 and leaves no half file', async (signal) => {
    await pending(3);
    const proxy = await between(app, '/api/get_all_activities', (answer, body) => answer.write(body.subarray(0, 200)));
    const { status, err } = await at.bitacora(['report', 'pending', '--all', '--csv', '--output', 'todo.csv'], {
      env: proxy.env,
      during: (child) => void whenThere(at.home).then(() => child.kill(signal)),
    });
    await proxy.close();
    expect([status, err]).toEqual([130, 'Interrumpido.\n']);
    expect(await readdir(at.home)).toEqual([]);
  });

  it('by a reader that has enough, it ends quietly', async () => {
    await pending(40);
    const { status, err } = await at.bitacora(['report', 'pending', '--all', '--json'], {
      during: (child) => child.stdout?.once('data', () => child.stdout?.destroy()),
    });
    expect([status, err]).toEqual([0, '']);
  });
});

/** Once a part of a file is being written there. */
async function whenThere(folder: string): Promise<void> {
  while ((await readdir(folder)).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('what is urgent', () => {
  /** Ana's work for Beto: late, due today, due within the week, later, rejected, delivered late, and finished this month. */
  async function urgentWork() {
    const make = given(app.db);
    const assignee = await make.person({ firstName: 'Beto', lastName: 'Sanz' });
    const topic = await make.topic({ name: 'Mantenimiento', department: 'Operaciones' });
    const work = (description: string, dueOn: string, more: object = {}) =>
      make.activity({ owner: ana, assignee, topic, description, dueOn: day(dueOn), ...more });
    await work('más tarde', '2026-12-20');
    await work('semana', '2026-11-27', { status: 'in_progress', lastActOn: day('2026-11-13') });
    await work('hoy', '2026-11-20', { status: 'in_progress', lastActOn: day('2026-11-14') });
    await work('tarde', '2026-11-12', { status: 'on_pause', lastActOn: day('2026-11-01') });
    await work('rechazada', '2027-01-15', { status: 'in_progress', rejectedAt: NOW });
    await work('entregada', '2026-11-12', { status: 'completed', lastActOn: day('2026-11-01') });
    await work('hecha', '2026-11-12', { status: 'verified' });
    await make.activity({ owner: ana, assignee: ana, description: 'de Ana', dueOn: day('2026-12-20') });
    return assignee;
  }

  it('comes first, and every switch lists what the API lists by the same filter', async () => {
    await urgentWork();
    const { client } = await app.as(ana);
    const all = JSON.parse((await report('pending', '--json')).out);
    expect(readTexts(all.rows)).toEqual(['tarde', 'hoy', 'semana', 'más tarde', 'de Ana', 'rechazada', 'entregada']);
    for (const [switches, urgencies, expected] of [
      [['--late'], ['late'], ['tarde']],
      [['--today'], ['today'], ['hoy']],
      [['--due-soon'], ['week'], ['hoy', 'semana']],
      [['--not-started'], ['notStarted'], ['más tarde', 'de Ana']],
      [['--rejected'], ['rejected'], ['rechazada']],
      [['--idle'], ['idle'], ['tarde', 'semana']],
      [
        ['--late', '--due-soon'],
        ['late', 'week'],
        ['tarde', 'hoy', 'semana'],
      ],
    ] as const) {
      const { rows } = JSON.parse((await report('pending', '--json', ...switches)).out);
      expect(readTexts(rows)).toEqual(expected);
      expect((await client.listAllActivities({ page: 1, urgencies: [...urgencies] })).rows.map(({ description }) => description)).toEqual(
        expected,
      );
    }
    const cells = (await report('pending', '--csv')).out.split('\r\n').slice(1, -1);
    expect(cells.map((line) => line.split(',').at(-3))).toEqual(['-8', '0', '7', '30', '30', '56', '0']);
  });

  it('is counted by person as the rows of the reports count it', async () => {
    const beto = await urgentWork();
    const { client } = await app.as(ana);
    const { rows, total } = JSON.parse((await report('load', '--json')).out);
    expect([rows.length, total]).toEqual([(await client.readPeopleLoad({})).people.length, 2]);
    expect(rows).toEqual([
      { user_id: ana.id, assigned_name: 'Ana Ruiz', open: 1, late: 0, due_this_week: 0, done_this_month: 0 },
      { user_id: beto.id, assigned_name: 'Beto Sanz', open: 6, late: 1, due_this_week: 2, done_this_month: 1 },
    ]);
    const ofBeto = async (name: string, ...typed: string[]) =>
      JSON.parse((await report(name, '--json', '--assignee', String(beto.id), ...typed)).out).total;
    expect([
      await ofBeto('pending'),
      await ofBeto('pending', '--late'),
      await ofBeto('pending', '--due-soon'),
      await ofBeto('finished', '--from', '2026-11-01'),
    ]).toEqual([6, 1, 2, 1]);
    expect(JSON.parse((await report('load', '--json', '--scope', 'assigned')).out).rows).toMatchObject([{ assigned_name: 'Beto Sanz' }]);
    expect((await report('load', '--department', 'Ventas')).out).toBe('Nadie tiene trabajo abierto ni finalizado este mes.\n');
  });
});
