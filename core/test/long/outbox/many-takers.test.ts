import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect, type Database } from '../../../src/persistence/database/connect.ts';
import type { ClaimedDigest, ClaimTerms } from '../../../src/persistence/notifications/outbox.ts';
import { repositoriesOn } from '../../../src/persistence/repositories.ts';
import { type TestDatabase, testDatabase } from '../../database.ts';
import { deep } from '../../deep.ts';
import { NOW } from '../../factories.ts';
import { ZONE } from '../../stage.ts';

const TAKERS = 10;
const TERMS: ClaimTerms = { channel: 'email', leaseMs: 60_000, quiet: [] };
let database: TestDatabase;
let pools: Database[];

beforeAll(async () => {
  database = await testDatabase();
  pools = Array.from({ length: TAKERS }, () => connect(database.url, { poolSize: 1 }));
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.destroy()));
  await database.close();
});
beforeEach(() => database.wipe());

const claimOn = (pool: Database, now = NOW, terms = TERMS) => pool.transaction((trx) => repositoriesOn(trx, ZONE).outbox.claim(terms, now));

/** People with numbers from 1, and for each of them so many deadlines and as much news. */
async function waiting(people: number, each: number): Promise<void> {
  await database.db.raw(
    `insert into users (id, employee_number, first_name, last_name, email, level, department, position, created_at)
     overriding system value select n, n, 'Ana', 'Ruiz', n || '@empresa.mx', '1', 'Ventas', 'Vendedora', ? from generate_series(1, ?) n`,
    [NOW, people],
  );
  await database.db.raw(
    `insert into outbox (key, kind, recipient_id, created_at, next_try_at, expires_at)
     select told.kind || ':' || n || ':' || users.id, told.kind, users.id, :now, :now, :now::timestamptz + interval '7 days'
     from generate_series(1, :each) n cross join users cross join (values ('overdue'), ('assigned')) as told (kind)`,
    { now: NOW, each },
  );
}

describe('ten takers at once', () => {
  it('split nobody’s letter and take nothing twice', async () => {
    await waiting(25, 20);
    const letters: ClaimedDigest[] = [];
    const takeAll = async (pool: Database) => {
      for (let claimed = await claimOn(pool); claimed; claimed = await claimOn(pool)) letters.push(claimed);
    };
    await Promise.all(pools.map(takeAll));
    // Who found everybody held has stopped; the rest is there for the next look.
    await takeAll(pools[0] as Database);

    expect(letters).toHaveLength(25);
    expect(letters.filter(({ notifications }) => notifications.length !== 40)).toEqual([]);
    expect(new Set(letters.flatMap(({ notifications }) => notifications.map(({ id }) => id))).size).toBe(1_000);
    expect(new Set(letters.map(({ recipient }) => recipient.id)).size).toBe(25);
  });

  it('do not try again what one of them has just tried', async () => {
    await waiting(60, 1);
    let tries = 0;
    const fail = async (pool: Database, now: Date) => {
      for (let claimed = await claimOn(pool, now); claimed; claimed = await claimOn(pool, now)) {
        tries += 1;
        await repositoriesOn(pool, ZONE).outbox.retryAt(claimed, new Date(now.getTime() + 60_000), 'not now');
      }
    };
    const rounds = deep(50, 6);
    for (let round = 0; round < rounds; round += 1) {
      const now = new Date(NOW.getTime() + round * 60_000);
      await Promise.all(pools.map((pool) => fail(pool, now)));
      await fail(pools[0] as Database, now);
    }
    expect(tries).toBe(60 * rounds);
  });
});
