import type { CalendarDate } from '../calendar.ts';
import type { NameBearer } from '../people/name-match.ts';
import { normalise } from '../text.ts';
import type { Lapse, Priority, Status } from './activity.ts';

export const columnRoles = [
  'folio',
  'description',
  'assignee',
  'owner',
  'topic',
  'dueOn',
  'createdOn',
  'startedOn',
  'finishedOn',
  'status',
  'priority',
  'notes',
  'checklist',
  'repeats',
  'archived',
] as const;
export type ColumnRole = (typeof columnRoles)[number];

/** A row becomes open work, work that is done, or nothing. */
export const importStates = ['not_started', 'in_progress', 'finished', 'left_out'] as const;
export type ImportState = (typeof importStates)[number];

export type DayOrder = 'dmy' | 'mdy';

/** This answer leaves out the rows that have the text. */
export const LEFT_OUT = 'left_out' satisfies ImportState;
type LeftOut = typeof LEFT_OUT;

/** Explains the texts of a file. The texts are keys: without case, accents and signs. */
export interface ImportAnswers {
  /** Keyed by heading; null leaves the column out. */
  columns: Readonly<Record<string, ColumnRole | null>>;
  people: Readonly<Record<string, readonly number[] | LeftOut>>;
  topics: Readonly<Record<string, number | 'new' | LeftOut>>;
  states: Readonly<Record<string, ImportState>>;
  priorities: Readonly<Record<string, Priority>>;
  /** Never remembered: a text names a day of one file. */
  dates: Readonly<Record<string, CalendarDate>>;
}

/** What a person decided about a file; the rest is guessed. */
export interface ImportMapping extends ImportAnswers {
  withoutSheets: readonly string[];
  dayOrder: DayOrder | null;
  takesFinished: boolean;
  takesHidden: boolean;
  /** Cells that a person mended after a dry run. `column` is a heading. */
  cells: readonly (RowPlace & { column: string; value: string })[];
  /** Used for rows that do not name the value. */
  defaults: { topicId?: number | undefined; assigneeIds?: readonly number[] | undefined; dueOn?: CalendarDate | undefined };
}

/** The company's data, against which a file is read. */
export interface ImportKnowledge {
  today: CalendarDate;
  /** The zone of the company, because exports write instants. */
  zone: string;
  /** People who may be given work; those who may also assign it are taken as owners. */
  people: readonly (NameBearer & { mayAssign: boolean })[];
  /** Inactive accounts: a text may name one of them. */
  formerPeople: readonly NameBearer[];
  topics: readonly { id: number; name: string }[];
  remembered: ImportAnswers;
}

export interface ImportOption {
  value: string;
  label: string;
}

/**
 * A text that can mean several things, asked once for all rows that have it. Where somebody answered it in an earlier import, `suggestion` is that
 * answer.
 */
export type ImportQuestion = { said: string; key: string; rows: number } & (
  | { kind: 'person'; suggestion: readonly number[] | LeftOut; candidates: number[] }
  | { kind: 'topic'; suggestion: number | 'new' | LeftOut; candidates: number[] }
  | { kind: 'state'; suggestion: ImportState | null }
  | { kind: 'priority'; suggestion: Priority | null }
  | { kind: 'date'; suggestion: CalendarDate | null; options: readonly ImportOption[] }
  // `key` is the role, and each option the key of a heading that may have it.
  | { kind: 'column'; key: ColumnRole; suggestion: string; options: readonly ImportOption[] }
);

/** Rows that are left out for one reason. `said` is the person, the topic or the sheet, and else empty. */
export interface LeftOutRows {
  reason: SkipReason | 'wrong' | 'cut';
  kind: 'person' | 'topic' | 'sheet' | 'row';
  said: string;
  rows: number;
}

export const rowProblems = [
  'descriptionMissing',
  'descriptionTooLong',
  'assigneeMissing',
  'assigneeNotEligible',
  'topicMissing',
  'topicTooLong',
  'dueMissing',
  'dueUnreadable',
  'folioUnknown',
  'folioOfOther',
  'alreadyOpen',
  'checklistTooLong',
  'repeatsUnreadable',
] as const;
export type RowProblem = (typeof rowProblems)[number];

export const sheetSkipReasons = ['noHeading', 'hidden', 'omittedSheet'] as const;
export type SheetSkipReason = (typeof sheetSkipReasons)[number];
export const skipReasons = [
  ...(['heading', 'section', 'total', 'leftOut', 'omitted', 'example', 'finished', 'hiddenRow', 'struck'] as const),
  ...sheetSkipReasons,
] as const;
export type SkipReason = (typeof skipReasons)[number];

export interface RowPlace {
  sheet: string;
  row: number;
  /** Counts the lists left of this one, where lists stand side by side and share their rows. */
  list?: number | undefined;
}
export interface UnreadRow extends RowPlace {
  column: string;
  value: string;
  problem: RowProblem;
}

/** A column under a heading: its role, the source of the guess, and some of its values for the person who confirms it. */
export interface GuessedColumn {
  /** Counted from 0, column A. */
  at: number;
  heading: string;
  role: ColumnRole | null;
  /** The source of the role: a person named it, now or in an earlier import; the heading names it; or the values look like it. */
  from: 'person' | 'heading' | 'values' | null;
  samples: string[];
}

export interface ActivityRow extends RowPlace {
  /** The text of the file without its remarks. It identifies the row in every file. */
  work: string;
  description: string;
  /** The description with its day, used where an open activity has the same text for another day. */
  distinctDescription: string;
  assigneeIds: readonly number[];
  /** The person who assigned it, where the file names somebody who may; null for the person who imports. */
  ownerId: number | null;
  /** A number, or the name of a topic that is to be made. */
  topic: number | string;
  dueOn: CalendarDate;
  priority: Priority;
  state: Exclude<ImportState, 'left_out'>;
  createdOn: CalendarDate | null;
  startedOn: CalendarDate | null;
  finishedOn: CalendarDate | null;
  resolution: string;
  checklist: readonly string[];
  repeats: Lapse | null;
  /** The folio that an earlier import wrote into the file. */
  folio: number | null;
  /** The texts of its cells, for a problem that only the company's data show. */
  said: Readonly<Record<'description' | 'assignee' | 'folio', Pick<UnreadRow, 'column' | 'value'>>>;
}

export interface ReadActivities {
  tables: { sheet: string; headingRow: number; columns: GuessedColumn[]; rows: number }[];
  questions: ImportQuestion[];
  /** The texts that an answer about an earlier file explains. */
  remembered: ImportQuestion[];
  rows: ActivityRow[];
  wrong: UnreadRow[];
  /** A sheet that is not read stands here once, with its first row and the number of all. `omitted` is what somebody chose to leave out. */
  skipped: (RowPlace & { reason: SkipReason; rows?: number; omitted?: Pick<LeftOutRows, 'kind' | 'said'> })[];
  /** What stood right of the lists or below them and was not read. `first` names the first column or row. */
  cut: { sheet: string; columns?: { count: number; first: string }; rows?: { count: number; first: number } }[];
  waiting: RowPlace[];
  /** Dates are written in numbers, and none of them shows whether the day or the month comes first. */
  isOrderDoubtful: boolean;
}

export const placeKey = ({ sheet, row, list = 0 }: RowPlace) => `${sheet}\n${row}\n${list}`;

/**
 * Counts each row of each list once, so that the counts add up. A row for several people is new where one of their activities is. A wrong
 * row waits for its correction until the others are stored without it.
 */
export function countRows(
  { skipped, waiting, wrong, cut }: Pick<ReadActivities, 'skipped' | 'waiting' | 'wrong' | 'cut'>,
  activities: readonly (RowPlace & { isNew: boolean })[],
  isStored: boolean,
) {
  const outcomes = new Map<string, LeftOutRows | 'unchanged' | 'imported' | 'waiting' | 'wrong'>();
  for (const { reason, omitted, rows = 1, ...place } of skipped) {
    const isSheet = (sheetSkipReasons as readonly string[]).includes(reason);
    const what = omitted ?? (isSheet ? { kind: 'sheet' as const, said: place.sheet } : { kind: 'row' as const, said: '' });
    outcomes.set(placeKey(place), { reason, rows, ...what });
  }
  for (const isNew of [false, true])
    for (const place of activities) if (place.isNew === isNew) outcomes.set(placeKey(place), isNew ? 'imported' : 'unchanged');
  for (const place of waiting) outcomes.set(placeKey(place), 'waiting');
  for (const place of wrong) outcomes.set(placeKey(place), isStored ? { reason: 'wrong', kind: 'row', said: '', rows: 1 } : 'wrong');
  const all = [
    ...outcomes.values(),
    ...cut.flatMap(({ sheet, rows }): LeftOutRows[] => (rows ? [{ reason: 'cut', kind: 'sheet', said: sheet, rows: rows.count }] : [])),
  ];
  const leftOut = new Map<string, LeftOutRows>();
  for (const rows of all.filter((outcome) => typeof outcome === 'object')) {
    const key = [rows.reason, rows.kind, normalise(rows.said)].join('\n');
    const earlier = leftOut.get(key);
    leftOut.set(key, { ...rows, ...(earlier && { said: earlier.said, rows: earlier.rows + rows.rows }) });
  }
  const count = (outcome: string) => all.filter((each) => each === outcome).length;
  const counts = { importedRows: count('imported'), unchanged: count('unchanged'), waiting: count('waiting'), wrongRows: count('wrong') };
  const left = [...leftOut.values()].sort((a, b) => b.rows - a.rows);
  const rowsRead = [...Object.values(counts), ...left.map(({ rows }) => rows)].reduce((sum, rows) => sum + rows, 0);
  return { ...counts, rowsRead, leftOut: left };
}

export const importedStatus: Record<ActivityRow['state'], Status> = {
  not_started: 'not_started',
  in_progress: 'in_progress',
  finished: 'verified',
};

const earliest = (first: CalendarDate, ...days: readonly (CalendarDate | null)[]): CalendarDate =>
  days.reduce<CalendarDate>((least, day) => (day !== null && day < least ? day : least), first);

export type ImportedDays = Record<'createdAt' | 'startedAt' | 'closedAt' | 'verifiedAt', CalendarDate | null>;

/**
 * Returns the days of imported work, none of them after today. Finished work without a date was finished on the day it was due. Null means
 * now for `createdAt`, and never for the others.
 */
export function importedDays(
  row: Pick<ActivityRow, 'state' | 'dueOn' | 'createdOn' | 'startedOn' | 'finishedOn'>,
  today: CalendarDate,
): ImportedDays {
  const { state, dueOn, createdOn, startedOn, finishedOn } = row;
  const never = { startedAt: null, closedAt: null, verifiedAt: null };
  if (state === 'finished') {
    const closedAt = earliest(finishedOn ?? dueOn, today);
    const startedAt = earliest(closedAt, startedOn);
    return { createdAt: earliest(startedAt, createdOn), startedAt, closedAt, verifiedAt: closedAt };
  }
  if (state === 'not_started') return { ...never, createdAt: createdOn && createdOn < today ? createdOn : null };
  const startedAt = earliest(today, startedOn ?? createdOn);
  return { ...never, createdAt: earliest(startedAt, createdOn), startedAt };
}

/** Returns a key that identifies a row in every file: who does what under which topic until when. */
export const importKey = (
  { topic, assigneeId, dueOn }: { topic: number | string; assigneeId: number; dueOn: CalendarDate },
  work: string,
) => [topic, assigneeId, dueOn, work].join('\n');
