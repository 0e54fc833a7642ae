import { accountKinds, deadlineKinds, type NotificationKind, newsKinds } from './notification.ts';

export const isOfAccount = (kind: NotificationKind): boolean => accountKinds.some((one) => one === kind);

/** The kinds that go into one digest with this kind: all reminders, or all news. */
export function gatheredWith(kind: NotificationKind): readonly NotificationKind[] {
  return [deadlineKinds, newsKinds].find((kinds: readonly NotificationKind[]) => kinds.includes(kind)) ?? [kind];
}
