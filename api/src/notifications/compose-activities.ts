import { effectiveDeadline, urgencyKey } from '@bitacora/core/domain/activities/deadline';
import { localDay } from '@bitacora/core/domain/calendar';
import { assigneeName, ownerName } from '@bitacora/core/domain/people/person';
import { causeNote, importedByCause } from '@bitacora/core/messages/activities/history-note';
import { statusWords } from '@bitacora/core/messages/activities/labels';
import { type DigestContent, digestActs, type List, readerRoles } from '@bitacora/core/messages/notifications/digest';
import { isToOwner, type News, type NewsKind } from '@bitacora/core/messages/notifications/news-kinds';
import { writtenActor } from '@bitacora/core/messages/people/users';
import type { ClaimedDigest, Core } from '@bitacora/core/server';
import {
  isReminder,
  type NotifiedActivity,
  notificationRef,
  onePerNews,
  readNotified,
} from '@bitacora/core/use-cases/notifications/read-notified';
import { consultUrl, listUrls } from '../mail/links.ts';
import { composeDigest, type DueActivity } from './messages/activity-mails.ts';

type Reader = { publicUrl: string; readerId: number };

const activityFacts = ({ activity, nextAct }: NotifiedActivity, { publicUrl, readerId }: Reader) => ({
  folio: activity.id,
  topic: activity.topic,
  text: activity.description,
  deadlineOn: effectiveDeadline(activity),
  daysLeft: activity.daysLeft,
  standing: statusWords(activity),
  assignee: assigneeName(activity),
  url: consultUrl(publicUrl, activity, readerId),
  act: nextAct && { label: digestActs[nextAct] ?? '', url: consultUrl(publicUrl, activity, readerId, nextAct) },
});

function dueActivity(notified: NotifiedActivity, reader: Reader): DueActivity {
  const { activity } = notified;
  const roles = readerRoles(activity, reader.readerId);
  return { ...activityFacts(notified, reader), ...roles, urgency: urgencyKey(activity, activity.daysLeft, roles.isMine) };
}

function findPart({ kind, activity }: NotifiedActivity, { readerId }: Reader): News['part'] {
  if (kind === 'reassigned') return 'formerAssignee';
  if (activity.assigneeId === readerId && !isToOwner({ kind: kind as NewsKind })) return 'assignee';
  if (activity.ownerId === readerId && kind !== 'overdueEscalated') return 'owner';
  if (kind === 'overdueEscalated' || kind === 'verdictOverdue') return 'manager';
  return kind === 'commented' ? 'commenter' : 'substitute';
}

/** Chooses the list to which a boss is linked: the work of their reports, or the boss's own notifications where they may not see that work. */
function managerList({ activity: { ownerId, assigneeId }, hasPage }: NotifiedActivity, { readerId }: Reader): List {
  if (!hasPage) return 'notifications';
  return [ownerId, assigneeId].includes(readerId) ? 'assigned' : 'team';
}

function activityNews(notified: NotifiedActivity, reader: Reader): News {
  const { activity, cause, isVisible, hasPage } = notified;
  const owner = ownerName(activity);
  const { priority, status, dueOn, resolution, extensionReason } = activity;
  const part = findPart(notified, reader);
  const urls = listUrls(reader.publicUrl);
  return {
    ...activityFacts(notified, reader),
    kind: notified.kind as NewsKind,
    owner,
    priority,
    status,
    dueOn,
    resolution,
    extensionReason,
    by: cause ? writtenActor(cause) : owner,
    part,
    ...(part === 'manager' && { inList: managerList(notified, reader) }),
    ...(!hasPage && { url: urls[part === 'manager' ? 'notifications' : 'pending'] }),
    isLost: !isVisible,
    imported: cause && part === 'assignee' ? importedByCause(cause) : undefined,
    hasPage,
    comment: cause && causeNote(notified.kind, cause),
  };
}

/** Composes a person's deadlines or news as they are now, and lists those that no longer hold. Null where none holds. */
export async function composeActivities(
  core: Core,
  { recipient, notifications }: ClaimedDigest,
  publicUrl: string,
): Promise<{ content: DigestContent; omitted: number[]; folios: number[]; notified: readonly NotifiedActivity[] } | null> {
  const input = { recipientId: recipient.id, notifications: notifications.map(notificationRef) };
  const { result: notified } = await core.perform({ useCase: readNotified, actor: null, channel: 'system', input, effect: 'reads' });
  if (notified.length === 0) return null;

  const reader = { publicUrl, readerId: recipient.id };
  const [due, news] = [onePerNews(notified).filter(isReminder), onePerNews(notified).filter((one) => !isReminder(one))];
  const content = composeDigest(
    recipient.firstName,
    due.map((one) => dueActivity(one, reader)),
    news.map((one) => activityNews(one, reader)),
    listUrls(
      publicUrl,
      news.map(({ activity }) => activity.assigneeId),
    ),
    localDay(core.zone, core.clock()),
  );
  const ids = new Set(notified.map(({ id }) => id));
  const folios = [...new Set(notified.map(({ activity }) => activity.id))];
  return { content, folios, notified, omitted: notifications.flatMap(({ id }) => (ids.has(id) ? [] : [id])) };
}
