import type { Client } from '@bitacora/core/client';
import type { ChatService } from '@bitacora/core/domain/chat/chat';
import type { SlackDouble } from '../doubles/slack/slack-double.ts';
import type { VisibleMessage } from '../doubles/slack/workspace.ts';
import type { StoredMessage } from '../doubles/teams/service.ts';
import { inputsOn, type TeamsDouble } from '../doubles/teams/teams-double.ts';
import { listReplies, readMessage } from '../doubles/whatsapp/person.ts';
import type { WhatsAppDouble } from '../doubles/whatsapp/whatsapp-double.ts';

export type Role = 'worker' | 'boss' | 'stranger';

interface Casting {
  worker: string;
  boss: string;
  topic: string;
  /** What the boss asked of the worker: it is due tomorrow. */
  work: string;
}

/** Logins of the demo company, whose password is `demo1234`. Each chat has people of its own: notifications reach a person in one chat. */
export const cast: Readonly<Record<ChatService, Casting>> = {
  slack: {
    worker: 'empleado',
    boss: 'gerente',
    topic: 'Producción de la línea 1',
    work: 'Fotografiar el acomodo de tarimas de la cámara 2',
  },
  teams: {
    worker: 'maria.castaneda',
    boss: 'supervisor',
    topic: 'Producción de la línea 1',
    work: 'Fotografiar los sellos de la etiquetadora',
  },
  whatsapp: {
    worker: 'fermin.galvan',
    boss: 'tomas.urena',
    topic: 'Inventarios cíclicos',
    work: 'Fotografiar el conteo del rack 4',
  },
};

export const PASSWORD = 'demo1234';
export const demoEmail = (login: string) => `${login}@demo.mx`;

/** An action at the page. `on` is the page's id of a message, a modal or the home; words and images answer it. */
export type UserAction =
  | { deed: 'write'; text: string; on?: string }
  | { deed: 'image'; name: string; base64: string; text?: string; on?: string }
  | { deed: 'open' }
  /** Lets a day pass in WhatsApp without a word of the person. */
  | { deed: 'wait' }
  | { deed: 'press'; on: string; action: string; values?: Record<string, string> }
  | { deed: 'fill'; values: Record<string, string> }
  | { deed: 'close' }
  | { deed: 'execute'; on: string; verb: string; data: object }
  | { deed: 'submit'; data: object };

/** A line of a conversation is the bot's where `isMine` is false. */
export interface ChatLine {
  id: string;
  isMine: boolean;
  text: string;
  /** Name of the image that was sent. */
  image?: string;
  /** The line it answers. */
  answers?: string;
  /** Nobody else sees it, and the chat does not store it. */
  isEphemeral?: boolean;
  /** An image in answer to the line is evidence for its activity. */
  takesImages?: boolean;
  blocks?: unknown;
  card?: unknown;
  message?: unknown;
}

export interface SessionState {
  lines: ChatLine[];
  modal: unknown;
  home: unknown;
  /** The last short message, and the number of them. */
  notice?: { text: string; count: number };
}

export interface ChatSession {
  see(role: Role): SessionState;
  /** Returns what the open form offers in a list for the typed words. */
  lookUp(role: Role, field: string, typed: string): Promise<{ value: string; label: string }[]>;
  act(role: Role, deed: UserAction): Promise<void>;
  /** Links the person: the bot offers a code that the web confirms, or the web has a code that the person sends. */
  link(role: Role, client: Client): Promise<void>;
}

const TIMEOUT_MS = 15_000;

/** Resolves with the result of `look` once there is one. */
async function waitFor<Result>(look: () => Result | undefined): Promise<Result> {
  for (const from = Date.now(); Date.now() - from < TIMEOUT_MS; ) {
    const result = look();
    if (result !== undefined) return result;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The bot did not answer.');
}

/** The bot names the number of WhatsApp a moment after its start. */
async function waitForEntrance<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (const from = Date.now(); ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    try {
      return await ask();
    } catch (error) {
      if (Date.now() - from > TIMEOUT_MS) throw error;
    }
  }
}

/** Each activity on a card has a link to its page. */
const showsActivities = (card: unknown): boolean => /\/Consult_\w+\/\d/.test(JSON.stringify(card));

const readCode = (card: unknown): string | undefined => /(?<=chat_link=)[\w-]+/.exec(JSON.stringify(card))?.[0];

const COMMAND = /^\/actividades\b/;

export function createSlackSession(slack: SlackDouble, names: Readonly<Record<Role, string>>): ChatSession {
  const seat = (role: Role) => ({ person: slack.person(names[role]), said: [] as ChatLine[] });
  const seats = { worker: seat('worker'), boss: seat('boss'), stranger: seat('stranger') };
  type Seat = ReturnType<typeof seat>;

  const say = ({ said }: Seat, line: Partial<ChatLine>) => said.push({ id: slack.workspace.nextTs(), isMine: true, text: '', ...line });

  function lines({ person, said }: Seat): ChatLine[] {
    const posted = person.messages().map(({ ts, text, blocks, threadTs }) => ({
      id: ts,
      isMine: false,
      text,
      blocks,
      answers: threadTs,
      takesImages: !threadTs && showsActivities(blocks),
    }));
    const ephemeralLines = person
      .ephemeralMessages()
      .map(({ ts, text, blocks }) => ({ id: ts, isMine: false, text, blocks, isEphemeral: true }));
    return [...said, ...posted, ...ephemeralLines].sort((a, b) => a.id.localeCompare(b.id));
  }

  function visibleMessage({ person }: Seat, id: string): VisibleMessage {
    const [home, modal] = [person.home(), person.modal()];
    const view = [home, modal].find((each) => each?.id === id);
    const line = view ?? [...person.messages(), ...person.ephemeralMessages()].find(({ ts }) => ts === id);
    if (!line) throw new Error('It is gone.');
    return line;
  }

  const findMessage = ({ person }: Seat, id: string | undefined) => person.messages().find(({ ts }) => ts === id);

  function write(seat: Seat, text: string, on?: string) {
    say(seat, { text, ...(on && { answers: on }) });
    const to = findMessage(seat, on);
    return COMMAND.test(text) ? seat.person.types(text.replace(COMMAND, '').trim()) : seat.person.says(text, { to });
  }

  function sendImage(seat: Seat, { name, base64, text: words, on }: Extract<UserAction, { deed: 'image' }>) {
    say(seat, { image: name, text: words ?? '', ...(on && { answers: on }) });
    return seat.person.sends([{ name, bytes: Buffer.from(base64, 'base64') }], { to: findMessage(seat, on), words });
  }

  async function act(seat: Seat, deed: UserAction): Promise<unknown> {
    const { person } = seat;
    if (deed.deed === 'write') return write(seat, deed.text, deed.on);
    if (deed.deed === 'image') return sendImage(seat, deed);
    if (deed.deed === 'open') return person.opensHome();
    if (deed.deed === 'press') return person.presses({ actionId: deed.action }, visibleMessage(seat, deed.on), { values: deed.values });
    if (deed.deed === 'fill') return person.fills(deed.values);
    if (deed.deed === 'close') person.closesModal();
  }

  return {
    see(role) {
      const { person } = seats[role];
      return { lines: lines(seats[role]), modal: person.modal() ?? null, home: person.home() ?? null };
    },
    /** The form is in the modal, or in a message where the person gave no trigger for one. */
    lookUp(role, field, typed) {
      const { person } = seats[role];
      const isForm = ({ blocks }: VisibleMessage) => blocks.some((block) => block.block_id === field);
      return person.looksUp(field, typed, person.modal() ? undefined : person.messages().findLast(isForm));
    },
    act: async (role, deed) => void (await act(seats[role], deed)),
    async link(role, client) {
      await write(seats[role], 'vincular');
      const code = await waitFor(() => readCode(seats[role].person.messages()));
      await client.confirmChatLink({ code, isNotifiedHere: true });
    },
  };
}

export function createTeamsSession(teams: TeamsDouble, names: Readonly<Record<Role, string>>): ChatSession {
  const seat = (role: Role) => ({ person: teams.person(role, names[role]), said: [] as ChatLine[], home: null as unknown });
  const seats = { worker: seat('worker'), boss: seat('boss'), stranger: seat('stranger') };
  type Seat = ReturnType<typeof seat>;

  /** Numbered as the double numbers the bot's, so that both stand in one order. */
  const say = ({ said }: Seat, line: Partial<ChatLine>) => said.push({ id: `${Date.now()}0000`, isMine: true, text: '', ...line });

  function findMessage({ person }: Seat, id: string | undefined): StoredMessage | undefined {
    return person.messages.find((message) => message.id === id);
  }

  function lines({ person, said }: Seat): ChatLine[] {
    const posted = person.messages.map((message) => ({
      id: message.id,
      isMine: false,
      text: message.text || message.summary,
      card: person.sees(message),
      takesImages: showsActivities(person.sees(message)),
    }));
    return [...said, ...posted].sort((a, b) => Number(a.id) - Number(b.id));
  }

  function write(seat: Seat, text: string, on?: string) {
    say(seat, { text, ...(on && { answers: on }) });
    return seat.person.writes(text, { answering: findMessage(seat, on) });
  }

  function sendImage(seat: Seat, { name, base64, text: words, on }: Extract<UserAction, { deed: 'image' }>) {
    say(seat, { image: name, text: words ?? '', ...(on && { answers: on }) });
    return seat.person.sendsImage(Buffer.from(base64, 'base64'), { name, words, answering: findMessage(seat, on) });
  }

  async function act(seat: Seat, deed: UserAction): Promise<unknown> {
    const { person } = seat;
    if (deed.deed === 'write') return write(seat, deed.text, deed.on);
    if (deed.deed === 'image') return sendImage(seat, deed);
    if (deed.deed === 'execute') {
      const message = findMessage(seat, deed.on);
      return message && person.executes(deed.verb, deed.data, message);
    }
    if (deed.deed !== 'open' && deed.deed !== 'submit') return;
    const { body } = await (deed.deed === 'open' ? person.opensTab() : person.pressesInTab(deed.data));
    seat.home = (body as { tab?: { value: { cards: [{ card: object }] } } } | null)?.tab?.value.cards[0].card ?? seat.home;
  }

  return {
    see(role) {
      const { person, home } = seats[role];
      const { length: count, [count - 1]: text = '' } = person.notices;
      return { lines: lines(seats[role]), modal: null, home, notice: { text, count } };
    },
    async lookUp(role, field, typed) {
      const { person } = seats[role];
      const form = person.messages.findLast((message) =>
        inputsOn(person.sees(message) ?? ({} as never)).some(({ id }) => id === `field.${field}`),
      );
      return form ? person.looksUp(field, typed, form) : [];
    },
    act: async (role, deed) => void (await act(seats[role], deed)),
    async link(role, client) {
      await write(seats[role], 'vincular');
      const code = await waitFor(() => readCode(seats[role].person.messages));
      await client.confirmChatLink({ code, isNotifiedHere: true });
    },
  };
}

const DAY_MS = 25 * 60 * 60_000;

export function createWhatsAppSession(whatsapp: WhatsAppDouble, names: Readonly<Record<Role, string>>): ChatSession {
  const seat = (role: Role) => ({ person: whatsapp.person(names[role]), said: [] as (ChatLine & { at: number })[] });
  const seats = { worker: seat('worker'), boss: seat('boss'), stranger: seat('stranger') };
  type Seat = ReturnType<typeof seat>;

  const say = ({ said }: Seat, line: Partial<ChatLine>) =>
    said.push({ id: `mine ${said.length}`, isMine: true, text: '', at: whatsapp.state.now(), ...line });
  const findMessage = ({ person }: Seat, id: string | undefined) => person.messages().find((message) => message.id === id);

  async function act(seat: Seat, deed: UserAction): Promise<unknown> {
    const { person } = seat;
    if (deed.deed === 'wait') person.contact.wroteAt -= DAY_MS;
    if (deed.deed === 'write') {
      say(seat, { text: deed.text, ...(deed.on && { answers: deed.on }) });
      return person.says(deed.text, { to: findMessage(seat, deed.on) });
    }
    if (deed.deed === 'image') {
      say(seat, { image: deed.name, text: deed.text ?? '', ...(deed.on && { answers: deed.on }) });
      return person.sendsImage(Buffer.from(deed.base64, 'base64'), { to: findMessage(seat, deed.on), words: deed.text });
    }
    const message = deed.deed === 'press' ? findMessage(seat, deed.on) : undefined;
    if (deed.deed !== 'press' || !message) return;
    say(seat, { text: deed.action });
    return person.presses(deed.action, message);
  }

  return {
    see(role) {
      const { person, said } = seats[role];
      const received = person.messages().map((message) => ({
        id: message.id,
        isMine: false,
        text: readMessage(message),
        message: message.body,
        takesImages: listReplies(message).length > 0 && /\d+ · /.test(readMessage(message)),
        at: message.at,
      }));
      return { lines: [...said, ...received].sort((a, b) => a.at - b.at), modal: null, home: null };
    },
    lookUp: async () => [],
    act: async (role, deed) => void (await act(seats[role], deed)),
    async link(role, client) {
      const { code } = await waitForEntrance(() => client.createChatLinkCode({ isNotifiedHere: true }));
      await act(seats[role], { deed: 'write', text: `VINCULAR ${code}` });
    },
  };
}
