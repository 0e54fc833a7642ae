import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { Command as Commander, CommanderError, Option } from 'commander';
import type { Command, CommonOptions } from './command.ts';
import { everyRange, wrongPreference } from './configuration.ts';
import { type Flag, typedName } from './flags.ts';
import { terminalHelp } from './messages/commands.ts';
import { terminalExamples } from './messages/examples.ts';
import { isWorkbook } from './output/write-outcome.ts';
import { USUAL_EVERY } from './settings.ts';

export interface ParsedCommand {
  command: Command;
  words: readonly string[];
  /** The words after each flag of the command; empty for a flag that is not there. */
  typed: Readonly<Record<string, readonly string[]>>;
  common: CommonOptions;
}
interface Printer {
  out(text: string): void;
  error(text: string): void;
  width: number | undefined;
  /** The help of a command ends with environment and exit codes. */
  isManual?: boolean;
}

const NAME = 'bitacora';
const { titles, common } = terminalHelp;

/** Collects the words after a flag and refuses a word outside its choices. */
const collector =
  (name: string, { isRepeatable, choices }: Pick<Flag<unknown>, 'isRepeatable' | 'choices'>) =>
  (typed: string, before: readonly string[] = []) => {
    if (choices && !choices.includes(typed)) throw new Stopped(exits.usage, terminalHelp.notAChoice(name, typed), choices.join(', '));
    return isRepeatable ? [...before, typed] : [typed];
  };

function optionFor(name: string, flag: Flag<unknown>): Option {
  const { takes, summary, choices } = flag;
  const option = new Option(
    takes ? `${typedName(name)} <${takes}>` : typedName(name),
    choices ? `${summary} (${choices.join(', ')})` : summary,
  );
  return takes ? option.argParser(collector(typedName(name), flag)) : option;
}

/** Every command has these flags, besides those of commands that list or confirm. */
export function commonOptions({ lists, confirms, watches }: Pick<Command, 'lists' | 'confirms' | 'watches'>): Option[] {
  return [
    new Option('--json', common.json),
    ...(lists || watches ? [new Option('--csv', common.csv), new Option('--excel', common.excel)] : []),
    ...(watches
      ? [
          new Option('--columns <columnas>', common.columns),
          new Option('--watch', common.watch),
          new Option('--every <segundos>', common.every(everyRange, USUAL_EVERY)),
        ]
      : []),
    new Option('-o, --output <archivo>', common.output),
    new Option('-y, --yes', confirms ? common.confirm : common.overwrite),
    new Option('--no-color', common.noColour),
    profileOption(),
  ];
}

/** It can stand before a command or after it. */
const profileOption = (summary: string = common.profile) => new Option('--profile <perfil>', summary);
/** These can stand before a command. */
export const programOptions = () => [profileOption(common.profileAlone), new Option('-V, --version', common.version)];

function readSeconds(typed: string): number {
  const wrong = wrongPreference('every', typed);
  if (wrong) throw new Stopped(exits.usage, `--every: ${wrong}`);
  return Number(typed);
}

function readCommonOptions(options: Record<string, unknown>): CommonOptions {
  const { json = false, csv = false, excel = false, output = null, yes: isSure = false, color = true, profile = null } = options;
  const { watch = false, every: typedEvery, columns: typedColumns } = options;
  if (json && (csv || excel)) throw new Stopped(exits.usage, terminalHelp.oneFormat);
  if (watch && (csv || excel || output !== null)) throw new Stopped(exits.usage, terminalHelp.watchAlone);
  if (typedEvery !== undefined && !watch) throw new Stopped(exits.usage, terminalHelp.everyWithoutWatch);
  const columns = typedColumns === undefined ? null : String(typedColumns).split(/\s*,\s*/);
  if (columns && (json || isWorkbook({ output: output as string | null }))) throw new Stopped(exits.usage, terminalHelp.columnsOfTable);
  const every = typedEvery === undefined ? null : readSeconds(String(typedEvery));
  const place = output === '/dev/stdout' ? '-' : output;
  return { json, csv: csv || excel, excel, output: place, yes: isSure, color, profile, watch, every, columns } as CommonOptions;
}

function readTypedFlags(command: Command, options: Record<string, unknown>): ParsedCommand['typed'] {
  const values = Object.keys(command.flags).map((name) => [name, options[name]] as const);
  return Object.fromEntries(values.map(([name, value]) => [name, value === true ? [''] : ((value as string[] | undefined) ?? [])]));
}

function createCommander(name: string, usage: string, printer: Printer): Commander {
  return new Commander(name)
    .usage(usage)
    .exitOverride()
    .allowExcessArguments(false)
    .helpOption('-h, --help', common.help)
    .helpCommand(false)
    .configureHelp({
      subcommandTerm: (command) => [command.name(), ...command.registeredArguments.map(argumentTerm)].join(' '),
      styleTitle: (title) => titles[title as keyof typeof titles] ?? title,
      helpWidth: printer.width ?? 100,
    })
    .configureOutput({ writeOut: printer.out, writeErr: printer.error, outputError: () => {} });
}

const argumentTerm = (argument: { name(): string; required: boolean }) =>
  argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;

/** Builds the tree of commands. Parsing calls `choose` with the result. */
function buildProgram(commands: readonly Command[], version: string, printer: Printer, choose: (parsed: ParsedCommand) => void): Commander {
  const program = createCommander(NAME, terminalHelp.usage.program, printer)
    .description(terminalHelp.about)
    .version(version, '-V, --version', common.version)
    .addOption(profileOption(common.profileAlone))
    .addHelpText('after', terminalHelp.after);
  const groups = new Map<string, Commander>();
  const openGroup = (name: string) => {
    const group = groups.get(name) ?? createCommander(name, terminalHelp.usage.group, printer);
    if (groups.has(name)) return group;
    groups.set(name, group.description(terminalHelp.groups[name as keyof typeof terminalHelp.groups]));
    program.addCommand(group);
    return group;
  };
  for (const command of commands) {
    const [first = '', second] = command.name.split(' ');
    (second ? openGroup(first) : program).addCommand(buildCommand(command, second ?? first, printer, choose), {
      hidden: command.isHidden ?? false,
    });
  }
  program.addCommand(
    createCommander(terminalHelp.helpCommand.name, '', printer).argument('[orden...]').description(terminalHelp.helpCommand.summary),
  );
  return program;
}

/** Below the options it has what to know, examples, and for `help` what holds for every command. */
function textAfter({ name, details }: Command, isManual: boolean): string {
  const examples = terminalExamples[name] ?? [];
  const parts = [
    details,
    examples.length > 0 ? [terminalHelp.examples, ...examples.map((line) => `  ${line}`)].join('\n') : undefined,
    isManual ? terminalHelp.after.trim() : undefined,
  ];
  return parts.flatMap((part) => (part === undefined ? [] : [`\n${part}`])).join('\n');
}

function buildCommand(command: Command, name: string, printer: Printer, choose: (parsed: ParsedCommand) => void): Commander {
  const words = command.words ?? [];
  const usage = [...words.map((word) => word.name), terminalHelp.usage.options].join(' ');
  const commander = createCommander(name, usage, printer).description(command.summary);
  for (const word of words) commander.argument(word.name, word.summary);
  for (const [flagName, flag] of Object.entries(command.flags)) commander.addOption(optionFor(flagName, flag));
  for (const option of commonOptions(command)) commander.addOption(option);
  commander.addHelpText('after', textAfter(command, printer.isManual ?? false));
  return commander.action(() => {
    const options = commander.optsWithGlobals();
    choose({ command, words: commander.args, typed: readTypedFlags(command, options), common: readCommonOptions(options) });
  });
}

/** Reads the quoted name in a message of Commander, and the name that it suggests. */
function readNames(message: string): { name: string; similar: string | null } {
  return { name: /'([^']*)'/.exec(message)?.[1] ?? '', similar: /\(Did you mean (?:one of )?(.*?)\?\)/s.exec(message)?.[1] ?? null };
}

/** Explains a mistake in Spanish; null if Commander only printed help or the version. */
function wrongUsage(error: CommanderError): Stopped | null {
  if (error.exitCode === 0) return null;
  if (error.code === 'commander.help') return new Stopped(exits.usage, '');
  const { name, similar } = readNames(error.message);
  const sentences = terminalHelp.wrong as Readonly<Record<string, (name: string) => string>>;
  const sentence = sentences[error.code.replace('commander.', '')]?.(name) ?? terminalHelp.wrong.otherwise();
  return new Stopped(exits.usage, sentence, similar ? terminalHelp.didYouMean(similar) : terminalHelp.seeHelp);
}

/** Returns the words after `help`, which a profile may precede; null if the first word is another. */
function manualWords([first, ...rest]: readonly string[]): readonly string[] | null {
  if (first === '--profile') return manualWords(rest.slice(1));
  if (first?.startsWith('--profile=')) return manualWords(rest);
  return first === terminalHelp.helpCommand.name ? rest : null;
}

/**
 * `help users list x` is `users list --help`. Arguments and flags are left out, because help must run nothing. An unknown name stays as it is,
 * because Commander suggests a similar one.
 */
function helpWords(typed: readonly string[], commands: readonly Command[]): readonly string[] {
  const words = typed.filter((word) => !word.startsWith('-'));
  const name = words.join(' ');
  const names = [terminalHelp.helpCommand.name, ...commands.map((command) => command.name)];
  const commandName = names.find((candidate) => `${name} `.startsWith(`${candidate} `));
  if (commandName) return [...commandName.split(' '), '--help'];
  return words.length === 0 || names.some((candidate) => candidate.startsWith(`${name} `)) ? [...words, '--help'] : words;
}

/** Parses the words after the program's name; null if they only ask for help or the version. */
export function parseCommand(
  typed: readonly string[],
  commands: readonly Command[],
  version: string,
  printer: Printer,
): ParsedCommand | null {
  let parsed: ParsedCommand | null = null;
  const manual = manualWords(typed);
  const words = manual ? helpWords(manual, commands) : typed;
  const program = buildProgram(commands, version, { ...printer, isManual: manual !== null }, (result) => {
    parsed = result;
  });
  try {
    program.parse(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const wrong = wrongUsage(error);
    if (wrong) throw wrong;
  }
  return parsed;
}
