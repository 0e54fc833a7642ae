import type { Act } from '@bitacora/core/domain/activity/lifecycle';
import { actQuestions } from '@bitacora/core/messages/acts';
import type { PressButton } from '../card.ts';
import { botCards } from '../messages/cards.ts';

/** What is done by a button, the most usual first. Evidence is sent as an image; what cannot be taken back is left to the web. */
export const botActs = ['start', 'complete', 'approve', 'reject', 'resume', 'comment', 'pause', 'extend'] as const satisfies readonly Act[];
export type BotAct = (typeof botActs)[number];

/** Done at once, once confirmed; every other act asks for something first. */
const confirmed: Partial<Record<BotAct, string>> = { start: actQuestions.start.title, approve: actQuestions.approve.title };
const styles: Partial<Record<BotAct, PressButton['style']>> = {
  start: 'primary',
  complete: 'primary',
  approve: 'primary',
  reject: 'danger',
};

/** `view` is the card it stands on, which is drawn anew afterwards. */
export function actButton(act: BotAct, activityId: number, view: string): PressButton {
  const confirm = confirmed[act];
  return {
    label: botCards.acts[act],
    press: { flow: act, activity: activityId, view },
    ...(styles[act] ? { style: styles[act] } : {}),
    ...(confirm ? { confirm } : { opensForm: true }),
  };
}
