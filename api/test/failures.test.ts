import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { given } from '../../core/test/factories.ts';
import { everythingIn } from '../../core/test/tables.ts';
import type { Browser } from './browser.ts';
import { type RunningApp, runningApp } from './running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 100 });
});
beforeEach(() => app.wipe());
afterAll(() => app.close());

async function setUp() {
  const person = await given(app.db).person();
  const activity = await given(app.db).ownActivity(person, { status: 'in_progress' });
  return { person, activity, mine: await app.as(person) };
}

/** The failure shape, and nothing of how we are built. */
function expectFailure(answer: Awaited<ReturnType<Browser['call']>>, status: number, code: string) {
  expect([answer.status, answer.body]).toEqual([status, expect.objectContaining({ success: false, error: expect.any(String), code })]);
  expect(answer.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
  expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(answer.headers.get('X-Powered-By')).toBeNull();
  expect(answer.bytes.toString()).not.toMatch(/ at .*\.ts|select |insert |zod|koa|postgres/i);
}

const COMMENT = '/api/record_comments_activity';

describe('an address that is none', () => {
  it.each([
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/nothing'],
    ['POST', '/api/nothing/at/all'],
    ['GET', '/api/login'],
    ['DELETE', '/api/get_my_activities'],
    ['PATCH', COMMENT],
    ['GET', '/api/get_activity'],
    ['GET', '/api/get_activity/1/2'],
    ['GET', '/api/__proto__'],
  ])('%s %s is a 404 in the same shape', async (method, path) => {
    const { mine } = await setUp();
    expectFailure(await mine.call(method, path), 404, 'route.unknown');
  });

  it('a path that no one can decode is an answer in the same shape too', async () => {
    const { mine } = await setUp();
    for (const path of ['/api/get_activity/%E0%A4%A', '/api/images/%']) {
      const answer = await mine.call('GET', path);
      expect([path, answer.status]).toEqual([path, expect.toSatisfy((status: number) => status === 400 || status === 404)]);
      expect(answer.body).toMatchObject({ success: false, error: expect.any(String) });
    }
  });
});

describe('a body that cannot be read', () => {
  it.each([
    ['half a JSON', '{"activitie_id": 1,'],
    ['no JSON at all', 'activitie_id=1&comment=Hola'],
    ['an array', '[]'],
    ['a text', '"hola"'],
    ['null', 'null'],
    ['a number', '7'],
    ['lists in lists in lists', `${'['.repeat(40_000)}${']'.repeat(40_000)}`],
    ['objects in objects in objects', `${'{"a":'.repeat(15_000)}1`],
    ['an array of bodies', '[{"activitie_id":1,"comment":"Hola"}]'],
  ])('%s', async (_, body) => {
    const { mine } = await setUp();
    const before = await everythingIn(app.db);
    const headers = { 'Content-Type': 'application/json' };
    expectFailure(await mine.call('POST', COMMENT, { body, headers }), 400, 'input.unreadable');
    expect(await everythingIn(app.db)).toEqual(before);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'text/html',
    'application/xml',
    'multipart/form-data; boundary=x',
    'nonsense',
  ])('JSON called %s', async (type) => {
    const { mine, activity } = await setUp();
    const before = await everythingIn(app.db);
    const body = JSON.stringify({ activitie_id: activity.id, comment: 'Hola' });
    expectFailure(await mine.call('POST', COMMENT, { body, headers: { 'Content-Type': type } }), 415, 'input.wrongType');
    expect(await everythingIn(app.db)).toEqual(before);
  });

  it('more than 100 kB, also when packed small', async () => {
    const { mine, activity } = await setUp();
    const body = JSON.stringify({ activitie_id: activity.id, comment: 'x'.repeat(100_001) });
    expectFailure(await mine.call('POST', COMMENT, { body: JSON.parse(body) }), 413, 'input.tooLarge');
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
    expectFailure(await mine.call('POST', COMMENT, { body: new Uint8Array(gzipSync(body)), headers }), 413, 'input.tooLarge');
  });

  it('no body at all names what is missing', async () => {
    const { mine } = await setUp();
    const answer = await mine.call('POST', COMMENT);
    expectFailure(answer, 400, 'input.invalid');
    expect(answer.body).toMatchObject({
      fields: { activitie_id: 'Este campo es obligatorio.', comment: 'El comentario no puede estar vacío.' },
    });
  });
});

describe('values of the wrong kind', () => {
  const odd: unknown[] = [
    [],
    [1],
    {},
    { toString: 'x' },
    true,
    null,
    1.5,
    -1,
    0,
    1e21,
    2_147_483_648,
    '',
    ' ',
    '1 or 1=1',
    '١',
    '1e3',
    '0x10',
    'NaN',
  ];

  it.each(odd.map((value) => [value]))('a folio of %j', async (value) => {
    const { mine } = await setUp();
    const before = await everythingIn(app.db);
    const answer = await mine.call('POST', COMMENT, { body: { activitie_id: value, comment: 'Hola' } });
    expectFailure(answer, 400, 'input.invalid');
    expect(Object.keys((answer.body as { fields: object }).fields)).toEqual(['activitie_id']);
    expect(await everythingIn(app.db)).toEqual(before);
  });

  it.each([[['Hola']], [{ a: 1 }], [7], [true], [null], ['   '], ['a\u0000b'], ['\ud800'], ['x'.repeat(2001)]])(
    'a comment of %j',
    async (value) => {
      const { mine, activity } = await setUp();
      const before = await everythingIn(app.db);
      const answer = await mine.call('POST', COMMENT, { body: { activitie_id: activity.id, comment: value } });
      expectFailure(answer, 400, 'input.invalid');
      expect(Object.keys((answer.body as { fields: object }).fields)).toEqual(['comment']);
      expect(await everythingIn(app.db)).toEqual(before);
    },
  );

  it.each(['abc', '0', '-1', '1.5', '99999999999999999999', '1;drop table users', '%00', '[]'])(
    'a folio of %j in the address',
    async (value) => {
      const { mine } = await setUp();
      expectFailure(await mine.call('GET', `/api/get_activity/${value}`), 400, 'input.invalid');
    },
  );

  it.each([[['2026-11-01']], [{ $gt: '' }], ['2026-13-01'], ['01/11/2026'], [20261101]])('a range that begins on %j', async (value) => {
    const boss = await app.as(await given(app.db).manager());
    const answer = await boss.call('POST', '/api/get_user_assigned_activities', { body: { start_date: value } });
    expectFailure(answer, 400, 'input.invalid');
    expect((answer.body as { fields: object }).fields).toHaveProperty('start_date');
  });
});

describe('what was not asked for', () => {
  it('is neither taken nor kept: no column of the row can be set by naming it', async () => {
    const { mine, person, activity } = await setUp();
    const other = await given(app.db).person();
    const smuggled = {
      id: 1,
      id_user_owner: other.id,
      ownerId: other.id,
      owner_id: other.id,
      id_user_assigned: other.id,
      assigneeId: other.id,
      status: 'Verified',
      status_project: 'Verified',
      verification_date: '2026-01-01T00:00:00Z',
      verifiedAt: '2026-01-01T00:00:00Z',
      created_at: '2020-01-01T00:00:00Z',
      type_user: 'Desarrollador',
      position: 'GERENTE',
    };
    const topic = await given(app.db).topic();
    const body = { id_project: topic.id, objective: 'Mía', priority: 'Normal', due_date: '2026-12-01', ...smuggled };
    const { status, body: reply } = await mine.call('POST', '/api/create_my_new_activity', { body });
    expect(status).toBe(200);
    expect(
      await app
        .db('activities')
        .where({ id: (reply as { id: number }).id })
        .first(),
    ).toMatchObject({
      ownerId: person.id,
      assigneeId: person.id,
      status: 'not_started',
      verifiedAt: null,
    });
    await mine.call('POST', COMMENT, { body: { activitie_id: activity.id, comment: 'Hola', id_user: other.id, authorId: other.id } });
    expect(await app.db('comments')).toMatchObject([{ authorId: person.id }]);
    expect(await app.db('users').where({ id: person.id }).first()).toMatchObject({ kind: 'Usuario', position: 'ANALISTA' });
  });

  it('keys that every object has change nothing', async () => {
    const { mine, activity } = await setUp();
    const text = `{"activitie_id": ${activity.id}, "comment": "Hola", "__proto__": {"isAdmin": true}, "constructor": {"prototype": {"isAdmin": true}}}`;
    const { status } = await mine.call('POST', COMMENT, { body: text, headers: { 'Content-Type': 'application/json' } });
    expect([200, 400]).toContain(status);
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
  });
});

it('any text is kept character by character', async () => {
  const { mine, activity } = await setUp();
  const texts = [
    "'; drop table users; --",
    '<img src=x onerror=alert(1)>',
    '=HYPERLINK("x")',
    '100% de _todo_',
    '🙂 ñandú\tÁ',
    'línea 1\nlínea 2',
  ];
  for (const comment of texts) await mine.call('POST', COMMENT, { body: { activitie_id: activity.id, comment } });
  expect((await mine.client.listComments({ activityId: activity.id })).map(({ body }) => body)).toEqual(texts);
});

it('a failure of ours is reported in one neutral sentence with a number that the log has too', async () => {
  const { mine } = await setUp();
  await app.db.raw('ALTER TABLE comments RENAME TO comments_away');
  try {
    const { id } = (await app.db('activities').first()) as { id: number };
    const answer = await mine.call('GET', `/api/call_comments_by_activity/${id}`);
    expect(answer.status).toBe(500);
    const { error } = answer.body as { error: string };
    const requestId = /[0-9a-f-]{36}/.exec(error)?.[0];
    expect(answer.body).toEqual({ success: false, error: `Ocurrió un error inesperado. Si se repite, cita este número: ${requestId}` });
    expect(app.logged.find((line) => line.requestId === requestId && line.err)).toBeTruthy();
  } finally {
    await app.db.raw('ALTER TABLE comments_away RENAME TO comments');
  }
});

it('the log names who did what and never what they wrote', async () => {
  const { mine, person, activity } = await setUp();
  await mine.call('POST', COMMENT, { body: { activitie_id: activity.id, comment: 'palabra-confidencial' } });
  const line = app.logged.findLast(({ endpoint }) => endpoint === 'commentActivity');
  expect(line).toMatchObject({ method: 'POST', status: 200, userId: person.id });
  expect(JSON.stringify(app.logged)).not.toContain('palabra-confidencial');
  expect(JSON.stringify(app.logged)).not.toContain(mine.cookies.get('sid'));
});

it('answers anybody who asks whether it lives and is ready', async () => {
  expect(await app.visitor().call('GET', '/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
  expect(await app.visitor().call('GET', '/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
});
