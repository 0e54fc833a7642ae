import { createBotClient } from '@bitacora/core/client/bot-client';
import type { ChatService } from '@bitacora/core/domain/notifications/chat';
import type { Logger } from 'pino';
import { askAsService } from './ask-as-service.ts';
import type { Channel } from './channel.ts';
import { type Answering, answerWith } from './flows/answer.ts';
import { keepCardWith } from './keep-card.ts';
import { createPeople } from './people.ts';
import { redrawnWith } from './redrawn.ts';
import type { AnswerTo, Chat, KeepCard } from './request.ts';
import { type Send, sendTo } from './transport.ts';
import { startWorking } from './work/start-working.ts';

interface Parts {
  apiUrl: string;
  publicUrl: string;
  token: string;
  previousToken?: string | undefined;
  log: Logger;
  now?: () => Date;
  send?: Send;
  idleMs?: number;
}

/** What a channel is made with. */
export interface Inner {
  answer: AnswerTo;
  keep: KeepCard;
}

/** The bot without its channels: they are made with `inner` and then joined. */
export function createBot(parts: Parts) {
  const { apiUrl, publicUrl, token, previousToken, log, now = () => new Date(), send = sendTo(apiUrl), idleMs } = parts;
  const { transport, isAccepted } = askAsService({ send, token, previousToken, log });
  const service = createBotClient(transport);
  const people = createPeople({ send, service, now });
  const chats: Partial<Record<ChatService, Chat>> = {};
  const answering: Answering = {
    ...{ people, publicUrl, log },
    async fetchImage({ service: name }, reference) {
      const chat = chats[name];
      if (!chat) throw new Error(`${name} is off`);
      return chat.fetchImage(reference);
    },
  };
  const inner: Inner = { answer: answerWith(answering), keep: keepCardWith(people, log) };

  return {
    ...{ inner, isAccepted },
    join: (name: ChatService, { chat }: Pick<Channel, 'chat'>) => {
      chats[name] = chat;
    },
    /** Does what the API wants done in the chats joined so far. */
    work: () => startWorking({ ...{ service, chats, log, publicUrl, idleMs }, redrawn: redrawnWith(answering) }),
  };
}
