import type { AdaptiveCardActionResponse, SearchInvokeResponse, TabResponse, TaskModuleResponse } from '@microsoft/teams.api';
import type { App } from '@microsoft/teams.apps';
import type { IAdaptiveCard } from '@microsoft/teams.cards';
import * as z from 'zod/mini';
import type { ButtonAction } from '../../card.ts';
import { bot, botCards } from '../../messages/bot.ts';
import { botTeams } from '../../messages/chats.ts';
import { type ChatAnswer, linkedActivity, NotPosted, type RequestContent } from '../../request.ts';
import { ADAPTIVE, actionButton, adaptiveCard, type CardSurface, cardMessage, drawCard, drawSentence, lines, plain, run } from './cards.ts';
import { drawForm } from './forms.ts';
import {
  type ButtonRequest,
  readButton,
  readHtmlWords,
  readInteraction,
  readMessage,
  readSearch,
  type TeamsInteraction,
  type TeamsInteractionContext,
} from './interaction.ts';
import { withinPromptTime } from './receiver.ts';

/** `back` redraws the card that a form replaces. */
function drawAnswer(answer: ChatAnswer, back?: ButtonAction, surface: CardSurface = 'chat'): IAdaptiveCard {
  if (answer.kind === 'form') return drawForm(answer.form, back, surface);
  if (answer.kind === 'sentence') return drawSentence(answer.sentence);
  return drawCard(answer.card, { sentence: answer.sentence, surface });
}

/** Posts a new message to the asker's own chat. */
async function postAnswer(
  context: TeamsInteractionContext,
  interaction: TeamsInteraction,
  answer: ChatAnswer,
  back?: ButtonAction,
): Promise<void> {
  const message = await context.connector.post(interaction.personal, drawAnswerMessage(answer, back));
  await keepCard(context, interaction, message, answer);
}

/** Replaces the card with the pressed button. */
async function replaceCard(
  context: TeamsInteractionContext,
  interaction: TeamsInteraction,
  message: string,
  answer: ChatAnswer,
  back?: ButtonAction,
): Promise<void> {
  await context.connector.update(interaction.personal, message, drawAnswerMessage(answer, back));
  await keepCard(context, interaction, message, answer);
}

function drawAnswerMessage(answer: ChatAnswer, back?: ButtonAction) {
  const card = drawAnswer(answer, back);
  if (answer.kind === 'form') return cardMessage(card, answer.form.title);
  return cardMessage(card, answer.kind === 'sentence' ? answer.sentence : (answer.sentence ?? answer.card.title));
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

const OPTION_BYTES = 150;

/** Registers every listener; the library answers other activities without content. */
export function registerListeners(app: App, context: TeamsInteractionContext): void {
  app.on('message', async ({ activity }) => answerMessage(context, activity));
  app.on('install.add', async ({ activity }) => greet(context, activity));
  app.on('card.action', ({ activity }) => answerButton(context, activity, activity.value?.action?.data));
  app.on('tab.open', ({ activity }) => answerTab(context, activity));
  app.on('tab.submit', ({ activity }) => answerTab(context, activity, (activity.value as { data?: unknown } | undefined)?.data));
  app.on('card.search', ({ activity }) => answerSearch(context, activity, activity.value));
  app.on('message.ext.open', async ({ activity }) => beginActivity(context, activity));
  app.on('message.ext.query-link', async ({ activity }) => unfurl(activity.value?.url, context.publicUrl));
}

/** The answer to words and images comes later, as a message to the asker alone. */
function answerMessage(context: TeamsInteractionContext, activity: object): void {
  const interaction = readInteraction(activity, context.tenant);
  const content = interaction && readMessage(activity, interaction, context);
  if (content && answerLater(context, interaction, content)) context.inBackground(pointToAnswer(context, interaction));
}

/** Shows the home card to the person who installed the bot. */
function greet(context: TeamsInteractionContext, activity: object): void {
  const interaction = readInteraction(activity, context.tenant);
  if (interaction && !interaction.place) answerLater(context, interaction, { kind: 'home' });
}

const messagePayload = z.object({ messagePayload: z.object({ body: z.object({ content: z.string() }) }) });

/** «Crear actividad» in the menu of a message sends a form with the words of the message to the asker's own chat. */
function beginActivity(context: TeamsInteractionContext, activity: { value?: unknown }): TaskModuleResponse {
  const interaction = readInteraction(activity, context.tenant);
  const { success, data } = z.safeParse(messagePayload, activity.value);
  if (!interaction || !success) return { task: { type: 'message', value: bot.outdatedButton } };
  answerLater(context, interaction, { kind: 'command', words: `nueva ${readHtmlWords(data.messagePayload.body.content)}` });
  return { task: { type: 'message', value: botTeams.answeredSeparately } };
}

/** Answers what a person types in a list with a search. */
async function answerSearch(context: TeamsInteractionContext, activity: object, value: unknown): Promise<SearchInvokeResponse> {
  const interaction = readInteraction(activity, context.tenant);
  const search = readSearch(value);
  const options = interaction && search ? await context.suggest(interaction.asker, search.act, search.typed) : [];
  const results = options.map(({ value: id, label }) => ({ title: plain(label, OPTION_BYTES), value: id }));
  return { statusCode: 200, type: 'application/vnd.microsoft.search.searchResponse', value: { results } };
}

/** All deliveries of the interaction share one answer. */
const answerOnce = ({ once, answer }: TeamsInteractionContext, { asker, deliveryId }: TeamsInteraction, content: RequestContent) =>
  once(deliveryId, () => answer({ ...content, asker, deliveryId }));

/** False for a repeated delivery. */
function answerLater(context: TeamsInteractionContext, interaction: TeamsInteraction, content: RequestContent): boolean {
  const { outcome, isFirst } = answerOnce(context, interaction, content);
  if (isFirst) context.inBackground(outcome.then((answer) => postAnswer(context, interaction, answer)));
  return isFirst;
}

/** In a channel the bot says only where the answer is, because others read along. */
async function pointToAnswer({ connector }: TeamsInteractionContext, { place }: TeamsInteraction): Promise<void> {
  if (place) await connector.post(place.thread, cardMessage(drawSentence(botTeams.answeredSeparately), botTeams.answeredSeparately));
}

/** Answers a pressed button or a sent form: the HTTP response has the answer if it is ready, else the card changes later. */
async function answerButton(context: TeamsInteractionContext, activity: object, data: unknown): Promise<AdaptiveCardActionResponse> {
  const interaction = readInteraction(activity, context.tenant);
  const button = interaction && readButton(data);
  if (!button) return sentenceResponse(bot.outdatedButton);

  const { outcome, isFirst } = answerOnce(context, interaction, button.content);
  const answer = await withinPromptTime(outcome);
  if (isFirst)
    context.inBackground(answer ? updateCard(context, interaction, button, answer) : showLater(context, interaction, button, outcome));
  if (!answer) return sentenceResponse(bot.wait);
  if (answer.kind === 'sentence') return sentenceResponse(answer.sentence);
  return { statusCode: 200, type: ADAPTIVE, value: drawAnswer(answer, button.back) };
}

/** Only the person who pressed sees the response. */
const sentenceResponse = (value: string): AdaptiveCardActionResponse => ({
  statusCode: 200,
  type: 'application/vnd.microsoft.activity.message',
  value,
});

/** Returns the card that may change: only one in the asker's own chat, because others read along elsewhere. */
const ownMessage = ({ place, message }: TeamsInteraction, { isLook }: ButtonRequest) => (place || isLook ? null : message);

/** A card also replaces the stored message. A form does not, so that leaving it brings the card back. */
async function updateCard(
  context: TeamsInteractionContext,
  interaction: TeamsInteraction,
  button: ButtonRequest,
  answer: ChatAnswer,
): Promise<void> {
  const message = ownMessage(interaction, button);
  if (message && answer.kind === 'card') await replaceCard(context, interaction, message, answer);
}

/** Shows an answer that came after the response. */
async function showLater(
  context: TeamsInteractionContext,
  interaction: TeamsInteraction,
  button: ButtonRequest,
  outcome: Promise<ChatAnswer>,
): Promise<void> {
  const answer = await outcome;
  const message = ownMessage(interaction, button);
  const isReplaced =
    message !== null &&
    answer.kind !== 'sentence' &&
    (await replaceCard(context, interaction, message, answer, button.back).then(() => true, refuseUnlessGone));
  if (!isReplaced) await postAnswer(context, interaction, answer, button.back);
}

/** False where the message is not in the asker's chat; the answer is then a new message. */
function refuseUnlessGone(error: unknown): false {
  if (error instanceof NotPosted && error.isCertain && error.isFinal) return false;
  throw error;
}

const home: ButtonAction = { flow: 'home' };
const refresh = [{ label: botCards.refresh, press: home }];

/** Draws the personal tab. Without `data` a person opened it; with `data` they pressed a button in it. */
async function answerTab(context: TeamsInteractionContext, activity: object, data?: unknown): Promise<TabResponse> {
  const interaction = readInteraction(activity, context.tenant);
  if (!interaction) return tabResponse(drawTab(null));
  const { content } = readButton(data) ?? {};
  const isHome = !content || (content.kind === 'press' && content.press.flow === home.flow);
  const { outcome } = answerOnce(context, interaction, isHome ? { kind: 'home' } : content);
  return tabResponse(drawTab(await withinPromptTime(outcome)));
}

const tabResponse = (card: IAdaptiveCard): TabResponse => ({ tab: { type: 'continue', value: { cards: [{ card: { ...card } }] } } });

/** The bot cannot update a tab later, so a tab without an answer has a button to ask again. */
function drawTab(answer: ChatAnswer | null): IAdaptiveCard {
  if (answer?.kind === 'form') return drawAnswer(answer, home, 'tab');
  if (answer?.kind === 'card') {
    const card = { ...answer.card, press: home, buttons: [...(answer.card.buttons ?? []), ...refresh] };
    return drawAnswer({ ...answer, card }, home, 'tab');
  }
  const title = answer?.kind === 'sentence' ? answer.sentence : bot.wait;
  return drawCard({ title, groups: [], buttons: refresh, activityIds: [] }, { surface: 'tab' });
}

/** A whole channel sees only the folio, and a button that answers each person under their own rights. */
function unfurl(link: unknown, publicUrl: string) {
  const activityId = typeof link === 'string' ? linkedActivity(link, publicUrl) : null;
  if (activityId === null) return {};
  const title = botCards.linkTitle(activityId);
  const look = actionButton(botCards.open, { verb: 'look', press: { flow: 'look', activityId } }, 'chat');
  const content = adaptiveCard([lines([run(title, 100, { weight: 'Bolder' })]), { type: 'ActionSet', actions: [look] }]);
  const preview = { contentType: 'application/vnd.microsoft.card.thumbnail', content: { title } };
  return {
    composeExtension: {
      type: 'result' as const,
      attachmentLayout: 'list' as const,
      attachments: [{ contentType: ADAPTIVE, content, preview }],
    },
  };
}
