import { writeFile } from 'node:fs/promises';
import { calendarDate } from '@bitacora/core/domain/calendar';
import type { Person } from '@bitacora/core/domain/people/person';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aPng } from '../../api/test/pictures.ts';
import { type RunningApp, runningApp } from '../../api/test/running-app.ts';
import { given, NOW } from '../../core/test/factories.ts';
import { holding, type Machine, machine } from './bitacora.ts';
import { typed } from './in-process.ts';

const BATCH = '8f4e5a6c-3f5b-4d0c-9a51-0d6f6c1b7a2e';

let app: RunningApp;
let at: Machine;
let ana: Person;
let beto: Person;
let eva: Person;
let topic: Awaited<ReturnType<ReturnType<typeof given>['topic']>>;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 100 });
});
beforeEach(async () => {
  await app.wipe();
  ana = await given(app.db).manager({ firstName: 'Ana', lastName: 'Ruiz', email: 'ana@demo.mx', department: 'VENTAS' });
  beto = await given(app.db).person({ firstName: 'Beto', lastName: 'Sanz', email: 'beto@demo.mx', department: 'VENTAS' });
  eva = await given(app.db).person({ firstName: 'Eva', lastName: 'Paz', email: 'eva@demo.mx', department: 'VENTAS' });
  topic = await given(app.db).topic({ name: 'Inventarios', department: 'VENTAS' });
  at = await machine(await holding(app, ana));
});
afterEach(() => at.leave());
afterAll(() => app.close());

const bitacora = (...words: string[]) => at.bitacora(['activities', ...words]);
const json = async (...words: string[]) => {
  const { status, out, err } = await bitacora(...words, '--json');
  return { status, err, value: JSON.parse(out) };
};
const assigned = (description: string, more: object = {}) =>
  given(app.db).activity({ owner: ana, assignee: beto, topic, description, ...more });
const readHistory = (activityId: number) => app.db('activityHistory').where({ activityId }).orderBy('id').select('act', 'channel');
const readNotices = (recipientId: number) => app.db('notifications').where({ recipientId }).orderBy('id').pluck('kind');
const assignees = async () => (await app.db('activities')).map(({ assigneeId }) => assigneeId);

describe('activities assign', () => {
  const words = ['--topic', 'INVENTARIOS', '--description', 'Contar el almacén', '--due', '2026-12-04'];

  it('gives one instruction to several people, each with the images, and names every folio', async () => {
    await writeFile(at.file('plano.png'), await aPng());
    const people = ['--to', 'beto@demo.mx', '--to', eva.employeeNumber, '--to', 'BETO SANZ'];
    const { status, out, err } = await bitacora(
      'assign',
      ...words,
      ...people,
      '--priority',
      'alta',
      '--repeats',
      'mensual',
      '--image',
      'plano.png',
    );
    expect({ status, err }).toEqual({ status: 0, err: '' });
    const rows = await app.db('activities').orderBy('assigneeId');
    expect(rows).toMatchObject(
      [beto, eva].map(({ id }) => ({ assigneeId: id, ownerId: ana.id, priority: 'high', repeats: 'month', topicId: topic.id })),
    );
    expect(new Set(rows.map(({ batchId }) => batchId)).size).toBe(1);
    expect(out).toBe(`Actividad ${rows[0].id}: Beto Sanz\nActividad ${rows[1].id}: Eva Paz\nFecha de entrega: 04 dic 2026\n`);
    expect(await app.db('images')).toHaveLength(2);
    expect(await readNotices(eva.id)).toEqual(['assigned']);
    expect(await readHistory(rows[0].id)).toEqual([{ act: 'register', channel: 'terminal' }]);
  });

  it('registers nobody when one person may not have the work, and names that person and the flag', async () => {
    await given(app.db).person({ firstName: 'Iván', lastName: 'Luna', email: 'ivan@demo.mx', department: 'PLANTA' });
    const { status, err } = await bitacora('assign', ...words, '--to', 'beto@demo.mx', '--to', 'ivan@demo.mx');
    expect(status).toBe(1);
    expect(err).toMatch(/^--to: .*Iván Luna/);
    expect(await app.db('activities')).toEqual([]);
  });

  it.each<[string, string[], number, RegExp]>([
    ['a past day', ['--due', '2026-11-19', '--to', 'beto@demo.mx'], 1, /^--due: ./],
    ['an unknown topic', ['--topic', 'Nada', '--to', 'beto@demo.mx'], 2, /^--topic: Nada coincide con «Nada»\.\n$/],
    ['an unknown person', ['--to', 'nadie@demo.mx'], 2, /^--to: Nada coincide con «nadie@demo\.mx»\.\n$/],
    ['an image that is not there', ['--to', 'beto@demo.mx', '--image', 'no.png'], 2, /^No se pudo leer no\.png: no existe/],
    ['a text as an image', ['--to', 'beto@demo.mx', '--image', 'notas.txt'], 1, /^--image: ./],
  ])('refuses %s, and says where it was typed', async (_, more, expected, sentence) => {
    await writeFile(at.file('notas.txt'), 'no es una imagen');
    const { status, err } = await bitacora('assign', ...words, ...more);
    expect([status, err]).toEqual([expected, expect.stringMatching(sentence)]);
    expect(await app.db('activities')).toEqual([]);
  });

  it.each([
    ['mañana', '2026-11-21'],
    ['05/12/2026', '2026-12-05'],
    ['viernes', '2026-11-27'],
    ['+3d', '2026-11-23'],
    ['en 3 días', '2026-11-23'],
    ['8 ene', '2027-01-08'],
  ])('reads --due %s from the day of the server', async (typed, dueOn) => {
    const { err } = await bitacora('assign', ...words, '--due', typed, '--to', 'beto@demo.mx');
    expect([err, (await app.db('activities')).map((row) => row.dueOn)]).toEqual(['', [dueOn]]);
  });

  it('takes no namesake for another', async () => {
    await given(app.db).person({ firstName: 'Eva', lastName: 'Paz', email: 'otra@demo.mx', department: 'VENTAS' });
    const { status, err } = await bitacora('assign', ...words, '--to', 'eva paz');
    expect([status, err]).toEqual([2, expect.stringMatching(/^--to: «eva paz» puede ser varios; indica el id:\n\d+ .*\n\d+ .*\n$/)]);
  });
});

describe('activities remind', () => {
  it('reminds many at once, and says of each what became of it', async () => {
    const [one, two] = [await assigned('Uno'), await assigned('Dos', { status: 'verified', verifiedAt: NOW })];
    const first = await json('remind', `${one.id}`, `${two.id}`, `${one.id}`, '--message', '¿Cómo va?');
    expect(first).toEqual({
      status: 1,
      err: 'No se hizo en 1 de 2 actividades.\n',
      value: {
        total: 2,
        rows: [
          { id: one.id, success: true },
          { id: two.id, success: false, error: expect.stringContaining('Verificado'), code: 'activity.untimely' },
        ],
      },
    });
    expect(await readHistory(one.id)).toEqual([{ act: 'remind', channel: 'terminal' }]);
    expect(await readNotices(beto.id)).toEqual(['reminded']);

    const again = await bitacora('remind', `${one.id}`);
    expect(again).toMatchObject({ status: 1, err: 'No se hizo en 1 de 1 actividad.\n' });
    expect(again.out).toMatch(/^Folio +Resultado\n/);
    expect(await readNotices(beto.id)).toEqual(['reminded']);
  });

  it('sends the reminder of one activity', async () => {
    const { id } = await assigned('Uno');
    expect(await bitacora('remind', `${id}`)).toMatchObject({ status: 0, err: '', out: expect.stringContaining('Recordatorio enviado') });
    expect(await bitacora('remind', `${id}`, '--message', 'x'.repeat(301))).toMatchObject({
      status: 1,
      err: expect.stringMatching(/^--message: /),
    });
  });
});

describe('activities reassign', () => {
  it('gives several to another person, and notifies them and the earlier one', async () => {
    const [one, two] = [await assigned('Uno'), await assigned('Dos')];
    const { status, out } = await bitacora('reassign', `${one.id}`, `${two.id}`, '--to', 'eva@demo.mx', '--reason', 'Vacaciones');
    expect([status, out.match(/Reasignada a Eva Paz/g)]).toEqual([0, ['Reasignada a Eva Paz', 'Reasignada a Eva Paz']]);
    expect(await assignees()).toEqual([eva.id, eva.id]);
    expect(await readNotices(eva.id)).toEqual(['assigned', 'assigned']);
    expect(await readNotices(beto.id)).toEqual(['reassigned', 'reassigned']);
  });

  it('refuses the person who may not have the work, for each folio', async () => {
    await given(app.db).person({ firstName: 'Iván', lastName: 'Luna', email: 'ivan@demo.mx', department: 'PLANTA' });
    const { id } = await assigned('Uno');
    const { status, value } = await json('reassign', `${id}`, '--to', 'ivan@demo.mx');
    expect([status, value.rows]).toEqual([1, [{ id, success: false, error: expect.any(String), code: 'input.invalid' }]]);
    expect(await assignees()).toEqual([beto.id]);
  });
});

describe('activities reassign by a substitute without privilege', () => {
  const byEva = async (...words: string[]) => {
    const hers = await machine(await holding(app, eva));
    const outcome = await hers.bitacora(['activities', 'reassign', ...words]);
    await hers.leave();
    return outcome;
  };
  const away = () =>
    app.db('absences').insert({ userId: ana.id, substituteId: eva.id, fromOn: '2026-11-01', toOn: '2026-12-31', createdAt: NOW });

  it('finds the person among the eligible assignees', async () => {
    const ivan = await given(app.db).person({ firstName: 'Iván', lastName: 'Luna', department: 'VENTAS' });
    const { id } = await assigned('Uno');
    await away();
    expect(await byEva(`${id}`, '--to', 'Iván Luna')).toMatchObject({ status: 0, err: '' });
    expect(await assignees()).toEqual([ivan.id]);
    expect(await byEva(`${id}`, '--to', 'Nadie Más')).toMatchObject({ status: 2, out: '' });
  });

  it('without an absence answers as for work that does not exist', async () => {
    const { id } = await assigned('Uno');
    expect(await byEva(`${id}`, '--to', 'Beto Sanz')).toMatchObject({ status: 1, out: '' });
    await away();
    const { status, out } = await byEva(`${id}`, '999', '--to', beto.employeeNumber);
    expect([status, out.match(/999/)]).toEqual([1, expect.anything()]);
  });
});

describe('activities verify', () => {
  const completed = (description: string) =>
    assigned(description, { status: 'completed', startedAt: NOW, closedAt: NOW, resolution: 'Hecho' });

  it('verifies many at once', async () => {
    const [one, two] = [await completed('Uno'), await completed('Dos')];
    const { status, value } = await json('verify', `${one.id}`, `${two.id}`);
    expect([status, value]).toEqual([0, { total: 2, rows: [one, two].map(({ id }) => ({ id, success: true })) }]);
    expect(await app.db('activities').pluck('status')).toEqual(['verified', 'verified']);
  });

  it('rejects one with its reason', async () => {
    const { id } = await completed('Uno');
    expect(await bitacora('verify', `${id}`, '--reject', '--reason', 'Falta la foto')).toMatchObject({ status: 0, err: '' });
    expect(await app.db('activities').first('status', 'rejectedAt')).toEqual({ status: 'in_progress', rejectedAt: NOW });
    expect(await bitacora('verify', `${id}`, '--reject', '--reason', 'Otra vez')).toMatchObject({ status: 1, out: '' });
  });
});

describe('activities amend', () => {
  it('corrects what is named and leaves the rest', async () => {
    const { id } = await assigned('Contar el almasén', { priority: 'critical', createdAt: NOW });
    const { status, out } = await bitacora(
      'amend',
      `${id}`,
      '--description',
      'Contar el almacén',
      '--due',
      '2026-12-11',
      '--reason',
      'Errata',
    );
    expect([status, out]).toEqual([0, `Actividad ${id} corregida.\nFecha de entrega: 11 dic 2026\n`]);
    const row = await app.db('activities').first();
    expect(row).toMatchObject({
      description: 'Contar el almacén',
      priority: 'critical',
      topicId: topic.id,
      repeats: null,
      dueOn: '2026-12-11',
    });
    expect(await readNotices(beto.id)).toEqual(['amended']);
  });

  it('changes the topic and the repetition, and ends it with «no»', async () => {
    await given(app.db).topic({ name: 'Rutas', department: 'VENTAS' });
    const { id } = await assigned('Uno', { repeats: 'week' });
    expect(await bitacora('amend', `${id}`, '--topic', 'rutas', '--repeats', 'anual')).toMatchObject({ status: 0 });
    expect(await app.db('activities').first()).toMatchObject({ repeats: 'year' });
    for (const [until, stored] of [
      ['2099-12-01', '2099-12-01'],
      ['no', null],
    ] as const) {
      expect(await bitacora('amend', `${id}`, '--until', until)).toMatchObject({ status: 0 });
      expect(await app.db('activities').first()).toMatchObject({ repeats: 'year', repeatUntil: stored });
    }
    expect(await bitacora('amend', `${id}`, '--repeats', 'no')).toMatchObject({ status: 0 });
    expect(await app.db('activities').first()).toMatchObject({ repeats: null });
  });

  it('names the flag of what is refused', async () => {
    const { id } = await assigned('Uno', { createdAt: new Date('2026-11-01T18:00:00Z'), dueOn: calendarDate('2026-12-01') });
    expect(await bitacora('amend', `${id}`, '--due', '2026-11-11', '--reason', 'Error')).toMatchObject({
      status: 1,
      err: expect.stringMatching(/^--due: /),
    });
    expect(await bitacora('amend', `${id}`, '--description', ' ')).toMatchObject({
      status: 1,
      err: expect.stringMatching(/^--description: /),
    });
    expect(await bitacora('amend', `${id}`, '--description', 'Uno')).toMatchObject({ status: 1, out: '' });
  });
});

describe('activities show and comment', () => {
  it('prints the whole activity, with comments and history', async () => {
    const { id } = await assigned('Contar el almacén', { status: 'in_progress', startedAt: NOW });
    expect(await bitacora('comment', `${id}`, 'Ya llegó\nel material.')).toMatchObject({
      status: 0,
      out: `Comentario registrado en la actividad ${id}.\n`,
    });
    const { out } = await bitacora('show', `${id}`);
    for (const text of [
      'Responsable: Beto Sanz',
      'Contar el almacén',
      'Ana Ruiz: Ya llegó el material.',
      'agregó un comentario',
      'Sin evidencias',
    ])
      expect(out).toContain(text);
    const { value } = await json('show', `${id}`);
    expect(value).toMatchObject({
      id,
      objetive_project: 'Contar el almacén',
      status_project: 'In progress',
      expected_closing_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      comments: [{ responsible: 'Ana Ruiz', comment: 'Ya llegó\nel material.' }],
      images: [],
      history: [{ act: 'comment', channel: 'terminal', date: NOW.toISOString() }],
    });
    expect(await bitacora('comment', `${id}`, ' ')).toMatchObject({ status: 1, err: expect.stringMatching(/^<texto>: /) });
  });

  it('prints what came where one part cannot be read, and names that part', async () => {
    const { id } = await assigned('Contar el almacén', { status: 'in_progress', startedAt: NOW });
    await bitacora('comment', `${id}`, 'Ya llegó.');
    await app.db.raw('alter table images rename to images_away');
    try {
      const { status, out } = await bitacora('show', `${id}`);
      expect(out).toContain('Ana Ruiz: Ya llegó.');
      expect(out).toMatch(/Evidencias\nNo se pudo leer esta parte\. .+\n/);
      expect(out).toContain('agregó un comentario');
      expect(status).not.toBe(0);
      const { value } = await json('show', `${id}`);
      expect(value).toMatchObject({ id, images: null, comments: [{ comment: 'Ya llegó.' }] });
    } finally {
      await app.db.raw('alter table images_away rename to images');
    }
  });

  it('marks what was rejected, and what was assigned together', async () => {
    await assigned('Uno', { status: 'in_progress', rejectedAt: NOW, batchId: BATCH });
    const { id } = await given(app.db).activity({ owner: ana, assignee: eva, topic, batchId: BATCH });
    const [first] = await app.db('activities').orderBy('id');
    expect((await bitacora('show', `${first.id}`)).out).toMatch(/^Rechazada: 20 nov 2026, 12:00\nAsignada junto con otra\.\nEstado: /);
    expect((await bitacora('show', `${id}`)).out).toMatch(/^Asignada junto con otra\.\nEstado: /);
  });

  it('knows nothing of what the person may not see', async () => {
    const { id } = await given(app.db).activity({});
    await at.leave();
    at = await machine(await holding(app, beto, 'read'));
    expect(await bitacora('show', `${id}`)).toMatchObject({ status: 1, out: '', err: 'No se encontró la actividad.\n' });
  });
});

describe('notifications', () => {
  it('lists the notifications of a person, and marks as read what it shows', async () => {
    const { id } = await assigned('Contar el almacén');
    await bitacora('remind', `${id}`, '--message', '¿Cómo va?');
    await at.leave();
    at = await machine(await holding(app, beto));
    const unread = await at.bitacora(['notifications', '--unread', '--read', '--json']);
    expect([unread.status, JSON.parse(unread.out)]).toMatchObject([
      0,
      { total: 1, rows: [{ kind: 'reminded', activity_id: id, actor: 'Ana Ruiz', note: '¿Cómo va?', read_at: null }] },
    ]);
    expect((await at.bitacora(['notifications', '--unread'])).out).toBe('No tienes avisos sin leer.\n');
    const { out } = await at.bitacora(['notifications']);
    expect(out).toMatch(/recordatorio +Ana Ruiz +Contar el almacén +¿Cómo va\? +sí\n/);
    expect(out).toContain('1 aviso, 0 sin leer.');
  });
});

describe('what is typed wrong ends with 2 before anything is asked', () => {
  it.each<[string[], string]>([
    [['assign', '--description', 'x'], 'Faltan --topic, --to, --due.\nConsulta la ayuda con --help.\n'],
    [
      ['assign', '--due', 'mañanita'],
      '«mañanita» no es una fecha.\nEscríbela como 2026-11-20, 20/11/2026, 20 nov, viernes, mañana o +3d.\n',
    ],
    [['remind'], 'Falta el argumento <folios>.\nConsulta la ayuda con --help.\n'],
    [['remind', '12', 'doce'], '«doce» no es un folio.\nEl folio es el número de la actividad, por ejemplo 214.\n'],
    [['show', '0'], '«0» no es un folio.\nEl folio es el número de la actividad, por ejemplo 214.\n'],
    [['reassign', '12'], 'Falta --to.\nConsulta la ayuda con --help.\n'],
    [['amend', '12', '--reason', 'x'], 'Indica qué se corrige, por ejemplo --description.\n'],
    [['verify', '12', '--reject'], 'Falta --reason: di por qué se rechaza.\n'],
    [['verify', '12', '--reason', 'x'], '--reason acompaña a --reject.\n'],
    [['verify', '12', '13', '--reject', '--reason', 'x'], 'Cada rechazo lleva un motivo propio: nombra un solo folio.\n'],
  ])('bitacora activities %j', async (words, sentence) => {
    expect(await typed(['activities', ...words])).toMatchObject({ status: 2, out: '', err: sentence });
  });
});
