import fs from 'node:fs';
import { StartProblem } from '../embedded-postgres/start-problem.ts';
import { settingProblems as problems } from '../messages/settings.ts';

const ASSIGNMENT = /^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*=[ \t]*('[^']*'|"(?:\\.|[^"\\])*"|`[^`]*`|[^\n]*)/gm;

/**
 * Names of a `.env` whose values Node and Docker Compose read differently: Compose expands `$` and escapes, and Node cuts an unquoted value
 * at any `#`. Values in single quotes are the same for both.
 */
export function ambiguousNames(text: string): string[] {
  const isAmbiguous = (value: string) => {
    if (value.startsWith("'")) return false;
    if (value.startsWith('"')) return /\$|\\(?!n)/.test(value);
    return /^`|\$|\S#/.test(value.replace(/\s#.*$/, ''));
  };
  return [...text.matchAll(ASSIGNMENT)].flatMap(([, name = '', value = '']) => (isAmbiguous(value) ? [name] : []));
}

/** Sets what the file names and the environment does not, and does nothing without a file. Throws StartProblem for an ambiguous value. */
export function loadEnvFile(file: string): void {
  if (!fs.existsSync(file)) return;
  const names = ambiguousNames(fs.readFileSync(file, 'utf8'));
  if (names.length > 0) throw new StartProblem(problems.ambiguous(names));
  process.loadEnvFile(file);
}
