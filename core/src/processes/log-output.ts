import fs from 'node:fs';
import type { Writable } from 'node:stream';

/** A pipe writes up to this many bytes in one piece. Beyond it, lines of several processes could mix. */
const ONE_PIECE_BYTES = 4_096;
/** Lines beyond this many bytes are dropped while there is no room. */
const WAITING_BYTES = 262_144;
const RETRY_MS = 200;
/** After a slower write the next one waits `REST` times as long, so that a slow disk takes a twentieth of the time. */
const SLOW_MS = 50;
const REST = 20;
/** At the exit a reader that does not read gets this many moments. */
const LAST_TRIES = 20;
const MOMENT_MS = 25;

const STDOUT = 1;
let lostLines = 0;

export const countLostLines = (): number => lostLines;

/** Keeps a stream that nobody reads, or that has no room, from ending the process. */
export const bearFailures = (stream: Writable): unknown => stream.on('error', () => {});

/**
 * Writes lines to stdout and never throws or waits for a reader. Lines of one event-loop turn are written together and after the answers.
 * Without room they wait, then they are dropped; `onRoom` gets their number when there is room again.
 */
export function openLogOutput(onRoom: (lost: number) => void): { write(line: string): void } {
  // Opening the stream makes a pipe answer EAGAIN where it would wait for its reader.
  for (const stream of [process.stdout, process.stderr]) bearFailures(stream);
  const pieces: Buffer[] = [];
  let lines = '';
  let bytes = 0;
  let waitingBytes = 0;
  let isBlocked = false;
  let lost = 0;

  function endPiece(): void {
    if (lines) pieces.push(Buffer.from(lines));
    waitingBytes += bytes;
    lines = '';
    bytes = 0;
  }

  function flush(): void {
    isBlocked = false;
    endPiece();
    for (let [piece] = pieces; piece; [piece] = pieces) {
      const startedAt = performance.now();
      try {
        const written = fs.writeSync(STDOUT, piece);
        waitingBytes -= written;
        if (written < piece.length) pieces[0] = piece.subarray(written);
        else pieces.shift();
      } catch {
        rest(RETRY_MS);
        return;
      }
      const tookMs = performance.now() - startedAt;
      if (tookMs > SLOW_MS) {
        rest(tookMs * REST);
        return;
      }
    }
    const count = lost;
    lost = 0;
    if (count > 0) onRoom(count);
  }

  function rest(ms: number): void {
    isBlocked = true;
    setTimeout(flush, ms).unref();
  }

  process.on('exit', () => {
    const sleeper = new Int32Array(new SharedArrayBuffer(4));
    for (let tries = 0; tries < LAST_TRIES; tries++) {
      flush();
      if (isBlocked) Atomics.wait(sleeper, 0, 0, MOMENT_MS);
      else if (!lines) return;
    }
  });

  return {
    write(line) {
      const more = Buffer.byteLength(line);
      if (bytes + more > ONE_PIECE_BYTES) (isBlocked ? endPiece : flush)();
      if (isBlocked && waitingBytes + bytes + more > WAITING_BYTES) {
        lost++;
        lostLines++;
        return;
      }
      if (!lines && !isBlocked) setImmediate(flush);
      lines += line;
      bytes += more;
    },
  };
}
