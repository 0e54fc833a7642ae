import { addAbortSignal, type Readable } from 'node:stream';
import { terminal } from '@bitacora/core/messages/terminal';
import { exits, Stopped } from '@bitacora/core/terminal/stopped';

/** Longer than any password with its line end. */
const SECRET_MAX_BYTES = 1_024;

/** Everything that comes in until it ends or `signal` aborts; past `maxBytes` it is read no further, and `tooMuch` is thrown. */
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

/** A secret that is piped in: one line, taken as it is but for its line end. */
export async function readSecret(stdin: Readable, signal: AbortSignal): Promise<string> {
  const tooMuch = new Stopped(exits.usage, terminal.tooMuchForPassword);
  return (await readBytes(stdin, signal, SECRET_MAX_BYTES, tooMuch)).toString('utf8').replace(/\r?\n$/, '');
}
