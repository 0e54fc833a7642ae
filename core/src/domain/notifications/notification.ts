/** They carry a token. */
export const tokenKinds = ['invitation', 'passwordReset'] as const;

/** About a person's own account, or the server they look after: always by email, at any hour, and alone. */
export const accountKinds = [
  ...tokenKinds,
  'chatLinked',
  'emailConfirmation',
  'emailChangeRequested',
  'emailChangeCanceled',
  'emailChanged',
  'secondFactorChanged',
  'spaceLow',
  'mailStopped',
  'webhookDisabled',
] as const;

/** Work that stands still for days: the owner or bosses are notified once for each stretch. */
export const escalationKinds = ['overdueEscalated', 'verdictOverdue'] as const;

/** What others did to a person's activities, or did not do for days. */
export const newsKinds = [
  'assigned',
  'verificationRequested',
  'verified',
  'rejected',
  'canceled',
  'extended',
  'reminded',
  'amended',
  'reassigned',
  'commented',
  ...escalationKinds,
] as const;

/** Reminders of a deadline: at most one of them holds for an activity at a time. */
export const deadlineKinds = ['dueSoon', 'dueTomorrow', 'overdue'] as const;

/** Summaries that a privileged person switches on. They come by email alone, and about no single activity. */
export const summaryKinds = ['weekly'] as const;

/** Unread notifications are counted so far; one more stands for '99+'. */
export const UNREAD_MAX = 99;

/** Everything that the product sends on its own (docs/product.md, 7). */
export const notificationKinds = [...accountKinds, ...newsKinds, ...deadlineKinds, ...summaryKinds] as const;
export type NotificationKind = (typeof notificationKinds)[number];
export type DeadlineKind = (typeof deadlineKinds)[number];
