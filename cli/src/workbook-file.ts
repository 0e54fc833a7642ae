import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { peopleEndpoints } from '@bitacora/core/contract/people-endpoints';
import { sentenceOf } from '@bitacora/core/messages/refusals';
import { terminal } from '@bitacora/core/messages/terminal';
import { exits, Stopped } from '@bitacora/core/terminal/stopped';
import { causeOf } from './output/place.ts';
import { bytesOf } from './standard-input.ts';
import type { Surroundings } from './surroundings.ts';

const { field, maxBytes } = peopleEndpoints.uploadUsersBulk.sheet;

/** The server's own sentence, before anything is read or sent. */
function demandSmall(sizeBytes: number): void {
  if (sizeBytes > maxBytes) throw new Stopped(exits.refused, sentenceOf({ code: 'sheet.tooLarge', field, maxBytes }));
}

async function bytesIn(named: string): Promise<Buffer> {
  try {
    demandSmall((await stat(named)).size);
    return await readFile(named);
  } catch (error) {
    if (error instanceof Stopped) throw error;
    throw new Stopped(exits.usage, terminal.cannotRead(named, causeOf(error as NodeJS.ErrnoException)));
  }
}

/** The workbook of that name, or the one on standard input for '-'. It is read once: what is registered is what was looked over. */
export async function workbookFrom(named: string, { stdin }: Pick<Surroundings, 'stdin'>): Promise<File> {
  const isPiped = named === '-';
  const bytes = isPiped ? await bytesOf(stdin) : await bytesIn(named);
  demandSmall(bytes.length);
  return new File([new Uint8Array(bytes)], isPiped ? 'entrada.xlsx' : path.basename(named));
}
