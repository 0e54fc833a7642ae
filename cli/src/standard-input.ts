import { addAbortSignal, type Readable } from 'node:stream';
import { terminal } from '@bitacora/core/messages/terminal';
import { exits, Stopped } from '@bitacora/core/terminal/stopped';

/** More than any password with its line end has. */
const SECRET_MAX_BYTES = 1_024;

/** Everything until the end of `input`. Past `maxBytes` it stops reading and throws `tooMuch`. */
export async function readBytes(input: Readable, signal: AbortSignal, maxBytes: number, tooMuch: Stopped): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of addAbortSignal(signal, input)) {
    chunks.push(Buffer.from(chunk));
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooMuch;
  }
  return Buffer.concat(chunks);
}

/** One line without its line end. */
export async function readSecret(stdin: Readable, signal: AbortSignal): Promise<string> {
  const tooMuch = new Stopped(exits.usage, terminal.tooMuchForPassword);
  return (await readBytes(stdin, signal, SECRET_MAX_BYTES, tooMuch)).toString('utf8').replace(/\r?\n$/, '');
}
