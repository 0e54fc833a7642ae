import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { PdfAnswer, PdfTask } from './read-pdf.ts';

const { path, side, maxBytes, maxMs } = JSON.parse(process.argv[2] as string) as PdfTask;
const answer = (message: PdfAnswer) => new Promise<void>((resolve) => process.send?.(message, undefined, undefined, () => resolve()));

// A thread watches this process and ends it, because most memory of a document lies outside the heap, which alone has a limit of its own.
const WATCH = `const end = Date.now() + ${maxMs};
setInterval(() => { if (Date.now() > end || process.memoryUsage.rss() > ${maxBytes}) process.kill(process.pid, 'SIGKILL'); }, 20);`;
new Worker(WATCH, { eval: true });

const { findHostilePart } = await import('./pdf-objects.ts');
const { getDocument, PasswordException } = await import('pdfjs-dist/legacy/build/pdf.mjs');
/** The canvas of `@napi-rs/canvas`, which `pdfjs-dist` draws on where there is no browser. */
type PdfCanvas = HTMLCanvasElement & { toBuffer(mediaType: 'image/png'): Uint8Array };
const folder = (name: string) => fileURLToPath(new URL(`../../${name}/`, import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs')));

/** The process reads one file: it posts the number of its pages or why it is refused, and then a picture of the first page. */
async function read(): Promise<void> {
  const bytes = await readFile(path);
  const holds = findHostilePart(bytes);
  if (holds) return void (await answer({ holds }));
  const folders = { cMapUrl: folder('cmaps'), standardFontDataUrl: folder('standard_fonts'), wasmUrl: folder('wasm') };
  const pdf = await getDocument({ data: new Uint8Array(bytes), ...folders, maxImageSize: 40_000_000, verbosity: 0 }).promise;
  await answer({ pages: pdf.numPages });
  const page = await pdf.getPage(1);
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: side / Math.max(width, height) });
  const factory = pdf.canvasFactory as { create(width: number, height: number): { canvas: PdfCanvas; context: CanvasRenderingContext2D } };
  const { canvas, context } = factory.create(Math.ceil(viewport.width), Math.ceil(viewport.height));
  await page.render({ canvas, canvasContext: context, viewport }).promise;
  await answer({ picture: canvas.toBuffer('image/png') });
}

await read().catch((error) => answer(error instanceof PasswordException ? { holds: 'password' } : { problem: 'unreadable' }));
process.exit();
