import { type Lapse, lapses, type Priority, priorities, statuses } from '@bitacora/core/domain/activities/activity';
import { type UrgencyMark, urgencyMarks } from '@bitacora/core/domain/activities/deadline';
import { type CalendarDate, isCalendarDate } from '@bitacora/core/domain/calendar';
import type { DueRows } from '@bitacora/core/domain/reports/list-address';
import { byFilterGroup, type FilterGroup, type Filters, PAGE_SIZE_MAX, type Sort, sortColumns } from '@bitacora/core/domain/reports/report';
import { normalise } from '@bitacora/core/domain/text';
import { lapseLabels, priorityLabels, statusLabels } from '@bitacora/core/messages/activities/labels';
import { reports } from '@bitacora/core/messages/activities/lists';
import { type PunctualityGroup, punctualityGroups } from '@bitacora/core/messages/reports/punctuality';
import { readTypedDay } from '@bitacora/core/messages/typed-day';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { terminalHelp } from './messages/commands.ts';
import { terminalReports } from './messages/reports.ts';

/** The name of a day in the help. */
const DAY = 'fecha';

/** `read` turns the typed words into a value, or throws `Stopped`. `today` is the day that 'mañana' counts from. */
export interface Flag<Value> {
  summary: string;
  /** The name of its value in the help; a switch has none. */
  takes?: string;
  isRepeatable?: boolean;
  choices?: readonly string[];
  read(typed: readonly string[], today: CalendarDate): Value;
}

export const yes = (summary: string): Flag<boolean> => ({ summary, read: (typed) => typed.length > 0 });

export const text = (takes: string, summary: string): Flag<string | undefined> => ({ summary, takes, read: ([typed]) => typed });

/** A person repeats the flag for several values, because a comma may be part of a name. */
export const texts = (takes: string, summary: string): Flag<string[]> => ({
  summary,
  takes,
  isRepeatable: true,
  read: (typed) => [...typed],
});

export const choiceFlag = <Value>(takes: string, summary: string, words: Readonly<Record<string, Value>>): Flag<Value | undefined> => ({
  summary,
  takes,
  choices: Object.keys(words),
  read: ([typed]) => (typed === undefined ? undefined : words[typed]),
});

export const choicesFlag = <Value>(takes: string, summary: string, words: Readonly<Record<string, Value>>): Flag<Value[]> => ({
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

/** 'Por verificar' is por-verificar on the command line. */
export const typable = (label: string) => normalise(label).replaceAll(' ', '-');
const byLabel = <Value extends string>(values: readonly Value[], labels: Record<Value, string>) =>
  Object.fromEntries(values.map((value) => [typable(labels[value]), value])) as Record<string, Value>;
export const priorityWords = byLabel<Priority>(priorities, priorityLabels);
export const lapseWords = byLabel<Lapse>(lapses, lapseLabels);

/** The day of a flag, as the web's fields read it. A day without a year is the next one where `isAhead`, else this year's. */
export const day = (summary: string, { isAhead = false } = {}): Flag<CalendarDate | undefined> => ({
  ...text(DAY, summary),
  read: ([typed], today) => {
    if (typed === undefined) return undefined;
    const read = readTypedDay(typed, today, isAhead ? today : undefined);
    if ('day' in read) return read.day;
    throw new Stopped(exits.usage, terminalReports.wrongDay(typed), terminalReports.dayExample);
  },
});

/** A day in words depends on the business day, which the server knows. */
export const isDayInWords = ({ takes }: Flag<unknown>, typed: readonly string[]): boolean =>
  takes === DAY && !typed.every((word) => isCalendarDate(word));

export const whole = (takes: string, summary: string, max: number, min = 1): Flag<number | undefined> => ({
  ...text(takes, summary),
  read: ([typed]) => {
    if (typed === undefined) return undefined;
    const number = Number(typed);
    if (/^\d+$/.test(typed) && number >= min && number <= max) return number;
    throw new Stopped(exits.usage, terminalReports.wrongNumber(typed, max, min));
  },
});

export const pageFlags = {
  page: whole('número', terminalReports.page, 1_000_000_000),
  pageSize: whole('número', terminalReports.pageSize(PAGE_SIZE_MAX), PAGE_SIZE_MAX),
};

/** '-dueOn' is dueOn in descending order. ':desc' means the same, because Commander reads a word with '-' at its start as a flag. */
const sort: Flag<Sort | undefined> = {
  ...text('columna', terminalReports.sort(sortColumns.join(', '))),
  read: ([typed]) => {
    if (typed === undefined) return undefined;
    const [, minus, name, order] = /^(-?)(\w+)(:asc|:desc)?$/.exec(typed) ?? [];
    const column = sortColumns.find((sortColumn) => sortColumn === name);
    if (column) return { column, isDescending: minus === '-' || order === ':desc' };
    throw new Stopped(exits.usage, terminalReports.wrongSort(typed), sortColumns.join(', '));
  },
};

export const readPerson = (typed: string): number | string => (/^\d+$/.test(typed) ? Number(typed) : typed);
const groupList = (group: FilterGroup, takes: string) => texts(takes, terminalReports.filter(reports.groups[group]));
const groupWords = <Value extends string>(group: FilterGroup, takes: string, values: readonly Value[], labels: Record<Value, string>) =>
  choicesFlag<Value>(takes, terminalReports.filter(reports.groups[group]), byLabel(values, labels));

/** The filters, search, order and pages of the web as flags. People are named by full name or id. */
export const reportFlags = {
  from: day(terminalReports.from),
  to: day(terminalReports.to),
  topic: groupList('topics', 'tema'),
  department: groupList('departments', 'departamento'),
  status: groupWords('statuses', 'estado', statuses, statusLabels),
  priority: groupWords('priorities', 'prioridad', priorities, priorityLabels),
  owner: groupList('owners', 'persona'),
  assignee: groupList('assignees', 'persona'),
  late: yes(terminalReports.urgency.late),
  today: yes(terminalReports.urgency.today),
  dueSoon: yes(terminalReports.urgency.week),
  notStarted: yes(terminalReports.urgency.notStarted),
  rejected: yes(terminalReports.urgency.rejected),
  extensionRequested: yes(terminalReports.urgency.extensionRequested),
  idle: yes(terminalReports.urgency.idle),
  search: text('texto', terminalReports.search),
  sort,
  ...pageFlags,
  all: yes(terminalReports.all),
};
type ReportFlags = FlagValues<typeof reportFlags>;

const scope = choiceFlag<'company' | 'assignedByMe'>('alcance', terminalReports.scope, { company: 'company', assigned: 'assignedByMe' });

export const loadFlags = {
  scope,
  department: groupList('departments', 'departamento'),
};

/** The terminal has these words for the rows behind a figure. */
const rowWords = {
  due: 'due',
  'on-time': 'onTime',
  'on-time-extended': 'onTimeExtended',
  late: 'late',
  undelivered: 'undelivered',
} as const satisfies Record<string, DueRows>;

export const punctualityFlags = {
  rows: choiceFlag<DueRows>('cuáles', terminalReports.rows, rowWords),
  topic: groupList('topics', 'tema'),
  department: groupList('departments', 'departamento'),
  assignee: groupList('assignees', 'persona'),
  sort,
  ...pageFlags,
  by: choiceFlag<PunctualityGroup>('grupo', terminalReports.by, Object.fromEntries(punctualityGroups.map((group) => [group, group]))),
  scope,
  from: day(terminalReports.deadlineFrom),
  to: day(terminalReports.deadlineTo),
};

const urgencyFlags = {
  late: 'late',
  today: 'today',
  week: 'dueSoon',
  notStarted: 'notStarted',
  rejected: 'rejected',
  extensionRequested: 'extensionRequested',
  idle: 'idle',
} as const satisfies Record<UrgencyMark, keyof ReportFlags>;

const groupFlags: { [Group in FilterGroup]: (flags: ReportFlags) => Filters[Group] } = {
  topics: ({ topic }) => topic,
  departments: ({ department }) => department,
  statuses: ({ status }) => status,
  priorities: ({ priority }) => priority,
  owners: ({ owner }) => owner.map(readPerson),
  assignees: ({ assignee }) => assignee.map(readPerson),
  urgencies: (flags) => urgencyMarks.filter((mark) => flags[urgencyFlags[mark]]),
};

/** Returns the flags as input of the client. */
export const readSelection = (flags: ReportFlags) => ({
  from: flags.from,
  to: flags.to,
  ...byFilterGroup<Filters>((group) => groupFlags[group](flags)),
  search: flags.search,
});
