import { activity } from '@bitacora/core/contract/activities/activity-shapes';
import { findWordList, instant, readDefinition } from '@bitacora/core/contract/wire';
import { findSpec } from '@bitacora/core/contract/wire-names';
import { lapses, statuses } from '@bitacora/core/domain/activities/activity';
import type { CalendarDate } from '@bitacora/core/domain/calendar';
import { statusWords } from '@bitacora/core/messages/activities/labels';
import type { EncodedField } from '@bitacora/core/server';
import type * as z from 'zod/mini';

type SpecEntry = readonly [name: string, schema: z.ZodMiniType];
const isOptional = (schema: z.ZodMiniType) => readDefinition(schema).type === 'optional';
const withoutNull = (schema: z.ZodMiniType) =>
  readDefinition(schema).type === 'nullable' || isOptional(schema) ? readDefinition(schema).innerType : schema;

function describeForm(schema: z.ZodMiniType): Pick<EncodedField, 'isInstant' | 'words'> {
  if (withoutNull(schema) === (instant as z.ZodMiniType)) return { isInstant: true };
  const { words } = findWordList(withoutNull(schema)) ?? {};
  return words ? { words: Object.fromEntries(Object.entries(words).map(([theirs, ours]) => [String(ours), theirs])) } : {};
}

/** The words of each status with its marks, by what the database says of them. */
const standings = statuses.flatMap((status) =>
  [false, true].flatMap((isImported) =>
    [null, new Date(0)].flatMap((rejectedAt) =>
      [null, '2000-01-01' as CalendarDate].map((requestedTo) => [
        `${status}${isImported ? ' imported' : ''}${rejectedAt ? ' rejected' : ''}${requestedTo ? ' asking' : ''}`,
        statusWords({ status, isImported, rejectedAt, requestedTo }),
      ]),
    ),
  ),
);

/** The fields that the contract derives from others, and the one value that it encodes by a rule of its own. */
const derived: readonly EncodedField[] = [
  { name: 'name_project', field: 'topic' },
  { name: 'assignor', field: 'ownerName' },
  { name: 'responsible', field: 'assigneeName' },
  { name: 'repeatable', field: 'repeats', words: Object.fromEntries(lapses.map((lapse) => [lapse, 'SI'])), otherwise: 'NO' },
  { name: 'status_text', field: 'standing', words: Object.fromEntries(standings) },
];

const describeField = (field: string, [name, schema]: SpecEntry): EncodedField => ({
  name,
  field: field as EncodedField['field'],
  ...describeForm(schema),
  ...(field === 'repeats' && { otherwise: '' }),
});

/** The fields of an activity in a list, as the contract encodes them. The database writes them. Lists leave out optional fields. */
export const activityFields: readonly EncodedField[] = [
  ...Object.entries(findSpec(activity) ?? {})
    .filter(([, [, schema]]) => !isOptional(schema))
    .map(([field, entry]) => describeField(field, entry)),
  ...derived,
];
