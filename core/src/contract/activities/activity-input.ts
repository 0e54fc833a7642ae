import * as z from 'zod/mini';
import { CHECKLIST_MAX, ITEM_MAX_LENGTH, type Lapse, lapses, MAX_IMAGES, MINIMUM_IMAGES_MAX } from '../../domain/activities/activity.ts';
import { type CalendarDate, isCalendarDate } from '../../domain/calendar.ts';
import { isBlank } from '../../domain/text.ts';
import { validation } from '../../messages/validation.ts';
import {
  atMost,
  day,
  editedText,
  exactText,
  filledList,
  givenInstant,
  id,
  listError,
  maybe,
  oneOf,
  optionalText,
  requiredName,
  requiredText,
  seenVersion,
  typeError,
  wholeNumber,
} from '../wire.ts';
import { renamed, withNames } from '../wire-names.ts';
import { priority } from './activity-shapes.ts';

const TEXT_MAX = 2000;
const VERDICTS_MAX = 50;
const ASSIGNEES_MAX = 50;
const MANY_MAX = 100;
const NOTE_MAX = 300;

/** A word that may be missing; two schemas, since the API document says of each which words it takes. */
const word = () =>
  z.codec(z.optional(z.nullable(z.string({ error: typeError(validation.notText) }))), z.string(), {
    decode: (value) => value ?? '',
    encode: (value) => value,
  });
export const repeatableWord = word();
export const lapseWord = word();

const distinctIds = (max: number) =>
  filledList(id, max).check(z.refine<number[]>((ids) => new Set(ids).size === ids.length, { error: validation.repeated }));

const manyPeople = distinctIds(ASSIGNEES_MAX);
/** Takes a list, or digits with commas between them, as a form sends it. */
export const assigneeIds = z.codec(z.union([z.string(), z.array(z.unknown())], { error: listError }), manyPeople, {
  decode: (value) => (typeof value === 'string' ? value.split(',') : value) as number[],
  encode: (ids) => ids,
});

const checklistItems = z
  .array(requiredName(ITEM_MAX_LENGTH), { error: listError })
  .check(atMost(CHECKLIST_MAX, { error: validation.tooManyItems(CHECKLIST_MAX) }));
/** Takes a list of texts, or one text with an item on each line, as a form sends it. Blank lines are left out. */
export const checklist = z.codec(z.union([z.string(), z.array(z.unknown())], { error: listError }), checklistItems, {
  decode: (value) => (typeof value === 'string' ? value.split('\n').filter((line) => !isBlank(line)) : value) as string[],
  encode: (items) => items.join('\n'),
});
export const minimumImages = wholeNumber(0, MINIMUM_IMAGES_MAX);
/** Work that one describes: an activity, or a template of it. */
export const work = {
  description: ['objective', requiredText(TEXT_MAX)],
  priority: ['priority', priority],
  checklist: ['checklist', maybe(checklist)],
  minimumImages: ['minimum_images', maybe(minimumImages)],
} as const;

const promise = {
  topicId: ['id_project', id],
  ...work,
  templateId: ['id_template', maybe(id)],
  dueOn: ['due_date', day],
} as const;
/** The last day of a series: blank where it has no end, absent where an edit leaves what is stored. */
export const repeatUntilDay = z.codec(editedText(10), z.custom<CalendarDate | null | undefined>(), {
  decode: (text, { issues }) => {
    if (!text) return text as null | undefined;
    if (isCalendarDate(text)) return text;
    issues.push({ code: 'custom', input: text, message: validation.notDate });
    return z.NEVER;
  },
  // A form would write null as a word.
  encode: (date) => (date === null ? '' : date) as string | undefined,
});
export const repetition = { repeatable: ['repeatable', repeatableWord], lapse: ['time_lapse', lapseWord] } as const;
const datedRepetition = { ...repetition, repeatUntil: ['repeat_until', repeatUntilDay] } as const;

interface OnTheWire {
  repeatable: string;
  lapse: string;
  repeatUntil?: CalendarDate | null | undefined;
}
type Repeating<Raw extends OnTheWire, Absent> = Omit<Raw, 'repeatable' | 'lapse'> & { repeats: Lapse | null | Absent };

/** Reads one fact from the words of the wire, which must agree (docs/product.md, 10). `absent` is the fact of empty words. */
function readRepetition<Absent>(
  { repeatable, lapse, repeatUntil }: OnTheWire,
  absent: Absent,
): { repeats: Lapse | null | Absent; repeatUntil: OnTheWire['repeatUntil'] } | { field: string; message: string } {
  if (!['SI', 'NO', ''].includes(repeatable)) return { field: 'repeatable', message: validation.notAnOption('SI, NO') };
  if (repeatable !== 'SI' && lapse !== '') return { field: 'time_lapse', message: validation.lapseUnexpected };
  const mayEnd = repeatable === 'SI' || (repeatable === '' && absent === undefined);
  if (repeatUntil && !mayEnd) return { field: 'repeat_until', message: validation.lapseUnexpected };
  const until = mayEnd && absent === undefined ? repeatUntil : (repeatUntil ?? null);
  if (repeatable !== 'SI') return { repeats: repeatable === 'NO' ? null : absent, repeatUntil: until };
  const repeats = lapses.find((each) => each === lapse);
  return repeats ? { repeats, repeatUntil: until } : { field: 'time_lapse', message: validation.lapseMissing };
}

/** Replaces the words of the wire by `repeats`, and by `repeatUntil` where the schema has it. */
export function repeating<Raw extends OnTheWire, Absent extends null | undefined>(
  schema: z.ZodMiniType<Raw, unknown>,
  names: Record<string, string>,
  absent: Absent,
) {
  const codec = z.codec(schema, z.custom<Repeating<Raw, Absent>>(), {
    decode: (raw, { issues }) => {
      const { repeatable, lapse, ...rest } = raw;
      const read = readRepetition(raw, absent);
      if ('repeats' in read) return { ...rest, repeats: read.repeats, ...('repeatUntil' in raw && { repeatUntil: read.repeatUntil }) };
      issues.push({ code: 'custom', input: raw, path: [read.field], message: read.message });
      return z.NEVER;
    },
    encode: ({ repeats, ...rest }) => {
      const repeatable = repeats === undefined ? '' : repeats ? 'SI' : 'NO';
      return { ...rest, repeatable, lapse: repeats ?? '' } as unknown as Raw;
    },
  });
  return withNames(codec, { ...names, repeats: 'time_lapse', repeatUntil: 'repeat_until' });
}

export const wireNamesBySpec = (spec: Record<string, readonly [string, unknown]>) =>
  Object.fromEntries(Object.entries(spec).map(([ours, [wire]]) => [ours, wire]));
const assignedPromise = {
  ...promise,
  assigneeId: ['id_user_assigned', id],
  // The request that it accepts.
  requestId: ['id_request', maybe(id)],
} as const;

export const newOwnActivity = repeating(renamed({ ...promise, ...datedRepetition }), wireNamesBySpec(promise), null);
const promiseToMany = { ...promise, assigneeIds: ['id_users_assigned', assigneeIds] } as const;
export const newActivitiesOfMany = repeating(renamed({ ...promiseToMany, ...datedRepetition }), wireNamesBySpec(promiseToMany), null);
export const newAssignedActivity = repeating(renamed({ ...assignedPromise, ...datedRepetition }), wireNamesBySpec(assignedPromise), null);

export const activityRef = renamed({ activityId: ['activity_id', id] });

/** Says whether a series goes on after one of it is canceled; without the word this one is canceled and no further one comes. */
export const cancellation = renamed({
  activityId: ['activity_id', id],
  series: ['series', maybe(oneOf(['continues', 'canceled']))],
});

/** The time at which a device without network did it; absent where it is sent at once. */
const capture = { capturedAt: ['captured_at', maybe(givenInstant)] } as const;

/** However a device spells it. */
const digest = z
  .string({ error: typeError(validation.notDigest) })
  .check(z.trim(), z.toLowerCase(), z.regex(/^[0-9a-f]{64}$/, { error: validation.notDigest }));
const digests = z.array(digest, { error: listError }).check(atMost(MAX_IMAGES, { error: validation.tooManyValues(MAX_IMAGES) }));
/** Takes a list, or texts with commas between them, as a form sends it. */
const capturedDigests = z.codec(z.union([z.string(), z.array(z.unknown())], { error: listError }), digests, {
  decode: (value) => (typeof value === 'string' ? value.split(',') : value) as string[],
  encode: (list) => list,
});
/** `documents_sha256` are those of the bytes as the device captured them, in the order of the documents. */
export const newDocuments = renamed({
  activityId: ['activity_id', id],
  ...capture,
  capturedDigests: ['documents_sha256', maybe(capturedDigests)],
});
/** `images_sha256` are those of the bytes as the device captured them, in the order of the images. */
export const newEvidence = renamed({
  activityId: ['activity_id', id],
  ...capture,
  capturedDigests: ['images_sha256', maybe(capturedDigests)],
});

/** Some calls of the first version spell the same reference oddly (docs/product.md, 1.1). */
export const start = renamed({ activityId: ['activitie_id', id], ...capture });

export const newComment = renamed({
  activityId: ['activitie_id', id],
  body: ['comment', requiredText(TEXT_MAX, validation.commentBlank)],
  ...capture,
});
export const pauseOrResume = renamed({ activityId: ['activity_id', id], comment: ['comment', optionalText(TEXT_MAX)] });
export const completion = renamed({ activityId: ['activity_id', id], resolution: ['resolution', requiredText(TEXT_MAX)], ...capture });
const extensionDay = z.codec(exactText(10, validation.extensionIncomplete), day, { decode: (t) => t, encode: (t) => t });
const extensionReason = { reason: ['motive_extension', requiredText(TEXT_MAX, validation.extensionIncomplete)] } as const;
export const extension = renamed({
  activityId: ['activitie_id', id],
  extendedTo: ['extension_date', extensionDay],
  ...extensionReason,
});
export const extensionRequest = renamed({
  activityId: ['activity_id', id],
  requestedTo: ['extension_date', extensionDay],
  ...extensionReason,
});
export const extensionRefusal = renamed({ activityId: ['activity_id', id], comment: ['comment', requiredText(TEXT_MAX)] });

const verdict = oneOf(['Verified', 'Rejected']);

/** The owner's verdict. The use case demands the reason of a rejection (docs/product.md, 10). */
export const validationInput = renamed({
  activityId: ['activity_id', id],
  comment: ['comment', optionalText(TEXT_MAX)],
  verdict: ['action', verdict],
});

/** Many at once may only be verified, because each rejection has a reason of its own. */
export const verifications = renamed({
  activityIds: ['activity_ids', distinctIds(VERDICTS_MAX)],
  verdict: ['action', z.literal('Verified', { error: typeError(validation.notAnOption('Verified')) })],
});

const message = { message: ['message', optionalText(NOTE_MAX)] } as const;
const reason = { reason: ['reason', optionalText(NOTE_MAX)] } as const;
const newAssignee = { assigneeId: ['id_user_assigned', id] } as const;
const oneActivity = { activityId: ['activity_id', id] } as const;
const manyActivities = { activityIds: ['activity_ids', distinctIds(MANY_MAX)] } as const;

/** Places of the checklist, counted from 1. */
export const tickedItems = renamed({ ...oneActivity, items: ['items', distinctIds(CHECKLIST_MAX)] });
export const reminder = renamed({ ...oneActivity, ...message });
export const reminders = renamed({ ...manyActivities, ...message });
export const reassignment = renamed({ ...oneActivity, ...newAssignee, ...reason });
export const reassignments = renamed({ ...manyActivities, ...newAssignee, ...reason });
export const imageWithdrawal = renamed({
  imageId: ['image_id', z.uuid({ error: typeError(validation.unknown) })],
  reason: ['reason', requiredText(NOTE_MAX)],
});
/** Without the word no further one of their series comes. */
const onlyThese = oneOf(['continues']);
export const cancellations = renamed({ ...manyActivities, series: ['series', maybe(onlyThese)] });

const amendedFields = {
  ...oneActivity,
  topicId: ['id_project', maybe(id)],
  description: ['objective', maybe(requiredText(TEXT_MAX))],
  priority: ['priority', maybe(priority)],
  dueOn: ['due_date', maybe(day)],
  ...reason,
  seen: ['version', seenVersion],
} as const;
/** A field that is absent stays as it is. `version` is the one of `get_activity`; a change that somebody made since is then refused. */
export const amendment = repeating(renamed({ ...amendedFields, ...datedRepetition }), wireNamesBySpec(amendedFields), undefined);
