import { compareFacts } from '../../domain/admin/admin-act.ts';
import {
  type ChosenKind,
  completePreferences,
  mayChoose,
  type Preference,
  preferenceFacts,
} from '../../domain/notifications/notification.ts';
import type { Actor, Person } from '../../domain/people/person.ts';
import { Refused } from '../../domain/refusal.ts';
import type { PushAddress } from '../../persistence/account/sessions.ts';
import { holdAccess } from '../account/lock-account.ts';
import { personSubject, recordAdminAct } from '../record-admin-act.ts';
import type { Context, OpenUseCase, UseCase } from '../use-case.ts';

export const listPreferences: UseCase<unknown, Preference[]> = async ({ repos, actor }) =>
  completePreferences(await repos.notificationPreferences.list(actor.id)).filter(({ kind }) => mayChoose(kind, actor));

/** Changes the kinds of the input. Waiting notifications obey too, because a claim reads the choice again. */
export const choosePreferences: UseCase<{ preferences: Preference[] }, void> = async (context) => {
  const { actor, input } = context;
  if (!input.preferences.every(({ kind }) => mayChoose(kind, actor)))
    throw new Refused({ code: 'admin.forbidden', act: 'readGlobalReports' });
  await changePreferences(context, actor, () => input.preferences);
};

/** Saves what is chosen of the person's current preferences, and records the difference. */
export async function changePreferences(
  context: Context<unknown, Actor | null>,
  person: Person,
  choose: (current: readonly Preference[]) => readonly Preference[],
): Promise<void> {
  const { repos, now } = context;
  const before = completePreferences(await repos.notificationPreferences.list(person.id));
  const changes = choose(before).map(({ byPush, ...choice }) => ({
    ...choice,
    byPush: byPush ?? before.some((preference) => preference.kind === choice.kind && preference.byPush),
  }));
  if (changes.length === 0) return;
  await repos.notificationPreferences.save(person.id, changes, now);
  const after = completePreferences(await repos.notificationPreferences.list(person.id));
  const difference = compareFacts(preferenceFacts(before), preferenceFacts(after));
  if (difference) await recordAdminAct(context, { act: 'person.changePreferences', subject: personSubject(person), ...difference });
}

/** Switches kinds off for email; chat stays as it was. The signed link of a mail is the permission, so it needs no login. */
export const unsubscribe: OpenUseCase<{ personId: number; kinds: readonly ChosenKind[] }, void> = async (context) => {
  const { repos, input } = context;
  const person = await repos.users.find(input.personId);
  if (!person) return;
  await changePreferences(context, person, (current) =>
    current.filter(({ kind, byEmail }) => byEmail && input.kinds.includes(kind)).map((one) => ({ ...one, byEmail: false })),
  );
};

/** Subscribes the browser of the caller's session: it shows their notifications until that session logs out, also after it expires. */
export const subscribePush: UseCase<PushAddress, void> = async (context) => {
  const { repos, actor, input, now, request } = context;
  if (!request.sessionIdHash) throw new Refused({ code: 'session.missing' });
  await holdAccess(context);
  const { endpoint, publicKey, authSecret } = input;
  const { sessionIdHash } = request;
  await repos.pushSubscriptions.keep({ endpoint, publicKey, authSecret, userId: actor.id, sessionIdHash, createdAt: now });
};

export const unsubscribePush: UseCase<{ endpoint: string }, void> = async ({ repos, actor, input }) => {
  await repos.pushSubscriptions.removeOne(actor.id, input.endpoint);
};
