import { parentPort, workerData } from 'node:worker_threads';
import { readGrids } from './read-grids.ts';
import { readCells } from './read-workbook.ts';
import { asSheetRefusal } from './sheet-limits.ts';
import type { SheetContents, SheetReading } from './take-sheet.ts';

const readers: { [Reading in SheetReading]: (bytes: Buffer) => Promise<SheetContents[Reading]> } = { cells: readCells, grids: readGrids };
const { bytes, reading } = workerData as { bytes: Uint8Array; reading: SheetReading };

/** The thread reads one workbook and posts its contents, or the reason why it cannot be read. */
try {
  parentPort?.postMessage({ contents: await readers[reading](Buffer.from(bytes)) });
} catch (error) {
  const { problem, facts, cause } = asSheetRefusal(error);
  parentPort?.postMessage({ problem, facts, cause });
}
