import type { DecodedListener } from '@bitacora/core/client';

const answers = new WeakMap<object, object>();

let isWanted = false;
/** Before the first call of a command with --json. Others remember nothing, because a long report would hold each row twice. */
export const beginRemembering = (): void => {
  isWanted = true;
};

/** Remembers what the wire had in the place of each decoded object. */
export const rememberWire: DecodedListener = (decoded, wire) => {
  if (isWanted) answers.set(decoded, wire);
};

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** For --json: each object of an answer as the wire had it, so that commands and `bitacora api` use the same names. Our own are written alike. */
export function asOnWire(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map(asOnWire);
  return answers.get(value) ?? Object.fromEntries(Object.entries(value).map(([name, one]) => [snakeCase(name), asOnWire(one)]));
}
