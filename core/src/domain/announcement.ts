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
