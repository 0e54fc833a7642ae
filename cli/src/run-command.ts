import { styleText } from 'node:util';
import { ApiError } from '@bitacora/core/client';
import { type CalendarDate, isBackwards, localDay } from '@bitacora/core/domain/calendar';
import { validation } from '@bitacora/core/messages/validation';
import { exits, printable, printableLines, Stopped } from '@bitacora/core/terminal/terminal';
import manifest from '../../package.json' with { type: 'json' };
import type { Command, CommandOutcome, CommonOptions, Dependencies, ListingColumn, TerminalOutput } from './command.ts';
import { commands } from './commands/all-commands.ts';
import { listRowFields } from './commands/api.ts';
import { withPreferences } from './configuration.ts';
import { describeFailure, type FailureReport, type TypedFields } from './failure.ts';
import { isDayInWords, typable, typedName } from './flags.ts';
import { terminalHelp } from './messages/commands.ts';
import { requireFree } from './output/output-file.ts';
import { watchListing } from './output/watch-listing.ts';
import { writeOutcome } from './output/write-outcome.ts';
import { type ParsedCommand, parseCommand } from './program.ts';
import { asOnWire, beginRemembering } from './transport.ts';

/** A column with the value of one field of the API. */
const fieldColumn = (name: string): ListingColumn<unknown> => ({
  title: name,
  of(row) {
    const value = (asOnWire(row) as Record<string, unknown>)[name] ?? null;
    return typeof value === 'number' || value === null ? value : typeof value === 'object' ? JSON.stringify(value) : String(value);
  },
});

/** Leaves the columns that --columns names, by heading or by field of the API, in that order. */
function chooseColumns(outcome: CommandOutcome, { columns, csv }: CommonOptions, command: string): CommandOutcome {
  if (outcome.kind !== 'rows' || columns === null) return outcome;
  const fields = listRowFields(command);
  const chosen = columns.map((typed) => {
    const headed = outcome.columns.find(({ title, short = title, narrow }) =>
      [title, short, narrow?.title ?? title].some((heading) => typable(heading) === typable(typed)),
    );
    if (headed) return headed;
    if (fields.includes(typed)) return fieldColumn(typed);
    const headings = outcome.columns.map(({ title, short = title }) => typable(short));
    throw new Stopped(exits.usage, terminalHelp.unknownColumn(typed), [...headings, ...fields].join(', '));
  });
  // Without the column of the extension, the deadline is the effective one, so that it does not contradict the days left.
  const lacksExtension = outcome.columns.some((column) => column.narrow === null && !chosen.includes(column));
  const draw = (column: ListingColumn<unknown>) => ({
    ...column,
    ...(lacksExtension && !csv && column.narrow?.title ? column.narrow : {}),
  });
  return { ...outcome, columns: chosen.map((column) => ({ ...draw(column), narrow: undefined })) };
}

/** Reads the flags once as of this machine's day, so that a wrong one is refused at once, and again where the server's day matters. */
async function readFlags(
  { flags }: Command,
  typed: ParsedCommand['typed'],
  { connect, now }: Dependencies,
): Promise<Record<string, unknown>> {
  const entries = Object.entries(flags).map(([name, flag]) => ({ name, flag, words: typed[name] ?? [] }));
  const readAt = (today: CalendarDate) => Object.fromEntries(entries.map(({ name, flag, words }) => [name, flag.read(words, today)]));
  const values = readAt(localDay(Intl.DateTimeFormat().resolvedOptions().timeZone, now()));
  if (!entries.some(({ flag, words }) => isDayInWords(flag, words))) return values;
  const { client } = await connect();
  return readAt((await client.readSession()).today);
}

/** Refuses a range that ends before it begins, because an empty answer would pass for 'nothing happened'. */
function requireForwardRange(range: { from?: CalendarDate; to?: CalendarDate }): void {
  if (isBackwards(range)) throw new Stopped(exits.usage, validation.rangeBackwards);
}

const listTypedFields = ({ flags, fields }: Command): TypedFields => ({
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
    typedFields = listTypedFields(command);
    hasColour &&= common.color;
    const own = await withPreferences({ ...settings, hasColour, profile: common.profile ?? settings.profile });
    hasColour = own.hasColour;
    const connect: Dependencies['connect'] = (settings = own, until) => dependencies.connect(settings, until);
    const streams = { ...dependencies, settings: own, connect };
    const { output } = common;
    if (common.json || common.columns) beginRemembering();
    if (output !== null && output !== '-') await requireFree(output, common.yes);
    const flags = await readFlags(command, parsed.typed, streams);
    if ('from' in flags && 'to' in flags) requireForwardRange(flags);
    const run = async () => chooseColumns(await command.run({ ...streams, words, common, flags }), common, command.name);
    if (common.watch) return await watchListing(run, common, streams);
    return await writeOutcome(await run(), common, streams);
  } catch (error) {
    const report = describeFailure(error, signal, typedFields);
    if (typed.includes('--json')) return complainAsJson(report, error, stderr);
    return complain(report, stderr, hasColour);
  }
}

function complain({ exit, message, hint }: FailureReport, stderr: TerminalOutput, hasColour: boolean): number {
  const red = (text: string) => (hasColour && stderr.isTTY ? styleText('red', text, { validateStream: false }) : text);
  if (message) stderr.write(`${red(printable(message))}\n`);
  if (hint) stderr.write(`${printableLines(hint)}\n`);
  return exit;
}

/** Writes to standard error, because standard output holds answers alone. `code` is the one of the API, null without an answer. */
function complainAsJson({ exit, message, hint }: FailureReport, error: unknown, stderr: TerminalOutput): number {
  const code = error instanceof ApiError ? error.code : null;
  stderr.write(`${JSON.stringify({ error: { exit, code, message, hint } })}\n`);
  return exit;
}
