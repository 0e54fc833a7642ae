import { isPrivileged, type Privileges } from '../people/person.ts';

export const tokenKinds = ['invitation', 'passwordReset'] as const;

/**
 * These kinds are about a person's own account, the server they look after, or a meeting. They always come by email and alone, and all but
 * minutes at any hour.
 */
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
  'minute',
] as const;

/** Work that stands still for days: the owner or bosses are notified once for each stretch. */
export const escalationKinds = ['overdueEscalated', 'verdictOverdue'] as const;

/** News about what others did to a person's activities, or did not do for days. */
export const newsKinds = [
  'assigned',
  'verificationRequested',
  'extensionRequested',
  'verified',
  'rejected',
  'canceled',
  'extended',
  'extensionDeclined',
  'reminded',
  'amended',
  'reassigned',
  'commented',
  'seriesStopped',
  ...escalationKinds,
] as const;

/** News of requests for work: two for those who may answer, two for who asked. */
export const answererKinds = ['requestReceived', 'requestOverdue'] as const;
export const requestKinds = [...answererKinds, 'requestAnswered', 'requestClosed'] as const;
export type RequestKind = (typeof requestKinds)[number];
export const isRequestKind = (kind: string): kind is RequestKind => (requestKinds as readonly string[]).includes(kind);

/** Reminders of a deadline: at most one of them holds for an activity at a time. */
export const deadlineKinds = ['dueSoon', 'dueTomorrow', 'overdue'] as const;

/** Summaries that a privileged person switches on. They come by email alone, and about no single activity. */
export const summaryKinds = ['weekly'] as const;

/** Unread notifications are counted up to this number; one more stands for '99+'. */
export const UNREAD_MAX = 99;

/** Everything that the product sends on its own (docs/product.md, 7). */
export const notificationKinds = [...accountKinds, ...newsKinds, ...requestKinds, ...deadlineKinds, ...summaryKinds] as const;
export type NotificationKind = (typeof notificationKinds)[number];
export type DeadlineKind = (typeof deadlineKinds)[number];

/** Kinds whose channels a person chooses (docs/product.md, 7). Kinds about accounts always come by email. */
export const chosenKinds = [...newsKinds, ...requestKinds, ...deadlineKinds, ...summaryKinds] as const;
export type ChosenKind = (typeof chosenKinds)[number];

/** Kinds that wait for working time. Nobody chooses how minutes come, but a colleague's work is no reason to wake somebody. */
export const heldKinds: readonly NotificationKind[] = [...chosenKinds, 'minute'];

/** Any of email, chat and push may be chosen; with none of them the person is not notified. */
export interface Preference {
  kind: ChosenKind;
  byEmail: boolean;
  byChat: boolean;
  /** An earlier client does not know it: absent, it stays as it was. */
  byPush?: boolean | undefined;
}

/** Returns false for a kind that only a newer release has. */
export const isChosenKind = (kind: string): kind is ChosenKind => (chosenKinds as readonly string[]).includes(kind);

/** Tells whether a kind is a summary, which comes by email alone; the weekly one in a chat is chosen in that chat. */
export const isSummaryKind = (kind: string): boolean => (summaryKinds as readonly string[]).includes(kind);

/** Returns the channels without a choice: email, except for summaries, which are off. */
const usualChannels = (kind: ChosenKind) => ({ byEmail: !isSummaryKind(kind), byChat: false, byPush: false });

/** Tells whether a person may choose a kind. Only privileged people may choose summaries, because these are of other people's work. */
export const mayChoose = (kind: ChosenKind, actor: Privileges): boolean => !isSummaryKind(kind) || isPrivileged(actor);

/** Returns one preference for every kind, in the order of the kinds; a kind that was not chosen has its usual channels. */
export const completePreferences = (preferences: readonly Preference[]): Preference[] =>
  chosenKinds.map((kind) => preferences.find((preference) => preference.kind === kind) ?? { kind, ...usualChannels(kind) });

/** Moves the kinds that come by email alone to chat. A kind that a person silenced stays silent, and one that comes by both stays so. */
export const moveToChat = (preferences: readonly Preference[]): Preference[] =>
  preferences
    .filter(({ kind, byEmail, byChat }) => byEmail && !byChat && !isSummaryKind(kind))
    .map((preference) => ({ ...preference, byEmail: false, byChat: true }));

/** Returns preferences as the history of the administration stores them. */
export const preferenceFacts = (preferences: readonly Preference[]): Record<string, string[]> =>
  Object.fromEntries(
    preferences.map(({ kind, byEmail, byChat, byPush }) => [
      kind,
      [...(byEmail ? ['email'] : []), ...(byChat ? ['chat'] : []), ...(byPush ? ['push'] : [])],
    ]),
  );
