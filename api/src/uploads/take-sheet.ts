import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { SheetUpload } from '@bitacora/core/contract/endpoint';
import type { SheetRow } from '@bitacora/core/domain/people/user-import';
import { invalidOnWire, type Refusal, Refused } from '@bitacora/core/domain/refusal';
import { importTexts } from '@bitacora/core/messages/import';
import { validation } from '@bitacora/core/messages/validation';
import pLimit from 'p-limit';
import type { UploadedFile } from '../http/read-body.ts';
import { SHEET_LIMITS, type SheetProblem, SheetRefusal } from './sheet-limits.ts';

const { heapMegabytes, milliseconds, maxWaiting } = SHEET_LIMITS;
/** Each may take the worker's whole memory: one at a time in a process. */
const oneAtATime = pLimit(1);
const RETRY_SECONDS = Math.ceil(milliseconds / 1_000);

type WorkerAnswer = { rows: SheetRow[] } | { problem: SheetProblem };

/**
 * Reads an untrusted file in a worker thread (docs/reliability.md). The thread ends when it runs out of memory or time; the process continues.
 */
function inWorker(bytes: Uint8Array): Promise<SheetRow[]> {
  const worker = new Worker(new URL('./read-sheet-worker.ts', import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  return new Promise<SheetRow[]>((resolve, reject) => {
    const limit = setTimeout(() => reject(new SheetRefusal('tooMuch')), milliseconds);
    worker.once('message', (answer: WorkerAnswer) => ('rows' in answer ? resolve(answer.rows) : reject(new SheetRefusal(answer.problem))));
    worker.once('error', (error: NodeJS.ErrnoException) =>
      reject(new SheetRefusal(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'tooMuch' : 'unreadable')),
    );
    worker.once('exit', () => reject(new SheetRefusal('unreadable')));
    worker.once('exit', () => clearTimeout(limit));
  }).finally(() => worker.terminate());
}

/** The rows of a workbook's first sheet. Throws `SheetRefusal`; refuses to queue many. */
async function readSheet(bytes: Uint8Array): Promise<SheetRow[]> {
  if (oneAtATime.pendingCount >= maxWaiting) throw new Refused({ code: 'session.tooManyTries', retryAfterSeconds: RETRY_SECONDS });
  return oneAtATime(() => inWorker(bytes));
}

const { maxRows, maxColumns } = SHEET_LIMITS;

const refusalFor: Record<SheetProblem, (field: string) => Refusal> = {
  wrongType: (field) => ({ code: 'sheet.wrongType', field }),
  unreadable: (field) => ({ code: 'sheet.unreadable', field }),
  locked: (field) => ({ code: 'sheet.locked', field }),
  tooMuch: (field) => ({ code: 'sheet.tooMuch', field, maxRows, maxColumns }),
};

/** The rows of the one workbook that came along. */
export async function takeSheet(files: readonly UploadedFile[], { field, missing }: SheetUpload): Promise<SheetRow[]> {
  const stranger = files.find((file) => file.field !== field);
  if (stranger) throw invalidOnWire(stranger.field.slice(0, 100), validation.unexpectedFile);
  const [file, second] = files;
  if (!file || (file.sizeBytes === 0 && file.name === '')) throw invalidOnWire(field, missing);
  if (second) throw invalidOnWire(field, importTexts.oneFile);
  try {
    return await readSheet(await readFile(file.path));
  } catch (error) {
    throw error instanceof SheetRefusal ? new Refused(refusalFor[error.problem](field)) : error;
  }
}
