import type { ChatService } from '@bitacora/core/domain/chat/chat';
import { vi } from 'vitest';
import type { CardForm, FormField } from '../../../src/card.ts';
import type { SlackPerson } from '../../doubles/slack/person.ts';
import { readLabels, readWords } from '../../doubles/slack/person.ts';
import type { SlackDouble } from '../../doubles/slack/slack-double.ts';
import type { StoredMessage } from '../../doubles/teams/service.ts';
import { buttonsOn, type TeamsDouble, type TeamsPerson, textsOn } from '../../doubles/teams/teams-double.ts';
import type { SentMessage } from '../../doubles/whatsapp/cloud-api.ts';
import { listReplies, readMessage, type WhatsAppPerson } from '../../doubles/whatsapp/person.ts';
import type { WhatsAppDouble } from '../../doubles/whatsapp/whatsapp-double.ts';

const patience = { timeout: 30_000, interval: 20 };

/** Somebody before one of the chats: what they do there and what they read, whichever it is. Messages go by their ids. */
export interface Seat {
  readonly service: ChatService;
  writes(words: string): Promise<unknown>;
  /** The newest message with such a button, once there is one. */
  offered(label: string): Promise<string>;
  /** `on` may be somebody else's message. */
  presses(label: string, on: string, times?: number): Promise<unknown>;
  /** What the open form offers in a list for the typed words. */
  looksUp(field: string, typed: string): Promise<{ value: string; label: string }[]>;
  /** Sends the form that is open, by its fields' names; in Teams it stands in the message `on`, else in the newest that has one. */
  fills(values: Readonly<Record<string, string>>, how?: { times?: number; on?: string }): Promise<unknown>;
  sendsImage(bytes: Buffer, on?: string, times?: number, words?: string): Promise<unknown>;
  /** Sends a PDF as an answer to a card. */
  sendsDocument(bytes: Buffer, on: string): Promise<unknown>;
  /** Answers a message with words. */
  replies(words: string, on: string, times?: number): Promise<unknown>;
  /** «Crear actividad» in the menu of somebody's message. */
  makesActivity(text: string): Promise<unknown>;
  /** All that a message says now. */
  read(on: string): string;
  /** All that is said to them, wherever. */
  reads(): string;
  /** Resolves once they can read that. */
  sees(words: string): Promise<unknown>;
  /** All that was sent to them by itself, the links of its buttons too. */
  raw(): string;
}

const until = <Thing>(look: () => Thing | undefined | false, what: string, reads: () => string) =>
  vi.waitFor(() => {
    const thing = look();
    if (thing === undefined || thing === false) throw new Error(`${what} is nowhere in:\n${reads()}`);
    return thing;
  }, patience);

function slackSeat(slack: SlackDouble, person: SlackPerson): Seat {
  const message = (ts: string) => slack.workspace.messages.find((each) => each.ts === ts) as (typeof slack.workspace.messages)[number];
  const reads = () =>
    [...person.messages(), ...person.ephemeralMessages(), ...[person.modal() ?? []].flat()]
      .map((message) => `${'text' in message ? message.text : ''}\n${readWords(message.blocks)}`)
      .join('\n');
  const hasInputs = ({ blocks }: { blocks: readonly { type: string }[] }) => blocks.some(({ type }) => type === 'input');
  const open = () => person.modal() && hasInputs(person.modal() as { blocks: { type: string }[] });
  /** Forms in messages that were there before the last press, or were sent: they may still await the drawing of their answer. */
  let earlierForms: string[] = [];
  const formKey = ({ ts, updates }: { ts: string; updates: number }) => `${ts} ${updates}`;
  /** Where the trigger was too old for a modal, the form stands in a message. */
  const formMessage = () =>
    open() ? undefined : person.messages().findLast((each) => hasInputs(each) && !earlierForms.includes(formKey(each)));
  return {
    service: 'slack',
    writes: (words) => person.says(words),
    offered: (label) => until(() => person.messages().findLast(({ blocks }) => readLabels(blocks).includes(label))?.ts, label, reads),
    presses(label, on, times) {
      // A modal covers the messages.
      person.closesModal();
      earlierForms = person.messages().filter(hasInputs).map(formKey);
      return person.presses(label, message(on), { times });
    },
    async fills(values, { times } = {}) {
      await until(() => open() || formMessage(), 'A form', reads);
      const messageForm = formMessage();
      if (messageForm) {
        earlierForms.push(formKey(messageForm));
        return person.presses({ actionId: 'send' }, messageForm, { times, values });
      }
      const modalHash = person.modal()?.hash;
      await person.fills(values, { times });
      // A refused form is drawn again.
      await until(() => !open() || person.modal()?.hash !== modalHash, 'An answer', reads);
    },
    async looksUp(field, typed) {
      await until(() => open() || formMessage(), 'A form', reads);
      return person.looksUp(field, typed, formMessage());
    },
    sendsImage: (bytes, on, times, words) =>
      person.sends([{ name: 'foto.png', bytes }], { to: on ? message(on) : undefined, times, words }),
    sendsDocument: (bytes, on) => person.sends([{ name: 'acta.pdf', bytes }], { to: message(on) }),
    replies: (words, on, times) => person.says(words, { to: message(on), times }),
    makesActivity: (text) => person.makesActivity(text),
    read: (on) => readWords(message(on).blocks),
    reads,
    sees: (words) => until(() => reads().includes(words), words, reads),
    raw: () => JSON.stringify(person.messages()),
  };
}

function teamsSeat(teams: TeamsDouble, person: TeamsPerson): Seat {
  const message = (id: string) => teams.service.messages.find((each) => each.id === id) as StoredMessage;
  const messageText = (message: StoredMessage) => [message.text, ...textsOn(person.sees(message) ?? ({} as never))].join('\n');
  const buttons = (message: StoredMessage) => buttonsOn(person.sees(message) ?? ({} as never));
  /** An answer may stand, for them alone, in the place of a message that is not theirs. */
  const isSeen = (message: StoredMessage) => message.conversation === person.conversation || person.sees(message) !== message.card;
  const reads = () => [...teams.service.messages.filter(isSeen).map(messageText), ...person.notices].join('\n');
  const sender = (on?: string) => {
    const message = person.messages.findLast(
      (each) => (on === undefined || each.id === on) && buttons(each).some(({ verb }) => verb === 'submit'),
    );
    return message && { message, button: buttons(message).find(({ verb }) => verb === 'submit') };
  };
  return {
    service: 'teams',
    writes: (words) => person.writes(words),
    offered: (label) =>
      until(() => person.messages.findLast((message) => buttons(message).some(({ title }) => title === label))?.id, label, reads),
    presses: (label, on, times) => person.presses(label, {}, message(on), { times }),
    async fills(values, { times, on } = {}) {
      const { message, button } = await until(() => sender(on), 'A form', reads);
      const typed = Object.fromEntries(Object.entries(values).map(([name, value]) => [`field.${name}`, value]));
      await person.executes(button?.verb, { ...button?.data, ...typed }, message, { times });
    },
    async looksUp(field, typed) {
      const { message } = await until(() => sender(), 'A form', reads);
      return person.looksUp(field, typed, message);
    },
    sendsDocument: (bytes, on) => person.sendsFile(bytes, 'acta.pdf', message(on)),
    sendsImage: (bytes, on, times, words) => person.sendsImage(bytes, { answering: on ? message(on) : undefined, times, words }),
    replies: (words, on, times) => person.writes(words, { answering: message(on), times }),
    makesActivity: (text) => person.makesActivity(text),
    read: (on) => messageText(message(on)),
    reads,
    sees: (words) => until(() => reads().includes(words), words, reads),
    raw: () => JSON.stringify(person.messages),
  };
}

/** Returns the words by which a person gives this value to a question: the name of an option, and in a list the numbers of what changes. */
function typedAnswer({ kind, options = [], value: drawn = '' }: FormField, value: string): string {
  if (kind !== 'choices' && kind !== 'boxes') return options.find((option) => option.value === value)?.label ?? value;
  const [before, after] = [drawn, value].map((values) => new Set(values.split(',').filter(Boolean)));
  const changes = options.map((option, at) => [at + 1, before?.has(option.value) !== after?.has(option.value)] as const);
  return changes.flatMap(([place, isChanged]) => (isChanged ? place : [])).join(',');
}

/** A message of WhatsApp does not change, so its reader reads on below it, and uses the newest button of that name. */
function whatsAppSeat({ whatsapp, forms }: SeatContext, person: WhatsAppPerson): Seat {
  const message = (id: string) => whatsapp.state.sent.find((each) => each.id === id) as SentMessage;
  const labels = (each: SentMessage) => listReplies(each).map(({ label }) => label);
  const readForm = () => forms.get(person.contact.userId);
  /** Every question of a form can be left. */
  const readQuestion = () => person.offered('Cancelar') as SentMessage;
  return {
    service: 'whatsapp',
    writes: (words) => person.says(words),
    offered: (label) => until(() => person.offered(label)?.id, label, person.reads),
    async presses(label, on, times) {
      const button = labels(message(on)).includes(label) ? message(on) : (person.offered(label) ?? message(on));
      await person.presses(label, button, { times });
      const answer = person.messages().at(-1);
      if (answer && labels(answer).join() === 'Sí,No') await person.presses('Sí', answer, { times });
    },
    async fills(values, { times } = {}) {
      const form = await until(readForm, 'A form', person.reads);
      while (readForm() === form) {
        const question = readQuestion();
        const field = form.fields.find(({ label }) => readMessage(question).includes(`*${label}*`));
        if (!field) await person.presses(form.submit, question, { times });
        else if (values[field.name]) await person.says(typedAnswer(field, values[field.name] ?? ''), { times });
        else await person.presses(labels(question).find((label) => /^(Dejar así|Omitir)$/.test(label)) ?? '', question, { times });
        // A refused answer is asked for again.
        if (field && readForm() === form && readMessage(readQuestion()).includes(`*${field.label}*`)) return;
      }
    },
    looksUp: () => Promise.reject(new Error('WhatsApp has no list to search in.')),
    sendsImage: (bytes, on, times, words) => person.sendsImage(bytes, { to: on ? message(on) : undefined, times, words }),
    sendsDocument: (bytes, on) => person.sendsDocument(bytes, 'acta.pdf', { to: message(on) }),
    replies: (words, on, times) => person.says(words, { to: message(on), times }),
    makesActivity: (text) => person.says(`nueva ${text}`),
    read(on) {
      const all = person.messages().map(readMessage);
      const place = person.messages().indexOf(message(on));
      // The text of a long card stands before its choices.
      return all.slice(all[place]?.startsWith('Elige qué hacer.') ? place - 1 : place).join('\n');
    },
    reads: person.reads,
    sees: (words) => until(() => person.reads().includes(words), words, person.reads),
    raw: person.reads,
  };
}

interface SeatContext {
  slack: SlackDouble;
  teams: TeamsDouble;
  whatsapp: WhatsAppDouble;
  /** The form that the flows last answered, by the person's id in WhatsApp, where a form has no drawing. */
  forms: ReadonlyMap<string, CardForm>;
}

/** People of one of the chats, by their names. */
export function createSeats(service: ChatService, context: SeatContext) {
  let last = 0;
  return (name: string): Seat => {
    last += 1;
    if (service === 'whatsapp') return whatsAppSeat(context, context.whatsapp.person(name));
    return service === 'slack'
      ? slackSeat(context.slack, context.slack.person(name))
      : teamsSeat(context.teams, context.teams.person(`aad-${last}`, name));
  };
}
