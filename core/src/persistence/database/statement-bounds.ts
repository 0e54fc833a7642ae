import { AsyncLocalStorage } from 'node:async_hooks';
import net from 'node:net';
import type { Knex } from 'knex';
import { Refused } from '../../domain/refusal.ts';
import { discardConnection, interceptStatements, type PooledConnection } from './knex-internals.ts';

interface Bounds {
  timeoutMs: number;
  /** Aborted once nobody waits for the result. */
  signal: AbortSignal | undefined;
}
const clientSignal = new AsyncLocalStorage<AbortSignal>();
const bounds = new AsyncLocalStorage<Bounds>();

/** The code of PostgreSQL's CancelRequest, a message of 16 bytes. */
const CANCEL_REQUEST = 80_877_102;

/** Runs `work` for a client; its signal cancels the running statements of the reads that `work` makes, and no write. */
export const forClient = <Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> => clientSignal.run(signal, work);

const isIterable = (result: unknown): result is AsyncIterable<unknown> =>
  typeof result === 'object' && result !== null && Symbol.asyncIterator in result;

async function* iterated(within: Bounds, items: AsyncIterable<unknown>) {
  const source = items[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { value, done } = await bounds.run(within, () => source.next());
      if (done) return;
      yield value;
    }
  } finally {
    await source.return?.();
  }
}

/** Performs a read: each of its statements has `timeoutMs` and ends with its client, also those of batches that are read later. */
export async function boundedRead<Result>(timeoutMs: number, read: () => Promise<{ result: Result }>) {
  const within = { timeoutMs, signal: clientSignal.getStore() };
  const { result } = await bounds.run(within, read);
  return isIterable(result) ? (iterated(within, result) as Result) : result;
}

/**
 * Bounds the statements of reads on this pool. `SET statement_timeout` would cost every read two more round trips,
 * or stay on a connection that a pooler gives to others. Statements in a transaction are not bounded.
 */
export const boundStatements = (db: Knex): void => interceptStatements(db, bounded);

async function bounded(connection: PooledConnection, run: () => Promise<unknown>): Promise<unknown> {
  const within = bounds.getStore();
  if (!within) return run();
  const { signal, timeoutMs } = within;
  signal?.throwIfAborted();
  let reason: unknown;
  const cancel = (why: unknown) => {
    reason ??= why;
    // The request may arrive when the statement has ended: it must not meet the next one on this connection.
    discardConnection(connection, 'canceled');
    requestCancel(connection);
  };
  const timer = setTimeout(() => cancel(new Refused({ code: 'read.tooSlow' })), timeoutMs);
  const onAbort = () => cancel(signal?.reason);
  signal?.addEventListener('abort', onAbort);
  try {
    return await run();
  } catch (error) {
    throw reason ?? error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** PostgreSQL takes it on a connection of its own, without a login; PgBouncer passes it on. */
function requestCancel({ host, port, processID, secretKey }: PooledConnection): void {
  const message = Buffer.alloc(16);
  [message.length, CANCEL_REQUEST, processID, secretKey].forEach((number, index) => void message.writeInt32BE(number, index * 4));
  const socket = host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host);
  socket.on('error', () => {}); // the statement then ends by itself
  socket.end(message);
}
