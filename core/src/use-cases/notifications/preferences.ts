import { completePreferences, mayChoose, type Preference, preferenceFacts } from '../../domain/notifications/preference.ts';
import { differenceOf } from '../../domain/people/admin-act.ts';
import type { Actor } from '../../domain/people/person.ts';
import { Refused } from '../../domain/refusal.ts';
import { personSubject, recordAdminAct } from '../admin/record-admin-act.ts';
import type { Context, UseCase } from '../use-case.ts';

/** The actor's channels of every kind that they may choose. */
export const listPreferences: UseCase<unknown, Preference[]> = async ({ repos, actor }) =>
  completePreferences(await repos.notificationPreferences.of(actor.id)).filter(({ kind }) => mayChoose(kind, actor));

/** Changes the kinds of the input. Waiting notifications obey too, because a claim reads the choice again. */
export const choosePreferences: UseCase<{ preferences: Preference[] }, void> = async (context) => {
  const { actor, input } = context;
  if (!input.preferences.every(({ kind }) => mayChoose(kind, actor)))
    throw new Refused({ code: 'office.forbidden', act: 'readGlobalReports' });
  await changePreferences(context, () => input.preferences);
};

/** Saves what is chosen of the current preferences, and records the difference. */
export async function changePreferences(
  context: Context<unknown, Actor>,
  choose: (current: readonly Preference[]) => readonly Preference[],
): Promise<void> {
  const { repos, actor, now } = context;
  const before = completePreferences(await repos.notificationPreferences.of(actor.id));
  const changes = choose(before).map(({ byPush, ...chosen }) => ({
    ...chosen,
    byPush: byPush ?? before.some((preference) => preference.kind === chosen.kind && preference.byPush),
  }));
  if (changes.length === 0) return;
  await repos.notificationPreferences.save(actor.id, changes, now);
  const after = completePreferences(await repos.notificationPreferences.of(actor.id));
  const difference = differenceOf(preferenceFacts(before), preferenceFacts(after));
  if (difference) await recordAdminAct(context, { act: 'person.changePreferences', subject: personSubject(actor), ...difference });
}
