import fs from 'node:fs';
import path from 'node:path';

/**
 * With these settings PostgreSQL compiles all that it may, and writes every statement with its process and the processor time that it took.
 * Waiting for a busy machine counts for nothing.
 */
export const STRICT = {
  jit_above_cost: '0',
  jit_inline_above_cost: '0',
  jit_optimize_above_cost: '0',
  log_min_duration_statement: '0',
  log_statement_stats: 'on',
  log_line_prefix: '%p ',
};

const SLOW_S = 0.2;

/** The file of this name below `folder`. */
export function findBelow(folder: string, name: string): string {
  const found = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((file) => path.basename(file) === name);
  return path.join(folder, found as string);
}

/** The statements of a part of the log, with the process of each. */
export const readStatements = (log: string) =>
  [...log.matchAll(/^(\d+) LOG: {2}duration: \S+ ms {2}(?:execute [^:]*|statement): ([\s\S]*?)(?=^\d+ [A-Z]+:|$(?![\s\S]))/gm)].map(
    ([, pid = '', text = '']) => ({ pid, text: text.trim() }),
  );

/** Lists the lines of the log about statements that took more than a fifth of a second of processor. */
export const readSlow = (log: string): string[] =>
  log.split(/^(?=\d+ LOG:)/m).filter((entry) => {
    const [, user = 0, system = 0] = /([\d.]+) s user, ([\d.]+) s system, [\d.]+ s elapsed/.exec(entry) ?? [];
    return Number(user) + Number(system) > SLOW_S;
  });
