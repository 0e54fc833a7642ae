import type { ActivityView } from '@bitacora/core/contract/activity';
import { isOpen, type ReportField } from '@bitacora/core/domain/activity/activity';
import { consultPathOf } from '@bitacora/core/domain/activity/consult-path';
import { deadlineOf, signalOf } from '@bitacora/core/domain/activity/deadline';
import type { Act } from '@bitacora/core/domain/activity/lifecycle';
import { actsOpenTo } from '@bitacora/core/domain/activity/policy';
import { assigneeName } from '@bitacora/core/domain/people/person';
import { activityFields, cardFacts, type Fact, factLabel } from '@bitacora/core/messages/activity-fields';
import { actQuestions } from '@bitacora/core/messages/acts';
import { writtenDay } from '@bitacora/core/messages/dates';
import { statusLabels } from '@bitacora/core/messages/labels';
import { asWritten, clipped, timeLeftInWords } from '@bitacora/core/messages/phrases';
import type { Button, Card, CardFact, Item, PressButton } from '../card.ts';
import { bot } from '../messages/bot.ts';
import { botCards } from '../messages/cards.ts';
import type { Me } from '../people.ts';

/** The reader of a card, which shows what they may see and offers what they may do. */
export interface CardReader {
  me: Pick<Me, 'id' | 'kind' | 'position'>;
  publicUrl: string;
}

/** The reader's consult page of the activity in the web. */
export const consultUrl = (activity: ActivityView, { me, publicUrl }: CardReader): string =>
  new URL(consultPathOf(activity, me.id), publicUrl).href;

const MAX_TITLE = 120;
const MAX_TOPIC = 60;
/** The acts of buttons, the most usual first. Evidence arrives as an image; acts that cannot be undone are for the web only. */
export const botActs = ['start', 'complete', 'approve', 'reject', 'resume', 'comment', 'pause', 'extend'] as const satisfies readonly Act[];
export type BotAct = (typeof botActs)[number];

/** These acts only need a confirmation; every other act opens a form. */
const confirmations: Partial<Record<BotAct, string>> = { start: actQuestions.start.title, approve: actQuestions.approve.title };
const buttonStyles: Partial<Record<BotAct, PressButton['style']>> = {
  start: 'primary',
  complete: 'primary',
  approve: 'primary',
  reject: 'danger',
};

/** `view` is the card of the button; it is redrawn after the act. */
function actButton(act: BotAct, activityId: number, view: string): PressButton {
  const confirm = confirmations[act];
  return {
    label: botCards.acts[act],
    press: { flow: act, activity: activityId, view },
    ...(buttonStyles[act] ? { style: buttonStyles[act] } : {}),
    ...(confirm ? { confirm } : { opensForm: true }),
  };
}

/** In a list an activity offers its next step; its own card has all acts. */
const steps: readonly BotAct[] = ['start', 'complete', 'approve', 'reject', 'resume'];

const tones = { verified: 'done', late: 'overdue', near: 'soon', none: 'calm' } as const;

export const toneOf = ({ status, daysLeft }: Pick<ActivityView, 'status' | 'daysLeft'>): NonNullable<Item['tone']> =>
  tones[signalOf(status, daysLeft)];

/** The deadline and the days left, or 'Entregada'; only the day for closed work. */
export function deadlineInWords(activity: ActivityView): string {
  const day = writtenDay(deadlineOf(activity));
  return isOpen(activity.status) ? `${day} · ${timeLeftInWords(activity.status, activity.daysLeft)}` : day;
}

/** A button for each act that the reader may do, in the order of `acts`. */
function actButtons(activity: ActivityView, { me }: CardReader, view: string, acts: readonly BotAct[] = botActs): Button[] {
  const open = actsOpenTo(me, activity);
  return acts.filter((act) => open.has(act)).map((act) => actButton(act, activity.id, view));
}

const cardLabel = (fact: (typeof cardFacts)[number]): string =>
  fact === 'dueOn' ? botCards.deadline : fact === 'resolution' ? factLabel(fact) : activityFields[fact].label;

function itemFactsOf(activity: ActivityView, { me }: CardReader): CardFact[] {
  const isMine = activity.assigneeId === me.id;
  return [
    { label: cardLabel('dueOn'), value: deadlineInWords(activity) },
    { label: cardLabel('status'), value: statusLabels[activity.status] },
    { label: cardLabel('topic'), value: clipped(activity.topic, MAX_TOPIC) },
    ...(isMine ? [] : [{ label: cardLabel('assignee'), value: assigneeName(activity) }]),
  ];
}

/** An activity in a list, with its next step. `more` are facts of that list. */
export function activityItem(activity: ActivityView, reader: CardReader, view: string, more: readonly CardFact[] = []): Item {
  return {
    title: botCards.item(activity.id, clipped(activity.description, MAX_TITLE)),
    url: consultUrl(activity, reader),
    tone: toneOf(activity),
    facts: [...itemFactsOf(activity, reader), ...more],
    buttons: [
      ...actButtons(activity, reader, view, steps),
      { label: botCards.open, press: { flow: 'view', view: `activity:${activity.id} ${view}` } },
    ],
  };
}

/** Facts that are written otherwise than in a report. */
const values: Partial<Record<Fact, (activity: ActivityView) => string | null>> = {
  dueOn: deadlineInWords,
  extendedTo: ({ extendedTo }) => extendedTo && writtenDay(extendedTo),
  resolution: ({ resolution }) => resolution && asWritten(resolution),
};

const allFactsOf = (activity: ActivityView): CardFact[] =>
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
            facts: allFactsOf(activity),
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
