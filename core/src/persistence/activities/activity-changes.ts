import { setTimeout } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Client } from 'pg';
import type { ActivityPeople } from '../../domain/activities/activity.ts';
import { connectBesidePool, destroySocket } from '../database/knex-internals.ts';
import { COMPILE_NOTHING, LISTEN_FOR_ACTIVITIES, LISTEN_FOR_NOTIFICATIONS, PING } from '../database/server.sql.ts';

export type ActivityChange = Pick<ActivityPeople, 'ownerId' | 'assigneeId'> & { id: number };
export interface ChangeListener {
  onChange(change: ActivityChange): void;
  /** A person's notifications changed: there is a new one, or some were read. */
  onNotification(recipientId: number): void;
  /** Called when it listens again. Changes during the gap were missed. */
  onGap(): void;
  onTrouble(error: unknown): void;
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 10_000;
/** A ping discovers a connection that died without a signal. */
const PING_EVERY_MS = 20_000;
const PING_TIMEOUT_MS = 5_000;

function parseChange(payload = ''): ActivityChange {
  const [id, ownerId, assigneeId] = payload.split(':').map(Number) as [number, number, number];
  return { id, ownerId, assigneeId };
}

/** Rejects once the connection is lost; never resolves. */
const connectionLoss = (connection: Client) =>
  new Promise<never>((_, reject) => {
    connection.on('error', reject);
    connection.once('end', () => reject(new Error('Connection ended')));
  });

async function timeLimit(signal: AbortSignal): Promise<never> {
  await setTimeout(PING_TIMEOUT_MS, undefined, { signal });
  throw new Error('Connection does not answer');
}

/** Listens until the connection is lost, which it throws, or until `signal` says stop. */
async function listen(connection: Client, { onChange, onNotification, onGap }: Omit<ChangeListener, 'onTrouble'>, signal: AbortSignal) {
  const loss = connectionLoss(connection);
  loss.catch(() => {});
  connection.on('notification', ({ channel, payload }) =>
    channel === 'notifications_changed' ? onNotification(Number(payload)) : onChange(parseChange(payload)),
  );
  for (const statement of [COMPILE_NOTHING, LISTEN_FOR_NOTIFICATIONS, LISTEN_FOR_ACTIVITIES])
    await Promise.race([connection.query(statement), loss]);
  onGap();
  for (;;) {
    await Promise.race([setTimeout(PING_EVERY_MS, undefined, { signal }).catch(() => {}), loss]);
    if (signal.aborted) return;
    const pong = new AbortController();
    await Promise.race([connection.query(PING), timeLimit(pong.signal), loss]).finally(() => pong.abort());
  }
}

/**
 * Reports every change of an activity by any process, on its own connection beside the pool. It reconnects by itself, with growing
 * pauses. A LISTEN needs the server itself, not a pooler that lends its connections by the transaction.
 */
export function listenForChanges(db: Knex, listener: ChangeListener): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  let wait = FIRST_WAIT_MS;
  const onGap = () => {
    wait = FIRST_WAIT_MS;
    listener.onGap();
  };

  async function listenOnce(): Promise<void> {
    const connection = await connectBesidePool(db);
    try {
      await listen(connection, { ...listener, onGap }, signal);
    } finally {
      destroySocket(connection);
    }
  }
  async function run(): Promise<void> {
    while (!signal.aborted) {
      await listenOnce().catch((error: unknown) => signal.aborted || listener.onTrouble(error));
      await setTimeout(wait, undefined, { signal }).catch(() => {});
      wait = Math.min(2 * wait, LONGEST_WAIT_MS);
    }
  }
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
