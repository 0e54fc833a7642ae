import { styleText } from 'node:util';
import { printable, printableLines } from '@bitacora/core/terminal/printable';
import manifest from '../../package.json' with { type: 'json' };
import type { Command } from './command.ts';
import { commands } from './commands/commands.ts';
import type { Dependencies, TerminalOutput } from './dependencies.ts';
import { describeFailure, type TypedFields } from './failure.ts';
import { type Flags, typedName } from './flags.ts';
import { requireFree } from './output/output-file.ts';
import { writeOutcome } from './output/write-outcome.ts';
import { type ParsedCommand, parseCommand } from './program.ts';

const valuesOf = ({ flags }: Command, typed: ParsedCommand['typed']): Record<string, unknown> =>
  Object.fromEntries(Object.entries(flags).map(([name, flag]: [string, Flags[string]]) => [name, flag.read(typed[name] ?? [])]));

const typedFieldsOf = ({ flags, fields }: Command): TypedFields => ({
  ...Object.fromEntries(Object.keys(flags).map((name) => [name, typedName(name)])),
  ...fields,
});

/** Returns the exit code. A failure is one sentence and one hint on standard error. */
export async function runCommand(typed: readonly string[], dependencies: Dependencies): Promise<number> {
  const { stdout, stderr, settings, signal } = dependencies;
  const printer = { out: (text: string) => stdout.write(text), error: (text: string) => stderr.write(text), width: stdout.columns };
  let hasColour = settings.hasColour;
  let typedFields: TypedFields = {};
  try {
    const parsed = parseCommand(typed, commands, manifest.version, printer);
    if (!parsed) return 0;
    const { command, words, common } = parsed;
    typedFields = typedFieldsOf(command);
    hasColour &&= common.color;
    const withColour = { ...dependencies, settings: { ...settings, hasColour } };
    const { output } = common;
    if (output !== null && output !== '-') await requireFree(output, common.yes);
    const outcome = await command.run({ ...withColour, words, common, flags: valuesOf(command, parsed.typed) });
    return await writeOutcome(outcome, common, withColour);
  } catch (error) {
    return complain(describeFailure(error, signal, typedFields), stderr, hasColour);
  }
}

function complain({ exit, message, hint }: ReturnType<typeof describeFailure>, stderr: TerminalOutput, hasColour: boolean): number {
  const red = (text: string) => (hasColour && stderr.isTTY ? styleText('red', text, { validateStream: false }) : text);
  if (message) stderr.write(`${red(printable(message))}\n`);
  if (hint) stderr.write(`${printableLines(hint)}\n`);
  return exit;
}
