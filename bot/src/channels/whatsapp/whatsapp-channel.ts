import type { Logger } from 'pino';
import { createBackground, persist } from '../../deliveries.ts';
import { type BotForWhatsapp, type ChatChannel, NotPosted } from '../../request.ts';
import { isAway } from '../../transport.ts';
import { createApi } from './api.ts';
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

/** Opens WhatsApp by Meta's Cloud API. */
export function whatsappChannel({ settings, log, now = Date.now, statusMs, ...bot }: WhatsappChannelContext): ChatChannel {
  const { phoneId, publicUrl } = settings;
  const api = createApi(settings);
  const buttons = createButtons();
  const forms = createForms({ suggest: bot.suggest, buttons, publicUrl, now });
  const drawImages = createImages(api, bot.readImage, (message) => log.warn(`whatsapp: ${message}`));
  const stopping = new AbortController();
  const messages = createMessages({
    async returnDigest(digest) {
      const options = { signal: stopping.signal, pauseMs: RETRY_MS, isFinal: (error: unknown) => !isAway(error) };
      await persist(() => bot.returnDigest(digest), options).catch((error) =>
        log.error({ err: error, digest }, 'whatsapp: a digest was lost'),
      );
    },
    log,
    now,
  });
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
      const reply = await persist(api.readNumber, {
        signal: stopping.signal,
        pauseMs: RETRY_MS,
        isFinal: (error) => !(error instanceof NotPosted) || error.isFinal,
        onFailure: (error) => log.warn(`whatsapp: not reached yet: ${(error as Error).message}`),
      });
      phoneNumber = reply ?? '';
    },
    async stop() {
      stopping.abort();
      await background.drain();
    },
  };
}
