import { priorities, statuses } from '@bitacora/core/domain/activity/activity';
import { type UrgencyMark, urgencyMarks } from '@bitacora/core/domain/activity/deadline';
import { type CalendarDate, isCalendarDate } from '@bitacora/core/domain/calendar';
import type { DueRows } from '@bitacora/core/domain/reports/list-address';
import { byFilterGroup, type FilterGroup, type Filters, PAGE_SIZE_MAX, type Sort, sortColumns } from '@bitacora/core/domain/reports/report';
import { normalise } from '@bitacora/core/domain/text';
import { priorityLabels, statusLabels } from '@bitacora/core/messages/labels';
import { reports } from '@bitacora/core/messages/lists';
import { type PunctualityGroup, punctualityGroups } from '@bitacora/core/messages/punctuality';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { type Flag, type FlagValues, texts as list, oneOf, someOf, text, yes } from './flags.ts';
import { terminalReports as texts } from './messages/reports.ts';

/** 'Por verificar' is por-verificar on the command line. */
const typable = (label: string) => normalise(label).replaceAll(' ', '-');
/** The words of a closed list as people type them. */
export const byLabel = <Value extends string>(values: readonly Value[], labels: Record<Value, string>) =>
  Object.fromEntries(values.map((value) => [typable(labels[value]), value])) as Record<string, Value>;

export const day = (summary: string): Flag<CalendarDate | undefined> => ({
  ...text('fecha', summary),
  read: ([typed]) => {
    if (typed === undefined || isCalendarDate(typed)) return typed;
    throw new Stopped(exits.usage, texts.wrongDay(typed), texts.dayExample);
  },
});

export const whole = (takes: string, summary: string, max: number, min = 1): Flag<number | undefined> => ({
  ...text(takes, summary),
  read: ([typed]) => {
    if (typed === undefined) return undefined;
    const number = Number(typed);
    if (/^\d+$/.test(typed) && number >= min && number <= max) return number;
    throw new Stopped(exits.usage, texts.wrongNumber(typed, max, min));
  },
});

/** '-dueOn' is dueOn in descending order. ':desc' means the same, because Commander reads a word with '-' at its start as a flag. */
const sort: Flag<Sort | undefined> = {
  ...text('columna', texts.sort(sortColumns.join(', '))),
  read: ([typed]) => {
    if (typed === undefined) return undefined;
    const [, minus, name, order] = /^(-?)(\w+)(:asc|:desc)?$/.exec(typed) ?? [];
    const column = sortColumns.find((one) => one === name);
    if (column) return { column, isDescending: minus === '-' || order === ':desc' };
    throw new Stopped(exits.usage, texts.wrongSort(typed), sortColumns.join(', '));
  },
};

export const personOf = (typed: string): number | string => (/^\d+$/.test(typed) ? Number(typed) : typed);
const groupList = (group: FilterGroup, takes: string) => list(takes, texts.filter(reports.groups[group]));
const groupWords = <Value extends string>(group: FilterGroup, takes: string, values: readonly Value[], labels: Record<Value, string>) =>
  someOf<Value>(takes, texts.filter(reports.groups[group]), byLabel(values, labels));

/** The filters, search, order and pages of the web as flags. People are named by full name or id. */
export const reportFlags = {
  from: day(texts.from),
  to: day(texts.to),
  topic: groupList('topics', 'tema'),
  department: groupList('departments', 'departamento'),
  status: groupWords('statuses', 'estado', statuses, statusLabels),
  priority: groupWords('priorities', 'prioridad', priorities, priorityLabels),
  owner: groupList('owners', 'persona'),
  assignee: groupList('assignees', 'persona'),
  late: yes(texts.urgency.late),
  today: yes(texts.urgency.today),
  dueSoon: yes(texts.urgency.week),
  notStarted: yes(texts.urgency.notStarted),
  rejected: yes(texts.urgency.rejected),
  idle: yes(texts.urgency.idle),
  search: text('texto', texts.search),
  sort,
  page: whole('número', texts.page, 1_000_000_000),
  pageSize: whole('número', texts.pageSize(PAGE_SIZE_MAX), PAGE_SIZE_MAX),
  all: yes(texts.all),
};
export type ReportFlags = FlagValues<typeof reportFlags>;

export const loadFlags = {
  scope: oneOf<'company' | 'assignedByMe'>('alcance', texts.scope, { company: 'company', assigned: 'assignedByMe' }),
  department: groupList('departments', 'departamento'),
};

/** Words of the terminal for the rows behind a figure. */
const rowWords = {
  due: 'due',
  'on-time': 'onTime',
  'on-time-extended': 'onTimeExtended',
  late: 'late',
  undelivered: 'undelivered',
} as const satisfies Record<string, DueRows>;

export const punctualityFlags = {
  rows: oneOf<DueRows>('cuáles', texts.rows, rowWords),
  topic: groupList('topics', 'tema'),
  department: groupList('departments', 'departamento'),
  assignee: groupList('assignees', 'persona'),
  sort,
  page: whole('número', texts.page, 1_000_000_000),
  pageSize: whole('número', texts.pageSize(PAGE_SIZE_MAX), PAGE_SIZE_MAX),
  by: oneOf<PunctualityGroup>('grupo', texts.by, Object.fromEntries(punctualityGroups.map((group) => [group, group]))),
  scope: oneOf<'company' | 'assignedByMe'>('alcance', texts.scope, { company: 'company', assigned: 'assignedByMe' }),
  from: day(texts.deadlineFrom),
  to: day(texts.deadlineTo),
};

/** The switch of each mark. */
const urgencyFlags = {
  late: 'late',
  today: 'today',
  week: 'dueSoon',
  notStarted: 'notStarted',
  rejected: 'rejected',
  idle: 'idle',
} as const satisfies Record<UrgencyMark, keyof ReportFlags>;

/** The flags of each group. */
const groupFlags: { [Group in FilterGroup]: (flags: ReportFlags) => Filters[Group] } = {
  topics: ({ topic }) => topic,
  departments: ({ department }) => department,
  statuses: ({ status }) => status,
  priorities: ({ priority }) => priority,
  owners: ({ owner }) => owner.map(personOf),
  assignees: ({ assignee }) => assignee.map(personOf),
  urgencies: (flags) => urgencyMarks.filter((mark) => flags[urgencyFlags[mark]]),
};

/** The flags as input of the client. */
export const selectionOf = (flags: ReportFlags) => ({
  from: flags.from,
  to: flags.to,
  ...byFilterGroup<Filters>((group) => groupFlags[group](flags)),
  search: flags.search,
});
