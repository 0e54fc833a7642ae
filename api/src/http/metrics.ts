import type { Database } from '@bitacora/core/server';
import type { Middleware } from 'koa';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { jobSeconds } from '../jobs/timed.ts';
import type { Hub } from '../live/hub.ts';
import type { FairQueue } from './fair-queue.ts';

/**
 * What operations watches: requests by call and outcome, mail that waits, the pool, who follows changes, the process itself. The figures of
 * several processes are added, except those that all read from the database.
 */
export function createMetrics(
  db: Database,
  hub: Pick<Hub, 'count'> = { count: () => 0 },
  lanes: Record<string, Pick<FairQueue, 'counts'>> = {},
) {
  const register = new Registry();
  collectDefaultMetrics({ register });
  register.registerMetric(jobSeconds);

  const requests = new Histogram({
    name: 'bitacora_request_seconds',
    help: 'Duration of requests by call of the contract and status.',
    labelNames: ['endpoint', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [register],
  });
  new Gauge({
    name: 'bitacora_outbox_waiting',
    help: 'Announcements by email, neither sent nor given up.',
    aggregator: 'first',
    registers: [register],
    async collect() {
      const row = await db('outbox').where('channel', 'email').whereNull('sentAt').whereNull('failedAt').count('* as waiting').first();
      this.set(Number(row?.waiting ?? 0));
    },
  });
  new Gauge({
    name: 'bitacora_outbox_oldest_seconds',
    help: 'Age of the oldest announcement by email that is due or was tried in vain; what waits for the morning is not late.',
    aggregator: 'first',
    registers: [register],
    async collect() {
      const waiting = db('outbox').where('channel', 'email').whereNull('sentAt').whereNull('failedAt');
      const late = waiting.where((one) => one.where('tries', '>', 0).orWhere('nextTryAt', '<=', db.fn.now()));
      const row = await late.select(db.raw('extract(epoch from now() - min(created_at)) as age')).first();
      this.set(Number(row?.age ?? 0));
    },
  });
  new Gauge({
    name: 'bitacora_outbox_failed',
    help: 'Announcements that were given up and reached nobody.',
    aggregator: 'first',
    registers: [register],
    async collect() {
      const row = await db('outbox').whereNotNull('failedAt').whereNot('failure', 'overtaken').count('* as failed').first();
      this.set(Number(row?.failed ?? 0));
    },
  });
  new Gauge({
    name: 'bitacora_last_sweep_timestamp_seconds',
    help: 'When deadlines were last swept, by any process.',
    aggregator: 'first',
    registers: [register],
    async collect() {
      const row = await db('sweeps').where('dueAt', '<=', db.fn.now()).orderBy('dueAt', 'desc').first('sweptAt');
      this.set(row ? row.sweptAt.getTime() / 1000 : 0);
    },
  });
  new Gauge({
    name: 'bitacora_live_streams',
    help: 'Open streams of live changes of the processes of this start.',
    registers: [register],
    collect() {
      this.set(hub.count());
    },
  });
  new Gauge({
    name: 'bitacora_pool_connections',
    help: 'Database connections of the processes of this start.',
    labelNames: ['state'],
    registers: [register],
    collect() {
      this.set({ state: 'used' }, db.client.pool.numUsed());
      this.set({ state: 'free' }, db.client.pool.numFree());
      this.set({ state: 'waited_for' }, db.client.pool.numPendingAcquires());
    },
  });

  new Gauge({
    name: 'bitacora_requests',
    help: 'Requests by lane: under way, and waiting for their turn.',
    labelNames: ['lane', 'state'],
    registers: [register],
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
    registers: [register],
    collect() {
      this.reset();
      for (const [lane, { counts }] of Object.entries(lanes)) this.inc({ lane }, counts().shed);
    },
  });

  const measure: Middleware = async (ctx, next) => {
    const stop = requests.startTimer();
    await next();
    if (ctx.state.endpoint !== 'live') stop({ endpoint: ctx.state.endpoint ?? 'other', status: String(ctx.status) });
  };
  return {
    measure,
    text: () => register.metrics(),
    contentType: register.contentType,
    /** For `joinFigures`. */
    figures: () => register.getMetricsAsJSON(),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
export type Figures = Awaited<ReturnType<Metrics['figures']>>;

/** The text of `/metrics` for several processes: each figure is their sum, unless its `aggregator` says otherwise. */
export const joinFigures = (ofProcesses: Figures[]): Promise<string> => AggregatorRegistry.aggregate(ofProcesses).metrics();
