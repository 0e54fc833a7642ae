import { type ChosenKind, completePreferences, preferenceFacts } from '../../domain/notifications/preference.ts';
import { differenceOf } from '../../domain/people/admin-act.ts';
import { personSubject, recordAdminAct } from '../admin/record-admin-act.ts';
import type { OpenUseCase } from '../use-case.ts';

/** Switches kinds off for email; chat stays as it was. The signed link of a mail is the permission, so it needs no login. */
export const unsubscribe: OpenUseCase<{ personId: number; kinds: readonly ChosenKind[] }, void> = async (context) => {
  const { repos, input, now } = context;
  const person = await repos.users.find(input.personId);
  if (!person) return;
  const before = completePreferences(await repos.notificationPreferences.of(person.id));
  const changed = before.filter(({ kind, byEmail }) => byEmail && input.kinds.includes(kind)).map((one) => ({ ...one, byEmail: false }));
  if (changed.length === 0) return;
  await repos.notificationPreferences.save(person.id, changed, now);
  const after = before.map((one) => changed.find(({ kind }) => kind === one.kind) ?? one);
  const difference = differenceOf(preferenceFacts(before), preferenceFacts(after));
  if (difference) await recordAdminAct(context, { act: 'person.changePreferences', subject: personSubject(person), ...difference });
};
