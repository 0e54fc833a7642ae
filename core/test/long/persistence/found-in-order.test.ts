import type { Knex } from 'knex';
import { expect, it } from 'vitest';
import { generate } from '../../../seeds/generate.ts';
import { bySystem, repositoriesOn } from '../../../src/core.ts';
import { repeatDueActivities } from '../../../src/use-cases/activities/repeat-activity.ts';
import { testDatabase } from '../../database.ts';
import { NOW } from '../../factories.ts';
import { stage, ZONE } from '../../stage.ts';

const ACTIVITIES = 20_000;

interface Step {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Step[];
}
const listSteps = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(listSteps)];
const readRows = (plan: Step): number =>
  listSteps(plan).reduce((sum, step) => sum + (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops'], 0);

it('due series and the last note of the history are found in their order, however many activities there are', async () => {
  const { db, close } = await testDatabase();
  const { core } = stage(db);
  const { sealWitnesses } = repositoriesOn(db, ZONE);
  await generate(db, { activities: ACTIVITIES }, NOW);
  await db.transaction(async (trx) => {
    await trx.raw('set local session_replication_role = replica');
    await trx.raw(`insert into history_baselines (kind, activity_id, through_id, facts, at)
      select 'activity', id, 0, '{}', created_at from activities order by id`);
  });
  await db.raw('vacuum (analyze)');

  const queries: { sql: string; bindings: readonly Knex.Value[] }[] = [];
  db.on('query', (query) => queries.push(query));
  await core.perform({ ...bySystem, useCase: repeatDueActivities, input: { after: 0 } });
  await sealWitnesses.noteTerms({ mail: null, stamp: null });
  db.removeAllListeners('query');
  const selects = queries.filter(({ sql }) => /^\s*(?:select|with)\b/.test(sql));
  expect(selects.length).toBeGreaterThan(1);
  const [read, sorted]: [[number, string][], string[]] = [[], []];
  for (const { sql, bindings } of selects) {
    const { rows } = await db.raw(`explain (analyze, timing off, format json) ${sql.replace(/\$\d+/g, '?')}`, bindings as Knex.Value[]);
    const [{ Plan: plan }] = rows[0]['QUERY PLAN'];
    read.push([readRows(plan), sql]);
    if (listSteps(plan).some((step) => step['Node Type'] === 'Sort')) sorted.push(sql);
  }
  expect(read.filter(([count]) => count > 500)).toEqual([]);
  expect(sorted).toEqual([]);
  await close();
});
