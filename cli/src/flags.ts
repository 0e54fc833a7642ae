import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { terminalHelp } from './messages/commands.ts';

/** One flag of a command as data. `read` turns the typed words into a value, or throws `Stopped`. */
export interface Flag<Value> {
  summary: string;
  /** The name of its value in the help; a switch has none. */
  takes?: string;
  isRepeatable?: boolean;
  choices?: readonly string[];
  read(typed: readonly string[]): Value;
}

export const yes = (summary: string): Flag<boolean> => ({ summary, read: (typed) => typed.length > 0 });

export const text = (takes: string, summary: string): Flag<string | undefined> => ({ summary, takes, read: ([typed]) => typed });

/** Repeated for several values, because a comma may be part of a name. */
export const texts = (takes: string, summary: string): Flag<string[]> => ({
  summary,
  takes,
  isRepeatable: true,
  read: (typed) => [...typed],
});

/** One of a closed list of words. */
export const oneOf = <Value>(takes: string, summary: string, words: Readonly<Record<string, Value>>): Flag<Value | undefined> => ({
  summary,
  takes,
  choices: Object.keys(words),
  read: ([typed]) => (typed === undefined ? undefined : words[typed]),
});

export const someOf = <Value>(takes: string, summary: string, words: Readonly<Record<string, Value>>): Flag<Value[]> => ({
  summary,
  takes,
  isRepeatable: true,
  choices: Object.keys(words),
  read: (typed) => typed.map((word) => words[word] as Value),
});

export type Flags = Readonly<Record<string, Flag<unknown>>>;
export type FlagValues<F extends Flags> = { [Name in keyof F]: F[Name] extends Flag<infer Value> ? Value : never };

/** `reassignTo` is typed `--reassign-to`. */
export const typedName = (name: string): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Refuses a command without the flags that it needs, all of them at once. */
export function requireFlags(flags: Readonly<Record<string, unknown>>, names: readonly string[]): void {
  const missing = names.filter((name) => flags[name] === undefined || (Array.isArray(flags[name]) && flags[name].length === 0));
  if (missing.length > 0) throw new Stopped(exits.usage, terminalHelp.flagsMissing(missing.map(typedName)), terminalHelp.seeHelp);
}
