import type { Dependencies } from '../dependencies.ts';

const CLEAR_LINE = '\r\u001b[2K';
const EVERY_MS = 200;

/** Shows the seconds that `work` takes so far, on standard error, if that is a terminal. */
export async function whileBusy<Result>({ stderr }: Pick<Dependencies, 'stderr'>, doing: string, work: Promise<Result>): Promise<Result> {
  if (!stderr.isTTY) return work;
  const start = Date.now();
  const timer = setInterval(() => stderr.write(`${CLEAR_LINE}${doing} ${Math.round((Date.now() - start) / 1000)} s`), EVERY_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    stderr.write(CLEAR_LINE);
  }
}

/** A line on standard error with the count so far, if that is a terminal. */
export function counter({ stderr }: Pick<Dependencies, 'stderr'>, text: (count: number) => string) {
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
