import type { IAdaptiveCard } from '@microsoft/teams.cards';
import type { Press } from '../../card.ts';
import type { ChatAnswer } from '../../request.ts';
import { type CardSurface, drawCard, drawSentence, messageOf } from './cards.ts';
import { drawForm } from './forms.ts';
import type { TeamsInteraction, TeamsInteractionContext } from './interaction.ts';

/** `back` redraws the card that a form replaces. */
export function drawAnswer(answer: ChatAnswer, back?: Press, surface: CardSurface = 'chat'): IAdaptiveCard {
  if (answer.kind === 'form') return drawForm(answer.form, back, surface);
  if (answer.kind === 'sentence') return drawSentence(answer.sentence);
  return drawCard(answer.card, { sentence: answer.sentence, surface });
}

/** Posts a new message to the asker's own chat. */
export async function postAnswer(
  context: TeamsInteractionContext,
  interaction: TeamsInteraction,
  answer: ChatAnswer,
  back?: Press,
): Promise<void> {
  const message = await context.connector.post(interaction.personal, answerMessage(answer, back));
  await keepCard(context, interaction, message, answer);
}

/** Replaces the card with the pressed button. */
export async function replaceCard(
  context: TeamsInteractionContext,
  interaction: TeamsInteraction,
  message: string,
  answer: ChatAnswer,
  back?: Press,
): Promise<void> {
  await context.connector.update(interaction.personal, message, answerMessage(answer, back));
  await keepCard(context, interaction, message, answer);
}

function answerMessage(answer: ChatAnswer, back?: Press) {
  const card = drawAnswer(answer, back);
  if (answer.kind === 'form') return messageOf(card, answer.form.title);
  return messageOf(card, answer.kind === 'sentence' ? answer.sentence : (answer.sentence ?? answer.card.title));
}

/** Registers the card of a message, so that it is redrawn when its activities change. */
async function keepCard(
  context: TeamsInteractionContext,
  { asker, personal }: TeamsInteraction,
  message: string,
  answer: ChatAnswer,
): Promise<void> {
  if (answer.kind !== 'card') return;
  const { press, activityIds } = answer.card;
  context.messageActivities.set(personal, message, activityIds);
  if (press) await context.keep(asker, { message, press, activityIds });
}
