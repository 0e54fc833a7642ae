import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { terminal } from '@bitacora/core/messages/terminal';
import { exits, Stopped } from './exits.ts';
import { causeOf } from './output/place.ts';
import { bytesOf } from './standard-input.ts';
import type { Surroundings } from './surroundings.ts';

/** The workbook of that name, or the one on standard input for '-'. Its bytes are read as they are sent. */
export async function workbookFrom(named: string, { stdin }: Pick<Surroundings, 'stdin'>): Promise<File> {
  if (named === '-') return new File([new Uint8Array(await bytesOf(stdin))], 'entrada.xlsx');
  try {
    if ((await stat(named)).isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
    return new File([await openAsBlob(named)], path.basename(named));
  } catch (error) {
    throw new Stopped(exits.usage, terminal.cannotRead(named, causeOf(error as NodeJS.ErrnoException)));
  }
}
