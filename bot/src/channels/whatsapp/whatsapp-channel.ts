import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createBackground } from '../../deliveries.ts';
import { type BotForWhatsapp, type ChatChannel, NotPosted } from '../../request.ts';
import { createApi, type WhatsappApi } from './api.ts';
import { createButtons } from './buttons.ts';
import { createChat, createMessages } from './chat.ts';
import { createForms } from './forms.ts';
import { createMessageHandler } from './handle-message.ts';
import { createImages } from './media.ts';
import { createReceiver } from './receiver.ts';
import type { WhatsappSettings } from './settings.ts';

const RETRY_MS = 5_000;

interface WhatsappChannelContext extends BotForWhatsapp {
  settings: WhatsappSettings;
  log: Logger;
  now?: () => number;
  /** The longest wait for the first state of a posted card. */
  statusMs?: number;
}

/** Reads the bot's number until Meta answers; null after `signal`. Throws where Meta refuses the token. */
async function awaitNumber(api: WhatsappApi, log: Logger, signal: AbortSignal): Promise<string | null> {
  while (!signal.aborted) {
    try {
      return await api.readNumber();
    } catch (error) {
      if (!(error instanceof NotPosted) || error.isFinal) throw error;
      log.warn(`whatsapp: not reached yet: ${error.message}`);
      await delay(RETRY_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  }
  return null;
}

/** Opens WhatsApp by Meta's Cloud API. */
export function whatsappChannel({ settings, log, now = Date.now, statusMs, ...bot }: WhatsappChannelContext): ChatChannel {
  const { phoneId, publicUrl } = settings;
  const api = createApi(settings);
  const buttons = createButtons();
  const messages = createMessages({ log, now });
  const forms = createForms({ suggest: bot.suggest, buttons, publicUrl, now });
  const drawImages = createImages({ api, readImage: bot.readImage, log, now });
  const stopping = new AbortController();
  const background = createBackground();
  const shared = { api, buttons, messages, drawImages, log };
  const answerMessage = createMessageHandler({ ...shared, phoneId, answer: bot.answer, forms });
  let phoneNumber = '';

  return {
    chat: createChat({ ...shared, settings, takeTemplate: bot.takeTemplate, statusMs }),
    entrance: () => `https://wa.me/${phoneNumber}`,
    middleware: createReceiver({
      settings,
      take(message, contact) {
        const work = answerMessage(message, contact);
        background.run(work);
        return work;
      },
      heed: messages.heed,
      isStopping: () => stopping.signal.aborted,
      log,
      now,
    }),
    async start() {
      phoneNumber = (await awaitNumber(api, log, stopping.signal)) ?? '';
    },
    async stop() {
      stopping.abort();
      await background.drain();
    },
  };
}
