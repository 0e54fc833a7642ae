import type { ChatService } from '@bitacora/core/domain/chat/chat';
import type { Person } from '@bitacora/core/domain/people/person';
import { pino } from 'pino';
import { runningApp } from '../../api/test/running-app.ts';
import { NOW } from '../../core/test/factories.ts';
import type { Button, Card } from '../src/card.ts';
import type { Asker, ChatAnswer } from '../src/request.ts';
import { createBot } from '../src/start-bot.ts';
import { type Send, sendTo } from '../src/transport.ts';
import { memoryChat } from './memory-chat.ts';

const TOKEN = 'the service token of the bot in tests, 32 and more';
const WORKSPACE = 'T1';

/**
 * The whole application on a real database, and the bot with chats that only store messages. Each call of the bot to the API waits for
 * `delay`.
 */
export async function company({ delay = async () => {} }: { delay?: () => Promise<void> } = {}) {
  const app = await runningApp({ rateLimitFactor: 100_000, botToken: TOKEN });
  const log = pino({ level: 'warn' }, { write: (line: string) => void app.logged.push(JSON.parse(line)) });
  const chats = { slack: memoryChat(), teams: memoryChat() };
  const toApi = sendTo(app.origin);
  const send: Send = async (...args) => {
    await delay();
    return toApi(...args);
  };
  const bot = createBot({ apiUrl: app.origin, send, publicUrl: 'http://bitacora.demo.mx', token: TOKEN, log, idleMs: 20, now: () => NOW });
  for (const service of ['slack', 'teams'] as const) bot.join(service, { chat: chats[service] });

  const askerFor = (person: Pick<Person, 'id' | 'firstName'>, service: ChatService): Asker => ({
    service,
    workspace: WORKSPACE,
    chatUserId: `U${person.id}`,
    displayName: person.firstName,
    conversation: `D${person.id}`,
  });

  let deliveries = 0;

  return {
    app,
    bot,
    chats,
    token: TOKEN,
    askerFor,
    /** An event of a chat that no other delivery repeats. */
    delivery: () => `Ev${++deliveries}`,
    answer: bot.forChannels.answer,

    /** What a newcomer does: asks the bot, opens its link in the web where they are logged in, and confirms there. */
    async link(person: Person, service: ChatService = 'slack'): Promise<Asker> {
      const asker = askerFor(person, service);
      const offered = readCard(
        await bot.forChannels.answer({ kind: 'command', words: 'vincular', asker, deliveryId: `Ev${++deliveries}` }),
      );
      const url = new URL(findLink(offered));
      const web = await app.as(person);
      await web.client.confirmChatLink({ code: new URLSearchParams(url.hash.slice(1)).get('chat_link') ?? '' });
      return asker;
    },
    close: app.close,
  };
}
export type Company = Awaited<ReturnType<typeof company>>;

export function readCard(answer: ChatAnswer): Card {
  if (answer.kind !== 'card') throw new Error(`no card: ${JSON.stringify(answer)}`);
  return answer.card;
}

export const readSentence = (answer: ChatAnswer): string => ('sentence' in answer ? (answer.sentence ?? '') : '');

const listButtons = ({ groups, buttons = [] }: Card): readonly Button[] => [
  ...groups.flatMap(({ items }) => items.flatMap((item) => item.buttons)),
  ...buttons,
];

function findLink(card: Card): string {
  const link = listButtons(card).find((button) => 'url' in button);
  if (!link || !('url' in link)) throw new Error('no link');
  return link.url;
}

export const labelsOn = (card: Card): string[] => listButtons(card).map(({ label }) => label);

/** What the first button with that label says when it is pressed. */
export function pressOn(answer: ChatAnswer, label: string) {
  const button = listButtons(readCard(answer)).find((each) => each.label === label);
  if (!button || !('press' in button)) throw new Error(`no button «${label}» among ${labelsOn(readCard(answer)).join(', ')}`);
  return button.press;
}

/** Titles under each heading. */
export const titlesByHeading = ({ groups }: Card): Record<string, string[]> =>
  Object.fromEntries(groups.map(({ heading = '', items }) => [heading, items.map(({ title }) => title)]));
