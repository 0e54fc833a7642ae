import type { ChatWork } from '@bitacora/core/contract/bot-endpoints';
import type { ChatService } from '@bitacora/core/domain/notifications/chat';
import { writtenDay } from '@bitacora/core/messages/dates';
import type { Card, Item } from '../card.ts';
import { botFlows } from '../messages/flows.ts';

type Summary = Extract<ChatWork['task'], { kind: 'summarize' }>;

const figures = (title: string, { total, pending, finished, compliance }: Summary['week']): Item => ({
  title,
  facts: [
    { label: botFlows.total, value: total.toLocaleString('es-MX') },
    { label: botFlows.pending, value: pending.toLocaleString('es-MX') },
    { label: botFlows.finished, value: finished.toLocaleString('es-MX') },
    { label: botFlows.compliance, value: `${compliance}%` },
  ],
  buttons: [],
});

/** A week in figures alone: nobody's name and nobody's work, since a channel may have any reader. */
export const summaryCard = ({ from, to, week, company, late, assigned }: Summary): Card => ({
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

/** For whoever chose a conversation that takes nothing of the bot's, and what to do about it. */
export const unsentCard = (displayName: string, service: ChatService): Card => ({
  title: botFlows.unsentTitle,
  intro: botFlows.unsentIntro(displayName),
  groups: [],
  note: botFlows.unsentNote[service],
  buttons: [{ label: botFlows.summaryStop, press: { flow: 'summary', act: 'stop' } }],
  activityIds: [],
});
