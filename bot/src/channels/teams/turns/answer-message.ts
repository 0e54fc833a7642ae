import { botTeams } from '../../../messages/teams.ts';
import { drawSentence } from '../cards/draw-card.ts';
import { messageOf } from '../post/activity.ts';
import { type Incoming, read } from './incoming.ts';
import { readMessage } from './read-message.ts';
import { post } from './show.ts';
import type { Turns } from './turn.ts';

/** Who asked where others read along is told where the answer is, and the others nothing else. */
async function pointToIt({ connector }: Turns, { place }: Incoming): Promise<void> {
  if (place) await connector.post(place.thread, messageOf(drawSentence(botTeams.answeredApart), botTeams.answeredApart));
}

/** Words and images. Answered afterwards, to the person alone. */
export function answerMessage(turns: Turns, activity: object): void {
  const incoming = read(activity, turns.tenant);
  const request = incoming && readMessage(activity, incoming, turns.hosts, turns.shown);
  if (!request) return;
  const { outcome, isFirst } = turns.once(incoming.deliveryId, () => turns.answer(request));
  if (!isFirst) return;
  turns.background(outcome.then((answer) => post(turns, incoming, answer)));
  turns.background(pointToIt(turns, incoming));
}

/** Somebody added the bot: what it is for, before they ask. */
export function greet(turns: Turns, activity: object): void {
  const incoming = read(activity, turns.tenant);
  if (!incoming || incoming.place) return;
  const { asker, deliveryId } = incoming;
  const { outcome, isFirst } = turns.once(deliveryId, () => turns.answer({ kind: 'home', asker, deliveryId }));
  if (isFirst) turns.background(outcome.then((answer) => post(turns, incoming, answer)));
}
