import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../core/test/database.ts';
import { schemaTexts } from '../src/messages/start.ts';
import { migrateOnStart } from '../src/startup/open-database.ts';

const FUTURE = '9999_from_the_future';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

it('an earlier version that owns the tables does not start on a database of a newer one, and says which version to use', async () => {
  await database.db('knex_migrations').insert({ name: FUTURE, batch: 99, migration_time: new Date() });
  const starting = migrateOnStart(database.db, undefined, () => {});
  await expect(starting).rejects.toMatchObject({ name: 'StartProblem', message: schemaTexts.newerSchema([FUTURE]) });
});
