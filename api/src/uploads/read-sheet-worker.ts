import { parentPort, workerData } from 'node:worker_threads';
import { readCells } from './read-cells.ts';
import { SheetRefusal } from './sheet-limits.ts';

/** The whole of the thread that reads one workbook: its rows, or why not. */
try {
  parentPort?.postMessage({ rows: readCells(Buffer.from(workerData as Uint8Array)) });
} catch (error) {
  parentPort?.postMessage({ problem: error instanceof SheetRefusal ? error.problem : 'unreadable' });
}
