import { deadlineOf } from '@bitacora/core/domain/activity/deadline';
import { actorOf, type Happened, type NewsKind, newsPhrasesOf } from '@bitacora/core/messages/news-kinds';
import type { Fact } from '../card.ts';
import { botCards } from '../messages/cards.ts';
import { consultUrl } from './consult-url.ts';
import type { Announced } from './letter-card.ts';
import type { Reader } from './reader.ts';

/** A piece of news as the sentences of the emails take it. */
export function happenedOf({ activity, actorName, note }: Omit<Announced, 'kind'>, reader: Reader): Happened {
  const { id, topic, description, priority, status, dueOn, daysLeft, resolution, extensionReason } = activity;
  return {
    ...{ folio: id, topic, text: description, priority, status, dueOn, daysLeft, resolution, extensionReason },
    owner: `${activity.ownerFirstName} ${activity.ownerLastName}`,
    assignee: `${activity.assigneeFirstName} ${activity.assigneeLastName}`,
    by: actorName,
    deadlineOn: deadlineOf(activity),
    comment: note,
    url: consultUrl(activity, reader),
  };
}

/** Who did it, and the words that went with it. */
export function newsInWords(kind: NewsKind, happened: Happened): Fact[] {
  const { words } = newsPhrasesOf(kind);
  const said = words?.of(happened);
  return [
    { label: botCards.letter.by, value: actorOf({ ...happened, kind }) },
    ...(words && said ? [{ label: words.label, value: said }] : []),
  ];
}
