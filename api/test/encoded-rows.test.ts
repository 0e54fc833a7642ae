import { endpoints } from '@bitacora/core/contract';
import { lapses, statuses } from '@bitacora/core/domain/activities/activity';
import { EncodedRows } from '@bitacora/core/server';
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

let database: TestDatabase;
let on: Stage;
let reader: Awaited<ReturnType<ReturnType<typeof given>['manager']>>;

const text = fc.string({
  unit: fc.constantFrom(...'aÑ "\\/<%_\n\t\r\b\f', '🙂', 'é', '\u2028', '\u007f', '\u0001', '$1', '</script>'),
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
