import type { TabResponse } from '@microsoft/teams.api';
import type { IAdaptiveCard } from '@microsoft/teams.cards';
import type { Press } from '../../../card.ts';
import { botTeams } from '../../../messages/teams.ts';
import type { Answer } from '../../../request.ts';
import { drawCard } from '../cards/draw-card.ts';
import { drawAnswer } from '../post/activity.ts';
import { read } from './incoming.ts';
import { promptly } from './patience.ts';
import { readPress } from './read-press.ts';
import type { Turns } from './turn.ts';

const home: Press = { flow: 'home' };
const refresh = [{ label: botTeams.refresh, press: home }];

const asTab = (card: IAdaptiveCard): TabResponse => ({ tab: { type: 'continue', value: { cards: [{ card: { ...card } }] } } });

/** Nothing can be shown in a tab later: it is asked again. */
function drawn(answer: Answer | null): IAdaptiveCard {
  if (answer?.kind === 'form') return drawAnswer(answer, home, 'tab');
  const sentence = answer?.kind === 'sentence' ? answer.sentence : botTeams.moment;
  if (answer?.kind !== 'card') return drawCard({ title: sentence, groups: [], buttons: refresh, activityIds: [] }, { place: 'tab' });
  return drawAnswer(
    { ...answer, card: { ...answer.card, press: home, buttons: [...(answer.card.buttons ?? []), ...refresh] } },
    home,
    'tab',
  );
}

/** The personal tab, opened or pressed in. Without `data` it was opened. */
export async function answerTab(turns: Turns, activity: object, data?: unknown): Promise<TabResponse> {
  const incoming = read(activity, turns.tenant);
  if (!incoming) return asTab(drawn(null));
  const { asker, deliveryId } = incoming;
  const { request } = readPress(data, incoming) ?? {};
  const isHome = !request || (request.kind === 'press' && request.press.flow === home.flow);
  const { outcome } = turns.once(deliveryId, () => turns.answer(isHome ? { kind: 'home', asker, deliveryId } : request));
  return asTab(drawn(await promptly(outcome)));
}
