import { setTimeout as pause } from 'node:timers/promises';

export interface Sample {
  kind: string;
  /** 0 where no whole answer came. */
  status: number;
  /** When it was to be sent, in milliseconds since the beginning. */
  due: number;
  /** Milliseconds since its planned time, because a server that delays the sender must not look quicker. */
  ms: number;
}

interface LoadPlan {
  /** Requests a second. */
  rate: number;
  seconds?: number;
  /** Asked before each request, where the seconds are not known beforehand. */
  goesOn?(): boolean;
  send(turn: number): Promise<Pick<Sample, 'kind' | 'status'>>;
}

/** Sends requests at a fixed rate without waiting for earlier answers, as independent people do. */
export async function openLoop({ rate, seconds = Number.POSITIVE_INFINITY, goesOn = () => true, send }: LoadPlan): Promise<Sample[]> {
  const began = performance.now();
  const samples: Promise<Sample>[] = [];
  for (let turn = 0; turn < rate * seconds && goesOn(); turn++) {
    const due = (turn * 1_000) / rate;
    const early = began + due - performance.now();
    if (early > 1) await pause(early);
    samples.push(send(turn).then((outcome) => ({ ...outcome, due, ms: performance.now() - began - due })));
  }
  return Promise.all(samples);
}
