import type { Press } from '../../../card.ts';
import type { Answer } from '../../../request.ts';
import { drawAnswer, headlineOf, messageOf } from '../post/activity.ts';
import type { Incoming } from './incoming.ts';
import type { Turns } from './turn.ts';

/** Has the card that now stands in a message follow its activities. */
async function follow({ shown, keep }: Turns, { asker, alone }: Incoming, message: string, answer: Answer): Promise<void> {
  if (answer.kind !== 'card') return;
  const { press, activityIds } = answer.card;
  shown.remember(alone, message, activityIds);
  if (press) await keep(asker, { message, press, activityIds });
}

const drawn = (answer: Answer, back?: Press) => messageOf(drawAnswer(answer, back), headlineOf(answer));

/** As a new message to the asker alone. */
export async function post(turns: Turns, incoming: Incoming, answer: Answer, back?: Press): Promise<void> {
  const message = await turns.connector.post(incoming.alone, drawn(answer, back));
  await follow(turns, incoming, message, answer);
}

/** In the place of the card that was pressed. */
export async function replace(turns: Turns, incoming: Incoming, message: string, answer: Answer, back?: Press): Promise<void> {
  await turns.connector.change(incoming.alone, message, drawn(answer, back));
  await follow(turns, incoming, message, answer);
}
