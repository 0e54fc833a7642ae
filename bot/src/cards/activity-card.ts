import type { ActivityView } from '@bitacora/core/contract/activity';
import type { ReportField } from '@bitacora/core/domain/activity/activity';
import { actsOpenTo } from '@bitacora/core/domain/activity/policy';
import { activityFields, cardFacts, type Fact } from '@bitacora/core/messages/activity-fields';
import { writtenDay } from '@bitacora/core/messages/dates';
import { asWritten } from '@bitacora/core/messages/phrases';
import type { Card, CardFact } from '../card.ts';
import { bot } from '../messages/bot.ts';
import { botCards } from '../messages/cards.ts';
import { actButtons, cardLabel, deadlineInWords, toneOf } from './activity-item.ts';
import { type CardReader, consultUrl } from './reader.ts';

/** Facts that are written otherwise than in a report. */
const values: Partial<Record<Fact, (activity: ActivityView) => string | null>> = {
  dueOn: deadlineInWords,
  extendedTo: ({ extendedTo }) => extendedTo && writtenDay(extendedTo),
  resolution: ({ resolution }) => resolution && asWritten(resolution),
};

const factsOf = (activity: ActivityView): CardFact[] =>
  cardFacts.flatMap((fact) => {
    const value = (values[fact] ?? activityFields[fact as ReportField].of)(activity, '');
    return value === null ? [] : [{ label: cardLabel(fact), value: String(value) }];
  });

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
