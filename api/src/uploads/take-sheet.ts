import { readFile } from 'node:fs/promises';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Grid } from '@bitacora/core/contract/activities/activity-sheet/cells';
import type { SheetUpload } from '@bitacora/core/contract/endpoint';
import { invalidOnWire, Refused, type SheetFacts } from '@bitacora/core/domain/refusal';
import { withoutControls } from '@bitacora/core/domain/text';
import { importTexts } from '@bitacora/core/messages/people/user-import';
import { validation } from '@bitacora/core/messages/validation';
import pLimit from 'p-limit';
import type { UploadedFile } from '../http/read-body.ts';
import { SHEET_LIMITS, type SheetProblem, SheetRefusal } from './sheet-limits.ts';

const { heapMegabytes, milliseconds, maxWaiting, maxRows, maxColumns, maxCells } = SHEET_LIMITS;
/** A process reads one workbook at a time, because each may need the worker's whole memory. */
const oneAtATime = pLimit(1);
const RETRY_SECONDS = Math.ceil(milliseconds / 1_000);

type WorkerAnswer = { contents: Grid[] } | { problem: SheetProblem; facts: SheetFacts; cause?: unknown };

/**
 * Reads an untrusted file in a worker thread (docs/reliability.md). The thread ends when it runs out of memory or time; the process continues.
 */
function inWorker(bytes: Uint8Array): Promise<Grid[]> {
  const cache = getCompileCacheDir();
  const worker = new Worker(new URL('./read-sheet-worker.ts', import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    // The thread gets no secrets. Without the cache it compiles its sources each time, which takes longer than reading a usual list.
    env: cache ? { NODE_COMPILE_CACHE: dirname(cache) } : {},
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  return new Promise<Grid[]>((resolve, reject) => {
    const limit = setTimeout(() => reject(new SheetRefusal('tooMuch')), milliseconds);
    worker.once('message', (answer: WorkerAnswer) =>
      'contents' in answer ? resolve(answer.contents) : reject(new SheetRefusal(answer.problem, answer.facts, answer.cause)),
    );
    worker.once('error', (error: NodeJS.ErrnoException) =>
      reject(new SheetRefusal(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'tooMuch' : 'unreadable', {}, error.message)),
    );
    worker.once('exit', () => reject(new SheetRefusal('unreadable')));
    worker.once('exit', () => clearTimeout(limit));
  }).finally(() => worker.terminate());
}

/** Waits for the workbook before it. Throws `SheetRefusal`, and refuses the call when too many are waiting. */
async function readSheet(bytes: Uint8Array): Promise<Grid[]> {
  if (oneAtATime.pendingCount >= maxWaiting) throw new Refused({ code: 'session.tooManyTries', retryAfterSeconds: RETRY_SECONDS });
  return oneAtATime(() => inWorker(bytes));
}

const NAME_MAX = 200;

export interface TakenSheet {
  name: string;
  contents: Grid[];
}

export async function takeSheet(files: readonly UploadedFile[], { field, missing }: SheetUpload): Promise<TakenSheet> {
  const stranger = files.find((file) => file.field !== field);
  if (stranger) throw invalidOnWire(stranger.field.slice(0, 100), validation.unexpectedFile);
  const [file, second] = files;
  if (!file || (file.sizeBytes === 0 && file.name === '')) throw invalidOnWire(field, missing);
  if (second) throw invalidOnWire(field, importTexts.oneFile);
  try {
    return { name: withoutControls(file.name).slice(0, NAME_MAX), contents: await readSheet(await readFile(file.path)) };
  } catch (error) {
    if (!(error instanceof SheetRefusal)) throw error;
    const { problem, facts, cause } = error;
    throw new Refused({ code: `sheet.${problem}`, field, maxRows, maxColumns, maxCells, ...facts }, cause);
  }
}
