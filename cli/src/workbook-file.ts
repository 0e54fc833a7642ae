import { createReadStream } from 'node:fs';
import path from 'node:path';
import { peopleEndpoints } from '@bitacora/core/contract/people-endpoints';
import { sentenceOf } from '@bitacora/core/messages/refusals';
import { terminal } from '@bitacora/core/messages/terminal';
import { exits, Stopped } from '@bitacora/core/terminal/stopped';
import { causeOf } from './output/place.ts';
import { bytesOf } from './standard-input.ts';
import type { Surroundings } from './surroundings.ts';

const { field, maxBytes } = peopleEndpoints.importUsers.sheet;

/** The server's own sentence, before anything is sent. */
const tooLarge = () => new Stopped(exits.refused, sentenceOf({ code: 'sheet.tooLarge', field, maxBytes }));

async function bytesIn(named: string, signal: AbortSignal): Promise<Buffer> {
  try {
    return await bytesOf(createReadStream(named), signal, maxBytes, tooLarge());
  } catch (error) {
    if (error instanceof Stopped || signal.aborted) throw error;
    throw new Stopped(exits.usage, terminal.cannotRead(named, causeOf(error as NodeJS.ErrnoException)));
  }
}

/** The workbook of that name. It is read once: what is registered is what was looked over. */
export async function workbookAt(named: string, signal: AbortSignal): Promise<File> {
  return new File([new Uint8Array(await bytesIn(named, signal))], path.basename(named));
}

/** The same, or the one on standard input for '-'. */
export async function workbookFrom(named: string, { stdin, signal }: Pick<Surroundings, 'stdin' | 'signal'>): Promise<File> {
  if (named !== '-') return workbookAt(named, signal);
  return new File([new Uint8Array(await bytesOf(stdin, signal, maxBytes, tooLarge()))], 'entrada.xlsx');
}
