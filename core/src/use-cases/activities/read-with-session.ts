import type { ActivityPart } from '../../domain/activities/activity.ts';
import { maySee } from '../../domain/activities/policy.ts';
import type { SessionOwner } from '../../persistence/account/sessions.ts';
import type { EncodedPartFields } from '../../persistence/activities/activity-parts.sql.ts';
import type { SessionQuestion } from '../account/log-in.ts';
import type { OpenUseCase } from '../use-case.ts';
import { type PageDetails, pageDetails } from './read-activity.ts';

/** Longer parts are encoded a few rows at a time, so that others need not wait. */
const PART_MAX_LENGTH = 100_000;

type ActivityQuestion = SessionQuestion & { activityId: number; include: readonly ActivityPart[] };
/** An activity as a JSON object for each list of its fields, with the parts that were asked for, each as a JSON array. */
export interface EncodedActivity {
  lines: readonly string[];
  details: PageDetails;
  /** In the history, the caller writes notes in the place of `unwordedNotes`. */
  parts: Partial<Record<ActivityPart, string>>;
}
interface SessionWithActivity {
  person: SessionOwner;
  reply: EncodedActivity | null;
}

/**
 * Finds the person whose session a secret opens now, and an activity, in one statement. The reply is null where the person may not see the
 * activity, because `readActivity` then refuses it, and where a part is long.
 */
export const findSessionWithActivity =
  (fields: EncodedPartFields): OpenUseCase<ActivityQuestion, SessionWithActivity | undefined> =>
  async (context) => {
    const { repos, input, now, today } = context;
    const session = await repos.sessions.personWithActivity({ ...input, now, today, fields });
    if (!session) return undefined;
    const { person, activity, parts } = session;
    if (!activity || !maySee(person, activity.facts)) return { person, reply: null };
    const texts = input.include.map((part) => [part, `[${parts[part] ?? ''}]`] as const);
    if (texts.some(([, text]) => text.length > PART_MAX_LENGTH)) return { person, reply: null };
    const details = await pageDetails(context, activity.facts);
    const { lines } = activity;
    return { person, reply: { lines, details, parts: Object.fromEntries(texts) } };
  };
