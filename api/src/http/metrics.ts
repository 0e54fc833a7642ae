import { countLostLines } from '@bitacora/core/processes/log-output';
import { type Database, hashQueue, type NotificationFigures, poolCounts, type ReachFigures, repositoriesOn } from '@bitacora/core/server';
import type { Middleware } from 'koa';
import { type Aggregator, AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import manifest from '../../../package.json' with { type: 'json' };
import type { DatabaseState, DiskSpace } from '../monitoring/readiness.ts';
import { cacheFor, jobSeconds, withTimeout } from '../monitoring/run-jobs.ts';
import type { FairQueue } from './fair-queue.ts';

/** The figures of the database are given up after this many ms, so that a database that hangs does not hide the other figures. */
const DATABASE_MS = 1_000;
const toSeconds = (date: Date | null | undefined) => (date ? date.getTime() / 1_000 : 0);

export interface MetricsDependencies {
  db: Database;
  zone: string;
  hub?: { count(): number };
  lanes?: Record<string, Pick<FairQueue, 'counts'>>;
  diskSpace?: Pick<DiskSpace, 'free' | 'minFreeBytes'>;
  databaseState: () => Promise<DatabaseState>;
}

/**
 * Collects the figures for operations: requests by call and outcome, waiting mail, backup, space, the pool, live connections, the process.
 * The figures of several processes are added, except those that all read from the same place.
 */
export function createMetrics({ db, zone, hub = { count: () => 0 }, lanes = {}, diskSpace, databaseState }: MetricsDependencies) {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  register.registerMetric(jobSeconds);

  const requests = new Histogram({
    name: 'bitacora_request_seconds',
    help: 'Duration of requests by call of the contract and status.',
    labelNames: ['endpoint', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.3, 1, 3, 10],
    registers,
  });
  const gauge = (name: string, help: string, read: () => number | null | Promise<number | null>, aggregator: Aggregator = 'sum') =>
    new Gauge({
      name,
      help,
      registers,
      aggregator,
      async collect() {
        const value = await read();
        value === null ? this.remove() : this.set(value);
      },
    });
  const counter = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  const readUnlessAway = async (read: () => Promise<number>) =>
    (await databaseState()) === 'database away' ? null : read().catch(() => null);
  /** While the database does not answer, its figures are left out, because the others must still be readable. */
  const fromDatabase = (name: string, help: string, read: () => Promise<number>) =>
    gauge(name, help, () => withTimeout(readUnlessAway(read), DATABASE_MS, null), 'first');
  const { serverStatus, webhookDeliveries, installation } = repositoriesOn(db, zone);
  const notifications = (key: keyof NotificationFigures) => async () => (await notificationFigures())[key];
  const notificationFigures = cacheFor(0, () => serverStatus.notificationFigures(new Date()));
  const reach = (key: keyof ReachFigures) => async () => (await reachFigures())[key];
  const reachFigures = cacheFor(0, () => serverStatus.reachFigures());
  fromDatabase('bitacora_chat_outbox_waiting', 'Notifications by chat, neither posted nor moved to email.', notifications('chatWaiting'));
  fromDatabase('bitacora_push_outbox_waiting', 'Notifications by push, neither accepted nor moved to email.', notifications('pushWaiting'));
  fromDatabase('bitacora_chat_outbox_oldest_seconds', 'How long the oldest notification by chat is due.', notifications('chatSeconds'));
  fromDatabase('bitacora_push_outbox_oldest_seconds', 'How long the oldest notification by push is due.', notifications('pushSeconds'));
  fromDatabase('bitacora_push_subscriptions', 'Browsers that show notifications.', reach('pushDevices'));
  fromDatabase('bitacora_outbox_waiting', 'Notifications by email, neither sent nor given up.', notifications('mailWaiting'));
  fromDatabase(
    'bitacora_outbox_oldest_seconds',
    'Age of the oldest notification by email that is due or was tried in vain; what waits for the morning is not late.',
    notifications('mailSeconds'),
  );
  fromDatabase('bitacora_outbox_failed', 'Notifications that were given up and reached nobody.', reach('failed'));
  const webhookFigures = cacheFor(0, () => webhookDeliveries.figures());
  const webhooks = (key: 'waiting' | 'failed' | 'disabled') => async () => (await webhookFigures())[key];
  fromDatabase('bitacora_webhook_waiting', 'Deliveries to webhooks, neither made nor given up.', webhooks('waiting'));
  fromDatabase('bitacora_webhook_failed', 'Deliveries to webhooks that were given up in the last 30 days.', webhooks('failed'));
  fromDatabase(
    'bitacora_webhook_oldest_seconds',
    'How long the oldest delivery to a webhook is due, also while it waits for its next try.',
    async () => {
      const { lateSince } = await webhookFigures();
      return lateSince ? Math.max(0, (Date.now() - lateSince.getTime()) / 1_000) : 0;
    },
  );
  fromDatabase('bitacora_webhooks_disabled', 'Webhooks that the product disabled, because nobody receives there.', webhooks('disabled'));
  fromDatabase(
    'bitacora_last_reminders_timestamp_seconds',
    'When the reminder job last ran, in any process; 0 before the first.',
    async () => toSeconds(await serverStatus.remindersRunAt(new Date())),
  );
  fromDatabase('bitacora_last_backup_timestamp_seconds', 'When the last backup was made; 0 before the first.', async () =>
    toSeconds(await installation.backupAt()),
  );
  const restoreDrill = cacheFor(0, () => installation.restoreDrill());
  fromDatabase(
    'bitacora_last_restore_drill_timestamp_seconds',
    'When a backup was last restored as a drill; 0 before the first.',
    async () => toSeconds((await restoreDrill())?.at),
  );
  fromDatabase('bitacora_restore_drill_failed', 'Whether the last restore drill failed: 1 or 0.', async () =>
    (await restoreDrill())?.problem ? 1 : 0,
  );
  const readIsUp = async () => ((await withTimeout(databaseState(), DATABASE_MS, null)) === 'ready' ? 1 : 0);
  gauge('bitacora_database_up', 'Whether this process can use the database, as /readyz says: 1 or 0.', readIsUp, 'min');
  new Gauge({
    name: 'bitacora_free_bytes',
    help: 'Free space where images and the embedded database are.',
    aggregator: 'first',
    labelNames: ['disk'],
    registers,
    async collect() {
      for (const [disk, bytes] of Object.entries((await diskSpace?.free()) ?? {}))
        bytes === null ? this.remove({ disk }) : this.set({ disk }, bytes);
    },
  });
  gauge('bitacora_free_bytes_floor', 'MIN_FREE_SPACE: below it uploads are refused.', () => diskSpace?.minFreeBytes ?? 0, 'max');
  const build = new Gauge({
    name: 'bitacora_build_info',
    help: 'Always 1.',
    labelNames: ['version', 'node'],
    aggregator: 'first',
    registers,
  });
  build.set({ version: manifest.version, node: process.version }, 1);
  gauge('bitacora_live_streams', 'Open streams of live changes of this process.', () => hub.count());
  new Gauge({
    name: 'bitacora_pool_connections',
    help: 'Database connections of this process.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(poolCounts(db))) this.set({ state }, count);
    },
  });

  new Gauge({
    name: 'bitacora_requests',
    help: 'Requests by lane: under way, and waiting for their turn.',
    labelNames: ['lane', 'state'],
    registers,
    collect() {
      for (const [lane, { counts }] of Object.entries(lanes)) {
        this.set({ lane, state: 'running' }, counts().running);
        this.set({ lane, state: 'waiting' }, counts().waiting);
      }
    },
  });
  new Counter({
    name: 'bitacora_requests_shed_total',
    help: 'Requests refused because too many of their caller, or of everybody, were waiting.',
    labelNames: ['lane'],
    registers,
    collect() {
      this.reset();
      for (const [lane, { counts }] of Object.entries(lanes)) this.inc({ lane }, counts().shed);
    },
  });

  gauge('bitacora_password_queue', 'Passwords that wait for a hash.', () => hashQueue().waiting);
  counter(
    'bitacora_passwords_refused_total',
    'Passwords whose people were asked to come back, because too many waited for a hash.',
    () => hashQueue().refused,
  );
  counter('bitacora_log_lines_dropped_total', 'Lines of the log that were dropped, because there was no room for them.', countLostLines);

  const measure: Middleware = async (ctx, next) => {
    const stop = requests.startTimer();
    await next();
    if (ctx.state.endpoint !== 'live') stop({ endpoint: ctx.state.endpoint ?? 'other', status: String(ctx.status) });
  };
  return {
    measure,
    text: () => register.metrics(),
    contentType: register.contentType,
    figures: () => register.getMetricsAsJSON(),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
export type MetricValues = Awaited<ReturnType<Metrics['figures']>>;

/** Writes the text of `/metrics` for several processes. Each figure is their sum, unless its `aggregator` says otherwise. */
export const joinFigures = (ofProcesses: MetricValues[]): Promise<string> => AggregatorRegistry.aggregate(ofProcesses).metrics();
