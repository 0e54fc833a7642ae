import type { Knex } from 'knex';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { actTransaction } from '../../src/persistence/act-transaction.ts';
import { connect } from '../../src/persistence/connect.ts';
import { execute, executeLater, type PreparedName } from '../../src/persistence/statement.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { countStatements } from '../statement-counter.ts';

let database: TestDatabase;
/** One connection, so that every statement meets what those before it left there. */
let db: Knex;
let counter: ReturnType<typeof countStatements>;

beforeAll(async () => {
  database = await testDatabase();
  await database.db.raw('create table notes (id integer primary key, text text not null)');
  await database.db.raw('create table replies (note_id integer references notes deferrable initially deferred)');
});
beforeEach(async () => {
  await database.db.raw('truncate notes, replies');
  db = connect(database.url, { poolSize: 1 });
  // Its first question is for the version of the server.
  await db.raw('select');
  counter = countStatements();
});
afterEach(async () => {
  counter.stop();
  await db.destroy();
});
afterAll(() => database.close());

// Names that the product prepares, because these are what may be named.
const [ADD, COUNT, REPLY] = ['takeKey', 'activity', 'keepAnswer'] as const satisfies PreparedName[];
const addNote = [`insert into notes values (:id::integer, :text)`, ADD] as const;
const later = (trx: Knex, id: number, text: string | null = 'one') => executeLater(trx, addNote[0], { id, text }, addNote[1]);
const noteNow = (trx: Knex, id: number, text: string | null = 'one') => execute(trx, addNote[0], { id, text }, addNote[1]);
const countNow = async (trx: Knex) =>
  (await execute<{ count: number }>(trx, 'select count(*) from notes where id > :least::integer', { least: 0 }, COUNT)).rows[0]?.count;
const replyLater = (trx: Knex, noteId: number) => executeLater(trx, 'insert into replies values (:noteId::integer)', { noteId }, REPLY);

const ids = async () => (await database.db('notes').orderBy('id').pluck('id')) as number[];

describe('a transaction of an act', () => {
  it('sends BEGIN with its first statement, and what needs no answer with COMMIT', async () => {
    const count = await actTransaction(db, async (trx) => {
      await noteNow(trx, 1);
      await later(trx, 2);
      const countBefore = await countNow(trx);
      await later(trx, 3);
      await replyLater(trx, 3);
      return countBefore;
    });
    expect(count).toBe(2);
    expect(counter.totals.packets).toBe(3);
    expect(await ids()).toEqual([1, 2, 3]);
    expect(await database.db('replies').pluck('note_id')).toEqual([3]);
  });

  it('asks nothing of the database where its work asks nothing, and leaves the connection free', async () => {
    expect(await actTransaction(db, async () => 'nothing')).toBe('nothing');
    await expect(actTransaction(db, async () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    expect(counter.totals.packets).toBe(0);
    expect(await countNow(db)).toBe(0);
    expect(counter.totals.packets).toBe(1);
  });

  it('what its work throws leaves nothing behind, of what was sent and of what was held back', async () => {
    const refuse = actTransaction(db, async (trx) => {
      await noteNow(trx, 1);
      await later(trx, 2);
      throw new Error('refused');
    });
    await expect(refuse).rejects.toThrow('refused');
    expect(await ids()).toEqual([]);
    await actTransaction(db, (trx) => later(trx, 3));
    expect(await ids()).toEqual([3]);
  });

  it('is rolled back where a statement that was held back fails, at the next one and at COMMIT', async () => {
    const code = '23502';
    const atCommit = actTransaction(db, async (trx) => {
      await noteNow(trx, 1);
      await later(trx, 2, null);
      await replyLater(trx, 1);
    });
    await expect(atCommit).rejects.toMatchObject({ code });
    const atNext = actTransaction(db, async (trx) => {
      await later(trx, 1);
      await later(trx, 2, null);
      await countNow(trx);
    });
    await expect(atNext).rejects.toMatchObject({ code });
    expect(await ids()).toEqual([]);
  });

  it('prepares a statement once that a packet has twice', async () => {
    await actTransaction(db, async (trx) => {
      for (const id of [1, 2, 3]) await later(trx, id);
      await replyLater(trx, 3);
    });
    expect(counter.totals.packets).toBe(1);
    expect(await ids()).toEqual([1, 2, 3]);
  });

  it('rolls back where a value cannot be sent, even if its work goes on', async () => {
    const refuse = actTransaction(db, async (trx) => {
      await later(trx, 1);
      const unsendable = {
        toPostgres: () => {
          throw new Error('no text');
        },
      };
      await expect(execute(trx, addNote[0], { id: 2, text: unsendable as never }, addNote[1])).rejects.toThrow('no text');
      await noteNow(trx, 3);
      throw new Error('refused');
    });
    await expect(refuse).rejects.toThrow('refused');
    expect(await ids()).toEqual([]);
  });

  it('reports to listeners only the statement that failed, and those after it', async () => {
    const reports: string[] = [];
    for (const event of ['query', 'query-response', 'query-error'] as const)
      db.client.on(event, (...facts: { bindings?: unknown[] }[]) =>
        reports.push(`${event} ${facts.find((fact) => fact?.bindings)?.bindings?.[0]}`),
      );
    const act = actTransaction(db, async (trx) => {
      await later(trx, 1);
      await later(trx, 2, null);
      await later(trx, 3);
    });
    await expect(act).rejects.toMatchObject({ code: '23502' });
    const queries = ['query 1', 'query 2', 'query 3'];
    expect(reports.filter((report) => /\d$/.test(report))).toEqual([...queries, 'query-response 1', 'query-error 2', 'query-error 3']);
  });

  it('prepares anew what PostgreSQL did not reach, and what failed', async () => {
    for (const text of [null, null, 'one']) {
      const act = actTransaction(db, async (trx) => {
        await later(trx, 1, text);
        await replyLater(trx, 1);
        return countNow(trx);
      });
      if (text === null) await expect(act).rejects.toMatchObject({ code: '23502' });
      else expect(await act).toBe(1);
      expect(await countNow(db)).toBe(text === null ? 0 : 1);
    }
    expect(await ids()).toEqual([1]);
    const { rows } = await db.raw('select name from pg_prepared_statements order by name');
    expect(rows.map(({ name }: { name: string }) => name)).toEqual([COUNT, REPLY, ADD].toSorted());
  });

  it('answers what PostgreSQL refuses at COMMIT alone, and keeps nothing then', async () => {
    const act = actTransaction(db, async (trx) => {
      await noteNow(trx, 1);
      await replyLater(trx, 7);
    });
    await expect(act).rejects.toMatchObject({ code: '23503' });
    expect(await ids()).toEqual([]);
    expect(await countNow(db)).toBe(0);
  });

  it('refuses a value without a text before anything is sent', async () => {
    const circle: Record<string, unknown> = {};
    circle.itself = circle;
    const act = (trx: Knex) => execute(trx, 'insert into notes values (1, :circle)', { circle });
    await expect(actTransaction(db, act)).rejects.toThrow(/circular/);
    await actTransaction(db, (trx) => later(trx, 1));
    expect(await ids()).toEqual([1]);
  });

  it('may begin with a savepoint, with a query of the builder and with several statements in one text', async () => {
    await actTransaction(db, async (trx) => {
      await trx.transaction((inner) => noteNow(inner, 1));
      await expect(trx.transaction((inner) => noteNow(inner, 1))).rejects.toMatchObject({ code: '23505' });
    });
    await actTransaction(db, (trx) => trx('notes').insert({ id: 2, text: 'two' }));
    await expect(
      actTransaction(db, async (trx) => {
        await trx.raw(`insert into notes values (3, 'three'); insert into notes values (4, 'four')`);
        throw new Error('refused');
      }),
    ).rejects.toThrow('refused');
    expect(await ids()).toEqual([1, 2]);
  });

  it('names nothing behind a pooler that mixes names up', async () => {
    const pooled = connect(database.url, { poolSize: 1, isPrepared: false });
    await actTransaction(pooled, async (trx) => {
      await noteNow(trx, 1);
      await later(trx, 2);
      await replyLater(trx, 2);
    });
    const { rows } = await pooled.raw('select name from pg_prepared_statements');
    await pooled.destroy();
    expect(rows).toEqual([]);
    expect(await ids()).toEqual([1, 2]);
  });

  it('says that the connection was lost, before its first statement and at COMMIT', async () => {
    const lose = async (trx: Knex) => {
      const { processID } = (await trx.client.acquireConnection()) as { processID: number };
      await database.db.raw('select pg_terminate_backend(?, 5000)', [processID]);
    };
    const first = actTransaction(db, async (trx) => {
      await lose(trx);
      await noteNow(trx, 1);
    });
    await expect(first).rejects.toThrow(/terminat|not queryable/);
    const last = actTransaction(db, async (trx) => {
      await noteNow(trx, 2);
      await lose(trx);
      await later(trx, 3);
    });
    await expect(last).rejects.toThrow(/terminat|not queryable/);
    expect(await ids()).toEqual([]);
    await actTransaction(db, (trx) => later(trx, 4));
    expect(await ids()).toEqual([4]);
  });

  it('outside of one a statement is sent at once', async () => {
    await later(db, 1);
    expect(counter.totals.packets).toBe(1);
    expect(await ids()).toEqual([1]);
  });
});
