import { HOME_MESSAGE } from '@bitacora/core/domain/chat/chat';
import { type types, webApi } from '@slack/bolt';
import type { Card, CardForm } from '../../card.ts';
import { RecentMap } from '../../deliveries.ts';
import { bot } from '../../messages/bot.ts';
import { botSlack } from '../../messages/chats.ts';
import type { Asker, ChatAnswer, RequestContent } from '../../request.ts';
import { retryAfterRateLimit, sendWithImages } from './api.ts';
import { cardMessage, clip, type SlackMessage } from './cards.ts';
import { encodeMetadata, formMessage, formView, sentenceMessage, sentenceView } from './forms.ts';
import type { IncomingInteraction, SlackInteraction, SlackInteractionContext, SlackUser } from './interaction.ts';

const RESPONSE_TIMEOUT_MS = 10_000;

/** Shows an answer of the flows to the asker. */
function reply(interaction: SlackInteraction, answer: ChatAnswer, context: SlackInteractionContext): Promise<void> {
  if (answer.kind === 'form') return showForm(interaction, answer.form, context);
  if (answer.kind === 'card') return showCard(interaction, answer.card, answer.sentence, context);
  return showSentence(interaction, answer.sentence, context);
}

/** Draws the card in its place and registers it for redraws. The sentence goes beside the card where possible, else into it. */
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

/** Draws in the open modal, in the message that held the form, in a new modal while the trigger is valid, else in a message. */
async function showForm(interaction: SlackInteraction, form: CardForm, context: SlackInteractionContext): Promise<void> {
  const view = formView(form, encodeMetadata(interaction, form.press));
  if (interaction.modal && (await updateModal(interaction.modal, view, context))) return;
  if (interaction.replacesPlace) return void (await drawInPlace(interaction, formMessage(form), context));
  if (await openModal(interaction, view, context)) return;
  await postMessage(interaction, formMessage(form), context);
}

/** Writes where the asker looks now: the open modal, the form they sent, beside the card, or their conversation. */
async function showSentence(interaction: SlackInteraction, sentence: string, context: SlackInteractionContext): Promise<void> {
  const message = sentenceMessage(sentence);
  if (interaction.modal && (await updateModal(interaction.modal, sentenceView(sentence), context))) return;
  if (interaction.replacesPlace) return void (await drawInPlace(interaction, message, context));
  if (interaction.place.kind === 'home' && (await openModal(interaction, sentenceView(sentence), context))) return;
  if (!interaction.thread && (await postEphemeral(interaction, message, context))) return;
  await postMessage(interaction, message, context);
}

/** Returns the timestamp of a message in the asker's own conversation, `HOME_MESSAGE` for the home, null for any other place. */
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

/** Posts a new message in the asker's own conversation. */
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
  if (responseUrl && hosts.isResponse(responseUrl) && (await respond(responseUrl, { text, blocks }, replaces))) return true;
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
async function openModal(
  interaction: SlackInteraction | IncomingInteraction,
  view: types.ModalView,
  { client, limits, now }: SlackInteractionContext,
): Promise<boolean> {
  if (!interaction.triggerId || now() - interaction.arrivedAt > limits.triggerMs) return false;
  const response = await client.views.open({ trigger_id: interaction.triggerId, view }).catch(() => null);
  if (response?.view?.id) interaction.modal = response.view.id;
  return Boolean(response);
}

/** False where the person has closed the modal. */
async function updateModal(modal: string, view: types.ModalView, { client }: SlackInteractionContext): Promise<boolean> {
  const response = await retryAfterRateLimit(() => client.views.update({ view_id: modal, view })).catch(() => null);
  return Boolean(response);
}

const MAX_NAME = 100;
const PROFILE_TTL_MS = 60 * 60 * 1_000;
const MAX_PROFILES = 10_000;

/** Some content depends on the asker. */
export type ContentSource = RequestContent | ((asker: Asker) => Promise<RequestContent>);

/** Identifies the asker, asks the flows, and shows the answer. */
export async function handleInteraction(
  incoming: IncomingInteraction,
  content: ContentSource,
  context: SlackInteractionContext,
): Promise<void> {
  const pending = askFlows(incoming, content, context);
  if (incoming.waitsInModal && !incoming.modal) await openModalIfSlow(incoming, pending, context);
  const { asker, answer } = await pending;
  await reply({ ...incoming, asker, place: incoming.placeFor(asker) }, answer, context);
}

async function askFlows(
  { user, deliveryId }: IncomingInteraction,
  content: ContentSource,
  { readAsker, answer, log }: SlackInteractionContext,
) {
  const asker = await readAsker(user);
  const request = { ...(typeof content === 'function' ? await content(asker) : content), asker, deliveryId };
  const result = await answer(request).catch((err): ChatAnswer => {
    log.error({ err, deliveryId }, 'slack: no answer');
    return { kind: 'sentence', sentence: bot.failed };
  });
  return { asker, answer: result };
}

async function openModalIfSlow(incoming: IncomingInteraction, pending: Promise<unknown>, context: SlackInteractionContext): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, context.limits.waitingModalMs, true);
  });
  const outcome = pending.then(
    () => false,
    () => false,
  );
  const isSlow = await Promise.race([timeout, outcome]);
  clearTimeout(timer);
  if (isSlow) await openModal(incoming, sentenceView(`${bot.wait} ${botSlack.ifItStays}`), context);
}

interface Profile {
  conversation: string;
  name: string;
  readAt: number;
}

/** Reads the name and the own conversation of a user. It asks Slack for the conversation, because answers go there and a request can lie. */
export function createAskers({ client, teamId, now }: { client: webApi.WebClient; teamId: () => string; now: () => number }) {
  const profiles = new RecentMap<string, Profile>({ most: MAX_PROFILES });

  async function readProfile({ id, name }: SlackUser): Promise<Profile> {
    const openConversation = async () => (await retryAfterRateLimit(() => client.conversations.open({ users: id }))).channel?.id as string;
    const [conversation, info] = await Promise.all([
      profiles.get(id)?.conversation ?? openConversation(),
      client.users.info({ user: id }).catch(() => null),
    ]);
    const displayName = info?.user?.profile?.real_name || info?.user?.real_name || name || id;
    return { conversation, name: clip(displayName, MAX_NAME), readAt: now() };
  }

  return async (user: SlackUser): Promise<Asker> => {
    const cached = profiles.get(user.id);
    const profile = cached && now() - cached.readAt < PROFILE_TTL_MS ? cached : await readProfile(user);
    profiles.set(user.id, profile);
    return { service: 'slack', workspace: teamId(), chatUserId: user.id, displayName: profile.name, conversation: profile.conversation };
  };
}
