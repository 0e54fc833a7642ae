import type { Dependencies } from './dependencies.ts';
import type { TypedFields } from './failure.ts';
import type { Flags, FlagValues } from './flags.ts';
import type { CommandOutcome } from './outcome.ts';

/** A word after the command: `<x>` is required, `[x]` is optional. */
export interface CommandArgument {
  name: string;
  summary: string;
}

/** The options of every command. */
export interface CommonOptions {
  yes: boolean;
  json: boolean;
  csv: boolean;
  /** CSV with the byte order mark, because Excel reads UTF-8 only with it. */
  excel: boolean;
  /** The file for the outcome; null and '-' are standard output. */
  output: string | null;
  color: boolean;
  /** Reads the rows again until Ctrl-C. */
  watch: boolean;
  /** Seconds between two readings; null: the usual number. */
  every: number | null;
  /** Null: that of BITACORA_PROFILE, else the current one. */
  profile: string | null;
}

export interface CommandCall<F extends Flags> extends Dependencies {
  words: readonly string[];
  flags: FlagValues<F>;
  common: CommonOptions;
}

/** A command as data. It returns its outcome and leaves the output format to `writeOutcome`. */
export interface Command<F extends Flags = Flags> {
  /** Such as 'users list': a group and a command. */
  name: string;
  summary: string;
  details?: string;
  words?: readonly CommandArgument[];
  flags: F;
  /** How a field of its calls is typed, where that is not the flag of the same name. */
  fields?: TypedFields;
  /** What the shell completes as its first word. */
  completes?: readonly string[];
  /** Returns rows, so that it has CSV. */
  lists?: boolean;
  /** Its rows may be read again and again, because reading changes nothing. */
  watches?: boolean;
  /** Left out of the help, because a script types it. */
  isHidden?: boolean;
  /** Asks a question that --yes answers. */
  confirms?: boolean;
  run(call: CommandCall<F>): Promise<CommandOutcome>;
}

/** Exists for the types only: it infers the flags. */
export const command = <const F extends Flags>(definition: Command<F>): Command => definition as unknown as Command;
