import { createReadStream } from 'node:fs';
import path from 'node:path';
import { peopleEndpoints } from '@bitacora/core/contract/people-endpoints';
import { sentenceOf } from '@bitacora/core/messages/refusals';
import { terminal } from '@bitacora/core/messages/terminal';
import { exits, Stopped } from '@bitacora/core/terminal/stopped';
import type { Dependencies } from './dependencies.ts';
import { causeOf } from './output/output-file.ts';
import { readBytes } from './prompts.ts';

const { field, maxBytes } = peopleEndpoints.importUsers.sheet;

/** The sentence of the server, known before the upload. */
const tooLarge = () => new Stopped(exits.refused, sentenceOf({ code: 'sheet.tooLarge', field, maxBytes }));

async function readFileBytes(file: string, signal: AbortSignal): Promise<Buffer> {
  try {
    return await readBytes(createReadStream(file), signal, maxBytes, tooLarge());
  } catch (error) {
    if (error instanceof Stopped || signal.aborted) throw error;
    throw new Stopped(exits.usage, terminal.cannotRead(file, causeOf(error as NodeJS.ErrnoException)));
  }
}

/** Reads the file once, because what is registered must be what was checked. */
export async function readWorkbook(file: string, signal: AbortSignal): Promise<File> {
  return new File([new Uint8Array(await readFileBytes(file, signal))], path.basename(file));
}

/** '-' is standard input. */
export async function readWorkbookOrInput(file: string, { stdin, signal }: Pick<Dependencies, 'stdin' | 'signal'>): Promise<File> {
  if (file !== '-') return readWorkbook(file, signal);
  return new File([new Uint8Array(await readBytes(stdin, signal, maxBytes, tooLarge()))], 'entrada.xlsx');
}
