import path from 'node:path';
import { root } from '../../api/test/process/product.ts';
import { type RunningCompany, runningCompany, SIZE } from './company.ts';
import { countBroken, countStatuses, loadFigures, openLoop, readHeap, readProductFigures, type Sample } from './measurement.ts';
import { mixedProfile } from './people.ts';

const WARM_SECONDS = 60;
const SAMPLE_SECONDS = 30;
const MB = 1_000_000;
const MIB = 1_048_576;
const REQUESTS = 10_000;

export interface SoakPoint {
  requests: number;
  /** After a forced collection. */
  heapMib: number;
  memoryMib: number;
  descriptors: number;
  connections: number;
  p99: number;
  /** Answers that ask to try again later. */
  later: number;
  failed: number;
  /** Counts answers by status; 0 is a broken connection. */
  statuses: string;
}

/** Measures what a process keeps in memory under load (docs/reliability.md). It calls `onPoint` every half minute. */
export async function soak(rate: number, minutes: number, onPoint: (point: SoakPoint) => void) {
  const company = await runningCompany(SIZE, { SCHEDULER: 'on' }, ['--inspect=127.0.0.1:0', path.join(root, 'api/src/main.ts')]);
  try {
    const { send } = await mixedProfile(company);
    let requestCount = 0;
    const next = () => send(requestCount++);
    await openLoop({ rate, seconds: WARM_SECONDS, send: next });
    const heap = await readHeap(company.product);
    const points: SoakPoint[] = [];
    for (let elapsed = 0; elapsed < minutes * 60; elapsed += SAMPLE_SECONDS) {
      const samples = await openLoop({ rate, seconds: SAMPLE_SECONDS, send: next });
      const point = await readPoint(company, samples, { requests: requestCount, heapMib: (await heap.used()) / MIB });
      points.push(point);
      onPoint(point);
    }
    heap.close();
    return points;
  } finally {
    await company.close();
  }
}

async function readPoint(
  company: RunningCompany,
  samples: readonly Sample[],
  figures: Pick<SoakPoint, 'requests' | 'heapMib'>,
): Promise<SoakPoint> {
  const { memoryMb, descriptors, connections } = await readProductFigures(company);
  const [{ p99, failed: unanswered }, failed] = [loadFigures(samples), countBroken(samples)];
  const statuses = JSON.stringify(countStatuses(samples));
  return {
    ...figures,
    memoryMib: Math.round((memoryMb * MB) / MIB),
    descriptors,
    connections,
    p99,
    later: unanswered - failed,
    failed,
    statuses,
  };
}

/** Computes the growth of the heap in MiB for each ten thousand requests. */
export const heapGrowth = (points: readonly SoakPoint[]): number =>
  slope(points.map(({ requests, heapMib }) => [requests, heapMib] as const)) * REQUESTS;

/** Computes by how much the second half of the points exceeds the highest of the first. */
export function countRise(points: readonly SoakPoint[], figure: 'descriptors' | 'connections'): number {
  const half = Math.ceil(points.length / 2);
  const highest = (some: readonly SoakPoint[]) => Math.max(...some.map((point) => point[figure]));
  return highest(points.slice(half)) - highest(points.slice(0, half));
}

/** Computes the slope of the straight line that fits best. */
function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const rise = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return rise / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}
