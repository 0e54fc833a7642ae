import { type AnnouncementKind, deadlineKinds } from './announcement.ts';

/** They carry a token, go by email whatever the person chose, and always alone. */
export const tokenKinds = ['invitation', 'passwordReset'] as const satisfies readonly AnnouncementKind[];

/** What others did to a person's activities. */
export const newsKinds = [
  'assigned',
  'verificationRequested',
  'verified',
  'rejected',
  'canceled',
  'extended',
] as const satisfies readonly AnnouncementKind[];

export const isToken = (kind: AnnouncementKind): boolean => tokenKinds.some((token) => token === kind);

/** What a person is told in one letter with an announcement of this kind: all their deadlines, or all their news. */
export function gatheredWith(kind: AnnouncementKind): readonly AnnouncementKind[] {
  return [deadlineKinds, newsKinds].find((kinds: readonly AnnouncementKind[]) => kinds.includes(kind)) ?? [kind];
}
