import { randomUUID } from 'node:crypto';
import type { IAdaptiveCard } from '@microsoft/teams.cards';
import { type StoredMessage, signingKeys, TeamsService } from './service.ts';

interface DrawnButton {
  type: string;
  title: string;
  url?: string;
  verb?: string;
  data?: Record<string, unknown>;
  card?: IAdaptiveCard;
}

function* parts(node: unknown): Generator<Record<string, unknown>> {
  if (Array.isArray(node)) for (const each of node) yield* parts(each);
  else if (typeof node === 'object' && node !== null) {
    yield node as Record<string, unknown>;
    yield* parts(Object.entries(node).flatMap(([name, value]) => (name === 'data' ? [] : [value])));
  }
}

/** Lists every button in reading order; for one with a confirmation it is the button that confirms. */
export const buttonsOn = (card: IAdaptiveCard): DrawnButton[] =>
  [...parts(card)].filter((part) => /^Action\.(Execute|Submit|OpenUrl)$/.test(String(part.type)) && part.title) as never;

/** Lists all texts on a card. */
export const textsOn = (card: IAdaptiveCard): string[] =>
  [...parts(card)]
    .filter(({ type }) => type === 'RichTextBlock' || type === 'Image')
    .map(({ inlines, altText }) => String(altText ?? (inlines as { text: string }[]).map(({ text }) => text).join('')));

interface DrawnInput {
  type: string;
  id: string;
  label: string;
  isRequired?: boolean;
  value?: string;
}
export const inputsOn = (card: IAdaptiveCard): DrawnInput[] =>
  [...parts(card)].filter(({ type }) => String(type).startsWith('Input.')) as never;

interface TeamsReply {
  status: number;
  body: unknown;
  ms: number;
}
type DeliverActivity = (activity: object) => Promise<TeamsReply>;

interface PersonIds {
  id: string;
  name: string;
  tenantId: string;
  botId: string;
}
interface PersonOptions {
  /** Deliveries of the same event, all at once. */
  times?: number;
}
interface PressOptions extends PersonOptions {
  /** The chat of the pressed button; by default the person's own. */
  conversation?: object;
}
/** Puts the answered message before the words, as Teams does. */
const quoteMessage = ({ id }: StoredMessage, words: string) => ({
  contentType: 'text/html',
  content: `<blockquote itemscope="" itemtype="http://schema.skype.com/Reply" itemid="${id}"><p>Bitácora</p></blockquote>\n<p>${words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`,
});
type InvokeReply = { type?: string; value?: unknown } | null;

/** Plays a person in Teams: everything they can do, and what they see of the bot. */
export class TeamsPerson {
  readonly conversation: string;
  readonly #who: PersonIds;
  readonly #service: TeamsService;
  readonly #deliver: DeliverActivity;
  /** The card that an answer showed instead of a message, until the message changes. */
  readonly #views = new Map<string, { card: IAdaptiveCard; changes: number }>();
  /** Short messages, such as 'Un momento…'. */
  readonly notices: string[] = [];

  constructor(who: PersonIds, service: TeamsService, deliver: DeliverActivity) {
    this.#who = who;
    this.#service = service;
    this.#deliver = deliver;
    this.conversation = `a:${who.id}`;
    service.members.set(`29:${who.id}`, this.conversation);
  }

  /** The messages of the bot to them alone, the oldest first. */
  get messages(): StoredMessage[] {
    return this.#service.messages.filter(({ conversation }) => conversation === this.conversation);
  }
  /** The card of a message as they see it now. */
  sees({ id, card, changes }: StoredMessage): IAdaptiveCard | null {
    const view = this.#views.get(id);
    return view?.changes === changes ? view.card : card;
  }
  /** The newest message that has a card with such a button. */
  messageWith(label: string): StoredMessage {
    const message = this.messages.findLast((message) => this.#button(message, label));
    if (!message) throw new Error(`No message with a button «${label}».`);
    return message;
  }
  /** Closes and opens Teams, which forgets what only an answer had shown. */
  comesBack(): void {
    this.#views.clear();
  }

  #channel = (id: string) => ({ id, conversationType: 'channel', tenantId: this.#who.tenantId, name: 'General' });

  /** Makes an activity as Teams sends it; `more` has its own fields. */
  activity(more: object): object {
    const { id, name, tenantId, botId } = this.#who;
    return {
      id: randomUUID(),
      channelId: 'msteams',
      serviceUrl: this.#service.url,
      timestamp: new Date().toISOString(),
      from: { id: `29:${id}`, aadObjectId: id, name },
      recipient: { id: `28:${botId}`, name: 'Bitácora' },
      conversation: { id: this.conversation, conversationType: 'personal', tenantId },
      channelData: { tenant: { id: tenantId } },
      locale: 'es-MX',
      ...more,
    };
  }

  async #send(activity: object, { times = 1 }: PersonOptions = {}): Promise<TeamsReply> {
    const again = Array.from({ length: times - 1 }, () => this.#deliverUntilTaken(activity));
    const [reply] = await Promise.all([this.#deliverUntilTaken(activity), ...again]);
    return reply;
  }
  /** Repeats what the bot has no time for, as the service does. */
  async #deliverUntilTaken(activity: object): Promise<TeamsReply> {
    const reply = await this.#deliver(activity);
    if (reply.status !== 503) return reply;
    await new Promise((resolve) => setTimeout(resolve, 100));
    return this.#deliverUntilTaken(activity);
  }

  installs(): Promise<TeamsReply> {
    return this.#send(this.activity({ type: 'installationUpdate', action: 'add' }));
  }
  writes(text: string, { answering, ...options }: PersonOptions & { answering?: StoredMessage } = {}): Promise<TeamsReply> {
    const attachments = answering ? [quoteMessage(answering, text)] : [];
    return this.#send(this.activity({ type: 'message', text, textFormat: 'plain', attachments }), options);
  }
  mentionsIn(channel: string, text: string): Promise<TeamsReply> {
    const conversation = this.#channel(`${channel};messageid=1`);
    return this.#send(this.activity({ type: 'message', text: `<at>Bitácora</at> ${text}`, conversation }));
  }
  sendsImage(
    bytes: Buffer,
    { name = 'foto.png', answering, words = '', times }: PersonOptions & { name?: string; answering?: StoredMessage; words?: string } = {},
  ): Promise<TeamsReply> {
    const attachments = [
      { contentType: 'image/*', contentUrl: this.#service.keepImage(bytes), name },
      ...(answering ? [quoteMessage(answering, words)] : []),
    ];
    return this.#send(this.activity({ type: 'message', text: words, attachments }), { times });
  }

  /** Sends a file of the person's own store. */
  sendsFile(bytes: Buffer, name: string, answering?: StoredMessage): Promise<TeamsReply> {
    const content = { downloadUrl: this.#service.keepImage(bytes), fileType: name.split('.').at(-1) };
    const file = { contentType: 'application/vnd.microsoft.teams.file.download.info', name, content };
    return this.#send(
      this.activity({ type: 'message', text: '', attachments: [file, ...(answering ? [quoteMessage(answering, '')] : [])] }),
    );
  }

  #button(message: StoredMessage, label: string): DrawnButton | undefined {
    const card = this.sees(message);
    return card ? buttonsOn(card).find(({ title }) => title === label) : undefined;
  }

  /** Presses the button, or sends the form with what was typed into the fields of these labels. */
  async presses(
    label: string,
    typed: Record<string, string> = {},
    message = this.messageWith(label),
    options?: PersonOptions,
  ): Promise<TeamsReply> {
    const button = this.#button(message, label);
    const card = this.sees(message);
    if (!button || !card) throw new Error(`No button «${label}» on that card.`);
    const inputs = button.verb === 'submit' ? inputsOn(card) : [];
    const values = inputs.map(({ id, label: name, value = '' }) => [id, typed[name] ?? value]);
    return this.executes(button.verb, { ...button.data, ...Object.fromEntries(values) }, message, options);
  }
  /** Sends what a client makes of a press: the button's verb, and its data with the values of the inputs. */
  async executes(verb: string | undefined, data: unknown, message: StoredMessage, options: PressOptions = {}): Promise<TeamsReply> {
    const { times, ...more } = options;
    const reply = await this.#send(this.invocation(data, verb, { replyToId: message.id, ...more }), { times });
    this.#look(reply.body as InvokeReply, message);
    return reply;
  }
  /** Presses a button of a message in a channel; the answer is for this person alone. */
  async pressesIn(channel: string, label: string, message: StoredMessage): Promise<void> {
    const button = this.#button(message, label);
    if (!button) throw new Error(`No button «${label}» on that card.`);
    await this.executes(button.verb, button.data, message, { conversation: this.#channel(channel) });
  }
  invocation(data: unknown, verb = 'press', more: object = {}): object {
    const value = { action: { type: 'Action.Execute', verb, data }, trigger: 'manual' };
    return this.activity({ type: 'invoke', name: 'adaptiveCard/action', value, ...more });
  }
  #look(reply: InvokeReply, { id, changes }: StoredMessage): void {
    if (reply?.type === 'application/vnd.microsoft.card.adaptive') this.#views.set(id, { card: reply.value as IAdaptiveCard, changes });
    else if (reply?.type) this.notices.push(String(reply.value));
  }

  /** Returns what a list of a form offers for the typed words. */
  async looksUp(field: string, typed: string, message: StoredMessage): Promise<{ value: string; label: string }[]> {
    const input = inputsOn(this.sees(message) ?? ({} as never)).find(({ id }) => id === `field.${field}`);
    const query = (input as { 'choices.data'?: { type: string; dataset: string } } | undefined)?.['choices.data'];
    if (query?.type !== 'Data.Query') throw new Error(`No list to search in: ${field}.`);
    const value = { queryText: typed, queryOptions: { skip: 0, top: 15 }, dataset: query.dataset };
    const { body } = await this.#send(this.activity({ type: 'invoke', name: 'application/search', value, replyToId: message.id }));
    const { results } = (body as { value: { results: { title: string; value: string }[] } }).value;
    return results.map(({ title, value }) => ({ value, label: title }));
  }

  opensTab(): Promise<TeamsReply> {
    return this.#send(this.activity({ type: 'invoke', name: 'tab/fetch', value: { tabContext: { tabEntityId: 'home' } } }));
  }
  pressesInTab(data: object): Promise<TeamsReply> {
    return this.#send(this.activity({ type: 'invoke', name: 'tab/submit', value: { data, tabContext: { tabEntityId: 'home' } } }));
  }
  /** Uses the action in the menu of a message in a channel. */
  makesActivity(text: string): Promise<TeamsReply> {
    const value = { commandId: 'newActivity', messagePayload: { body: { contentType: 'html', content: `<div><p>${text}</p></div>` } } };
    const conversation = this.#channel('19:general@thread.tacv2;messageid=1');
    return this.#send(this.activity({ type: 'invoke', name: 'composeExtension/fetchTask', value, conversation }));
  }
  pastesLink(url: string): Promise<TeamsReply> {
    return this.#send(this.activity({ type: 'invoke', name: 'composeExtension/queryLink', value: { url } }));
  }
}

const CLIENT = '00000000-0000-4000-8000-00000000b07a';
const TENANT = '00000000-0000-4000-8000-0000000ca5a0';
const ISSUER = 'https://api.botframework.com';

/**
 * A Teams double for tests and demo, without an account. `settings` leads the bot to it, and `botAt` leads it to the bot. `person` makes
 * a person who writes and uses buttons. It accepts any bot; the bot accepts only requests that it signs.
 */
export async function teamsDouble() {
  const keys = signingKeys();
  const service = new TeamsService(keys);
  await service.listen();
  let bot = '';

  /** Makes a good token; `claims` and `header` can make it wrong. */
  const token = (claims: object = {}, header: object = {}) => {
    const now = Math.floor(Date.now() / 1_000);
    return keys.sign({ iss: ISSUER, aud: CLIENT, serviceurl: service.url, nbf: now - 60, exp: now + 3_600, ...claims }, header);
  };

  async function deliver(activity: object | string, authorization: string | null = `Bearer ${token()}`) {
    const start = performance.now();
    const response = await fetch(`${bot}/api/messages`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(authorization === null ? {} : { Authorization: authorization }) },
      body: typeof activity === 'string' ? activity : JSON.stringify(activity),
    });
    const text = await response.text();
    const isJson = response.headers.get('Content-Type')?.startsWith('application/json');
    return { status: response.status, body: isJson && text ? JSON.parse(text) : null, ms: performance.now() - start };
  }

  return {
    service,
    keys,
    token,
    deliver,
    /** The product's own address is missing, because the double does not know it. */
    settings: {
      clientId: CLIENT,
      clientSecret: 'secreto-del-doble',
      tenantId: TENANT,
      openidMetadataUrl: `${service.url}/v1/.well-known/openidconfiguration`,
      tokenIssuer: ISSUER,
      serviceUrl: service.url,
      loginUrl: service.url,
    },
    botAt(url: string) {
      bot = url;
    },
    person: (id: string, name: string) => new TeamsPerson({ id, name, tenantId: TENANT, botId: CLIENT }, service, deliver),
    stop: () => service.stop(),
  };
}
export type TeamsDouble = Awaited<ReturnType<typeof teamsDouble>>;
