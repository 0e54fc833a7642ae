import { createBotClient } from '@bitacora/core/client/bot-client';
import type { ChatService } from '@bitacora/core/domain/notifications/chat';
import type { Logger } from 'pino';
import { type AnswerContext, answerWith } from './flows/answer.ts';
import { createPeople } from './people.ts';
import { keepCardWith, redrawWith } from './posted-cards.ts';
import type { AnswerTo, Chat, ChatChannel, KeepCard } from './request.ts';
import { createServiceTransport, type Send, sendTo } from './transport.ts';
import { startWorking } from './work/start-working.ts';

interface BotOptions {
  apiUrl: string;
  publicUrl: string;
  token: string;
  previousToken?: string | undefined;
  log: Logger;
  now?: () => Date;
  send?: Send;
  idleMs?: number;
}

/** What each channel needs of the bot. */
export interface BotForChannels {
  answer: AnswerTo;
  keep: KeepCard;
}

/** The bot without its channels: create them with `forChannels`, then `join` them. */
export function createBot(options: BotOptions) {
  const { apiUrl, publicUrl, token, previousToken, log, now = () => new Date(), send = sendTo(apiUrl), idleMs } = options;
  const { transport, isAccepted } = createServiceTransport({ send, token, previousToken, log });
  const service = createBotClient(transport);
  const people = createPeople({ send, service, now });
  const chats: Partial<Record<ChatService, Chat>> = {};
  const context: AnswerContext = {
    people,
    publicUrl,
    log,
    async fetchImage({ service: name }, reference) {
      const chat = chats[name];
      if (!chat) throw new Error(`${name} is off`);
      return chat.fetchImage(reference);
    },
  };
  const forChannels: BotForChannels = { answer: answerWith(context), keep: keepCardWith(people, log) };

  return {
    forChannels,
    isAccepted,
    join: (name: ChatService, { chat }: Pick<ChatChannel, 'chat'>) => {
      chats[name] = chat;
    },
    /** Starts to do the API's work in the chats that have joined. */
    work: () => startWorking({ service, chats, log, publicUrl, idleMs, redraw: redrawWith(context) }),
  };
}
