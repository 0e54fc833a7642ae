/** They carry a token. */
export const tokenKinds = ['invitation', 'passwordReset'] as const;

/** About a person's own account, or the server they look after: by email whatever the person chose, at any hour, and always alone. */
export const accountKinds = [
  ...tokenKinds,
  'chatLinked',
  'emailConfirmation',
  'emailChangeRequested',
  'emailChangeCanceled',
  'emailChanged',
  'spaceLow',
] as const;

/** What others did to a person's activities. */
export const newsKinds = ['assigned', 'verificationRequested', 'verified', 'rejected', 'canceled', 'extended'] as const;

/** What the sweep tells of a deadline: at most one of them holds for an activity at a time. */
export const deadlineKinds = ['dueSoon', 'dueTomorrow', 'overdue'] as const;

/** What the product tells people of its own accord (decisions, sections 5 and 7). */
export const notificationKinds = [...accountKinds, ...newsKinds, ...deadlineKinds] as const;
export type NotificationKind = (typeof notificationKinds)[number];
export type DeadlineKind = (typeof deadlineKinds)[number];
