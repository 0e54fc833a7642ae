import { PassThrough } from 'node:stream';
import { decodeReply } from '@bitacora/core/client';
import type { SearchReply } from '@bitacora/core/contract/activities/activity-endpoints';
import { type ActivityView, activity } from '@bitacora/core/contract/activities/activity-shapes';
import type { PersonLoad } from '@bitacora/core/contract/reports/report-shapes';
import { finishedRange } from '@bitacora/core/domain/calendar';
import { listPunctualities } from '@bitacora/core/domain/reports/list-address';
import type { PunctualityReport } from '@bitacora/core/domain/reports/punctuality';
import { type Sort, usualSort } from '@bitacora/core/domain/reports/report';
import { type ActivityReport, activityReports, figureFields, orderSentence } from '@bitacora/core/messages/activities/activity-fields';
import { statusWords } from '@bitacora/core/messages/activities/labels';
import { lists, reports as reportTexts, searchPlaceLabels } from '@bitacora/core/messages/activities/lists';
import { writtenDay } from '@bitacora/core/messages/dates';
import { linesBy, punctualityTexts, writtenMinutes } from '@bitacora/core/messages/reports/punctuality';
import { workbookTexts } from '@bitacora/core/messages/reports/workbook';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { listingColumns, punctualityColumns } from '../activity-layout.ts';
import { type CommandCall, type CommandOutcome, command, type ListingColumn, wholeList } from '../command.ts';
import type { ServerConnection } from '../connection.ts';
import { type reportFlags as Flags, loadFlags, punctualityFlags, readPerson, readSelection, reportFlags } from '../flags.ts';
import { terminalSearch, terminalReports as texts } from '../messages/reports.ts';
import { arrayRows, counter, fileOutcome, isWorkbook, requireOneForm } from '../output/write-outcome.ts';
import { rememberWire } from '../transport.ts';

/** Refuses flags that exclude each other, before the first request. */
function requireConsistentFlags({ flags, common }: CommandCall<typeof Flags>): void {
  const { all, sort, page, pageSize } = flags;
  requireOneForm(common);
  if (all && common.watch) throw new Stopped(exits.usage, texts.allOrWatch);
  if (!all && !isWorkbook(common)) return;
  if (sort || page || pageSize) throw new Stopped(exits.usage, texts.allOrPages);
  if (!isWorkbook(common) && !common.json && !common.csv) throw new Stopped(exits.usage, texts.allNeedsForm);
}

/** Yields every row as it comes, by folio. Throws the failure of the call rather than the error of the text that it cut off. */
async function* allRows(
  { call: name }: ActivityReport,
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
  const progress = counter(call, texts.counted);
  let count = 0;
  try {
    for await (const row of arrayRows(text)) {
      progress.at(++count);
      yield decodeReply(activity, row, rememberWire) as ActivityView;
    }
  } catch (error) {
    throw (await failure) ?? error;
  } finally {
    progress.end();
    text.destroy();
  }
}

/** The foot of a page says how many rows there are, which page it is, in which order, and whether a search has more hits than were counted. */
const pageCounts = ({ total, hasMore }: { total: number; hasMore: boolean }, page: number, pageSize: number, sort: Sort) =>
  hasMore
    ? { total: null, foot: `${texts.visibleOfMany(page, total)} ${reportTexts.tooManyHits}` }
    : { total, foot: `${texts.visibleOf(page, Math.ceil(total / pageSize), total)} ${orderSentence(sort)}.` };

const reportCommand = (name: string, summary: string, report: ActivityReport) =>
  command({
    name,
    summary,
    details: texts.details,
    lists: true,
    watches: true,
    flags: reportFlags,
    async run(call): Promise<CommandOutcome> {
      const { flags, common } = call;
      requireConsistentFlags(call);
      const { client, into } = await call.connect();
      const { zone, today } = await client.readSession();
      const selection = readSelection(flags);
      const { from = null, to = null } = selection;
      const range = report.isFinished ? finishedRange({ from, to }, today) : {};
      const input = { ...selection, ...range, reportStatuses: [...report.statuses] };
      if (isWorkbook(common))
        return fileOutcome(call, workbookTexts.generating, (sink) => into(sink).exportReport({ ...input, isAssigned: report.isAssigned }));
      const empty = flags.search ? reportTexts.noMatch : report.empty;
      const listing = { kind: 'rows', columns: listingColumns(report.fields, zone), empty } as const;
      if (flags.all) return { ...listing, total: null, rows: allRows(report, input, call, into) };
      const { page = 1, pageSize = call.settings.pageSize, sort } = flags;
      const { rows, ...reply } = await client[report.call]({ ...input, page, pageSize, sort });
      const meant = (reply.suggestions ?? []).map(lists.didYouMean);
      return { ...listing, empty: [empty, ...meant].join('\n'), rows, ...pageCounts(reply, page, pageSize, sort ?? report.sort) };
    },
  });

/** Lists the punctuality of the work that was due, a line for each group. */
export const reportPunctuality = command({
  name: 'report punctuality',
  summary: texts.punctuality,
  details: texts.punctualityDetails,
  watches: true,
  flags: punctualityFlags,
  async run({ connect, flags, common, settings }): Promise<CommandOutcome> {
    const { by = 'department', scope = 'company', rows: rowGroups, sort, page = 1, pageSize = settings.pageSize } = flags;
    if (!rowGroups && (flags.sort || flags.page || flags.pageSize)) throw new Stopped(exits.usage, texts.pagesOfRows);
    const isAssigned = scope === 'assignedByMe';
    const filters = { topics: flags.topic, departments: flags.department, assignees: flags.assignee.map(readPerson) };
    const { client } = await connect();
    const report = await client.readPunctuality({ from: flags.from, to: flags.to, ...filters, isAssigned });
    if (rowGroups) {
      const { zone } = await client.readSession();
      const { from, to } = report;
      const input = { from, to, ...filters, dating: 'deadline', punctuality: listPunctualities(rowGroups), page, pageSize, sort } as const;
      const { rows, ...reply } = await (isAssigned ? client.listAssignedByMe(input) : client.listAllActivities(input));
      return {
        kind: 'rows',
        columns: listingColumns(figureFields, zone),
        rows,
        empty: punctualityTexts.noRows,
        ...pageCounts(reply, page, pageSize, sort ?? usualSort([], 'deadline')),
      };
    }
    if (common.json && !common.watch) return { kind: 'done', lines: [], value: report };
    // --json has the groups as the API names them, because two people may have one name.
    const { departments, topics, people, months, weeks } = report;
    const groups = { department: departments, topic: topics, person: people, month: months, week: weeks };
    const rows = common.json ? groups[by] : linesBy(by, report);
    return {
      kind: 'rows',
      columns: punctualityColumns(by),
      rows,
      total: rows.length,
      empty: punctualityTexts.none,
      foot: punctualityFoot(report),
    };
  },
});

/** Sums up the work that was due, and the time of verdicts. */
function punctualityFoot({ from, to, total, verification, imported }: PunctualityReport): string {
  const { verdicts, rejectedShare, p50Minutes, p90Minutes } = verification;
  const figures = texts.punctualitySum(writtenDay(from), writtenDay(to), total.due, total.share);
  const sum = imported > 0 ? `${figures} ${punctualityTexts.notCounted(imported)}` : figures;
  return p50Minutes === null || p90Minutes === null
    ? sum
    : `${sum} ${texts.verdicts(verdicts, rejectedShare, writtenMinutes(p50Minutes), writtenMinutes(p90Minutes))}`;
}

const loadColumns: ListingColumn<PersonLoad>[] = [
  { title: reportTexts.groups.assignees, of: ({ name }) => name, isLong: true },
  { title: texts.load.open, of: ({ open }) => open },
  { title: texts.load.late, of: ({ late }) => late },
  { title: texts.load.week, of: ({ week }) => week },
  { title: texts.load.done, of: ({ done }) => done },
];

/** Lists the work of each person, a line for each. */
export const reportLoad = command({
  name: 'report load',
  summary: texts.load.summary,
  details: texts.load.details,
  watches: true,
  flags: loadFlags,
  async run({ connect, flags }): Promise<CommandOutcome> {
    const { client } = await connect();
    const { people } = await client.readPeopleLoad({ isAssigned: flags.scope === 'assignedByMe', departments: flags.department });
    return wholeList(loadColumns, people, { empty: texts.load.none });
  },
});

export const reportPending = reportCommand('report pending', texts.pending, activityReports.pending);
export const reportFinished = reportCommand('report finished', texts.finished, activityReports.finished);
export const reportAssigned = reportCommand('report assigned', texts.assigned, activityReports.assigned);

function hitLine({ id, description, topic, found, ...hit }: SearchReply['hits'][number]): string {
  const place = found && found.where !== 'description' ? ` (${searchPlaceLabels[found.where]}: ${found.snippet})` : '';
  return `${id}  ${statusWords(hit)}  ${topic}: ${description.replace(/\s+/g, ' ')}${place}`;
}

export const search = command({
  name: 'search',
  summary: terminalSearch.summary,
  details: terminalSearch.details,
  words: [{ name: '<palabras>', summary: terminalSearch.words }],
  fields: { text: '<palabras>' },
  async run({ connect, words: [text = ''] }) {
    const { client } = await connect();
    const reply = await client.searchActivities({ text });
    const { hits, people, topics } = reply;
    const lines = [
      ...hits.map(hitLine),
      ...people.map(({ name, position, department }) => terminalSearch.person(name, position, department)),
      ...topics.map(({ name, department }) => terminalSearch.topic(name, department)),
    ];
    const none = [terminalSearch.none(text), ...(reply.suggestions ?? []).map(lists.didYouMean)];
    return { kind: 'done', lines: lines.length > 0 ? lines : none, value: reply };
  },
});
