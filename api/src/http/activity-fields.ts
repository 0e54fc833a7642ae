import { activity, activityWithParts, comment, historyEntry, image } from '@bitacora/core/contract/activities/activity';
import { definitionOf, instant, wordListOf } from '@bitacora/core/contract/wire';
import { specOf } from '@bitacora/core/contract/wire-names';
import { lapses } from '@bitacora/core/domain/activities/activity';
import { wordedActs } from '@bitacora/core/messages/activities/history-note';
import type { EncodedField, EncodedPartFields } from '@bitacora/core/server';
import * as z from 'zod/mini';

type SpecEntry = readonly [name: string, schema: z.ZodMiniType];
const isOptional = (schema: z.ZodMiniType) => definitionOf(schema).type === 'optional';
const withoutNull = (schema: z.ZodMiniType) =>
  definitionOf(schema).type === 'nullable' || isOptional(schema) ? definitionOf(schema).innerType : schema;

/** As the contract encodes the value of one schema. */
function formOf(schema: z.ZodMiniType): Pick<EncodedField, 'isInstant' | 'words'> {
  if (withoutNull(schema) === (instant as z.ZodMiniType)) return { isInstant: true };
  const { words } = wordListOf(withoutNull(schema)) ?? {};
  return words ? { words: Object.fromEntries(Object.entries(words).map(([theirs, ours]) => [String(ours), theirs])) } : {};
}

/** What the contract derives of other fields, and the one value that it encodes by a rule of its own. */
const derived: readonly EncodedField[] = [
  { name: 'name_project', field: 'topic' },
  { name: 'assignor', field: 'ownerName' },
  { name: 'responsible', field: 'assigneeName' },
  { name: 'repeatable', field: 'repeats', words: Object.fromEntries(lapses.map((lapse) => [lapse, 'SI'])), otherwise: 'NO' },
];

const fieldOf = (field: string, [name, schema]: SpecEntry): EncodedField => ({
  name,
  field: field as EncodedField['field'],
  ...formOf(schema),
  ...(field === 'repeats' && { otherwise: '' }),
});

/** An activity of a list as the contract encodes it, for the database to write. What may be missing is not of lists. */
export const activityFields: readonly EncodedField[] = [
  ...Object.entries(specOf(activity) ?? {})
    .filter(([, [, schema]]) => !isOptional(schema))
    .map(([field, entry]) => fieldOf(field, entry)),
  ...derived,
];

/** Fields of an activity's page that the database writes, and the ones after them that may be missing. */
interface FieldRun {
  constant: EncodedField[];
  possible: [field: string, entry: SpecEntry][];
}
function pageRuns(): readonly FieldRun[] {
  const runs: FieldRun[] = [{ constant: [], possible: [] }];
  for (const [field, entry] of Object.entries(specOf(activityWithParts) ?? {})) {
    const last = runs.at(-1) as FieldRun;
    if (isOptional(entry[1])) last.possible.push([field, entry]);
    else if (last.possible.length === 0) last.constant.push(fieldOf(field, entry));
    else runs.push({ constant: [fieldOf(field, entry)], possible: [] });
  }
  return [...runs, { constant: [...derived], possible: [] }];
}
const runsOfPage = pageRuns();

/** An activity as the contract encodes it, of a JSON object for each run. Of what may be missing, `lists` are JSON already. */
export function encodedPage(lines: readonly string[], details: object, lists: Readonly<Record<string, string>>): string {
  const pairs = runsOfPage.flatMap(({ possible }, place) => {
    const present = possible.flatMap(([field, [name, schema]]) => {
      const value = (details as Record<string, unknown>)[field];
      const json = lists[field] ?? (value === undefined ? undefined : JSON.stringify(z.encode(schema, value as never)));
      return json === undefined ? [] : [`"${name}":${json}`];
    });
    return [lines[place]?.slice(1, -1), ...present];
  });
  return `{${pairs.join()}}`;
}

/** The rows of a part as the contract encodes them. */
const fieldsOf = <Field extends string>(schema: z.ZodMiniType) =>
  Object.entries(specOf(schema) ?? {}).map(([field, [name, value]]) => ({
    name,
    field: field as Field,
    ...formOf(value),
    ...(isOptional(value) && { isOptional: true }),
  }));

export const partFields: EncodedPartFields = {
  comments: fieldsOf(comment),
  evidence: fieldsOf(image),
  history: fieldsOf(historyEntry),
  wordedActs,
  activity: runsOfPage.map(({ constant }) => constant),
};
