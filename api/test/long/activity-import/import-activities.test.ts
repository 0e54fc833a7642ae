import type { Person } from '@bitacora/core/domain/people/person';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { given } from '../../../../core/test/factories.ts';
import { stage } from '../../../../core/test/stage.ts';
import { findWrongWords } from '../../../../core/test/stored-words.ts';
import type { Browser } from '../../browser.ts';
import { mailbox, SITE } from '../../emails/mailbox.ts';
import { PUBLIC_URL, type RunningApp, runningApp } from '../../running-app.ts';
import { openWorkbook, rowsOf } from '../../sheets/workbooks.ts';
import { activityCsv, sendActivities } from './send-activities.ts';

let app: RunningApp;
let manager: Browser;
let boss: Person;
let laura: Person;
let pedro: Person;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 1_000 });
});
beforeEach(async () => {
  await app.wipe();
  boss = await given(app.db).manager();
  laura = await given(app.db).person({ firstName: 'Laura', lastName: 'Ramírez' });
  pedro = await given(app.db).person({ firstName: 'Pedro', lastName: 'Solís' });
  await given(app.db).topic({ name: 'Calidad' });
  manager = await app.as(boss);
});
afterAll(() => app.close());

const csv = activityCsv;
const send = (...[bytes, fields, name]: [Uint8Array, Record<string, unknown>?, string?]) => sendActivities(manager, bytes, fields, name);
const stored = () =>
  app
    .db('activities')
    .join('users', 'users.id', 'assigneeId')
    .orderBy('activities.id')
    .select('activities.id', 'firstName', 'description', 'status', 'dueOn', 'startedAt', 'closedAt', 'verifiedAt', 'resolution', 'ownerId');

const company = csv(
  ['Revisar tablero', 'Laura Ramírez', 'Calidad', '25/11/2026', 'Pendiente', '', ''],
  ['Pintar líneas', 'Pedro Solís', 'Calidad', '10/11/2026', 'En proceso', '', 'Falta pintura'],
  ['Comprar guantes', 'Laura Ramírez', 'Calidad', '05/11/2026', 'Terminado', '04/11/2026', 'Se compraron 20'],
  ['Barrer patio', 'Pedro Solís', 'Patio', '30/11/2026', '', '', ''],
);
const NEW_TOPIC = { topics: { Patio: 'new' } };

describe('the import of activities', () => {
  it('stores nothing while the order of its dates is doubtful, and reads them as the answer says', async () => {
    const doubtful = csv(['Revisar tablero', 'Laura Ramírez', 'Calidad', '03/12/2026', '', '', '']);
    expect((await send(doubtful, { dry_run: true })).body).toMatchObject({ day_order_doubtful: true, count: 1 });
    const { status, body } = await send(doubtful);
    expect([status, body.error]).toEqual([
      400,
      'No se importó nada: falta decir si las fechas van día/mes («day_order»: «dmy») o mes/día («mdy»).',
    ]);
    expect(await stored()).toEqual([]);
    await send(doubtful, { mapping: { day_order: 'dmy' } });
    expect(await stored()).toMatchObject([{ dueOn: '2026-12-03' }]);
  });

  it('shows in a dry run what would be added, and stores nothing', async () => {
    const { status, body } = await send(company, { dry_run: true });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, dry_run: true, count: 2, unchanged: 0, waiting: 1, wrong: [] });
    expect(body.questions).toEqual([
      { kind: 'topic', said: 'Patio', key: 'patio', rows: 1, suggestion: ['new'], candidates: [], options: [] },
    ]);
    expect(body.skipped).toEqual([{ sheet: '', row: 4, reason: 'finished' }]);
    expect(body.tables[0].columns.map(({ heading, role }: { heading: string; role: string }) => [heading, role])).toEqual([
      ...[
        ['Actividad', 'description'],
        ['Responsable', 'assignee'],
        ['Tema', 'topic'],
        ['Fecha límite', 'dueOn'],
      ],
      ...[
        ['Estatus', 'status'],
        ['Fecha de cierre', 'finishedOn'],
        ['Observaciones', 'notes'],
      ],
    ]);
    expect(await stored()).toEqual([]);
  });

  it('brings open and finished work with its dates, makes the topic, and notifies each person once', async () => {
    const { status, body } = await send(company, { mapping: { ...NEW_TOPIC, finished: true } });
    expect([status, body.count, body.new_topics]).toEqual([200, 4, ['Patio']]);
    const rows = await stored();
    expect(rows.map(({ firstName, status, dueOn }) => `${firstName} ${status} ${dueOn}`)).toEqual([
      ...['Laura not_started 2026-11-25', 'Pedro in_progress 2026-11-10', 'Laura verified 2026-11-05', 'Pedro not_started 2026-11-30'],
    ]);
    expect(rows[1].description).toBe('Pintar líneas\n\nObservaciones: Falta pintura');
    expect(rows[2]).toMatchObject({ resolution: 'Se compraron 20', ownerId: boss.id });
    expect(rows[2].verifiedAt.toISOString()).toBe('2026-11-04T18:00:00.000Z');
    expect(await app.db('topics').where({ name: 'Patio' }).select('department')).toEqual([{ department: 'GENERAL' }]);
    const notified = await app.db('outbox').orderBy('recipientId').select('kind', 'recipientId', 'activityId');
    expect(notified).toEqual([
      { kind: 'assigned', recipientId: laura.id, activityId: rows[0].id },
      { kind: 'assigned', recipientId: pedro.id, activityId: rows[1].id },
    ]);
    const history = await app.db('activityHistory').where({ activityId: rows[2].id }).select('act', 'fromStatus', 'toStatus', 'facts');
    expect(history).toMatchObject([
      { act: 'import', fromStatus: null, toStatus: 'verified', facts: { imported: { file: 'pendientes.csv', row: 4 } } },
    ]);
  });

  it('notifies each person once of all their open work, in the mail and behind the bell, and names those people', async () => {
    const sandra = await given(app.db).person({ firstName: 'Sandra', lastName: 'Ponce' });
    const rows = Array.from({ length: 40 }, (_, at) => [
      `Tarea ${at}`,
      'Laura Ramírez',
      'Calidad',
      `${10 + (at % 15)}/12/2026`,
      '',
      '',
      '',
    ]);
    const reply = await send(
      csv(
        ...rows,
        ['Hecha por Sandra', 'Sandra Ponce', 'Calidad', '05/11/2026', 'Terminado', '', ''],
        ['Mía', boss.email, 'Calidad', '25/11/2026', '', '', ''],
        ['Sola', 'Pedro Solís', 'Calidad', '25/11/2026', '', '', ''],
        ['Ya hecha', 'Pedro Solís', 'Calidad', '05/11/2026', 'Terminado', '', ''],
      ),
      {
        mapping: { finished: true },
      },
    );
    const people: { id: number; notified: boolean }[] = reply.body.people;
    expect(Object.fromEntries(people.map(({ id, notified }) => [id, notified]))).toEqual({
      [laura.id]: true,
      [pedro.id]: true,
      [sandra.id]: false,
      [boss.id]: false,
    });
    const post = mailbox(stage(app.db).core);
    const [toLaura, toPedro, ...others] = (await post.deliver()).sort((a, b) => (a.text ?? '').length - (b.text ?? '').length).reverse();
    post.close();
    expect([toLaura?.subject, others]).toEqual(['Se importaron 40 actividades a tu nombre', []]);
    expect(toLaura?.text).toMatch(/La más urgente:\s+Tarea 0\s/);
    expect(toLaura?.text).toContain(`Ver mis pendientes:\n${SITE}/My_Activities`);
    expect(toLaura?.text).toMatch(new RegExp(`Ver la más urgente:\\s+${SITE}/Consult_`));
    expect(toPedro?.text).toContain('Se importó una actividad a tu nombre');
    const { body } = await (await app.as(laura)).call('GET', '/api/get_notifications');
    expect(body).toMatchObject({ notifications: [{ kind: 'assigned', imported: 40, objetive_project: 'Tarea 0' }] });
  });

  it('changes nothing the second time, also with the workbook that came back', async () => {
    await send(company, { mapping: { ...NEW_TOPIC, finished: true } });
    const before = await stored();
    const again = await send(company, { mapping: { ...NEW_TOPIC, finished: true } });
    expect([again.status, again.body.count, again.body.unchanged]).toEqual([200, 0, 4]);
    const back = await send(company, { mapping: { finished: true }, annotated: true });
    expect(back.status).toBe(200);
    const rows = rowsOf((await openWorkbook(back.file)).worksheets[0]);
    expect(rows[0]?.slice(-2)).toEqual(['Folio Bitácora', 'Enlace Bitácora']);
    expect(rows.slice(1).map((row) => Number(row.at(-2)))).toEqual(before.map(({ id }) => id));
    expect(rows[1]?.at(-1)).toBe(`${PUBLIC_URL}/Consult_Activitie_Assigned/${before[0].id}`);
    const third = await send(back.file, { mapping: { finished: true } }, 'pendientes.xlsx');
    expect([third.status, third.body.count, third.body.unchanged]).toEqual([200, 0, 4]);
    expect(await stored()).toEqual(before);
  });

  it('takes a word that every object has for a text like others', async () => {
    const { status, body } = await send(csv(['Barda', 'Constructor', 'Constructor', '25/11/2026', 'constructor', '', '']), {
      dry_run: true,
    });
    expect([status, body.questions.map(({ kind }: { kind: string }) => kind).sort()]).toEqual([200, ['person', 'state', 'topic']]);
  });

  it('remembers what was answered about a text', async () => {
    await send(company, { mapping: { people: { 'Lau R.': [laura.id] }, ...NEW_TOPIC } });
    const later = csv(['Otra cosa', 'Lau R.', 'Calidad', '27/11/2026', '', '', '']);
    const { body } = await send(later, { dry_run: true });
    expect([body.questions, body.rows[0].user_assigned]).toEqual([[], 'Laura Ramírez']);
    expect(body.remembered).toMatchObject([
      { kind: 'person', said: 'Lau R.', rows: 1, suggestion: [laura.id], candidates: [{ id: laura.id, name: 'Laura Ramírez' }] },
    ]);
  });

  it('leaves the rows of a person out on request, remembers it, and brings checklists', async () => {
    const rows = Buffer.from(
      'Actividad,Responsable,Tema,Fecha límite,Checklist\nAbrir,Laura Ramírez,Calidad,25/11/2026,Llaves;Luz\nPodar,Jardinería SA,Calidad,26/11/2026,',
    );
    const { status, body } = await send(rows, { mapping: { people: { 'Jardinería SA': 'left_out' } } });
    expect([status, body.count, body.left_out]).toEqual([200, 1, [{ reason: 'omitted', kind: 'person', said: 'Jardinería SA', rows: 1 }]]);
    const [{ checklist }] = await app.db('activities').select('checklist');
    expect(await findWrongWords(app.db)).toEqual([]);
    expect(checklist).toEqual(['Llaves', 'Luz'].map((text) => ({ text, tickedById: null, tickedAt: null })));
    const again = await send(rows, { dry_run: true });
    expect([again.body.unchanged, again.body.questions, again.body.remembered[0].suggestion]).toEqual([1, [], ['left_out']]);
  });

  it('takes its own sample back as it is, with the names to choose from, and adds what people write below the example', async () => {
    const { bytes } = await manager.call('GET', '/api/activities_sample');
    const book = await openWorkbook(bytes);
    expect(rowsOf(book.worksheets[1]).flat()).toEqual(expect.arrayContaining(['Calidad', 'Laura Ramírez', 'Pedro Solís']));
    const untouched = await send(bytes, { dry_run: true }, 'ejemplo.xlsx');
    expect(untouched.body).toMatchObject({ count: 0, questions: [], wrong: [], skipped: [{ row: 2, reason: 'example' }] });
    book.worksheets[0]?.addRow([
      'Barrer',
      'Laura Ramírez',
      'Calidad',
      new Date('2026-11-30T00:00:00Z'),
      'En progreso',
      'Alta',
      '',
      'Patio; Andén',
    ]);
    const { body } = await send(new Uint8Array(await book.xlsx.writeBuffer()), {}, 'ejemplo.xlsx');
    expect(body.count).toBe(1);
    expect(await app.db('activities').select('status', 'priority', 'dueOn')).toEqual([
      { status: 'in_progress', priority: 'high', dueOn: '2026-11-30' },
    ]);
  });

  it('rehearses while somebody changes a person, because it locks nobody', async () => {
    const change = await app.db.transaction();
    try {
      await change('users').where({ id: laura.id }).update({ phone: '5550001122' });
      const { status } = await send(csv(['Podar', 'Laura Ramírez', 'Calidad', '25/11/2026', '', '', '']), { dry_run: true });
      expect(status).toBe(200);
    } finally {
      await change.rollback();
    }
  });

  it('takes all or nothing: names every wrong row with its column and reason', async () => {
    const wrong = csv(
      ['Buena', 'Laura Ramírez', 'Calidad', '25/11/2026', '', '', ''],
      ['', 'Laura Ramírez', 'Calidad', '25/11/2026', '', '', ''],
      ['Sin fecha', 'Laura Ramírez', 'Calidad', '', '', '', ''],
      ['Fecha imposible', 'Laura Ramírez', 'Calidad', '31/02/2026', '', '', ''],
    );
    const { status, body } = await send(wrong);
    expect([status, body.error, body.total]).toEqual([400, 'No se importó nada: 3 filas tienen errores.', 3]);
    expect(body.rows.map(({ row, column, error }: Record<string, unknown>) => [row, column, error])).toEqual([
      [3, 'Actividad', 'Falta el texto de la actividad.'],
      [4, 'Fecha límite', 'Falta la fecha de finalización.'],
      [5, 'Fecha límite', 'Esa fecha no existe o no se entiende. Escríbela como 31/12/2026.'],
    ]);
    expect(await stored()).toEqual([]);
  });

  it('names every wrong row of a dry run, however many they are', async () => {
    const rows = Array.from({ length: 301 }, (_, at) => [`Tarea ${at}`, 'Laura Ramírez', 'Calidad', '', '', '', '']);
    const { body } = await send(csv(...rows), { dry_run: true });
    expect([body.wrong_total, body.wrong.length, body.wrong.at(-1).row]).toEqual([301, 301, 302]);
  });

  it('refuses a responsible who may not work under the topic, and an open question', async () => {
    await given(app.db).topic({ name: 'Finanzas', department: 'FINANZAS' });
    const { body } = await send(csv(['Arqueo', 'Laura Ramírez', 'Finanzas', '25/11/2026', '', '', '']));
    expect(body.rows).toMatchObject([{ row: 2, error: expect.stringContaining('no es del departamento del tema') }]);
    const reply = await send(csv(['Arqueo', 'Nadie Conocido', 'Calidad', '25/11/2026', '', '', '']));
    expect([reply.status, reply.body.error]).toEqual([400, 'No se importó nada: 1 texto espera tu respuesta.']);
  });

  it('keeps routine work apart: the same text for two days is two activities', async () => {
    const routine = csv(
      ['Limpiar trampas', 'Laura Ramírez', 'Calidad', '25/11/2026', '', '', ''],
      ['Limpiar trampas', 'Laura Ramírez', 'Calidad', '25/12/2026', '', '', ''],
      ['Limpiar trampas', 'Laura Ramírez', 'Calidad', '25/12/2026', '', '', ''],
    );
    const { body } = await send(routine);
    expect([body.count, body.unchanged]).toEqual([2, 1]);
    expect((await stored()).map(({ description }) => description)).toEqual(['Limpiar trampas', 'Limpiar trampas (25 dic 2026)']);
    expect((await send(routine)).body).toMatchObject({ count: 0, unchanged: 3 });
  });

  it('brings an open row that stands below an equal finished one', async () => {
    const equal = csv(
      ['Podar', 'Laura Ramírez', 'Calidad', '25/11/2026', 'Terminado', '', ''],
      ['Podar', 'Laura Ramírez', 'Calidad', '25/11/2026', 'Pendiente', '', ''],
    );
    await send(equal, { mapping: { finished: true } });
    expect((await stored()).map(({ status }) => status)).toEqual(['not_started']);
  });

  it('asks about a person who left', async () => {
    await given(app.db).person({ firstName: 'Pedro', lastName: 'Solís', isActive: false });
    const { body } = await send(csv(['Barda', 'Pedro Solís', 'Calidad', '25/11/2026', '', '', '']), { dry_run: true });
    expect(body.questions).toMatchObject([{ said: 'Pedro Solís', suggestion: [], candidates: [{ id: pedro.id }] }]);
  });

  it('says what is missing in a file without a list, and in a mapping that is no JSON', async () => {
    const empty = await send(Buffer.from('hola\nmundo'));
    expect([empty.status, empty.body.code]).toEqual([400, 'activityImport.noTable']);
    const form = new FormData();
    form.append('mapping', '{');
    form.append('file', new File([company as Uint8Array<ArrayBuffer>], 'a.csv'));
    const { body } = await manager.call('POST', '/api/upload_activities', { body: form });
    expect((body as { fields: unknown }).fields).toEqual({ mapping: 'Eso no es JSON: revisa comillas y comas.' });
  });

  it('adds the rows of two equal files at once only once', async () => {
    const both = await Promise.all([send(company, { mapping: NEW_TOPIC }), send(company, { mapping: { topics: { Patio: 'new' } } })]);
    expect(both.map(({ body }) => body.count).sort()).toEqual([0, 3]);
    expect(await stored()).toHaveLength(3);
  });
});
