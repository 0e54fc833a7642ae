/** One of several processes that serve (`API_PROCESSES`). `start-workers.ts` starts it, and it ends with the process that started it. */
import cluster from 'node:cluster';
import { createShutdown } from '@bitacora/core/processes/shutdown';
import { connect } from '@bitacora/core/server';
import type { MetricValues } from '../http/metrics.ts';
import { createLog } from '../monitoring/log.ts';
import { readSettings } from '../settings/settings.ts';
import { explain, openIdentityProvider, openResources } from '../startup/open-resources.ts';
import { startServing } from '../startup/start-serving.ts';
import { channelTo, type Opening } from './start-workers.ts';

const settings = readSettings(process.env);
const log = createLog(settings, cluster.worker?.id);
const ending = createShutdown(log, { drainMs: settings.drainSeconds * 1_000 });
/** It becomes known when the application is made, which a question for it may precede. */
let figures = async (): Promise<MetricValues> => [];

const primary = channelTo(process, {
  figures: () => figures(),
  end: () => void ending.end(0),
});

async function start() {
  const { databaseUrl, databaseFolder, isDemo } = await primary.ask<Opening>('opening');
  const db = connect(databaseUrl, settings);
  ending.onEnd(() => db.destroy());
  const dependencies = await openResources(settings, { db, folder: databaseFolder }, log);
  await startServing({
    ...dependencies,
    settings,
    log,
    ending,
    provider: await openIdentityProvider(settings, log),
    isDemo,
    joinMetrics: (own) => {
      figures = own.figures;
      return () => primary.ask<string>('metrics');
    },
  });
  await primary.ask('ready');
}

await start().catch(async (error) => {
  if (!ending.isEnding()) explain(error, process.env);
  await ending.end(1);
});
