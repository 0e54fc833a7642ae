import { createReadStream } from 'node:fs';
import path from 'node:path';
import { peopleEndpoints } from '@bitacora/core/contract/people-endpoints';
import { sentenceOf } from '@bitacora/core/messages/refusals';
import { terminal } from '@bitacora/core/messages/terminal';
import { exits, Stopped } from '@bitacora/core/terminal/stopped';
import type { Dependencies } from './dependencies.ts';
import { causeOf } from './output/output-file.ts';
import { readBytes } from './standard-input.ts';

const { field, maxBytes } = peopleEndpoints.importUsers.sheet;

/** The server's own sentence, before anything is sent. */
const tooLarge = () => new Stopped(exits.refused, sentenceOf({ code: 'sheet.tooLarge', field, maxBytes }));

async function bytesIn(named: string, signal: AbortSignal): Promise<Buffer> {
  try {
    return await readBytes(createReadStream(named), signal, maxBytes, tooLarge());
  } catch (error) {
    if (error instanceof Stopped || signal.aborted) throw error;
    throw new Stopped(exits.usage, terminal.cannotRead(named, causeOf(error as NodeJS.ErrnoException)));
  }
}

/** The workbook of that name. It is read once: what is registered is what was looked over. */
export async function readWorkbook(named: string, signal: AbortSignal): Promise<File> {
  return new File([new Uint8Array(await bytesIn(named, signal))], path.basename(named));
}

/** The same, or the one on standard input for '-'. */
export async function readWorkbookOrInput(named: string, { stdin, signal }: Pick<Dependencies, 'stdin' | 'signal'>): Promise<File> {
  if (named !== '-') return readWorkbook(named, signal);
  return new File([new Uint8Array(await readBytes(stdin, signal, maxBytes, tooLarge()))], 'entrada.xlsx');
}
