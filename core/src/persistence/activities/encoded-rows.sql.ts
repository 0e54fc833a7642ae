import { snakeCase } from '../../domain/text.ts';
import { activityColumns } from '../models.ts';
import { IS_UNDELIVERED } from './urgency.sql.ts';

export const CHECKLIST_TOTAL = 'coalesce(jsonb_array_length(activities.checklist), 0)';
export const CHECKLIST_TICKED = `case when activities.checklist is null then 0 else (
    select count(*)::int from jsonb_array_elements(activities.checklist) as item where item ->> 'tickedAt' is not null
  ) end`;

/** An import brought the work as finished: its dates are those of a file, so its punctuality is not measured. */
export const IS_IMPORTED = `(activities.status = 'verified' and not activities.is_measured)`;

/** The fields of a list: columns of an activity, names, and values that are computed from them for `:today`. */
const FIELDS = {
  ...(Object.fromEntries(activityColumns.map((column) => [column, `activities.${snakeCase(column)}`])) as Record<
    (typeof activityColumns)[number],
    string
  >),
  topic: 'topics.name',
  topicDescription: 'topics.description',
  department: 'topics.department',
  ownerFirstName: 'owners.first_name',
  ownerLastName: 'owners.last_name',
  ownerName: `owners.first_name || ' ' || owners.last_name`,
  assigneeFirstName: 'assignees.first_name',
  assigneeLastName: 'assignees.last_name',
  assigneeName: `assignees.first_name || ' ' || assignees.last_name`,
  checklistTotal: CHECKLIST_TOTAL,
  checklistTicked: CHECKLIST_TICKED,
  isImported: IS_IMPORTED,
  daysLeft: `case when ${IS_UNDELIVERED} then activities.deadline_on - :today::date else 0 end`,
  standing: `activities.status || case when ${IS_IMPORTED} then ' imported' else '' end
    || case when ${IS_UNDELIVERED} and activities.rejected_at is not null then ' rejected' else '' end
    || case when ${IS_UNDELIVERED} and activities.requested_to is not null then ' asking' else '' end`,
  daysIdle: ':today::date - activities.last_act_on',
} as const;

export interface EncodedField {
  name: string;
  field: keyof typeof FIELDS;
  isInstant?: boolean;
  /** Maps our words to the reader's; `otherwise` stands for any other value and for null. */
  words?: Readonly<Record<string, string>>;
  otherwise?: string;
}

const quoted = (word: string) => `'${word.replaceAll("'", "''")}'`;

function fieldExpression({ field, isInstant, words = {}, otherwise }: EncodedField): string {
  const value: string | undefined = FIELDS[field];
  if (!value) throw new Error(`No expression says what ${field} is`);
  if (isInstant) return `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const choices = Object.entries(words).map(([word, readersWord]) => `when ${quoted(word)} then ${quoted(readersWord)}`);
  const rest = otherwise === undefined ? value : quoted(otherwise);
  if (choices.length > 0) return `case ${value} ${choices.join(' ')} else ${rest} end`;
  return otherwise === undefined ? value : `coalesce(${value}, ${rest})`;
}

const columnTexts = new WeakMap<readonly EncodedField[], string>();

export function encodedColumns(fields: readonly EncodedField[]): string {
  const present = columnTexts.get(fields);
  if (present) return present;
  const text = fields.map((field) => `${fieldExpression(field)} as "${field.name}"`).join(', ');
  columnTexts.set(fields, text);
  return text;
}

/** Answers the rows of a sorted statement as one JSON array. `array_agg` keeps their order. */
export const asJson = (statement: string): string => `
  select coalesce(array_to_json(array_agg(line)), '[]')::text as json, count(*)::int as count from (${statement}) as line`;

/** The rows of a list as the JSON that its reader gets, and the number of rows. */
export class EncodedRows {
  readonly json: string;
  readonly count: number;
  constructor({ json, count }: Pick<EncodedRows, 'json' | 'count'>) {
    this.json = json;
    this.count = count;
  }
}
