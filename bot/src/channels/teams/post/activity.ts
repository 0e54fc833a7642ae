import type { ActivityParams } from '@microsoft/teams.api';
import type { IAdaptiveCard } from '@microsoft/teams.cards';
import type { Press } from '../../../card.ts';
import type { Answer } from '../../../request.ts';
import type { Place } from '../cards/draw-button.ts';
import { drawCard, drawSentence } from '../cards/draw-card.ts';
import { drawForm } from '../cards/draw-form.ts';
import { plain } from '../cards/text.ts';

export const ADAPTIVE = 'application/vnd.microsoft.card.adaptive';
const SUMMARY_BYTES = 200;

/** `back` draws what a form takes the place of. */
export function drawAnswer(answer: Answer, back?: Press, place: Place = 'chat'): IAdaptiveCard {
  if (answer.kind === 'form') return drawForm(answer.form, back, place);
  if (answer.kind === 'sentence') return drawSentence(answer.sentence);
  return drawCard(answer.card, { sentence: answer.sentence, place });
}

/** What the notification of the message reads. */
export function headlineOf(answer: Answer): string {
  if (answer.kind === 'form') return answer.form.title;
  return answer.kind === 'sentence' ? answer.sentence : (answer.sentence ?? answer.card.title);
}

/** The library's type has forgotten the summary. */
type Message = ActivityParams & { summary: string };

export const messageOf = (card: IAdaptiveCard, headline: string): Message => ({
  type: 'message',
  summary: plain(headline, SUMMARY_BYTES),
  attachments: [{ contentType: ADAPTIVE, content: card }],
});
