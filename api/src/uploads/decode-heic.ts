import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';

/** A photo of 12 megapixels needs 100 MB beside its pixels, and one of 40 about 300. */
const MAX_BYTES = 384 * 1024 * 1024;
const MAX_MS = 20_000;
/** A process decodes one at a time, because each may need the worker's whole memory. */
const oneAtATime = pLimit(1);

export interface HeicTask {
  file: Uint8Array;
  maxPixels: number;
  maxBytes: number;
}
export interface HeicPixels {
  /** RGBA, row by row. */
  pixels: Uint8ClampedArray<ArrayBuffer>;
  width: number;
  height: number;
}
export type HeicAnswer = HeicPixels | { problem: 'unreadable' | 'tooManyPixels' };

/**
 * Decodes an untrusted HEIC file in a worker thread. The thread ends when it runs out of memory or time; the process continues
 * (docs/decisions/0052-decode-heic-with-libheif.md).
 */
export function decodeHeic(path: string, maxPixels: number, maxBytes = MAX_BYTES): Promise<HeicAnswer> {
  return oneAtATime(async () => {
    const task: HeicTask = { file: await readFile(path), maxPixels, maxBytes };
    const worker = new Worker(new URL('./decode-heic-worker.ts', import.meta.url), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
      env: {},
      execArgv: [],
      stdout: true,
      stderr: true,
    });
    return new Promise<HeicAnswer>((resolve) => {
      const giveUp = () => resolve({ problem: 'unreadable' });
      const limit = setTimeout(giveUp, MAX_MS);
      worker.once('message', resolve);
      worker.once('error', giveUp);
      worker.once('exit', () => {
        clearTimeout(limit);
        giveUp();
      });
    }).finally(() => worker.terminate());
  });
}
