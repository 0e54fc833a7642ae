import { isPrivileged, type Privileges } from '../people/person.ts';

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
  'accountChanged',
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

/** Kinds whose channels a person chooses (docs/product.md, 7). Kinds about accounts always come by email. */
export const chosenKinds = [...newsKinds, ...deadlineKinds, ...summaryKinds] as const;
export type ChosenKind = (typeof chosenKinds)[number];

/** Any of email, chat and push; with none of them the person is not notified. */
export interface Preference {
  kind: ChosenKind;
  byEmail: boolean;
  byChat: boolean;
  /** An earlier client does not know it: absent, it stays as it was. */
  byPush?: boolean | undefined;
}

/** False for a kind that only a newer release has. */
export const isChosenKind = (kind: string): kind is ChosenKind => (chosenKinds as readonly string[]).includes(kind);

/** A summary comes by email alone; the weekly one in a chat is chosen in that chat. */
export const isSummaryKind = (kind: string): boolean => (summaryKinds as readonly string[]).includes(kind);

/** Without a choice: email, except for summaries, which are off. */
const usualChannels = (kind: ChosenKind) => ({ byEmail: !isSummaryKind(kind), byChat: false, byPush: false });

/** Whether a person may choose a kind: summaries are of other people's work. */
export const mayChoose = (kind: ChosenKind, actor: Privileges): boolean => !isSummaryKind(kind) || isPrivileged(actor);

/** One preference for every kind, in the order of the kinds; what was not chosen is as usual. */
export const completePreferences = (preferences: readonly Preference[]): Preference[] =>
  chosenKinds.map((kind) => preferences.find((preference) => preference.kind === kind) ?? { kind, ...usualChannels(kind) });

/** The kinds that come by email alone, by chat instead. What a person silenced stays silent, and what comes by both stays so. */
export const moveToChat = (preferences: readonly Preference[]): Preference[] =>
  preferences
    .filter(({ kind, byEmail, byChat }) => byEmail && !byChat && !isSummaryKind(kind))
    .map((preference) => ({ ...preference, byEmail: false, byChat: true }));

/** As the history of the administration has them. */
export const preferenceFacts = (preferences: readonly Preference[]): Record<string, string[]> =>
  Object.fromEntries(
    preferences.map(({ kind, byEmail, byChat, byPush }) => [
      kind,
      [...(byEmail ? ['email'] : []), ...(byChat ? ['chat'] : []), ...(byPush ? ['push'] : [])],
    ]),
  );
