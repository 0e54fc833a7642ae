import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { RecentMap } from '../../deliveries.ts';
import { botWhatsapp } from '../../messages/chats.ts';
import { type BotForWhatsapp, type Chat, NotPosted } from '../../request.ts';
import { classifyRefusal, isTemplateCode, type OutgoingMessage, type WhatsappApi, WindowClosed } from './api.ts';
import type { Buttons } from './buttons.ts';
import { drawCard, limits } from './cards.ts';
import type { DrawImages } from './media.ts';
import { TEMPLATE_LANGUAGE, type WhatsappSettings } from './settings.ts';

const MAX_MESSAGES = 10_000;
/** A minute less than Meta allows, because its clock decides. */
const WINDOW_MS = 24 * 3_600_000 - 60_000;
/** The bot waits this long for a refusal of a message that was accepted first. After a later one the digest goes by email. */
const STATUS_MS = 20_000;

/** The bot writes there to a person. The API stores it as opaque JSON. `at` is the time of the person's last message, or earlier. */
const addressSchema = z.object({ user: z.string().check(z.regex(/^[\w.-]{1,200}$/)), at: z.number() });
type WhatsappAddress = z.output<typeof addressSchema>;

export const encodeAddress = (address: WhatsappAddress): string => JSON.stringify(address);

function decodeAddress(text: string): WhatsappAddress {
  try {
    return z.parse(addressSchema, JSON.parse(text));
  } catch {
    throw new NotPosted('WhatsApp: nobody to write to', { isCertain: true, isFinal: true });
  }
}

/** Meta reports it for a message of ours. */
export interface MessageStatus {
  id: string;
  status: string;
  mark?: string | undefined;
  code?: number | undefined;
}

/** The mark of anything but a digest is no UUID. */
const isDigest = (mark: string) => z.safeParse(z.uuid(), mark).success;

interface MessagesContext extends Pick<BotForWhatsapp, 'returnDigest'> {
  log: Logger;
  now: () => number;
}

/** Remembers what was sent, and how Meta reported it. All of it may be lost at a restart. */
export function createMessages({ returnDigest, log, now }: MessagesContext) {
  const activityIds = new RecentMap<string, readonly number[]>({ most: MAX_MESSAGES });
  const outcomes = new RecentMap<string, 'sent' | 'arrived' | { code: number }>({ most: MAX_MESSAGES });
  /** The marks of cards that are being posted; a failure is then the outcome of the post. */
  const marksInWork = new Set<string>();
  const idByMark = new RecentMap<string, string>({ most: MAX_MESSAGES });
  const lastWords = new RecentMap<string, number>({ most: MAX_MESSAGES, keepMs: WINDOW_MS, now });
  const waiting = new Map<string, () => void>();

  return {
    setActivities: (message: string, ids: readonly number[]) => activityIds.set(message, ids),
    findActivities: (message: string | undefined) => (message === undefined ? undefined : activityIds.get(message)),
    /** Posts a card under its mark. Until then a failed state is for the post to judge. */
    async withMark(mark: string, post: () => Promise<string>): Promise<string> {
      marksInWork.add(mark);
      try {
        const message = await post();
        idByMark.set(mark, message);
        return message;
      } finally {
        marksInWork.delete(mark);
      }
    },
    findMark: (mark: string) => idByMark.get(mark) ?? null,

    /** A message of a person opens the window for a day. */
    openWindow: (user: string, at: number) => lastWords.set(user, Math.max(at, lastWords.get(user) ?? 0)),
    isWindowOpen: ({ user, at }: WhatsappAddress) => now() - Math.max(at, lastWords.get(user) ?? 0) < WINDOW_MS,

    /** States come in any order and more than once; a message that arrived has not failed. */
    async heed({ id, status, mark = '', code = -1 }: MessageStatus): Promise<void> {
      const hasArrived = status === 'delivered' || status === 'read';
      const earlier = outcomes.get(id);
      if (earlier === 'arrived' || (typeof earlier === 'object' && !hasArrived)) return;
      outcomes.set(id, status === 'failed' ? { code } : hasArrived ? 'arrived' : 'sent');
      waiting.get(id)?.();
      if (status !== 'failed') {
        if (mark) idByMark.set(mark, id);
        return;
      }
      if (isTemplateCode(code)) log.error({ code }, botWhatsapp.templateRefused);
      else log.warn({ code }, 'whatsapp: a message did not arrive');
      if (idByMark.get(mark) === id) idByMark.delete(mark);
      if (isDigest(mark) && !idByMark.get(mark) && !marksInWork.has(mark)) await returnDigest(mark);
    },

    /** Waits for the first state of a message. Throws where it failed; without a state in time the message counts as sent. */
    async demandArrival(id: string, mostMs: number): Promise<void> {
      const timer = new AbortController();
      if (!outcomes.get(id))
        await Promise.race([new Promise<void>((resolve) => waiting.set(id, resolve)), delay(mostMs, undefined, { signal: timer.signal })]);
      timer.abort();
      waiting.delete(id);
      const outcome = outcomes.get(id);
      if (typeof outcome === 'object') throw classifyRefusal(outcome.code);
    },
  };
}
export type Messages = ReturnType<typeof createMessages>;

interface WhatsappChatContext extends Pick<BotForWhatsapp, 'takeTemplate'> {
  settings: WhatsappSettings;
  api: WhatsappApi;
  buttons: Buttons;
  messages: Messages;
  drawImages: DrawImages;
  log: Logger;
  statusMs?: number | undefined;
}

export function createChat({
  settings,
  api,
  buttons,
  messages,
  drawImages,
  takeTemplate,
  log,
  statusMs = STATUS_MS,
}: WhatsappChatContext): Chat {
  /** The ids of the parts that a failed try of a card has sent, by its mark and their content: the card may differ at the next try. */
  const sentParts = new RecentMap<string, Map<string, string>>({ most: MAX_MESSAGES });

  /** Asks the person by the one template of the day to write. The card comes when they do, or else its email. */
  async function inviteBack(user: string): Promise<never> {
    const { template: name, phoneId } = settings;
    const payload = buttons.encode({ press: { flow: 'view', view: 'activities:1' } }, limits.buttonId);
    const button = { type: 'button', sub_type: 'quick_reply', index: '0', parameters: [{ type: 'payload', payload }] };
    const template = { name, language: { code: TEMPLATE_LANGUAGE }, components: [button] };
    try {
      if (await takeTemplate({ service: 'whatsapp', workspace: phoneId, chatUserId: user }))
        await api.send(user, { type: 'template', template });
    } catch (error) {
      log.error({ err: error }, 'whatsapp: the template was not sent');
      if (error instanceof NotPosted && error.isOurs) throw error;
    }
    throw new WindowClosed();
  }

  async function sendParts(user: string, parts: readonly OutgoingMessage[], mark: string): Promise<string[]> {
    const sent = sentParts.get(mark) ?? new Map<string, string>();
    sentParts.set(mark, sent);
    for (const [index, part] of parts.entries()) {
      const content = JSON.stringify(part);
      if (!sent.has(content)) sent.set(content, await api.send(user, part, index === parts.length - 1 ? mark : undefined));
    }
    sentParts.delete(mark);
    return [...sent.values()];
  }

  return {
    async post(conversation, card, mark) {
      const address = decodeAddress(conversation);
      if (!messages.isWindowOpen(address)) return inviteBack(address.user);
      const drawing = drawCard(card, buttons);
      const parts = [...(await drawImages(drawing.images)), ...drawing.messages];
      return messages.withMark(mark, async () => {
        const ids = await sendParts(address.user, parts, mark);
        for (const id of ids) messages.setActivities(id, card.activityIds);
        const message = ids.at(-1) ?? '';
        try {
          await messages.demandArrival(message, statusMs);
        } catch (error) {
          if (error instanceof WindowClosed) return inviteBack(address.user);
          throw error;
        }
        return message;
      });
    },
    isFixed: true,
    redraw: async () => {},
    find: async (_conversation, mark) => messages.findMark(mark),
    /** WhatsApp has no channels. */
    checkChannel: async () => 'closed',
    fetchImage: (reference) => api.download(reference),
  };
}
