/** The embedded PostgreSQL for a command that runs as another user. Started by `start-postgres.ts`; ended only by that channel. */
import { type ServerReport, startPostgres } from './start-postgres.ts';

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {}); // the command decides
const answer = (report: ServerReport) => new Promise((resolve) => process.send?.(report, undefined, undefined, resolve));

let stop = async () => {};
process.on('disconnect', () => void stop().finally(() => process.exit(0)));
try {
  const { stop: stopServer, ...addresses } = await startPostgres({
    ...JSON.parse(process.argv[2] ?? ''),
    log: (notice: string) => void answer({ notice }),
  });
  stop = stopServer;
  if (process.connected) await answer({ addresses });
  else await stop().finally(() => process.exit(0));
} catch (error) {
  await answer({ problem: (error as Error).message });
  process.exit(1);
}
