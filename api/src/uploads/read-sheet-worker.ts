import { parentPort, workerData } from 'node:worker_threads';
import { readGrids } from './read-grids.ts';
import { asSheetRefusal } from './sheet-limits.ts';

/** The thread reads one workbook and posts its contents, or the reason why it cannot be read. */
try {
  parentPort?.postMessage({ contents: await readGrids(Buffer.from(workerData as Uint8Array)) });
} catch (error) {
  const { problem, facts, cause } = asSheetRefusal(error);
  parentPort?.postMessage({ problem, facts, cause });
}
