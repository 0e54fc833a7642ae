import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import type { CommandOutcome, CommonOptions, ListingColumn } from './command.ts';
import { listRowFields } from './commands/api.ts';
import { typable } from './flags.ts';
import { terminalHelp } from './messages/commands.ts';
import { asOnWire } from './transport.ts';

/** A column with the value of one field of the API. */
const fieldColumn = (name: string): ListingColumn<unknown> => ({
  title: name,
  of(row) {
    const value = (asOnWire(row) as Record<string, unknown>)[name] ?? null;
    return typeof value === 'number' || value === null ? value : typeof value === 'object' ? JSON.stringify(value) : String(value);
  },
});

/** Leaves the columns that --columns names, by heading or by field of the API, in that order. */
export function chooseColumns(outcome: CommandOutcome, { columns, csv }: CommonOptions, command: string): CommandOutcome {
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
