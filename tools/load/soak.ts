import path from 'node:path';
import { root } from '../../api/test/process/product.ts';
import { SIZE } from './company-size.ts';
import { figuresOf } from './figures-of.ts';
import { heapOf } from './heap-of.ts';
import { mixedProfile } from './mixed-profile.ts';
import { openLoop } from './open-loop.ts';
import { runningCompany } from './running-company.ts';
import { told } from './tell.ts';

const WARM_SECONDS = 60;
const SAMPLE_SECONDS = 30;
const MB = 1_000_000;
const REQUESTS = 10_000;

/** What a process holds on to under a load of so many minutes (reliability, T24): its heap after a forced collection, every half minute. */
export async function soak(rate: number, minutes: number) {
  const company = await runningCompany(SIZE, { SCHEDULER: 'on' }, ['--inspect=127.0.0.1:0', path.join(root, 'api/src/main.ts')]);
  try {
    const { send } = await mixedProfile(company);
    let sent = 0;
    const next = () => send(sent++);
    await openLoop({ rate, seconds: WARM_SECONDS, send: next });
    const heap = await heapOf(company.product);
    const points: { requests: number; heapMb: number; memoryMb: number; descriptors: number; p99: number; failed: number }[] = [];
    for (let elapsed = 0; elapsed < minutes * 60; elapsed += SAMPLE_SECONDS) {
      const { p99, failed } = told(await openLoop({ rate, seconds: SAMPLE_SECONDS, send: next }));
      const { memoryMb, descriptors } = await figuresOf(company);
      points.push({ requests: sent, heapMb: (await heap.used()) / MB, memoryMb: Math.round(memoryMb), descriptors, p99, failed });
    }
    heap.close();
    const growth = slope(points.map(({ requests, heapMb }) => [requests, heapMb] as const)) * REQUESTS;
    return { points, growth };
  } finally {
    await company.close();
  }
}

/** Of the straight line that fits best. */
function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const rise = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return rise / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}
