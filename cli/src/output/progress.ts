import type { Dependencies } from '../dependencies.ts';

type Shown = Pick<Dependencies, 'stderr'>;
const CLEAR_LINE = '\r\u001b[2K';
const EVERY_MS = 200;

/** Tells on standard error, and only to a person, that something takes a while and how long it has. */
export async function whileBusy<Result>({ stderr }: Shown, doing: string, work: Promise<Result>): Promise<Result> {
  if (!stderr.isTTY) return work;
  const began = Date.now();
  const tell = () => stderr.write(`${CLEAR_LINE}${doing} ${Math.round((Date.now() - began) / 1000)} s`);
  const timer = setInterval(tell, EVERY_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    stderr.write(CLEAR_LINE);
  }
}

/** A line that says how many there are by now; for a person only. */
export function counter({ stderr }: Shown, text: (count: number) => string) {
  let last = 0;
  return {
    at(count: number) {
      if (!stderr.isTTY || Date.now() - last < EVERY_MS) return;
      last = Date.now();
      stderr.write(CLEAR_LINE + text(count));
    },
    end() {
      if (stderr.isTTY && last > 0) stderr.write(CLEAR_LINE);
    },
  };
}
