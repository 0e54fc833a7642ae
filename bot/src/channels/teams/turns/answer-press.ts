import type { AdaptiveCardActionResponse } from '@microsoft/teams.api';
import { bot } from '../../../messages/bot.ts';
import { botTeams } from '../../../messages/teams.ts';
import type { Answer } from '../../../request.ts';
import { ADAPTIVE, drawAnswer } from '../post/activity.ts';
import { type Incoming, read } from './incoming.ts';
import { promptly } from './patience.ts';
import { type Pressed, readPress } from './read-press.ts';
import { post, replace } from './show.ts';
import type { Turns } from './turn.ts';

const said = (value: string): AdaptiveCardActionResponse => ({
  statusCode: 200,
  type: 'application/vnd.microsoft.activity.message',
  value,
});

/** In the HTTP answer: seen by the one who pressed, and by nobody else. */
function inAnswer(answer: Answer, { back }: Pressed): AdaptiveCardActionResponse {
  if (answer.kind === 'sentence') return said(answer.sentence);
  return { statusCode: 200, type: ADAPTIVE, value: drawAnswer(answer, back) };
}

/** The message whose card is the asker's alone; under others' eyes no card is changed. */
const ownMessage = ({ place, message }: Incoming, { isLook }: Pressed) => (place || isLook ? null : message);

/** The HTTP answer has shown it; a card also takes the place of what the chat keeps. A form does not: leaving it brings the card back. */
async function afterwards(turns: Turns, incoming: Incoming, pressed: Pressed, answer: Answer): Promise<void> {
  const message = ownMessage(incoming, pressed);
  if (message && answer.kind === 'card') await replace(turns, incoming, message, answer);
}

/** The HTTP answer came too early to show it. */
async function later(turns: Turns, incoming: Incoming, pressed: Pressed, outcome: Promise<Answer>): Promise<void> {
  const answer = await outcome;
  const message = ownMessage(incoming, pressed);
  if (message && answer.kind !== 'sentence') return replace(turns, incoming, message, answer, pressed.back);
  await post(turns, incoming, answer, pressed.back);
}

/** A pressed button or a sent form: answered at once if the answer is there, else the card changes when it comes. */
export async function answerPress(turns: Turns, activity: object, data: unknown): Promise<AdaptiveCardActionResponse> {
  const incoming = read(activity, turns.tenant);
  const pressed = incoming && readPress(data, incoming);
  if (!pressed) return said(bot.outdatedButton);

  const { outcome, isFirst } = turns.once(incoming.deliveryId, () => turns.answer(pressed.request));
  const answer = await promptly(outcome);
  if (isFirst) turns.background(answer ? afterwards(turns, incoming, pressed, answer) : later(turns, incoming, pressed, outcome));
  return answer ? inAnswer(answer, pressed) : said(botTeams.moment);
}
