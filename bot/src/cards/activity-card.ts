import type { ActivityView } from '@bitacora/core/contract/activity';
import { actsOpenTo } from '@bitacora/core/domain/activity/policy';
import { assigneeName, ownerName } from '@bitacora/core/domain/people/person';
import { writtenDay } from '@bitacora/core/messages/dates';
import { priorityLabels, statusLabels } from '@bitacora/core/messages/labels';
import { asWritten } from '@bitacora/core/messages/phrases';
import type { Card, CardFact } from '../card.ts';
import { bot } from '../messages/bot.ts';
import { botCards } from '../messages/cards.ts';
import { actButtons, deadlineInWords, toneOf } from './activity-item.ts';
import { type CardReader, consultUrl } from './reader.ts';

function factsOf(activity: ActivityView): CardFact[] {
  const { facts } = botCards;
  return [
    { label: facts.status, value: statusLabels[activity.status] },
    { label: facts.deadline, value: deadlineInWords(activity) },
    ...(activity.extendedTo ? [{ label: facts.extension, value: writtenDay(activity.extendedTo) }] : []),
    { label: facts.topic, value: activity.topic },
    { label: facts.priority, value: priorityLabels[activity.priority] },
    { label: facts.owner, value: ownerName(activity) },
    { label: facts.assignee, value: assigneeName(activity) },
    ...(activity.resolution ? [{ label: facts.resolution, value: asWritten(activity.resolution) }] : []),
  ];
}

/** One activity with every act of the reader. `back` is the view that they came from. */
export function activityCard(activity: ActivityView, reader: CardReader, back: string): Card {
  const view = back ? `activity:${activity.id} ${back}` : `activity:${activity.id}`;
  const url = consultUrl(activity, reader);
  return {
    title: botCards.activityTitle(activity.id),
    groups: [
      {
        items: [
          {
            title: asWritten(activity.description),
            url,
            tone: toneOf(activity),
            facts: factsOf(activity),
            buttons: actButtons(activity, reader, view),
          },
        ],
      },
    ],
    ...(actsOpenTo(reader.me, activity).has('addEvidence') ? { note: bot.images } : {}),
    buttons: [{ label: botCards.openInWeb, url }, ...(back ? [{ label: botCards.back, press: { flow: 'view', view: back } }] : [])],
    activityIds: [activity.id],
    press: { flow: 'view', view },
  };
}
