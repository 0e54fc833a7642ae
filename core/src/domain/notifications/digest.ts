import { accountKinds, deadlineKinds, type NotificationKind, newsKinds, summaryKinds } from './notification.ts';

/** Goes in a digest of its own. */
export const goesAlone = (kind: NotificationKind): boolean => isOfAccount(kind) || summaryKinds.some((one) => one === kind);

/** Each of these says something else; of other kinds only the last one about an activity counts. */
const separateKinds: readonly NotificationKind[] = ['commented', 'amended'];

/** Equal for news that a digest shows once: work that was rejected twice before it left is shown as it was rejected last. */
export const newsKey = (kind: NotificationKind, activityId: number, historyId: number | null): string =>
  [kind, activityId, ...(separateKinds.includes(kind) ? [historyId] : [])].join(' ');

export const isOfAccount = (kind: NotificationKind): boolean => accountKinds.some((one) => one === kind);

/** The kinds that go into one digest with this kind: all reminders, or all news. */
export function gatheredWith(kind: NotificationKind): readonly NotificationKind[] {
  return [deadlineKinds, newsKinds].find((kinds: readonly NotificationKind[]) => kinds.includes(kind)) ?? [kind];
}
