import * as z from 'zod/mini';
import { type Lapse, lapses } from '../domain/activity/repetition.ts';
import { validation } from '../messages/validation.ts';
import { priority } from './activity.ts';
import { atLeast, atMost, day, exactText, id, optionalText, requiredText, typeError } from './wire.ts';
import { named, renamed } from './wire-names.ts';

const TEXT_MAX = 2000;
const VERDICTS_MAX = 50;

/** A word that may be missing; two schemas, since the API document says of each which words it takes. */
const word = () =>
  z.codec(z.optional(z.nullable(z.string({ error: typeError(validation.notText) }))), z.string(), {
    decode: (given) => given ?? '',
    encode: (given) => given,
  });
export const repeatableWord = word();
export const lapseWord = word();

const promise = {
  topicId: ['id_project', id],
  description: ['objective', requiredText(TEXT_MAX)],
  priority: ['priority', priority],
  dueOn: ['due_date', day],
} as const;
const repetition = { repeatable: ['repeatable', repeatableWord], lapse: ['time_lapse', lapseWord] } as const;

/** Two words of the wire that must agree are one fact inside (docs/product.md, 10). */
function lapseFrom({
  repeatable,
  lapse,
}: {
  repeatable: string;
  lapse: string;
}): { repeats: Lapse | null } | { field: string; message: string } {
  if (!['SI', 'NO', ''].includes(repeatable)) return { field: 'repeatable', message: validation.notAnOption('SI, NO') };
  if (repeatable !== 'SI') return lapse === '' ? { repeats: null } : { field: 'time_lapse', message: validation.lapseUnexpected };
  const repeats = lapses.find((known) => known === lapse);
  return repeats ? { repeats } : { field: 'time_lapse', message: validation.lapseMissing };
}

interface OnTheWire {
  repeatable: string;
  lapse: string;
}
type Repeating<Raw extends OnTheWire> = Omit<Raw, keyof OnTheWire> & { repeats: Lapse | null };

/** Replaces the two words of the wire by `repeats`. */
function repeating<Raw extends OnTheWire>(schema: z.ZodMiniType<Raw, unknown>, names: Record<string, string>) {
  const codec = z.codec(schema, z.custom<Repeating<Raw>>(), {
    decode: (raw, { issues }) => {
      const { repeatable, lapse, ...rest } = raw;
      const found = lapseFrom({ repeatable, lapse });
      if ('repeats' in found) return { ...rest, ...found };
      issues.push({ code: 'custom', input: raw, path: [found.field], message: found.message });
      return z.NEVER;
    },
    encode: ({ repeats, ...rest }) => ({ ...rest, repeatable: repeats ? 'SI' : 'NO', lapse: repeats ?? '' }) as unknown as Raw,
  });
  return named(codec, { ...names, repeats: 'time_lapse' });
}

const wireNamesOf = (spec: Record<string, readonly [string, unknown]>) =>
  Object.fromEntries(Object.entries(spec).map(([ours, [wire]]) => [ours, wire]));
const assigned = { ...promise, assigneeId: ['id_user_assigned', id] } as const;

export const newOwnActivity = repeating(renamed({ ...promise, ...repetition }), wireNamesOf(promise));
export const newAssignedActivity = repeating(renamed({ ...assigned, ...repetition }), wireNamesOf(assigned));

export const activityRef = renamed({ activityId: ['activity_id', id] });
/** The same reference under the odd spelling some calls of section 7 use. */
export const activitieRef = renamed({ activityId: ['activitie_id', id] });

export const newComment = renamed({
  activityId: ['activitie_id', id],
  body: ['comment', requiredText(TEXT_MAX, validation.commentBlank)],
});
export const turn = renamed({ activityId: ['activity_id', id], comment: ['comment', optionalText(TEXT_MAX)] });
export const completion = renamed({ activityId: ['activity_id', id], resolution: ['resolution', requiredText(TEXT_MAX)] });
export const extension = renamed({
  activityId: ['activitie_id', id],
  extendedTo: ['extension_date', z.codec(exactText(10, validation.extensionIncomplete), day, { decode: (t) => t, encode: (t) => t })],
  reason: ['motive_extension', requiredText(TEXT_MAX, validation.extensionIncomplete)],
});

const verdict = z.enum(['Verified', 'Rejected'], { error: typeError(validation.notAnOption('Verified, Rejected')) });

/** The owner's verdict; that a rejection carries its reason is the use case's to ask (docs/product.md, 10). */
export const validationInput = renamed({
  activityId: ['activity_id', id],
  comment: ['comment', optionalText(TEXT_MAX)],
  verdict: ['action', verdict],
});

const distinctIds = z
  .array(id, { error: ({ input }) => (input === undefined || input === null ? validation.required : validation.notList) })
  .check(
    atLeast(1, { error: validation.required }),
    atMost(VERDICTS_MAX, { error: validation.tooManyValues(VERDICTS_MAX) }),
    z.refine<number[]>((ids) => new Set(ids).size === ids.length, { error: validation.repeated }),
  );

/** Many at once may only be verified: a rejection has a reason of its own. */
export const verifications = renamed({
  activityIds: ['activity_ids', distinctIds],
  verdict: ['action', z.literal('Verified', { error: typeError(validation.notAnOption('Verified')) })],
});
