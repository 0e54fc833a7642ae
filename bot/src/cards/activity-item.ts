import type { ActivityView } from '@bitacora/core/contract/activity';
import { isOpen } from '@bitacora/core/domain/activity/activity';
import { deadlineOf, signalOf } from '@bitacora/core/domain/activity/deadline';
import { actsOpenTo } from '@bitacora/core/domain/activity/policy';
import { writtenDay } from '@bitacora/core/messages/dates';
import { statusLabels } from '@bitacora/core/messages/labels';
import { clipped, timeLeftInWords } from '@bitacora/core/messages/phrases';
import type { Button, Fact, Item } from '../card.ts';
import { botCards } from '../messages/cards.ts';
import { actButton, type BotAct, botActs } from './act-button.ts';
import { consultUrl } from './consult-url.ts';
import type { Reader } from './reader.ts';

const TITLE_LETTERS = 120;
const TOPIC_LETTERS = 60;
/** Among others an activity offers its next step; the rest is on its own card. */
const steps: readonly BotAct[] = ['start', 'complete', 'approve', 'reject', 'resume'];

const tones = { verified: 'done', late: 'overdue', near: 'soon', none: 'calm' } as const;

export const toneOf = ({ status, daysLeft }: Pick<ActivityView, 'status' | 'daysLeft'>): NonNullable<Item['tone']> =>
  tones[signalOf(status, daysLeft)];

/** The deadline with the days that are left, or 'Entregada'; of closed work the day alone. */
export function deadlineInWords(activity: ActivityView): string {
  const day = writtenDay(deadlineOf(activity));
  return isOpen(activity.status) ? `${day} · ${timeLeftInWords(activity.status, activity.daysLeft)}` : day;
}

/** The buttons of the acts open to the reader, in the order of `acts`. */
export function actButtons(activity: ActivityView, { me }: Reader, view: string, acts: readonly BotAct[] = botActs): Button[] {
  const open = actsOpenTo(me, activity);
  return acts.filter((act) => open.has(act)).map((act) => actButton(act, activity.id, view));
}

function factsOf(activity: ActivityView, { me }: Reader): Fact[] {
  const { facts } = botCards;
  const isMine = activity.assigneeId === me.id;
  return [
    { label: facts.deadline, value: deadlineInWords(activity) },
    { label: facts.status, value: statusLabels[activity.status] },
    { label: facts.topic, value: clipped(activity.topic, TOPIC_LETTERS) },
    ...(isMine ? [] : [{ label: facts.assignee, value: `${activity.assigneeFirstName} ${activity.assigneeLastName}` }]),
  ];
}

/** One activity among others, with its next step. `more` are facts of the card it stands on. */
export function activityItem(activity: ActivityView, reader: Reader, view: string, more: readonly Fact[] = []): Item {
  return {
    title: botCards.item(activity.id, clipped(activity.description, TITLE_LETTERS)),
    url: consultUrl(activity, reader),
    tone: toneOf(activity),
    facts: [...factsOf(activity, reader), ...more],
    buttons: [
      ...actButtons(activity, reader, view, steps),
      { label: botCards.open, press: { flow: 'view', view: `activity:${activity.id} ${view}` } },
    ],
  };
}
