import { createReadStream } from 'node:fs';
import path from 'node:path';
import { activityEndpoints } from '@bitacora/core/contract/activity-endpoints';
import { userEndpoints } from '@bitacora/core/contract/user-endpoints';
import { sentenceOf } from '@bitacora/core/messages/refusals';
import { terminal } from '@bitacora/core/messages/terminal';
import { exits, Stopped } from '@bitacora/core/terminal/stopped';
import type { Dependencies } from './dependencies.ts';
import { causeOf } from './output/output-file.ts';
import { readBytes } from './prompts.ts';

const { sheet } = userEndpoints.importUsers;
const { uploads } = activityEndpoints.assignToMany;

// The sentences of the server, known before the upload.
const sheetTooLarge = () =>
  new Stopped(exits.refused, sentenceOf({ code: 'sheet.tooLarge', field: sheet.field, maxBytes: sheet.maxBytes }));
const imageTooLarge = (file: string) =>
  new Stopped(exits.refused, `${file}: ${sentenceOf({ code: 'image.tooLarge', field: uploads.field, maxBytes: uploads.maxBytes })}`);

async function readFileBytes(file: string, signal: AbortSignal, maxBytes: number, tooLarge: Stopped): Promise<Buffer> {
  try {
    return await readBytes(createReadStream(file), signal, maxBytes, tooLarge);
  } catch (error) {
    if (error instanceof Stopped || signal.aborted) throw error;
    throw new Stopped(exits.usage, terminal.cannotRead(file, causeOf(error as NodeJS.ErrnoException)));
  }
}

/** Reads the file once, because what is registered must be what was checked. */
export async function readWorkbook(file: string, signal: AbortSignal): Promise<File> {
  return new File([new Uint8Array(await readFileBytes(file, signal, sheet.maxBytes, sheetTooLarge()))], path.basename(file));
}

/** One after the other, so that the first file that cannot be read is the one that is named. */
export async function readImages(files: readonly string[], signal: AbortSignal): Promise<File[]> {
  const images: File[] = [];
  for (const file of files)
    images.push(new File([new Uint8Array(await readFileBytes(file, signal, uploads.maxBytes, imageTooLarge(file)))], path.basename(file)));
  return images;
}

/** '-' is standard input. */
export async function readWorkbookOrInput(file: string, { stdin, signal }: Pick<Dependencies, 'stdin' | 'signal'>): Promise<File> {
  if (file !== '-') return readWorkbook(file, signal);
  return new File([new Uint8Array(await readBytes(stdin, signal, sheet.maxBytes, sheetTooLarge()))], 'entrada.xlsx');
}
