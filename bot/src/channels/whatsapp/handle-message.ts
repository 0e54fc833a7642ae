import { setTimeout as delay } from 'node:timers/promises';
import { normalise, plainName, withoutControls } from '@bitacora/core/domain/text';
import type { Logger } from 'pino';
import { createDeliveries, RecentMap } from '../../deliveries.ts';
import { isCommand } from '../../flows/command.ts';
import { botSlack, botWhatsapp } from '../../messages/chats.ts';
import { type Asker, type BotForChannels, type ChatAnswer, NotPosted, type RequestContent, type SentImage } from '../../request.ts';
import type { OutgoingMessage, WhatsappApi } from './api.ts';
import type { Buttons } from './buttons.ts';
import { drawCard, drawMessages, drawSentence, literal } from './cards.ts';
import { encodeAddress, type Messages } from './chat.ts';
import type { FormStep, Forms } from './forms.ts';
import type { DrawImages } from './media.ts';
import type { WhatsappContact, WhatsappMessage } from './receiver.ts';

const MAX_ENTRIES = 20_000;
const KEEP_MS = 24 * 3_600_000;
const NAME_MAX = 100;
/** Ends a conversation with a program that answers each of our answers. A person reads and writes less in an hour. */
const MESSAGES_AN_HOUR = 300;
const HOUR_MS = 3_600_000;
/** Pauses before an answer is sent again that WhatsApp refused for now. */
const RETRY_MS = [1_000, 4_000];

/** A code of the profile alone, as the profile shows it. */
const CODE = /^[a-z2-9]{5}-[a-z2-9]{5}$/i;
const LINK = /^vincular\s+(\S[\s\S]*)$/i;
const readCode = (words: string): string | null => LINK.exec(words)?.[1] ?? (CODE.test(words) ? words : null);

const OPT_OUT = new Set(['baja', 'stop', 'alto']);
const isOptOut = (words: string) => OPT_OUT.has(normalise(words).replace(/[^a-z]+$/, ''));

/** Nothing answers these, because people do not mean them for the bot. */
const SILENT = new Set(['reaction', 'request_welcome', 'edit', 'revoke']);

const IDENTITY_CHANGE = /^(?:user|customer)_changed_/;

/** Mexican numbers have an older form with a 1, in which Meta may name the same number. */
const plainNumber = (phone: string) => phone.replace(/^521(?=\d{10}$)/, '52');

const EXTENSIONS: Record<string, string> = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png', 'image/heic': 'heic' };

/** Reads an image, or a document that is a PDF or an image; null for anything else. */
function readFile({ image, document }: WhatsappMessage): SentImage | null {
  const file = image ?? document;
  const extension = EXTENSIONS[file?.mime_type?.split(';')[0] ?? ''];
  if (!file || !extension) return null;
  const name = (file.filename ?? '').replace(/[^\p{L}\p{N} ._-]+/gu, '').slice(-60);
  return { name: name.toLowerCase().endsWith(`.${extension}`) ? name : `${name || 'foto'}.${extension}`, reference: file.id };
}

interface MessagesContext extends Pick<BotForChannels, 'answer'> {
  phoneId: string;
  api: WhatsappApi;
  buttons: Buttons;
  messages: Messages;
  forms: Forms;
  drawImages: DrawImages;
  log: Logger;
}

/** Answers the messages of people: each once, and those of one person in order. */
export function createMessageHandler({ phoneId, answer, api, buttons, messages, forms, drawImages, log }: MessagesContext) {
  const once = createDeliveries<void>({ most: MAX_ENTRIES, keepMs: KEEP_MS });
  const lastByUser = new Map<string, Promise<void>>();
  const thisHour = new RecentMap<string, { count: number }>({ most: MAX_ENTRIES, keepMs: HOUR_MS });

  /** Counts a message; true where its sender wrote too many. They are told once. */
  async function isTooMany(asker: Asker): Promise<boolean> {
    const messages = thisHour.get(asker.chatUserId) ?? { count: 0 };
    if (messages.count === 0) thisHour.set(asker.chatUserId, messages);
    messages.count += 1;
    if (messages.count === MESSAGES_AN_HOUR + 1) await say(asker, drawSentence(botWhatsapp.tooMany));
    return messages.count > MESSAGES_AN_HOUR;
  }

  async function sendPatiently(user: string, message: OutgoingMessage): Promise<string> {
    for (const pause of RETRY_MS) {
      try {
        return await api.send(user, message);
      } catch (error) {
        if (!(error instanceof NotPosted) || !error.isCertain || error.isFinal) throw error;
        await delay(pause);
      }
    }
    return api.send(user, message);
  }

  async function say(asker: Asker, parts: readonly OutgoingMessage[], activityIds: readonly number[] = []): Promise<void> {
    for (const part of parts) messages.setActivities(await sendPatiently(asker.chatUserId, part), activityIds);
  }

  async function sayResult(asker: Asker, result: Exclude<ChatAnswer, { kind: 'form' }>): Promise<void> {
    if (result.kind === 'sentence') return say(asker, drawSentence(result.sentence));
    const drawing = drawCard(result.card, buttons, result.sentence);
    return say(asker, [...(await drawImages(drawing.images)), ...drawing.messages], result.card.activityIds);
  }

  /** An answer ends the open form, unless it asks again. */
  async function show(asker: Asker, result: ChatAnswer): Promise<void> {
    if (result.kind === 'form') return say(asker, forms.begin(asker, result.form));
    forms.leave(asker);
    return sayResult(asker, result);
  }

  async function goOn(asker: Asker, deliveryId: string, step: FormStep | null): Promise<void> {
    if (!step) {
      const openQuestion = forms.repeat(asker);
      return say(asker, openQuestion.length > 0 ? openQuestion : drawSentence(botWhatsapp.questionOver));
    }
    if (step.kind === 'ask') return say(asker, step.messages);
    if (step.kind === 'left') return say(asker, drawSentence(botWhatsapp.left));
    const { press, values } = step;
    return show(asker, await answer({ kind: 'submit', press, values, asker, deliveryId }));
  }

  async function handleButton(asker: Asker, deliveryId: string, id: string): Promise<void> {
    const payload = buttons.decode(id);
    if (!payload) return say(asker, drawSentence(botWhatsapp.questionOver));
    if ('form' in payload) return goOn(asker, deliveryId, await forms.press(asker, payload.form, payload.reply));
    forms.leave(asker);
    const { press, question } = payload;
    if (!question) return show(asker, await answer({ kind: 'press', press, asker, deliveryId }));
    const choices = [
      { label: botSlack.yes, payload: { press } },
      { label: botSlack.no, payload: { form: '', reply: 'cancel' as const } },
    ];
    return say(asker, drawMessages(literal(question), choices, [], buttons));
  }

  /** Images join an open question about images. With another question open they are for its activity, and the question is asked again. */
  async function handleFile(asker: Asker, deliveryId: string, file: SentImage, words: string, answered: readonly number[]): Promise<void> {
    const problem = answered.length > 0 ? null : forms.addFile(asker, file, words);
    if (problem !== null) return say(asker, drawSentence(problem));
    const formActivity = answered.length > 0 ? null : forms.activityId(asker);
    const activityIds = formActivity === null ? answered : [formActivity];
    const result = await answer({ kind: 'images', images: [file], words, activityIds, asker, deliveryId });
    if (formActivity === null || result.kind === 'form') return show(asker, result);
    await sayResult(asker, result);
    return say(asker, forms.repeat(asker));
  }

  async function handleWords(asker: Asker, deliveryId: string, words: string, activityIds: readonly number[]): Promise<void> {
    const ask = async (content: RequestContent) => {
      forms.leave(asker);
      return show(asker, await answer({ ...content, asker, deliveryId }));
    };
    const code = readCode(words);
    if (code) return ask({ kind: 'link', code });
    if (activityIds.length > 0) return ask({ kind: 'reply', words, activityIds });
    // People forget an open question, and «actividades» is no resolution.
    if (forms.isTextAsked(asker) && isCommand(words)) return ask({ kind: 'command', words });
    const step = await forms.answer(asker, words);
    return step ? goOn(asker, deliveryId, step) : ask({ kind: 'command', words });
  }

  /** Ends the link of the id, and the one of the number from before Meta sent ids. Answers what the person may read of it. */
  async function endLinks(asker: Asker, { id, from }: WhatsappMessage): Promise<ChatAnswer> {
    forms.leave(asker);
    let goodbye: ChatAnswer = { kind: 'sentence', sentence: botWhatsapp.notLinked };
    for (const chatUserId of new Set([asker.chatUserId, from ?? asker.chatUserId])) {
      const result = await answer({ kind: 'press', press: { flow: 'unlink' }, asker: { ...asker, chatUserId }, deliveryId: id });
      // An account without a link is answered by a card.
      if (result.kind === 'sentence') goodbye = result;
    }
    return goodbye;
  }

  async function handle(message: WhatsappMessage, asker: Asker): Promise<void> {
    const { id, type, system, context } = message;
    if (system) {
      // A changed number or id may be somebody else's.
      if (IDENTITY_CHANGE.test(system.type ?? '')) await endLinks(asker, message);
      return;
    }
    if (SILENT.has(type)) return;
    const words = message.text?.body.trim();
    if (words && isOptOut(words)) return show(asker, await endLinks(asker, message));
    if (await isTooMany(asker)) return;
    const pressed = message.interactive?.button_reply?.id ?? message.interactive?.list_reply?.id ?? message.button?.payload;
    if (pressed !== undefined) return handleButton(asker, id, pressed);
    const answered = messages.findActivities(context?.id) ?? [];
    const file = readFile(message);
    if (file) return handleFile(asker, id, file, (message.image ?? message.document)?.caption?.trim() ?? '', answered);
    return words
      ? handleWords(asker, id, words, answered)
      : say(asker, drawSentence(message.document ? botWhatsapp.noDocument : botWhatsapp.unsupported));
  }

  /** After a changed number `system` has the new one, and the id from before it. */
  function readAsker(message: WhatsappMessage, contact: WhatsappContact): Asker | null {
    const { from, from_user_id, system, timestamp } = message;
    const chatUserId = system?.previous_user_id ?? from_user_id ?? contact.user_id ?? from ?? contact.wa_id;
    if (!chatUserId) return null;
    const phone = system ? system.wa_id : (contact.wa_id ?? from);
    const at = Number(timestamp) * 1_000;
    return {
      service: 'whatsapp',
      workspace: phoneId,
      chatUserId,
      displayName: withoutControls(plainName(contact.profile?.name ?? '').slice(0, NAME_MAX)) || phone || chatUserId,
      conversation: system ? '' : encodeAddress({ user: chatUserId, at }),
      ...(phone ? { phone: plainNumber(phone) } : {}),
    };
  }

  return async (message: WhatsappMessage, contact: WhatsappContact): Promise<void> => {
    const asker = readAsker(message, contact);
    if (!asker) return;
    const { chatUserId } = asker;
    const { outcome } = once(message.id, () => {
      if (!message.system) messages.openWindow(chatUserId, Number(message.timestamp) * 1_000);
      const turn = (lastByUser.get(chatUserId) ?? Promise.resolve())
        .then(() => handle(message, asker))
        .catch((error: unknown) => log.warn({ err: error }, 'whatsapp: an answer was not shown'))
        .finally(() => {
          if (lastByUser.get(chatUserId) === turn) lastByUser.delete(chatUserId);
        });
      lastByUser.set(chatUserId, turn);
      return turn;
    });
    await outcome;
  };
}
