import type { Dependencies } from './dependencies.ts';
import type { Flags, FlagValues } from './flags.ts';
import type { CommandOutcome } from './outcome.ts';

/** A word that stands after the command: `<x>` is demanded, `[x]` may be left out. */
export interface CommandArgument {
  name: string;
  summary: string;
}

/** What every command is told besides its own flags. */
export interface CommonOptions {
  yes: boolean;
  json: boolean;
  csv: boolean;
  /** The CSV is for a spreadsheet: it begins with the mark that tells UTF-8. */
  excel: boolean;
  /** Where the outcome goes in the place of standard output; '-' is standard output. */
  output: string | null;
  color: boolean;
}

export interface CommandCall<F extends Flags> extends Dependencies {
  words: readonly string[];
  flags: FlagValues<F>;
  common: CommonOptions;
}

/** A command as data: what it is called, what it takes, and what it does; how the outcome is shown is none of its business. */
export interface Command<F extends Flags = Flags> {
  /** 'users list': the last word is the command, the ones before it its group. */
  name: string;
  summary: string;
  details?: string;
  words?: readonly CommandArgument[];
  flags: F;
  /** What the shell offers for its first word. */
  completes?: readonly string[];
  /** Answers rows, so that it can be asked for CSV. */
  lists?: boolean;
  /** Writes or answers something that is confirmed by --yes. */
  confirms?: boolean;
  run(call: CommandCall<F>): Promise<CommandOutcome>;
}

/** Only tells TypeScript to infer the flags. */
export const command = <const F extends Flags>(definition: Command<F>): Command => definition as unknown as Command;
