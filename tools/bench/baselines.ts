import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { connect } from '../../core/src/core.ts';
import { openConnections } from '../load/http-connections.ts';

export type BareCalls = Record<string, readonly BareQuery[]>;

/**
 * The least that a server can do: each call answers the rows of its statements as JSON. A read runs them side by side. A write, which
 * has their values, runs them one after the other in one transaction.
 */
export async function bareServer(url: string, calls: BareCalls) {
  const child: ChildProcess = fork(path.join(import.meta.dirname, 'bare-server.ts'));
  child.send({ url, calls });
  const [port] = await once(child, 'message');
  const { ask, end } = openConnections(`http://127.0.0.1:${port}`);
  return {
    origin: `http://127.0.0.1:${port}`,
    ask: (name: string) => ask({ path: `/${name}` }),
    send: (name: string, values: readonly unknown[][]) => ask({ method: 'POST', path: `/${name}`, body: JSON.stringify(values) }),
    async stop(): Promise<void> {
      end();
      child.kill();
      await once(child, 'exit');
    },
  };
}

export interface BareQuery {
  /** Prepared once under this name on each connection; without one it is planned for its values, every time. */
  name?: string;
  text: string;
  values?: readonly unknown[];
}
interface BareConnection {
  query(query: BareQuery): Promise<{ rows: unknown[] }>;
}

/** So many connections of node-postgres without anything of knex between. A statement or a transaction takes one that is free, or waits. */
export async function bareConnections(url: string, size: number) {
  const db = connect(url, { poolSize: size });
  const all: BareConnection[] = await Promise.all(Array.from({ length: size }, () => db.client.acquireConnection()));
  const free = [...all];
  const waiting: ((one: BareConnection) => void)[] = [];
  async function onOne<Result>(work: (one: BareConnection) => Promise<Result>): Promise<Result> {
    const one = free.pop() ?? (await new Promise<BareConnection>((resolve) => waiting.push(resolve)));
    try {
      return await work(one);
    } finally {
      const next = waiting.shift();
      if (next) next(one);
      else free.push(one);
    }
  }
  return {
    all,
    query: (query: BareQuery): Promise<unknown[]> => onOne(async (one) => (await one.query(query)).rows),
    inTransaction: (queries: readonly BareQuery[]): Promise<unknown[][]> =>
      onOne(async (one) => {
        const results = [];
        for (const query of [{ text: 'begin' }, ...queries, { text: 'commit' }]) results.push((await one.query(query)).rows);
        return results;
      }),
    async end(): Promise<void> {
      for (const one of all) await db.client.releaseConnection(one);
      await db.destroy();
    },
  };
}
