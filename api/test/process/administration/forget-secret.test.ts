import { migrateTo, schemaOf } from '@bitacora/core/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { admin } from './admin.ts';
import { type Company, company } from './company.ts';

const SLOW = 300_000;
let ours: Company;
beforeAll(async () => {
  ours = await company();
}, SLOW);
afterAll(() => ours.close(), SLOW);

/** A connection of this test would keep the command from its work. */
async function forgetSecret() {
  await ours.db.destroy();
  const ended = await admin(['forget-secret'], ours.env);
  ours.db.initialize();
  return ended;
}
const keepMark = () => ours.db('installation').insert({ key: 'secretMarks', value: '["mark"]' }).onConflict('key').merge();
const marks = () => ours.db('installation').where({ key: 'secretMarks' });

it(
  'leaves a row with the name of the operator',
  async () => {
    await keepMark();
    expect(await forgetSecret()).toMatchObject({ status: 0, err: '' });
    expect(await marks()).toEqual([]);
    const rows = await ours.db('adminHistory').where({ act: 'system.forgetSecret' });
    expect(rows).toMatchObject([{ actorId: null, actorName: expect.stringContaining('@'), subjectKind: 'system', channel: 'admin' }]);
  },
  SLOW,
);

it(
  'works on a schema that has no administrative history yet',
  async () => {
    await ours.db.raw('drop schema public cascade; create schema public');
    const { pending } = await schemaOf(ours.db);
    const earlier = pending.filter((name) => name < '0095');
    await migrateTo(ours.db, earlier);
    await keepMark();
    expect(await forgetSecret()).toMatchObject({ status: 0, err: '' });
    expect(await marks()).toEqual([]);
    expect((await schemaOf(ours.db)).applied).toEqual(earlier);
  },
  SLOW,
);
