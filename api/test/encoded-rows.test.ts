import { randomUUID } from 'node:crypto';
import { endpoints } from '@bitacora/core/contract';
import { lapses, statuses } from '@bitacora/core/domain/activities/activity';
import { EncodedRows, hashOf } from '@bitacora/core/server';
import { encodedPending, listMyPending } from '@bitacora/core/use-cases/activities/read-activity';
import { encodedAllActivities, listAllActivities } from '@bitacora/core/use-cases/reports/read-reports';
import type { UseCase } from '@bitacora/core/use-cases/use-case';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type TestDatabase, testDatabase } from '../../core/test/database.ts';
import { day, given, NOW } from '../../core/test/factories.ts';
import { type Stage, stage } from '../../core/test/stage.ts';
import { activityFields } from '../src/http/activity-fields.ts';
import { runningApp } from './running-app.ts';

let database: TestDatabase;
let on: Stage;
let reader: Awaited<ReturnType<ReturnType<typeof given>['manager']>>;

const text = fc.string({
  unit: fc.constantFrom(
    ...'aÑ "\\/<%_\n\t\r\b\f',
    '🙂',
    'é',
    '\u2028',
    '\u007f',
    '\u0001',
    '$1',
    '</script>',
    ',"captured_at":null',
    '{"tick" : "{}"}',
  ),
  minLength: 1,
});

beforeAll(async () => {
  database = await testDatabase();
  on = stage(database.db);
  const make = given(database.db);
  reader = await make.manager({ firstName: 'Ma"ría', lastName: 'O\\Neil' });
  const other = await make.person();
  const topics = [await make.topic({ description: null }), await make.topic({ name: 'Redes "A"', description: 'Á\n<b>' })];
  for (const [place, words] of fc.sample(text, { numRuns: 60, seed: 22 }).entries()) {
    await make.activity({
      owner: place % 3 ? other : reader,
      assignee: place % 2 ? reader : other,
      topic: topics[place % topics.length],
      description: `${place} ${words}`,
      status: statuses[place % statuses.length],
      priority: (['normal', 'high', 'critical'] as const)[place % 3],
      repeats: lapses[place % 4] ?? null,
      createdAt: new Date(NOW.getTime() - place * 86_400_001),
      dueOn: day('2026-11-20'),
      ...(place % 5 === 0 && { extendedTo: day('2026-12-01'), extensionReason: words }),
      minimumImages: place % 3,
      checklist:
        place % 4 ? null : [{ text: words, tickedById: place % 8 ? null : reader.id, tickedAt: place % 8 ? null : NOW.toISOString() }],
      lastActOn: day(place % 2 ? '2026-11-20' : '2026-10-31'),
    });
  }
});
afterAll(() => database.close());

const read = async <Input, Result>(useCase: UseCase<Input, Result>, input: Input): Promise<Result> =>
  (await on.core.perform({ useCase, actor: { ...reader, channel: 'web' }, channel: 'web', input, effect: 'reads' })).result;

it('a list that the database writes is, byte for byte, the list that the contract encodes', async () => {
  const rows = await read(listMyPending, {});
  const encoded = await read(encodedPending(activityFields), {});
  expect(encoded).toBeInstanceOf(EncodedRows);
  expect(rows).toHaveLength((encoded as EncodedRows).count);
  expect((encoded as EncodedRows).json).toBe(JSON.stringify(z.encode(endpoints.listMyPending.reply, rows as never)));
});

it('so is a page of a report, in any order', async () => {
  for (const column of ['urgency', 'createdAt', 'description', 'assignee', 'status'] as const) {
    const input = { reportStatuses: statuses, page: 2, pageSize: 25, sort: { column, isDescending: column === 'createdAt' } };
    const [page, encoded] = [await read(listAllActivities, input), await read(encodedAllActivities(activityFields), input)];
    const { rows } = page as unknown as { rows: unknown[] };
    expect(rows).toHaveLength(25);
    expect((encoded as unknown as { rows: EncodedRows }).rows.json).toBe(
      JSON.stringify(z.encode(endpoints.listMyPending.reply, rows as never)),
    );
  }
});

const sha256 = 'a'.repeat(64);
const instants = ['2026-11-20T18:00:00.000Z', '2026-11-20T18:00:00.010Z', '2026-01-01T06:59:59.999Z'];

/** History rows of each kind: with a note, with a sentence of facts, and with what is left out where it is missing. */
const entryFacts = (words: string): [act: string, note: string | null, facts: object | null][] => [
  ['register', null, {}],
  ['register', null, null],
  ['extend', null, { extendedTo: '2026-12-01', reason: words }],
  ['extend', words, { extendedTo: '2026-12-01' }],
  ['comment', null, { comment: { id: 7, sha256 }, capturedAt: instants[2] }],
  ['import', null, { imported: { file: words, sheet: '', row: 1_200, ofAssignee: 3, dates: {} } }],
  ['reassign', null, { reassigned: { from: words, to: 'Ana' }, capturedAt: instants[1] }],
  ['addEvidence', null, { evidence: [] }],
  ['tick', null, {}],
];

/** Comments, evidence and history of an activity, as random as its texts. */
async function addParts(activityId: number, words: readonly string[], people: readonly (number | null)[]): Promise<void> {
  const { db } = database;
  const rows = words.map((word, place) => {
    const [at, captured] = [new Date(instants[place % 3] as string), place % 2 ? null : new Date(instants[1] as string)];
    const authorId = people[place % 2];
    const comment = { activityId, authorId, body: word, writtenAt: at, capturedAt: captured, canceledAt: place % 5 ? null : at };
    const image = {
      id: randomUUID(),
      activityId,
      position: place,
      name: word,
      mediaType: 'image/png',
      sha256,
      sizeBytes: 1,
      width: 2,
      height: 3,
      uploadedById: authorId,
      uploadedAt: at,
      capturedAt: captured,
      capturedSha256: captured && sha256,
      withdrawnAt: place % 4 ? null : at,
    };
    const entries = entryFacts(word).map(([act, note, facts], index) => ({
      activityId,
      act,
      note,
      facts: facts && JSON.stringify(facts),
      actorId: people[(place + index) % 3],
      at,
      channel: index % 2 ? 'web' : 'terminal',
      fromStatus: index ? statuses[index % statuses.length] : null,
      toStatus: statuses[place % statuses.length],
    }));
    return { comment, image, entries };
  });
  await db('comments').insert(rows.map(({ comment }) => comment));
  await db('images').insert(rows.map(({ image }) => image));
  await db('activityHistory').insert(rows.flatMap(({ entries }) => entries));
}

it('an activity that comes with the session is, byte for byte, the one that the contract encodes', async () => {
  const { db } = database;
  const make = given(db);
  const [owner, other] = [await make.person({ firstName: 'Ma"ría', lastName: '' }), await make.person()];
  const app = await runningApp({ database: { ...database, close: async () => {} } });
  const stranger = { Cookie: `sid=${await make.session(await make.person())}` };
  const cookie = { Cookie: `sid=${await make.session(owner)}` };
  const [secret, expiresAt] = ['a token of the test', new Date(NOW.getTime() + 60_000)];
  await db('accessTokens').insert({
    userId: owner.id,
    secretHash: hashOf(secret),
    prefix: 'a',
    name: 'Prueba',
    scope: 'read',
    channel: 'terminal',
    createdAt: NOW,
    expiresAt,
  });
  const bytesOf = async (address: string, headers: Record<string, string>) => {
    const response = await fetch(app.origin + address, { headers });
    return { status: response.status, text: await response.text() };
  };
  const statements: string[] = [];
  db.on('query', ({ options }: { options?: { name?: string } }) => void statements.push(options?.name ?? ''));
  const samples = fc.sample(fc.array(text, { minLength: 1, maxLength: 4 }), { numRuns: statuses.length, seed: 22 });
  for (const [place, words] of samples.entries()) {
    const [status, place2] = [statuses[place % statuses.length], place % 2];
    const checklist = place2 ? [{ text: words[0] as string, tickedById: owner.id, tickedAt: NOW.toISOString() }] : null;
    const activity = await make.activity({ owner, assignee: place2 ? other : owner, status, description: words.join(' '), checklist });
    if (place2) await db('activities').where({ id: activity.id }).update({ batchId: randomUUID() });
    await addParts(activity.id, words, [owner.id, other.id, null]);
    const some = ['', '?include=history', '?include=evidence', '?include=history,history'][place % 4];
    for (const query of [some, '?include=comments,evidence,history']) {
      const address = `/api/get_activity/${activity.id}${query}`;
      const usual = await bytesOf(address, { Authorization: `Bearer ${secret}` });
      statements.length = 0;
      const encoded = await bytesOf(address, cookie);
      expect(statements).not.toContain('historyOf');
      expect(encoded).toEqual(usual);
      expect(encoded.status).toBe(200);
    }
    expect((await bytesOf(`/api/get_activity/${activity.id}?include=history`, stranger)).status).toBe(404);
  }
  const long = await make.activity({ owner, assignee: owner, description: 'larga' });
  await addParts(long.id, ['x'.repeat(60_000), 'y'.repeat(60_000)], [owner.id, owner.id, null]);
  const address = `/api/get_activity/${long.id}?include=comments,history`;
  expect(await bytesOf(address, cookie)).toEqual(await bytesOf(address, { Authorization: `Bearer ${secret}` }));
  for (const [path, headers, status] of [
    [`/api/get_activity/${long.id}?include=history`, {}, 401],
    ['/api/get_activity/999999?include=history', cookie, 404],
    ['/api/get_activity/x?include=history', cookie, 400],
    [`/api/get_activity/${long.id}?include=notes`, cookie, 400],
  ] as const)
    expect([path, (await bytesOf(path, headers)).status]).toEqual([path, status]);
  await app.close();
});
