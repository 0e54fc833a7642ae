import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { HostilePart } from '@bitacora/core/domain/activities/activity';
import pLimit from 'p-limit';

const PROGRAM = fileURLToPath(new URL('./read-pdf-worker.ts', import.meta.url));
const CODE = ['api', 'core', 'node_modules'].map((folder) => fileURLToPath(new URL(`../../../${folder}`, import.meta.url)));
/** A page of text takes 150 MB with the program, and a scanned one at 400 dpi 330 MB. */
const MAX_BYTES = 512 * 1024 * 1024;
const MAX_MS = 20_000;
/** A process reads one at a time, because each may need the whole memory of its own process. */
const oneAtATime = pLimit(1);

export interface PdfTask {
  path: string;
  /** The longer side of the picture, in pixels. */
  side: number;
  maxBytes: number;
  maxMs: number;
}
export type PdfAnswer = { holds: HostilePart } | { problem: 'unreadable' } | { pages: number } | { picture: Uint8Array };
/** A document, or why it is none; `tooHeavy` where memory or time did not suffice. `picture` is null where the first page cannot be drawn. */
export type ReadPdf = { holds: HostilePart } | { problem: 'unreadable' | 'tooHeavy' } | { pages: number; picture: Uint8Array | null };

/** The process may read our code and this file. Node 24 has no permission for the network, and none binds native code. */
export const permissionsFor = (path: string) => [
  ...['--permission', '--allow-addons', '--allow-worker'],
  ...[...CODE, path].map((place) => `--allow-fs-read=${place}`),
];

/**
 * Reads an untrusted PDF in a process of its own, which may only read its file and ends when it needs too much memory or time
 * (docs/decisions/0055-read-documents-in-a-process-of-their-own.md).
 */
export function readPdf(path: string, side: number, limits = { maxBytes: MAX_BYTES, maxMs: MAX_MS }): Promise<ReadPdf> {
  return oneAtATime(
    () =>
      new Promise<ReadPdf>((resolve, reject) => {
        const task: PdfTask = { path, side, ...limits };
        const child = fork(PROGRAM, [JSON.stringify(task)], {
          serialization: 'advanced',
          execArgv: ['--max-old-space-size=256', ...permissionsFor(path)],
          env: {},
          stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        });
        let read: ReadPdf = { problem: 'tooHeavy' };
        child.on('message', (answer: PdfAnswer) => {
          if ('pages' in answer) read = { ...answer, picture: null };
          else if ('picture' in answer && 'pages' in read) read = { ...read, ...answer };
          else if (!('pages' in read)) read = answer as ReadPdf;
        });
        child.once('error', reject);
        child.once('close', () => resolve(read));
      }),
  );
}
