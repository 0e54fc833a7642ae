import { refusal } from '@bitacora/core/domain/activities/policy';
import { isPrivileged } from '@bitacora/core/domain/people/person';
import { normalise } from '@bitacora/core/domain/text';
import { clipped } from '@bitacora/core/messages/phrases';
import { helpCard, unlinkCard } from '../cards/account-cards.ts';
import { confirmations } from '../cards/activity-card.ts';
import { type FlowContext, sentence } from '../flow.ts';
import { bot, botCards } from '../messages/bot.ts';
import { botWhatsapp } from '../messages/chats.ts';
import type { ChatAnswer, SharedPlace } from '../request.ts';
import { actFlows } from './acts.ts';
import { offerComment } from './attach.ts';
import { fromTemplate, newActivity } from './new-activity.ts';
import { newRequest, readAsked } from './requests.ts';
import { summaryCommand, topicCommand } from './subscriptions.ts';
import { type FolioWord, findFolioWord, findWord, readFolio, type Word } from './understand.ts';
import { cardWithSentence, showView } from './view.ts';

const MAX_WORDS = 60;
/** A search has at most this many letters. */
const MAX_TEXT = 200;

/** A text follows these words. */
const WITH_TEXT = /^(nuev[ao](?!\s+(?:actividad|tarea)\s*$)|buscar?|temas?)\s+(\S[\s\S]*)$/i;

type CommandReply = (context: FlowContext, place: SharedPlace | undefined) => Promise<ChatAnswer>;

const show =
  (view: string): CommandReply =>
  (context) =>
    showView(context, view);
const say =
  (text: string): CommandReply =>
  async () =>
    sentence(text);

const replies: Record<Word, CommandReply> = {
  activities: show('activities:1'),
  urgent: show('urgent:1'),
  today: show('due:today:1'),
  tomorrow: show('due:tomorrow:1'),
  week: show('due:week:1'),
  nextWeek: show('due:nextWeek:1'),
  late: show('due:late:1'),
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
  request: (context) => newRequest(context, ''),
  requests: show('requests:'),
  help: async (context) => help(context),
  thanks: say(bot.polite.thanks),
  agreed: say(bot.polite.agreed),
  farewell: say(bot.polite.farewell),
  answer: say(bot.polite.answer),
};

const help = ({ me, publicUrl }: FlowContext, intro?: string): ChatAnswer => ({
  kind: 'card',
  card: helpCard(publicUrl, isPrivileged(me) || (me.substitutesFor ?? []).length > 0, intro),
});

/** Does the act as its button would: at once, by its form, or after its confirmation. */
async function actOn(context: FlowContext, activityId: number, word: FolioWord): Promise<ChatAnswer> {
  const view = `activity:${activityId}`;
  if (word === 'show' || confirmations[word]) return showView(context, view);
  const denial = refusal(word, context.me, await context.client.readActivity({ activityId }));
  // «Extensión» of who may not extend asks for it.
  if (denial?.code === 'activity.forbidden' && word === 'extend') return actOn(context, activityId, 'requestExtension');
  if (denial?.code === 'activity.forbidden') return cardWithSentence(context, view, bot.notOpenToYou(botCards.acts[word], activityId));
  return (await actFlows[word].press?.(context, { flow: word, activity: activityId, view })) ?? showView(context, view);
}

/** True for a word of the help and for a folio, alone or with an act. Any other reply to a card is a comment. */
export function isCommand(words: string): boolean {
  const named = readFolio(words);
  if (named) return named.beside === '' || findFolioWord(named.beside) !== undefined;
  const text = normalise(words);
  return Object.values(bot.helps).some(({ word }) => normalise(word) === text.replace(/(?<![.!])[.!]+$/, ''));
}

/** Answers words, a folio, or an act on a folio; any other text gets the help. */
export async function command(context: FlowContext, words: string, place: SharedPlace | undefined): Promise<ChatAnswer> {
  const asked = readAsked(words);
  if (asked !== null) return newRequest(context, asked);
  const [, verb = '', text = ''] = WITH_TEXT.exec(words.trim()) ?? [];
  if (/^nuev/i.test(verb)) return newActivity(context, text);
  if (/^busca/i.test(verb)) return showView(context, `search:${text.slice(0, MAX_TEXT)}`);
  if (verb) return topicCommand(context, place, text.trim());
  const word = findWord(words);
  if (word) return replies[word](context, place);
  const named = readFolio(words);
  const act = named?.beside === '' ? 'show' : findFolioWord(named ? named.beside : words);
  if (named && act) return actOn(context, named.folio, act);
  if (act) return showView(context, act === 'show' ? 'activities:1' : `which:${act}:1`);
  const offer = named && (await offerComment(context, named.folio, named.comment));
  if (offer) return offer;
  // Words that answer a question of WhatsApp come here once the question is over. A form of another chat holds all it needs.
  const questionOver = context.asker.service === 'whatsapp' ? [botWhatsapp.questionOver] : [];
  return help(context, [bot.notUnderstood(clipped(words, MAX_WORDS)), ...questionOver, bot.helpIntro].join(' '));
}
