import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { type ButtonAction, buttonActionSchema, type SearchedAct, searchedActs } from '../../card.ts';
import type { Deliver } from '../../deliveries.ts';
import { botTeams } from '../../messages/chats.ts';
import type { Asker, BotForChannels, ChatAnswer, RequestContent, SentImage } from '../../request.ts';
import { type Connector, encodeReference, isId, type TeamsReference } from './api.ts';
import type { MessageActivities } from './chat.ts';
import { FIELD_PREFIX } from './forms.ts';
import type { TeamsHosts } from './settings.ts';

const MAX_BUTTON_ACTION = 1_000;
const MAX_WORDS = 500;
const MAX_IMAGES = 10;
const MAX_VALUE = 20_000;
/** The quotation is at the start of the text. The search stops there, because its cost grows with the cube of the length. */
const QUOTE_WITHIN = 2_000;
const FILE = 'application/vnd.microsoft.teams.file.download.info';

export interface TeamsInteractionContext extends Omit<BotForChannels, 'readImage'> {
  connector: Connector;
  hosts: TeamsHosts;
  messageActivities: MessageActivities;
  tenant: string;
  publicUrl: string;
  once: Deliver<ChatAnswer>;
  /** Continues after the HTTP response; it logs a failure. */
  inBackground: (work: Promise<void>) => void;
}

export interface TeamsInteraction {
  asker: Asker;
  deliveryId: string;
  /** The asker's chat with the bot. */
  personal: TeamsReference;
  /** Others read along in this channel; null in the asker's own chat. */
  place: { channel: TeamsReference; thread: TeamsReference; name: string } | null;
  /** The message with the pressed button. */
  message: string | null;
}

const optionalText = z.optional(z.string());
const activitySchema = z.object({
  id: optionalText,
  serviceUrl: z.string(),
  replyToId: optionalText,
  from: z.object({ id: z.string(), aadObjectId: z.string().check(z.minLength(1), z.maxLength(100)), name: optionalText }),
  conversation: z.object({ id: z.string(), conversationType: optionalText, name: optionalText }),
  channelData: z.optional(z.object({ channel: z.optional(z.object({ name: optionalText })) })),
});

/** Null for an activity without a person of the company, and for ids that could lead elsewhere. */
export function readInteraction(activity: object, tenant: string): TeamsInteraction | null {
  const { success, data } = z.safeParse(activitySchema, activity);
  if (!success || !isId(data.from.id) || !isId(data.conversation.id)) return null;
  const { serviceUrl, from, conversation, replyToId, channelData } = data;
  const isPersonal = isWithBot(conversation);
  const personal: TeamsReference = { serviceUrl, tenant, user: from.id, conversation: isPersonal ? conversation.id : null };
  const thread: TeamsReference = { serviceUrl, tenant, user: null, conversation: conversation.id };
  // A thread's id is the channel's id, a semicolon and the first message.
  const channel: TeamsReference = { ...thread, conversation: conversation.id.split(';')[0] ?? null };
  return {
    asker: {
      service: 'teams',
      workspace: tenant,
      chatUserId: from.aadObjectId,
      displayName: (from.name ?? '').slice(0, 100) || from.aadObjectId,
      conversation: encodeReference(personal),
    },
    deliveryId: createDeliveryId(activity, data),
    personal,
    place: isPersonal ? null : { channel, thread, name: channelData?.channel?.name || conversation.name || botTeams.channel },
    message: replyToId && isId(replyToId) ? replyToId : null,
  };
}

/** A chat of two people is 'personal' too; only ids of chats with a bot start with `a:`. */
const isWithBot = ({ id, conversationType }: { id: string; conversationType?: string | undefined }) =>
  conversationType === 'personal' && id.startsWith('a:');

/** The id contains the person, so that one person never gets the answer of another. */
function createDeliveryId(activity: object, { id, conversation, from }: z.output<typeof activitySchema>): string {
  const event = id ? JSON.stringify([from.aadObjectId, conversation.id, id]) : JSON.stringify(activity);
  return createHash('sha256').update(event).digest('base64url');
}

const attachment = z.object({
  contentType: z.string(),
  contentUrl: optionalText,
  name: optionalText,
  content: z.optional(z.unknown()),
});
const messageSchema = z.object({ text: optionalText, attachments: z.optional(z.array(attachment)) });
const fileSchema = z.object({ downloadUrl: z.string(), fileType: z.string() });
type TeamsAttachment = z.output<typeof attachment>;

/** Reads words, images or documents; null for an unreadable message. */
export function readMessage(
  activity: object,
  { personal, place, message }: TeamsInteraction,
  context: TeamsInteractionContext,
): RequestContent | null {
  const { success, data } = z.safeParse(messageSchema, activity);
  if (!success) return null;
  const { text = '', attachments = [] } = data;
  const images = attachments.map((each) => readImage(each, context.hosts)).filter((image) => image !== null);
  const quotation = readQuotation(attachments);
  const activityIds = context.messageActivities.get(personal, quotation?.message ?? message);
  const reply = quotation?.words ?? replyText(text);
  if (images.length > 0) return { kind: 'images', images: images.slice(0, MAX_IMAGES), words: reply, activityIds };
  if (!place && activityIds.length > 0 && reply) return { kind: 'reply', words: reply, activityIds };
  const where = place ? { place: { conversation: encodeReference(place.channel), name: place.name } } : {};
  return { kind: 'command', words: commandWords(text), ...where };
}

/** A pasted image is at the service; a file, which may be a document, is in the sender's own store. */
function readImage({ contentType, contentUrl, content, name = 'imagen' }: TeamsAttachment, hosts: TeamsHosts): SentImage | null {
  if (contentType.startsWith('image/')) return contentUrl && hosts.isAttachment(contentUrl) ? { name, reference: contentUrl } : null;
  if (contentType !== FILE) return null;
  const { success, data } = z.safeParse(fileSchema, content);
  if (!success || !/^(png|jpe?g|hei[cf]|pdf)$/i.test(data.fileType)) return null;
  return hosts.isFile(data.downloadUrl) ? { name, reference: data.downloadUrl } : null;
}

const QUOTE = /<blockquote[^<>]*itemtype="http:\/\/schema\.skype\.com\/Reply"[^<>]*itemid="(\d{1,30})"/;

const MAX_REPLY = 4_000;
const MAX_HTML = 40_000;
const QUOTE_END = '</blockquote>';
const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&nbsp;': ' ' };

const replyText = (text: string): string =>
  text
    .replace(/<at>[^<]*<\/at>/g, ' ')
    .trim()
    .slice(0, MAX_REPLY);

/** Teams puts the message that a person answers as a quotation before the words. Null where the text alone has them. */
function readQuotation(attachments: readonly TeamsAttachment[]): { message: string; words: string | null } | null {
  const html = attachments.find(({ contentType }) => contentType === 'text/html')?.content;
  if (typeof html !== 'string') return null;
  const [, message] = QUOTE.exec(html.slice(0, QUOTE_WITHIN)) ?? [];
  const end = html.indexOf(QUOTE_END);
  return message ? { message, words: end < 0 ? null : readHtmlWords(html.slice(end + QUOTE_END.length)) } : null;
}

/** Returns the text that people see of a message, with its lines. */
export const readHtmlWords = (html: string): string =>
  replyText(
    html
      .slice(0, MAX_HTML)
      .replace(/<br\s*\/?>|<\/(?:p|div)>/gi, '\n')
      .replace(/<[^<>]*>/g, '')
      .replace(/&(?:amp|lt|gt|quot|nbsp|#39);/g, (entity) => ENTITIES[entity] ?? entity),
  );

const commandWords = (text: string) =>
  text
    .replace(/<at>[^<]*<\/at>/g, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
    .slice(0, MAX_WORDS);

const shortPress = buttonActionSchema.check(z.refine((press) => JSON.stringify(press).length <= MAX_BUTTON_ACTION));
const buttonData = z.looseObject({ verb: z.enum(['press', 'submit', 'look']), press: shortPress, back: z.optional(shortPress) });

export interface ButtonRequest {
  content: RequestContent;
  /** Redraws the card that a form replaced. */
  back: ButtonAction | undefined;
  /** The button of a link preview, under a message of another person. */
  isLook: boolean;
}

/** Reads the request of a pressed button; null for data that no button of ours has. */
export function readButton(input: unknown): ButtonRequest | null {
  const { success, data } = z.safeParse(buttonData, input);
  const content = success && readButtonContent(data);
  return content ? { content, back: data.back, isLook: data.verb === 'look' } : null;
}

function readButtonContent(data: z.output<typeof buttonData>): RequestContent | null {
  const { verb, press } = data;
  if (verb === 'submit') return { kind: 'submit', press, values: readFormValues(data) };
  if (verb === 'press') return { kind: 'press', press };
  const { activityId } = press;
  const isValid = typeof activityId === 'number' && Number.isSafeInteger(activityId) && activityId > 0;
  return isValid ? { kind: 'look', activityId } : null;
}

/** Reads the inputs of a form; Teams sends them beside the button's data. */
function readFormValues(data: Readonly<Record<string, unknown>>): Record<string, string> {
  const inputs = Object.entries(data).filter(([name, value]) => name.startsWith(FIELD_PREFIX) && typeof value === 'string');
  return Object.fromEntries(inputs.map(([name, value]) => [name.slice(FIELD_PREFIX.length), String(value).slice(0, MAX_VALUE)]));
}

const searchValue = z.object({ queryText: z.catch(z.string(), ''), dataset: z.enum(searchedActs) });

/** Reads what a person types in a list with a search; null for a list that is not ours. */
export function readSearch(value: unknown): { act: SearchedAct; typed: string } | null {
  const { success, data } = z.safeParse(searchValue, value);
  return success ? { act: data.dataset, typed: data.queryText.slice(0, MAX_WORDS) } : null;
}
