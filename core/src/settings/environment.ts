import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { settingProblems as problems } from '../messages/start-problems.ts';

/** Something the person who starts Bitácora can put right: `message` is one Spanish sentence, shown without a stack. */
export class StartProblem extends Error {
  override name = 'StartProblem';
}

export type Env = Record<string, string | undefined>;

/**
 * Without `byDefault` it is unset by default. `isSecret` ones are never repeated in a message, and may come from a file named by
 * `NOMBRE_FILE`. The kind of an `endsInAddress` one refuses a comment behind its value.
 */
export interface Setting {
  kind: { safeParse(text: string): { success: boolean; data?: unknown; error?: { issues: readonly { message: string }[] } } };
  byDefault?: string;
  isSecret?: true;
  endsInAddress?: true;
}
/**
 * Compose and Node cut a comment off a value without quotes, and systemd makes it part of the value: NODE_ENV would be no production. A label
 * would show it. The environment does not say whether there were quotes, so «# » is refused and «Grupo #1» is not.
 */
const HAS_COMMENT = /(?:^|\s)#\s/;

type SettingRows = Record<string, Setting>;

type Read<One extends Setting> = One['kind'] extends { _zod: { output: infer Value } } ? Value : never;

/** A value for each name; `undefined` only without a default. */
export type ValuesByName<Rows extends SettingRows> = {
  [Name in keyof Rows]: Rows[Name] extends { byDefault: string } ? Read<Rows[Name]> : Read<Rows[Name]> | undefined;
};

/** Says what is wrong with values only together, a sentence each. */
export type Contradictions<Values> = (values: Values) => string[];

/**
 * What the environment says under these names. Opens nothing but the files named by `*_FILE`. Throws a `StartProblem` with one sentence
 * for every wrong name.
 */
export function readValues<const Rows extends SettingRows>(
  names: Rows,
  env: Env,
  contradictions: Contradictions<ValuesByName<Rows>>,
): ValuesByName<Rows> {
  const wrong: string[] = [];
  const entries = Object.entries(names).map(([name, setting]) => [name, readOne(name, setting, env, wrong)]);
  const values = Object.fromEntries(entries) as ValuesByName<Rows>;
  if (!wrong.length) wrong.push(...contradictions(values));
  if (wrong.length) throw new StartProblem(problems.all(wrong));
  return values;
}

function readOne(name: string, { kind, byDefault, isSecret, endsInAddress }: Setting, env: Env, wrong: string[]): unknown {
  const inFile = isSecret && fromFile(name, env, wrong);
  const text = inFile || env[name] || byDefault; // empty means unset, as in a compose file
  if (text === undefined) return undefined;
  if (!inFile && !endsInAddress && HAS_COMMENT.test(text)) {
    wrong.push(problems.comment(name, isSecret ? null : text));
    return undefined;
  }
  const { success, data, error } = kind.safeParse(text);
  if (success) return data;
  wrong.push(problems.wrong(name, error?.issues[0]?.message, isSecret ? null : text));
}

function fromFile(name: string, env: Env, wrong: string[]): string | undefined {
  const file = env[`${name}_FILE`];
  if (!file) return undefined;
  if (env[name]) wrong.push(problems.twice(name));
  try {
    return fs.readFileSync(file, 'utf8').trim();
  } catch {
    wrong.push(problems.unreadable(name, file));
    return undefined;
  }
}

/** The sentence that a setting needs others, or none. */
export function needs<Values extends object>(
  values: Values,
  name: keyof Values & string,
  others: readonly (keyof Values & string)[],
): string[] {
  const missing = others.filter((other) => values[other] === undefined);
  return values[name] !== undefined && missing.length ? [problems.needs(name, missing)] : [];
}

/** The sentence that two of these secrets are the same, or none. */
export function differ<Values extends object>(values: Values, names: readonly (keyof Values & string)[]): string[] {
  const namesWithValue = names.filter((name) => values[name] !== undefined);
  const same = namesWithValue.find((name, n) => namesWithValue.slice(0, n).some((earlier) => values[earlier] === values[name]));
  return same ? [problems.differ(names)] : [];
}

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

/** Why nobody can listen there, as a `StartProblem` where the person who starts it can put it right; `name` is the setting of the port. */
export function listenProblem(error: NodeJS.ErrnoException, { host, port, name }: { host: string; port: number; name: string }): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartProblem(problems.portInUse(port, name));
    case 'EACCES':
      return new StartProblem(problems.portDenied(port, name));
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartProblem(problems.noHost(host));
    default:
      return error;
  }
}

/** The secret of that name under the data folder, made the first time; readable by its owner alone. */
export function keptSecret(dataDir: string, name: string): string {
  const file = path.join(dataDir, name);
  fs.mkdirSync(dataDir, { recursive: true });
  try {
    fs.writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return fs.readFileSync(file, 'utf8').trim();
}
