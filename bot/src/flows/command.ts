import { normalise } from '@bitacora/core/domain/text';
import { clipped } from '@bitacora/core/messages/phrases';
import { helpCard, unlinkCard } from '../cards/account-cards.ts';
import { type FlowContext, sentence } from '../flow.ts';
import { bot, botWords } from '../messages/bot.ts';
import type { ChatAnswer, SharedPlace } from '../request.ts';
import { fromTemplate, newActivity } from './new-activity.ts';
import { summaryCommand, topicCommand } from './subscriptions.ts';
import { showView } from './view.ts';

const MAX_WORDS = 60;
/** A search has at most this many letters. */
const MAX_TEXT = 200;

/** A text follows these words. */
const WITH_TEXT = /^(nueva|buscar|temas?)\s+(\S[\s\S]*)$/i;

type Word = keyof typeof botWords;
type CommandReply = (context: FlowContext, place: SharedPlace | undefined) => Promise<ChatAnswer>;

const show =
  (view: string): CommandReply =>
  (context) =>
    showView(context, view);

const replies: Record<Word, CommandReply> = {
  activities: show('activities:1'),
  verify: show('verify:1'),
  assigned: show('assigned:1'),
  team: show('team:1'),
  home: show('home:1'),
  preferences: show('preferences:'),
  summary: summaryCommand,
  topic: topicCommand,
  link: async ({ me, asker }) => sentence(bot.linked(me.name, asker.service)),
  unlink: async ({ asker }) => ({ kind: 'card', card: unlinkCard(asker.service) }),
  create: (context) => newActivity(context, ''),
  template: fromTemplate,
  help: async ({ publicUrl }) => ({ kind: 'card', card: helpCard(publicUrl) }),
};

const readFolio = (text: string): string | undefined => /^(?:actividad |folio )?#?(\d{1,9})$/.exec(text)?.[1];
const findWord = (text: string): Word | undefined =>
  (Object.keys(botWords) as Word[]).find((word) => (botWords[word] as readonly string[]).includes(text));

/** The lookbehind starts at the first mark only, because a search from each of 40,000 marks would take seconds. */
const marksAtTheEnd = /(?<![.!¡¿?])[.!¡¿?]+$/u;

const normaliseWords = (words: string): string =>
  normalise(words).replace(marksAtTheEnd, (mark) => (mark === '?' && words.trim() === '?' ? mark : ''));

/** True for one of our words or a folio. An empty text, which shows the list elsewhere, counts as neither. */
export function isCommand(words: string): boolean {
  const text = normaliseWords(words);
  return readFolio(text) !== undefined || (text !== '' && findWord(text) !== undefined);
}

/** Answers one of our words or a folio; any other text gets the help. */
export async function command(context: FlowContext, words: string, place: SharedPlace | undefined): Promise<ChatAnswer> {
  const text = normaliseWords(words);
  const [, verb, rest = ''] = WITH_TEXT.exec(words.trim()) ?? [];
  if (verb?.toLowerCase() === 'nueva') return newActivity(context, rest);
  if (verb?.toLowerCase() === 'buscar') return showView(context, `search:${rest.slice(0, MAX_TEXT)}`);
  if (verb) return topicCommand(context, place, rest.trim());
  const folio = readFolio(text);
  if (folio) return showView(context, `activity:${folio}`);
  const word = findWord(text);
  if (word) return replies[word](context, place);
  return { kind: 'card', card: helpCard(context.publicUrl, `${bot.notUnderstood(clipped(words, MAX_WORDS))} ${bot.helpIntro}`) };
}
