import { newsKinds } from '@bitacora/core/domain/announcement';
import { dayIn } from '@bitacora/core/domain/calendar';
import { deadlineOf } from '@bitacora/core/domain/deadline';
import { type DueActivity, deadlinesLetter } from '@bitacora/core/messages/emails-deadlines';
import type { Letter } from '@bitacora/core/messages/emails-letter';
import { newsLetter } from '@bitacora/core/messages/emails-news';
import type { News, NewsKind } from '@bitacora/core/messages/emails-news-kinds';
import type { Claimed, Core } from '@bitacora/core/server';
import { announcedOf, lastOfEach, onceEach, readAnnounced, type Told } from '@bitacora/core/use-cases/read-announced';
import { consultUrl, listUrls } from './links.ts';

type Reader = { publicUrl: string; readerId: number };

const factsOf = ({ activity }: Told, { publicUrl, readerId }: Reader) => ({
  folio: activity.id,
  topic: activity.topic,
  text: activity.description,
  deadlineOn: deadlineOf(activity),
  daysLeft: activity.daysLeft,
  assignee: `${activity.assigneeFirstName} ${activity.assigneeLastName}`,
  url: consultUrl(publicUrl, activity, readerId),
});

const dueOf = (told: Told, reader: Reader): DueActivity => ({
  ...factsOf(told, reader),
  isMine: told.activity.assigneeId === reader.readerId,
});

function newsOf(told: Told, reader: Reader): News {
  const { activity, cause } = told;
  const owner = `${activity.ownerFirstName} ${activity.ownerLastName}`;
  const { priority, status, dueOn, resolution, extensionReason } = activity;
  return {
    ...factsOf(told, reader),
    ...{ kind: told.kind as NewsKind, owner, priority, status, dueOn, resolution, extensionReason },
    by: cause ? cause.actorName : owner,
    comment: cause?.note ?? null,
  };
}

/** One person's deadlines or news as they stand now, and what is left out because it no longer holds; null where that is everything. */
export async function composeActivities(
  core: Core,
  { recipient, announcements }: Claimed,
  publicUrl: string,
): Promise<{ letter: Letter; omitted: number[] } | null> {
  const input = { recipientId: recipient.id, announced: announcements.map(announcedOf) };
  const { result: told } = await core.perform({ useCase: readAnnounced, actor: null, channel: 'system', input, effect: 'reads' });
  const [first] = told;
  if (!first) return null;

  const reader = { publicUrl, readerId: recipient.id };
  const isNews = newsKinds.some((kind) => kind === first.kind);
  const letter = isNews
    ? newsLetter(
        recipient.firstName,
        lastOfEach(told).map((one) => newsOf(one, reader)),
        listUrls(publicUrl),
        dayIn(core.zone, core.clock()),
      )
    : deadlinesLetter(
        recipient.firstName,
        onceEach(told).map((one) => dueOf(one, reader)),
        listUrls(publicUrl),
      );
  const held = new Set(told.map(({ id }) => id));
  return { letter, omitted: announcements.flatMap(({ id }) => (held.has(id) ? [] : [id])) };
}
