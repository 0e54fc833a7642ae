/** What the product tells people of its own accord (decisions, sections 5 and 7). */
export const announcementKinds = [
  'invitation',
  'passwordReset',
  'assigned',
  'verificationRequested',
  'verified',
  'rejected',
  'canceled',
  'extended',
  'dueSoon',
  'dueTomorrow',
  'overdue',
] as const;
export type AnnouncementKind = (typeof announcementKinds)[number];

/** What the sweep tells of a deadline: at most one of them holds for an activity at a time. */
export const deadlineKinds = ['dueSoon', 'dueTomorrow', 'overdue'] as const satisfies readonly AnnouncementKind[];
export type DeadlineKind = (typeof deadlineKinds)[number];
