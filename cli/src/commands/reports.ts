import { PassThrough } from 'node:stream';
import { decodeReply } from '@bitacora/core/client/decode-reply';
import { type ActivityView, activity } from '@bitacora/core/contract/activity';
import type { Status } from '@bitacora/core/domain/activity/activity';
import { finishedRange } from '@bitacora/core/domain/reports/date-range';
import { usualStatuses } from '@bitacora/core/domain/reports/report';
import { lists } from '@bitacora/core/messages/lists';
import { reports } from '@bitacora/core/messages/reports';
import { workbookTexts } from '@bitacora/core/messages/workbook';
import { exits, Stopped } from '@bitacora/core/terminal/stopped';
import { type CommandCall, command } from '../command.ts';
import type { ServerConnection } from '../connection.ts';
import { terminalReports as texts } from '../messages/reports.ts';
import type { CommandOutcome, ListingColumn } from '../outcome.ts';
import { arrayRows } from '../output/array-rows.ts';
import { counter, whileBusy } from '../output/progress.ts';
import { reportColumns } from '../report-columns.ts';
import { type reportFlags as Flags, reportFlags, selectionOf } from '../report-flags.ts';

const PAGE_SIZE = 20;

/** One of the web's three reports. */
interface ReportCommand {
  name: string;
  summary: string;
  call: 'listAllActivities' | 'listAssignedByMe';
  isAssigned: boolean;
  /** A side of the range that nobody chose is the finished report's own. */
  isFinished?: true;
  /** What it is of where nobody chooses. */
  statuses: readonly Status[];
  columns(zone: string): readonly ListingColumn<ActivityView>[];
  empty: string;
}

const isWorkbook = (output: string | null): output is string => output?.toLowerCase().endsWith('.xlsx') ?? false;

/** What does not go together is refused before anything is asked. */
function requireConsistentFlags({ flags, common }: CommandCall<typeof Flags>): void {
  const { all, sort, page, pageSize } = flags;
  if (isWorkbook(common.output) && (common.json || common.csv)) throw new Stopped(exits.usage, texts.oneForm);
  if (!all && !isWorkbook(common.output)) return;
  if (sort || page || pageSize) throw new Stopped(exits.usage, texts.allOrPages);
  if (!isWorkbook(common.output) && !common.json && !common.csv) throw new Stopped(exits.usage, texts.allNeedsForm);
}

/** Every row as it comes, by folio. What the server said or did not say counts for more than how its text then broke off. */
async function* allRows(
  { call: name }: ReportCommand,
  input: object,
  call: CommandCall<typeof Flags>,
  into: ServerConnection['into'],
): AsyncGenerator<ActivityView> {
  const text = new PassThrough({ encoding: 'utf8' });
  const failure: Promise<unknown> = into(text)
    [name](input)
    .then(
      () => null,
      (error: unknown) => {
        text.destroy(error as Error);
        return error;
      },
    );
  const shown = counter(call, texts.counted);
  let count = 0;
  try {
    for await (const row of arrayRows(text)) {
      shown.at(++count);
      yield decodeReply(activity, row) as ActivityView;
    }
  } catch (error) {
    throw (await failure) ?? error;
  } finally {
    shown.end();
    text.destroy();
  }
}

const reportCommand = (report: ReportCommand) =>
  command({
    name: report.name,
    summary: report.summary,
    details: texts.details,
    lists: true,
    flags: reportFlags,
    async run(call): Promise<CommandOutcome> {
      const { flags, common } = call;
      requireConsistentFlags(call);
      const { client, into } = await call.connect();
      const { zone, today } = await client.readSession();
      const selection = selectionOf(flags);
      const { from = null, to = null } = selection;
      const range = report.isFinished ? finishedRange({ from, to }, today) : {};
      const input = { ...selection, ...range, reportStatuses: [...report.statuses] };
      if (isWorkbook(common.output))
        return {
          kind: 'file',
          async write(sink) {
            await whileBusy(call, workbookTexts.generating, into(sink).exportReport({ ...input, isAssigned: report.isAssigned }));
          },
        };
      const listing = { kind: 'rows', columns: report.columns(zone), empty: flags.search ? reports.noMatch : report.empty } as const;
      if (flags.all) return { ...listing, total: null, rows: allRows(report, input, call, into) };
      const { page = 1, pageSize = PAGE_SIZE, sort } = flags;
      const { rows, total } = await client[report.call]({ ...input, page, pageSize, sort });
      return { ...listing, rows, total, foot: texts.shown(page, Math.ceil(total / pageSize), total) };
    },
  });

export const reportPending = reportCommand({
  name: 'report pending',
  summary: texts.pending,
  call: 'listAllActivities',
  isAssigned: false,
  statuses: usualStatuses.company,
  columns: reportColumns.pending,
  empty: reports.emptyPending,
});

export const reportFinished = reportCommand({
  name: 'report finished',
  summary: texts.finished,
  call: 'listAllActivities',
  isAssigned: false,
  isFinished: true,
  statuses: ['verified'],
  columns: reportColumns.finished,
  empty: reports.emptyFinished,
});

export const reportAssigned = reportCommand({
  name: 'report assigned',
  summary: texts.assigned,
  call: 'listAssignedByMe',
  isAssigned: true,
  statuses: usualStatuses.assignedByMe,
  columns: reportColumns.assigned,
  empty: lists.emptyAssigned,
});
