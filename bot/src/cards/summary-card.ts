import type { ChatWork } from '@bitacora/core/contract/bot-endpoints';
import type { ChatService } from '@bitacora/core/domain/notifications/chat';
import { writtenDay } from '@bitacora/core/messages/dates';
import type { Card, Item } from '../card.ts';
import { botFlows } from '../messages/flows.ts';

type SummaryTask = Extract<ChatWork['task'], { kind: 'summarize' }>;

const figures = (title: string, { total, pending, finished, compliance }: SummaryTask['week']): Item => ({
  title,
  facts: [
    { label: botFlows.total, value: total.toLocaleString('es-MX') },
    { label: botFlows.pending, value: pending.toLocaleString('es-MX') },
    { label: botFlows.finished, value: finished.toLocaleString('es-MX') },
    { label: botFlows.compliance, value: `${compliance}%` },
  ],
  buttons: [],
});

/** A week in figures without names or activities, because anybody may read the channel. */
export const summaryCard = ({ from, to, week, company, late, assigned }: SummaryTask): Card => ({
  title: botFlows.weekTitle,
  intro: botFlows.weekIntro(writtenDay(from), writtenDay(to)),
  groups: [
    {
      items: [figures(botFlows.weekRegistered, week), figures(botFlows.weekCompany, company), figures(botFlows.weekAssigned, assigned)],
    },
  ],
  note: botFlows.weekLate(late),
  activityIds: [],
});

/** For the person whose chosen conversation refuses the bot, with a remedy. */
export const unsentCard = (displayName: string, service: ChatService): Card => ({
  title: botFlows.unsentTitle,
  intro: botFlows.unsentIntro(displayName),
  groups: [],
  note: botFlows.unsentNote[service],
  buttons: [{ label: botFlows.summaryStop, press: { flow: 'summary', act: 'stop' } }],
  activityIds: [],
});
