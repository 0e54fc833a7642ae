import { accountKinds, deadlineKinds, type NotificationKind, newsKinds } from './notification.ts';

export const isOfAccount = (kind: NotificationKind): boolean => accountKinds.some((one) => one === kind);

/** What a person is told in one letter with an announcement of this kind: all their deadlines, or all their news. */
export function gatheredWith(kind: NotificationKind): readonly NotificationKind[] {
  return [deadlineKinds, newsKinds].find((kinds: readonly NotificationKind[]) => kinds.includes(kind)) ?? [kind];
}
