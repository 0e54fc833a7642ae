import { type AnnouncementKind, accountKinds, deadlineKinds, newsKinds } from './announcement.ts';

export const isOfAccount = (kind: AnnouncementKind): boolean => accountKinds.some((one) => one === kind);

/** What a person is told in one letter with an announcement of this kind: all their deadlines, or all their news. */
export function gatheredWith(kind: AnnouncementKind): readonly AnnouncementKind[] {
  return [deadlineKinds, newsKinds].find((kinds: readonly AnnouncementKind[]) => kinds.includes(kind)) ?? [kind];
}
