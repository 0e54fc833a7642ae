import { HOME_MESSAGE } from '@bitacora/core/domain/notifications/chat';
import { type types, webApi } from '@slack/bolt';
import type { Card, CardForm } from '../../card.ts';
import { botSlack } from '../../messages/slack.ts';
import type { ChatAnswer } from '../../request.ts';
import { retryAfterRateLimit } from './api.ts';
import { cardMessage, type SlackMessage } from './cards.ts';
import { encodeMetadata, formMessage, formView, sentenceMessage, sentenceView } from './forms.ts';
import type { IncomingInteraction, SlackInteraction, SlackInteractionContext } from './interaction.ts';
import { sendWithImages } from './uploads.ts';

/** Slack takes a trigger for three seconds; half a second is for the way there. */
const TRIGGER_MS = 2_500;
const RESPONSE_TIMEOUT_MS = 10_000;

/** Shows an answer of the flows to the asker. */
export function reply(interaction: SlackInteraction, answer: ChatAnswer, context: SlackInteractionContext): Promise<void> {
  if (answer.kind === 'form') return showForm(interaction, answer.form, context);
  if (answer.kind === 'card') return showCard(interaction, answer.card, answer.sentence, context);
  return showSentence(interaction, answer.sentence, context);
}

/** Draws the card in its place and registers it for redraws. The sentence goes beside the card where there is a place, else into it. */
async function showCard(
  interaction: SlackInteraction,
  card: Card,
  sentence: string | undefined,
  context: SlackInteractionContext,
): Promise<void> {
  const { asker, place, modal, commandChannel } = interaction;
  const isBeside = place.kind === 'card' || modal !== undefined;
  const ownSentence = isBeside ? undefined : sentence;
  const message = await sendWithImages(await context.upload(card), (files) =>
    drawInPlace(interaction, cardMessage(card, { sentence: ownSentence, files }), context),
  );
  if (message && card.press) await context.keep(asker, { message, press: card.press, activityIds: card.activityIds });

  const besideCard = { ...interaction, replacesPlace: undefined };
  if (modal) return showSentence(besideCard, sentence ?? botSlack.done, context);
  if (isBeside && sentence) return showSentence(besideCard, sentence, context);
  if (!commandChannel || commandChannel === asker.conversation) return;
  await postEphemeral(interaction, sentenceMessage(botSlack.answeredAlone), context);
}

/** In the open modal, in the message that held the form, in a new modal while the trigger is valid, else in a message. */
async function showForm(interaction: SlackInteraction, form: CardForm, context: SlackInteractionContext): Promise<void> {
  const view = formView(form, encodeMetadata(interaction, form.press));
  if (interaction.modal && (await updateModal(interaction.modal, view, context))) return;
  if (interaction.replacesPlace) return void (await drawInPlace(interaction, formMessage(form), context));
  if (await openModal(interaction, view, context)) return;
  await postMessage(interaction, formMessage(form), context);
}

/** Where the asker looks now: the open modal, the form they sent, beside the card, or their conversation. */
async function showSentence(interaction: SlackInteraction, sentence: string, context: SlackInteractionContext): Promise<void> {
  const message = sentenceMessage(sentence);
  if (interaction.modal && (await updateModal(interaction.modal, sentenceView(sentence), context))) return;
  if (interaction.replacesPlace) return void (await drawInPlace(interaction, message, context));
  if (interaction.place.kind === 'home' && (await openModal(interaction, sentenceView(sentence), context))) return;
  if (!interaction.thread && (await postEphemeral(interaction, message, context))) return;
  await postMessage(interaction, message, context);
}

/** Draws in the interaction's place. Answers the message's timestamp where it is in the asker's own conversation, `HOME_MESSAGE`, else null. */
async function drawInPlace(interaction: SlackInteraction, message: SlackMessage, context: SlackInteractionContext): Promise<string | null> {
  const { place, asker } = interaction;
  if (place.kind === 'card') return updateMessage(place, message, interaction, context);
  if (place.kind === 'home') {
    const view = { type: 'home' as const, blocks: message.blocks };
    await retryAfterRateLimit(() => context.client.views.publish({ user_id: asker.chatUserId, view }));
    return HOME_MESSAGE;
  }
  if (place.kind === 'ephemeral' && (await postEphemeral(interaction, message, context, place.replaces))) return null;
  return postMessage(interaction, message, context);
}

/** A new message in the asker's own conversation. */
async function postMessage(
  { asker, thread }: SlackInteraction,
  message: SlackMessage,
  { client }: SlackInteractionContext,
): Promise<string> {
  const options = { unfurl_links: false, unfurl_media: false, ...(thread && { thread_ts: thread }) };
  const { ts } = await retryAfterRateLimit(() => client.chat.postMessage({ channel: asker.conversation, ...message, ...options }));
  return ts as string;
}

/** Posts a new message where Slack refuses to change the old one. */
async function updateMessage(
  { channel, ts }: { channel: string; ts: string },
  message: SlackMessage,
  interaction: SlackInteraction,
  context: SlackInteractionContext,
): Promise<string> {
  try {
    await retryAfterRateLimit(() => context.client.chat.update({ channel, ts, ...message }));
    return ts;
  } catch (error) {
    if (!(error instanceof webApi.WebAPIPlatformError)) throw error;
    return postMessage(interaction, message, context);
  }
}

/** Shows a message to the asker alone, where others read the channel; false where Slack offers no way. */
async function postEphemeral(
  { responseUrl, place, asker }: SlackInteraction,
  { text, blocks }: SlackMessage,
  { hosts, client }: SlackInteractionContext,
  replaces = false,
): Promise<boolean> {
  if (responseUrl && hosts.isOfAnswers(responseUrl) && (await respond(responseUrl, { text, blocks }, replaces))) return true;
  if (!('channel' in place)) return false;
  const response = await client.chat.postEphemeral({ channel: place.channel, user: asker.chatUserId, text, blocks }).catch(() => null);
  return response !== null;
}

async function respond(url: string, message: SlackMessage, replaces: boolean): Promise<boolean> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...message, response_type: 'ephemeral', replace_original: replaces }),
    redirect: 'error',
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
  }).catch(() => null);
  return response?.ok ?? false;
}

/** False where the trigger is too old, or Slack refused the modal. */
export async function openModal(
  interaction: SlackInteraction | IncomingInteraction,
  view: types.ModalView,
  { client, now }: SlackInteractionContext,
): Promise<boolean> {
  if (!interaction.triggerId || now() - interaction.at > TRIGGER_MS) return false;
  const response = await client.views.open({ trigger_id: interaction.triggerId, view }).catch(() => null);
  if (response?.view?.id) interaction.modal = response.view.id;
  return Boolean(response);
}

/** False where the person has closed it. */
async function updateModal(modal: string, view: types.ModalView, { client }: SlackInteractionContext): Promise<boolean> {
  const response = await retryAfterRateLimit(() => client.views.update({ view_id: modal, view })).catch(() => null);
  return Boolean(response);
}
