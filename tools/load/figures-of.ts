import type { RunningCompany } from './running-company.ts';

/** What the product tells of itself; the lag of its loop is since the last time of asking. */
export async function figuresOf({ ask }: Pick<RunningCompany, 'ask'>) {
  const text = (await ask({ path: '/metrics' })).body.toString();
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return {
    loopLagP99Ms: read('nodejs_eventloop_lag_p99_seconds') * 1_000,
    memoryMb: read('process_resident_memory_bytes') / 1_000_000,
    cpuSeconds: read('process_cpu_seconds_total'),
    descriptors: read('process_open_fds'),
    connections: read('bitacora_pool_connections{state="used"}') + read('bitacora_pool_connections{state="free"}'),
  };
}
