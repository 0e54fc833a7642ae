import { normalise } from '@bitacora/core/domain/text';
import { statusWords } from '@bitacora/core/messages/activities/labels';
import { clipped } from '@bitacora/core/messages/phrases';
import type { Card } from '../card.ts';
import { helpCard, unlinkCard } from '../cards/account-cards.ts';
import { type FlowContext, sentence } from '../flow.ts';
import { bot, botCards, botWords } from '../messages/bot.ts';
import { botFlows } from '../messages/flows.ts';
import type { ChatAnswer, SharedPlace } from '../request.ts';
import { fromTemplate, newActivity } from './new-activity.ts';
import { summaryCommand, topicCommand } from './subscriptions.ts';
import { showView } from './view.ts';

const MAX_TITLE = 120;
const MAX_HITS = 8;
const MAX_TEXT = 200;

/** Lists what the API finds among the activities that the asker may see, the best first. */
async function searchCard({ client }: FlowContext, text: string): Promise<Card> {
  const { hits } = await client.searchActivities({ text: text.slice(0, MAX_TEXT) });
  const items = hits.slice(0, MAX_HITS).map(({ id, description, topic, ...hit }) => ({
    title: botCards.item(id, clipped(description, MAX_TITLE)),
    facts: [
      { label: botFlows.searchStatus, value: statusWords(hit) },
      { label: botFlows.searchTopic, value: topic },
    ],
    buttons: [{ label: botCards.open, press: { flow: 'view', view: `activity:${id}` } }],
  }));
  return {
    title: botFlows.searchTitle(clipped(text, MAX_TITLE)),
    groups: items.length > 0 ? [{ items }] : [{ items: [], empty: botFlows.searchNone }],
    ...(hits.length > MAX_HITS ? { note: botFlows.searchMore } : {}),
    activityIds: [],
  };
}

const MAX_WORDS = 60;

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
  if (verb?.toLowerCase() === 'buscar') return { kind: 'card', card: await searchCard(context, rest) };
  if (verb) return topicCommand(context, place, rest.trim());
  const folio = readFolio(text);
  if (folio) return showView(context, `activity:${folio}`);
  const word = findWord(text);
  if (word) return replies[word](context, place);
  return { kind: 'card', card: helpCard(context.publicUrl, `${bot.notUnderstood(clipped(words, MAX_WORDS))} ${bot.helpIntro}`) };
}
