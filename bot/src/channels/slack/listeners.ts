import { setTimeout as delay } from 'node:timers/promises';
import type { App, BlockAction, ButtonAction, KnownEventFromType, MessageShortcut, types, ViewSubmitAction } from '@slack/bolt';
import { searchedActs } from '../../card.ts';
import { botCards } from '../../messages/bot.ts';
import { botSlack } from '../../messages/chats.ts';
import { linkedActivity, type RequestContent } from '../../request.ts';
import { retryAfterRateLimit } from './api.ts';
import { actions, decodeButtonAction, limits, plain, readActivityIds, typedText } from './cards.ts';
import { decodeMetadata, drawOptions, FORM, type FormState, formValues, sentenceView } from './forms.ts';
import { type ContentSource, handleInteraction } from './handle-interaction.ts';
import type { IncomingInteraction, ReplyPlace, SlackInteractionContext } from './interaction.ts';
import type { SlackDeliveries } from './receiver.ts';

const COMMAND = '/actividades';
const NEW_ACTIVITY = 'new_activity';
/** The id of a conversation with one person starts with it. */
const DIRECT_MESSAGE = 'D';
const MAX_IMAGES = 10;

interface ListenerContext {
  app: App;
  context: SlackInteractionContext;
  deliveries: SlackDeliveries;
  publicUrl: string;
}
/** Starts an interaction without waiting for it; false for a repeated delivery. */
type Take = (interaction: IncomingInteraction, content: ContentSource) => boolean;

/** Registers every listener. Each one acknowledges first, because Slack waits three seconds at most. */
export function registerListeners({ app, context, deliveries, publicUrl }: ListenerContext): void {
  const take: Take = (interaction, content) =>
    deliveries.take(interaction.deliveryId, () => handleInteraction(interaction, content, context));
  listenToCommands(app, take, context);
  listenToShortcut(app, take, context);
  listenToActions(app, take, context);
  listenToSearches(app, context);
  listenToSubmissions(app, take, context);
  listenToMessages(app, take, context);
  listenToHome(app, take, context);
  listenToLinks({ app, context, deliveries, publicUrl });
}

function listenToCommands(app: App, take: Take, { now }: SlackInteractionContext): void {
  app.command(COMMAND, async ({ command, ack }) => {
    await ack();
    const isDirect = command.channel_id.startsWith(DIRECT_MESSAGE);
    const place = isDirect ? undefined : { conversation: command.channel_id, name: command.channel_name };
    take(
      {
        user: { id: command.user_id, name: command.user_name },
        deliveryId: command.trigger_id,
        arrivedAt: now(),
        triggerId: command.trigger_id,
        responseUrl: command.response_url,
        commandChannel: command.channel_id,
        placeFor: () => ({ kind: 'conversation' }),
      },
      { kind: 'command', words: command.text ?? '', ...(place && { place }) },
    );
  });
}

/** «Crear actividad» in the menu of a message opens a form that starts with the words of the message. */
function listenToShortcut(app: App, take: Take, { now }: SlackInteractionContext): void {
  app.shortcut<MessageShortcut>({ type: 'message_action', callback_id: NEW_ACTIVITY }, async ({ shortcut, ack }) => {
    await ack();
    take(
      {
        user: { id: shortcut.user.id, name: shortcut.user.name },
        deliveryId: shortcut.trigger_id,
        arrivedAt: now(),
        triggerId: shortcut.trigger_id,
        waitsInModal: true,
        responseUrl: shortcut.response_url,
        placeFor: () => ({ kind: 'conversation' }),
      },
      { kind: 'command', words: `nueva ${typedText(shortcut.message.text ?? '')}` },
    );
  });
}

/** Listens to buttons of messages and of the home: acts, forms inside messages, and previews of links. */
function listenToActions(app: App, take: Take, { now }: SlackInteractionContext): void {
  app.action<BlockAction>(/^/, async ({ body, action, ack }) => {
    await ack();
    const content = action.type === 'button' ? readActionContent(action, body) : null;
    if (content) take({ ...readActionInteraction(body, action), arrivedAt: now() }, content);
  });
}

/** Null for a link, and for a button that is not ours. */
function readActionContent({ action_id, value }: ButtonAction, { state }: BlockAction): RequestContent | null {
  const [kind] = action_id.split('-');
  if (kind === actions.look) return /^[1-9]\d{0,8}$/.test(value ?? '') ? { kind: 'look', activityId: Number(value) } : null;
  const press = decodeButtonAction(value);
  if (!press) return null;
  if (kind === actions.send) return { kind: 'submit', press, values: formValues((state?.values ?? {}) as FormState) };
  return kind === actions.press ? { kind: 'press', press } : null;
}

function readActionInteraction(body: BlockAction, { action_id }: { action_id: string }): Omit<IncomingInteraction, 'arrivedAt'> {
  return {
    user: { id: body.user.id, name: body.user.name ?? body.user.username },
    deliveryId: body.trigger_id,
    triggerId: body.trigger_id,
    waitsInModal: true,
    ...(action_id === actions.send && { replacesPlace: true }),
    ...(body.response_url && { responseUrl: body.response_url }),
    placeFor: ({ conversation }) => choosePlace(body, conversation),
  };
}

/** The bot redraws a message only in the asker's own conversation; anywhere else it answers the asker alone. */
function choosePlace({ view, container, channel, message }: BlockAction, conversation: string): ReplyPlace {
  if (view) return view.type === 'home' ? { kind: 'home' } : { kind: 'conversation' };
  const id = channel?.id ?? container.channel_id;
  if (container.is_ephemeral) return { kind: 'ephemeral', channel: id, replaces: true };
  if (id === conversation && message) return { kind: 'card', channel: id, ts: message.ts };
  return { kind: 'ephemeral', channel: id, replaces: false };
}

/** The modal stays open, because the outcome or the errors of its fields are drawn into it. */
function listenToSubmissions(app: App, take: Take, { now }: SlackInteractionContext): void {
  app.view<ViewSubmitAction>(FORM, async ({ body, view, ack }) => {
    const metadata = decodeMetadata(view.private_metadata);
    if (!metadata) return ack();
    const { press, place, responseUrl } = metadata;
    const isNew = take(
      {
        user: { id: body.user.id, name: body.user.name },
        // The hash changes with each redraw, so a second submission after an error is another delivery.
        deliveryId: `${view.id}:${view.hash}`,
        arrivedAt: now(),
        modal: view.id,
        ...(responseUrl && { responseUrl }),
        placeFor: () => place,
      },
      { kind: 'submit', press, values: formValues(view.state.values as FormState) },
    );
    return isNew ? ack({ response_action: 'update', view: sentenceView(`${botSlack.saving} ${botSlack.ifItStays}`) }) : ack();
  });
}

/** Slack shows an error where the list does not come within three seconds. */
const SEARCH_MS = 2_500;

/** Answers what a person types in a list with a search. The acknowledgement is the answer. */
function listenToSearches(app: App, { readAsker, suggest, log }: SlackInteractionContext): void {
  app.options<'block_suggestion'>(/^search-/, async ({ options: { action_id, value, user }, ack }) => {
    const act = searchedActs.find((name) => action_id === `${actions.search}-${name}`);
    if (!act) return ack({ options: [] });
    const suggestions = readAsker(user)
      .then((asker) => suggest(asker, act, value ?? ''))
      .catch((err: unknown) => {
        log.warn({ err }, 'slack: a list was not searched');
        return [];
      });
    await ack({ options: drawOptions((await Promise.race([suggestions, delay(SEARCH_MS, null, { ref: false })])) ?? []) });
  });
}

type MessageEvent = KnownEventFromType<'message'>;
type PersonMessage = Extract<MessageEvent, { subtype: undefined | 'file_share' }>;

/** Listens to words, images and documents that a person sends to the bot. */
function listenToMessages(app: App, take: Take, context: SlackInteractionContext): void {
  app.message(async ({ message, body }) => {
    if (!isFromPerson(message) || message.channel_type !== 'im') return;
    const interaction: IncomingInteraction = {
      user: { id: message.user },
      deliveryId: body.event_id,
      arrivedAt: context.now(),
      placeFor: () => ({ kind: 'conversation' }),
    };
    const files = ('files' in message && message.files) || [];
    const { channel, thread_ts: thread } = message;
    const words = typedText(message.text ?? '');
    if (!files.length && !thread) return void take(interaction, { kind: 'command', words });
    const images = files.slice(0, MAX_IMAGES).map(({ id, name, filetype }) => ({ name: nameFile(name ?? id, filetype), reference: id }));
    take({ ...interaction, ...(thread && { thread }) }, async () => {
      const activityIds = await readThreadActivityIds(channel, thread, context);
      if (images.length > 0) return { kind: 'images', images, words, activityIds };
      return activityIds.length > 0 ? { kind: 'reply', words, activityIds } : { kind: 'command', words };
    });
  });
}

/** A phone may send a document without an ending in its name, which tells what it is. */
const nameFile = (name: string, type: string | null) => (type === 'pdf' && !/\.pdf$/i.test(name) ? `${name}.pdf` : name);

/** Edits, deletions and messages of bots are no requests. */
const isFromPerson = (message: MessageEvent): message is PersonMessage =>
  (message.subtype === undefined || message.subtype === 'file_share') && !('bot_id' in message && message.bot_id) && Boolean(message.user);

/** Reads the activities of the bot's card that starts the thread. */
async function readThreadActivityIds(
  channel: string,
  ts: string | undefined,
  { client, botId }: SlackInteractionContext,
): Promise<number[]> {
  if (!ts) return [];
  const range = { channel, latest: ts, oldest: ts, inclusive: true, limit: 1 };
  const { messages } = await retryAfterRateLimit(() => client.conversations.history(range));
  const [card] = messages ?? [];
  return card?.ts === ts && card.bot_id === botId() ? readActivityIds(card.blocks) : [];
}

/** Draws the home anew each time a person opens it. */
function listenToHome(app: App, take: Take, { now }: SlackInteractionContext): void {
  app.event('app_home_opened', async ({ event, body }) => {
    if (event.tab !== 'home') return;
    const interaction = { user: { id: event.user }, deliveryId: body.event_id, arrivedAt: now(), replacesPlace: true as const };
    take({ ...interaction, placeFor: () => ({ kind: 'home' }) }, { kind: 'home' });
  });
}

type LinkEvent = { channel: string; message_ts: string; unfurl_id?: string; source?: string; links: { url: string }[] };

/** Unfurls links to activities. */
function listenToLinks({ app, context, deliveries, publicUrl }: ListenerContext): void {
  app.event('link_shared', async ({ event, body }) => {
    const { channel, message_ts: ts, unfurl_id, source, links } = event as unknown as LinkEvent;
    const previews = links.flatMap(({ url }) => {
      const id = linkedActivity(url, publicUrl);
      return id ? [[url, linkPreview(id)] as const] : [];
    });
    if (!previews.length) return;
    const target = unfurl_id && source ? { unfurl_id, source: source as 'composer' | 'conversations_history' } : { channel, ts };
    deliveries.take(body.event_id, async () => {
      await retryAfterRateLimit(() => context.client.chat.unfurl({ ...target, unfurls: Object.fromEntries(previews) }));
    });
  });
}

/** A whole channel sees only the folio, and a button that answers each person under their own rights. */
function linkPreview(id: number): { blocks: types.KnownBlock[] } {
  const look: types.Button = {
    type: 'button',
    action_id: `${actions.look}-${id}`,
    value: String(id),
    text: plain(botCards.open, limits.buttonLabel),
  };
  return { blocks: [{ type: 'section', text: plain(botCards.linkTitle(id), limits.text), accessory: look }] };
}
