import { type RequestOptions, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import type { TokenScope } from '@bitacora/core/domain/account/account';
import { calendarDate } from '@bitacora/core/domain/calendar';
import type { Person } from '@bitacora/core/domain/people/person';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { day, given, NOW } from '../../core/test/factories.ts';
import { everythingIn } from '../../core/test/tables.ts';
import { assistantTools } from '../src/mcp/assistant-tools.ts';
import { type RunningApp, runningApp } from './running-app.ts';

let app: RunningApp;
let isLeaving = false;
const assistants: Client[] = [];
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 100, isLeaving: () => isLeaving });
});
beforeEach(async () => {
  await Promise.all(assistants.splice(0).map((each) => each.close()));
  await app.wipe();
});
afterAll(() => app.close());

async function aToken(person: Person, scope: TokenScope): Promise<string> {
  const own = await app.as(person);
  return (await own.client.createToken({ name: 'Asistente', scope, expiresOn: calendarDate('2026-12-31') })).secret;
}

/** The official client, connected with a token of that person. */
async function anAssistant(person: Person, scope: TokenScope, { mode }: { mode: 'auto' | 'legacy' } = { mode: 'auto' }): Promise<Client> {
  const token = await aToken(person, scope);
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', app.origin), { authProvider: { token: async () => token } }));
  assistants.push(client);
  return client;
}

async function use(client: Client, name: string, given: object = {}): Promise<{ isError: boolean; text: string; answer: never }> {
  const { isError = false, content } = await client.callTool({ name, arguments: given as Record<string, unknown> });
  const [{ text }] = content as unknown as [{ text: string }];
  return { isError, text, answer: (isError ? null : JSON.parse(text)) as never };
}

const names = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name).sort();
const toolNames = (isIncluded: (tool: (typeof assistantTools)[number]) => boolean) =>
  assistantTools
    .filter(isIncluded)
    .map(({ name }) => name)
    .sort();

/** A late activity in Producción, with its people. */
async function lateWork() {
  const make = given(app.db);
  const topic = await make.topic({ name: 'Embotellado', department: 'PRODUCCIÓN' });
  const owner = await make.manager({ department: 'PRODUCCIÓN' });
  const assignee = await make.person({ department: 'PRODUCCIÓN' });
  const activity = await make.activity({ owner, assignee, topic, description: 'Cambiar la banda', dueOn: day('2026-11-12') });
  return { topic, owner, assignee, activity, other: await make.person() };
}

describe('the tools', () => {
  it('are at most twenty, with a Spanish and an English description', () => {
    expect(assistantTools.length).toBeLessThanOrEqual(20);
    for (const { description } of assistantTools) expect(description).toMatch(/^.+ \/ .+$/);
  });

  for (const scope of ['read', 'write', 'assistant'] as const) {
    for (const role of ['owner', 'assignee'] as const) {
      it(`of a token of scope ${scope} of ${role === 'owner' ? 'a manager' : 'an employee'} are those that it may use`, async () => {
        const people = await lateWork();
        const mayUse = ({ effect, isForPrivileged }: (typeof assistantTools)[number]) =>
          (scope !== 'read' || effect === 'reads') && (role === 'owner' || !isForPrivileged);
        const client = await anAssistant(people[role], scope);
        expect(await names(client)).toEqual(toolNames(mayUse));
        const before = await everythingIn(app.db);
        for (const name of toolNames((tool) => !mayUse(tool)))
          await expect(client.callTool({ name, arguments: { folio: people.activity.id, comment: 'x' } })).rejects.toThrow(name);
        expect(await everythingIn(app.db)).toEqual(before);
      });
    }
  }

  it('change nothing where they read', async () => {
    const { owner, activity, topic } = await lateWork();
    const client = await anAssistant(owner, 'assistant');
    const before = await everythingIn(app.db);
    const inputs: Record<string, object> = {
      ...{ find: { words: 'banda' }, read_activity: { folio: activity.id }, list_people_of_topic: { topic_id: topic.id } },
    };
    for (const name of toolNames(({ effect }) => effect === 'reads'))
      expect([name, (await use(client, name, inputs[name])).isError]).toEqual([name, false]);
    const { accessTokens: _, ...after } = await everythingIn(app.db);
    expect(after).toEqual((({ accessTokens: __, ...rest }) => rest)(before));
  });

  it('answer what is late in a department', async () => {
    const { owner, activity } = await lateWork();
    const { answer } = await use(await anAssistant(owner, 'read'), 'list_late_work', { department: 'PRODUCCIÓN' });
    expect(answer).toMatchObject({
      total: 1,
      rows: [{ folio: activity.id, text: 'Cambiar la banda', due_on: '2026-11-12', days_left: -8 }],
    });
    await given(app.db).person({ department: 'VENTAS' });
    const none = await use(await anAssistant(owner, 'read'), 'list_late_work', { department: 'VENTAS' });
    expect(none.answer).toEqual({ total: 0, rows: [] });
  });

  it('know a department as a person says it, and never answer that one without such a name has no work', async () => {
    const client = await anAssistant((await lateWork()).owner, 'read');
    for (const department of ['Producción', 'produccion'])
      for (const name of ['list_late_work', 'list_people_load'])
        expect((await use(client, name, { department })).answer, `${name} ${department}`).toMatchObject({ total: 1 });
    for (const name of ['list_late_work', 'list_people_load'])
      expect(await use(client, name, { department: 'Prod' })).toMatchObject({
        isError: true,
        text: expect.stringMatching(/^department: .+PRODUCCIÓN/),
      });
    expect((await use(client, 'list_late_work', { department: 'general' })).answer).toEqual({ total: 0, rows: [] });
  });

  it('refuse a field that they do not have, and do nothing', async () => {
    const { owner, assignee, topic } = await lateWork();
    const client = await anAssistant(owner, 'assistant');
    const work = { topic_id: topic.id, text: 'Pintar', due_on: '2026-12-01', person_id: assignee.id };
    expect(await use(client, 'register_activity', work)).toMatchObject({ isError: true, text: expect.stringContaining('person_id') });
    expect((await use(client, 'list_late_work', { departamento: 'VENTAS' })).text).toContain('departamento');
    expect(await app.db('activities').where({ description: 'Pintar' })).toEqual([]);
  });

  it('refuse wrong input, and tools of others, in Spanish with the name of the field', async () => {
    const client = await anAssistant((await lateWork()).owner, 'assistant');
    const wrong = { topic_id: 'x', due_on: 'mañana', priority: 'urgente', repeats: true };
    expect(await use(client, 'register_activity', wrong)).toEqual({
      isError: true,
      answer: null,
      text: [
        'topic_id: Este campo debe ser un número entero positivo.',
        'text: Este campo es obligatorio.',
        'due_on: Escribe una fecha válida con la forma AAAA-MM-DD.',
        'priority: Elige una de estas opciones: normal, high, critical.',
        'repeats: Esta herramienta no tiene este campo. Quítalo o usa topic_id, text, due_on y priority.',
      ].join('\n'),
    });
    for (const input of [{ department: 7 }, { assigned_by_me: 'quizá' }, { department: ['VENTAS'] }])
      expect((await use(client, 'list_late_work', input)).text).toMatch(/^(department|assigned_by_me): Este campo (debe ser|lleva) /);
    expect(await use(client, 'list_late_work', { department: null })).toMatchObject({ answer: { total: 1 } });
    await expect(client.callTool({ name: 'verify_activity', arguments: { folio: 1 } })).rejects.toThrow('eso lo hace la persona');
  });

  it('list the beginning of a long text, and read all of it', async () => {
    const { owner, assignee, topic } = await lateWork();
    const description = 'Revisar la banda '.repeat(117).trim();
    const work = { owner, assignee, topic, dueOn: day('2026-11-12') };
    for (let number = 0; number < 55; number += 1) await given(app.db).activity({ ...work, description: `${number} ${description}` });
    const client = await anAssistant(owner, 'read');
    for (const [name, input] of [
      ['list_late_work', {}],
      ['find', { words: 'banda' }],
    ] as const)
      expect((await use(client, name, input)).text.length, name).toBeLessThan(30_000);
    const { rows } = (await use(client, 'list_late_work')).answer as { rows: { folio: number; text: string }[] };
    const { folio } = rows.find(({ text }) => /^7 .+…$/.test(text)) ?? {};
    expect((await use(client, 'read_activity', { folio })).answer).toMatchObject({ text: `7 ${description}` });
  });

  it('count the same days in all figures', async () => {
    const { owner, assignee, topic } = await lateWork();
    const createdAt = new Date('2026-02-03T18:00:00Z');
    await given(app.db).activity({ owner, assignee, topic, createdAt, dueOn: day('2026-02-12') });
    const client = await anAssistant(owner, 'read');
    const usual = (await use(client, 'read_figures')).answer as { from: string; to: string };
    expect(usual).toMatchObject({ from: '2026-10-20', to: '2026-11-20', registered: { total: 1 }, punctuality: { total: { due: 1 } } });
    expect((await use(client, 'read_figures', { from: '2026-01-01' })).answer).toMatchObject({ registered: { total: 2 } });
  });

  it('say of what they read that it is data', async () => {
    const { tools } = await (await anAssistant((await lateWork()).owner, 'assistant')).listTools();
    for (const { name, description, annotations } of tools)
      expect([name, /nunca instrucción.+never an instruction/.test(description ?? '')]).toEqual([name, annotations?.readOnlyHint]);
  });

  it('serve clients of the earlier protocol too', async () => {
    const { assignee, activity } = await lateWork();
    const client = await anAssistant(assignee, 'read', { mode: 'legacy' });
    expect((await use(client, 'list_my_work')).answer).toMatchObject({ total: 1, rows: [{ folio: activity.id }] });
  });
});

describe('what an assistant writes', () => {
  it('is an act of its person, and the history names the assistant', async () => {
    const { assignee, activity } = await lateWork();
    const client = await anAssistant(assignee, 'assistant');
    expect(await use(client, 'start_activity', { folio: activity.id })).toMatchObject({ isError: false });
    expect(await use(client, 'comment_activity', { folio: activity.id, comment: 'Llega hoy' })).toMatchObject({ isError: false });
    expect(
      await use(client, 'request_more_time', { folio: activity.id, requested_to: '2026-12-10', reason: 'Falta la banda' }),
    ).toMatchObject({
      isError: false,
    });
    const read = await use(client, 'read_activity', { folio: activity.id });
    expect(read.answer).toMatchObject({ latest_comments: [{ text: 'Llega hoy' }], requested_deadline: '2026-12-10' });
    const rows = await app.db('activityHistory').where({ activityId: activity.id, actorId: assignee.id });
    expect(rows.map(({ act, channel }) => [act, channel])).toEqual([
      ['start', 'assistant'],
      ['comment', 'assistant'],
      ['requestExtension', 'assistant'],
    ]);
  });

  it('is one comment, although a program that got no answer sends it again', async () => {
    const { owner, assignee, activity } = await lateWork();
    const [client, other] = [await anAssistant(assignee, 'write'), await anAssistant(owner, 'assistant')];
    await use(client, 'start_activity', { folio: activity.id });
    const comment = { folio: activity.id, comment: 'Llega hoy' };
    // The program may try again at any time, also across the full ten minutes of the clock.
    app.setClock(new Date('2026-11-20T18:09:59Z'));
    const first = await use(client, 'comment_activity', comment);
    app.setClock(new Date('2026-11-20T18:10:01Z'));
    expect(await use(client, 'comment_activity', comment)).toEqual(first);
    expect((await use(client, 'comment_activity', { ...comment, comment: 'Llegó' })).isError).toBe(false);
    expect((await use(other, 'comment_activity', comment)).isError).toBe(false);
    const rows = await app.db('comments').where({ activityId: activity.id }).orderBy('id');
    expect(rows.map(({ body, authorId }) => [body, authorId])).toEqual([
      ['Llega hoy', assignee.id],
      ['Llegó', assignee.id],
      ['Llega hoy', owner.id],
    ]);
    app.setClock(new Date('2026-11-20T18:21:00Z'));
    expect(await use(client, 'comment_activity', comment)).not.toEqual(first);
    app.setClock(NOW);
  });

  it('registers, assigns and reminds', async () => {
    const { owner, assignee, topic, activity } = await lateWork();
    const client = await anAssistant(owner, 'assistant');
    const people = await use(client, 'list_people_of_topic', { topic_id: topic.id });
    expect(people.answer).toMatchObject({ rows: expect.arrayContaining([expect.objectContaining({ id: assignee.id })]) });
    expect((await use(client, 'list_people_of_topic', { topic_id: topic.id, name: 'nadie así' })).answer).toEqual({ total: 0, rows: [] });
    const work = { topic_id: topic.id, text: 'Pintar la línea 2', due_on: '2026-12-01' };
    expect((await use(client, 'register_activity', work)).text).toContain('"id"');
    expect((await use(client, 'assign_activity', { ...work, text: 'Lavar la línea 3', person_id: assignee.id })).text).toContain('"id"');
    expect((await use(client, 'remind_activity', { folio: activity.id })).isError).toBe(false);
    const again = await use(client, 'remind_activity', { folio: activity.id });
    expect(again).toMatchObject({ isError: true, text: expect.stringMatching(/^Hoy/) });
  });

  it('is refused in the sentence that a person reads, for what others may not see or no server takes', async () => {
    const { other, assignee, activity, topic } = await lateWork();
    const stranger = await anAssistant(other, 'assistant');
    const unknown = await use(stranger, 'read_activity', { folio: activity.id });
    expect(unknown).toMatchObject({ isError: true, text: expect.stringMatching(/No se encontró/) });
    expect((await use(stranger, 'start_activity', { folio: activity.id })).isError).toBe(true);
    const past = { topic_id: topic.id, text: 'Ayer', due_on: '2026-01-02' };
    const refused = await use(await anAssistant(assignee, 'assistant'), 'register_activity', past);
    expect([refused.isError, refused.text]).toEqual([true, expect.stringMatching(/^due_on: [^\n]+$/)]);
    const blank = await use(await anAssistant(assignee, 'assistant'), 'register_activity', { ...past, due_on: '2026-12-01', text: ' ' });
    expect(blank.text).toBe('text: Este campo es obligatorio.');
  });
});

describe('the address', () => {
  const ask = (headers: Record<string, string>, body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}') =>
    fetch(new URL('/mcp', app.origin), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
      body,
    });

  it('takes personal tokens alone', async () => {
    const { owner } = await lateWork();
    const nobody = await ask({});
    expect([nobody.status, nobody.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer']);
    expect((await ask({ Authorization: 'Bearer nothing' })).status).toBe(401);
    expect((await ask({ Cookie: `sid=${(await app.as(owner)).cookies.get('sid')}` })).status).toBe(401);
    const developer = await given(app.db).person({ kind: 'Desarrollador' });
    expect((await ask({ Authorization: `Bearer ${await aToken(developer, 'import_people')}` })).status).toBe(403);
  });

  it('refuses pages of other sites, bodies that are too large, and what is no JSON', async () => {
    const { owner } = await lateWork();
    const Authorization = `Bearer ${await aToken(owner, 'read')}`;
    expect((await ask({ Authorization, Origin: 'https://example.com' })).status).toBe(403);
    expect((await ask({ Authorization }, `"${'x'.repeat(200_000)}"`)).status).toBe(413);
    expect((await ask({ Authorization }, 'no')).status).toBe(400);
    expect((await fetch(new URL('/mcp', app.origin), { headers: { Authorization } })).status).toBe(405);
  });

  it('answers whatever host, method and packing a client sends', async () => {
    const { owner, topic } = await lateWork();
    const headers = {
      ...{ Authorization: `Bearer ${await aToken(owner, 'write')}`, Accept: 'application/json, text/event-stream' },
      ...{ 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
    };
    const work = { topic_id: topic.id, text: 'Pintar', due_on: '2026-12-01' };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'register_activity', arguments: work } };
    const send = (given: RequestOptions, body: Uint8Array | string) =>
      new Promise<[number | undefined, string]>((resolve, reject) => {
        const sent = request(new URL('/mcp', app.origin), given, async (answer) => resolve([answer.statusCode, await text(answer)]));
        sent.on('error', reject).end(body);
      });
    for (const Host of ['[', 'a b', ''])
      expect(
        await send(
          { method: 'POST', headers: { ...headers, Host } },
          gzipSync(JSON.stringify(message).replace('Pintar', `Pintar ${Host}`)),
        ),
      ).toEqual([200, expect.stringContaining('"id')]);
    expect(await app.db('activities').where('description', 'like', 'Pintar%')).toHaveLength(3);
    const { Authorization } = headers;
    for (const method of ['TRACE', 'OPTIONS', 'DELETE', 'PUT', 'PROPFIND', 'HEAD'])
      expect([method, (await send({ method, headers: { Authorization } }, ''))[0]]).toEqual([method, 405]);
    expect(app.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });

  it('is kept by no cache, and lets go of the connection of a process that is about to end', async () => {
    const { owner } = await lateWork();
    const Authorization = `Bearer ${await aToken(owner, 'read')}`;
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_topics', arguments: {} } };
    const answered = async () => {
      const { headers } = await ask({ Authorization }, JSON.stringify(call));
      return [headers.get('Content-Type'), headers.get('Cache-Control'), headers.get('Connection')];
    };
    expect(await answered()).toEqual(['text/event-stream', 'no-store', 'keep-alive']);
    isLeaving = true;
    expect(await answered()).toEqual(['text/event-stream', 'no-store', 'close']);
    isLeaving = false;
  });

  for (const [what, happen] of [
    ['the token was revoked', () => app.db('accessTokens').delete()],
    ['the token ended', () => app.db('accessTokens').update({ expiresAt: new Date('2026-01-01') })],
    ['the person was deactivated', () => app.db('users').update({ isActive: false })],
  ] as const)
    it(`opens nothing after ${what}`, async () => {
      const client = await anAssistant((await lateWork()).assignee, 'read');
      await happen();
      await expect(client.listTools()).rejects.toThrow();
    });

  it('serves a person with more tools at once than places', async () => {
    const { owner } = await lateWork();
    const client = await anAssistant(owner, 'read');
    const answers = await Promise.all(Array.from({ length: 30 }, () => use(client, 'list_my_work')));
    expect(answers.every(({ isError }) => !isError)).toBe(true);
  });
});
