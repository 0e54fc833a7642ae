import { normalise } from '@bitacora/core/domain/text';
import { clipped } from '@bitacora/core/messages/phrases';
import { helpCard, unlinkCard } from '../cards/account-cards.ts';
import type { Scene } from '../flow.ts';
import { bot, botWords } from '../messages/bot.ts';
import type { Answer, Place } from '../request.ts';
import { drawn } from './view.ts';
import { summaryCommand } from './weekly-summary.ts';

const WORDS_LETTERS = 60;

type Word = keyof typeof botWords;
type Reply = (scene: Scene, place: Place | undefined) => Promise<Answer>;

const show =
  (view: string): Reply =>
  async (scene) => ({ kind: 'card', card: await drawn(scene, view) });

const replies: Record<Word, Reply> = {
  activities: show('activities:1'),
  verify: show('verify:1'),
  home: show('home:1'),
  preferences: show('preferences:'),
  summary: summaryCommand,
  link: async ({ me, asker }) => ({ kind: 'sentence', sentence: bot.linked(me.name, asker.service) }),
  unlink: async ({ asker }) => ({ kind: 'card', card: unlinkCard(asker.service) }),
  help: async () => ({ kind: 'card', card: helpCard() }),
};

const folioIn = (said: string): string | undefined => /^(?:actividad |folio )?#?(\d{1,9})$/.exec(said)?.[1];
const wordIn = (said: string): Word | undefined =>
  (Object.keys(botWords) as Word[]).find((word) => (botWords[word] as readonly string[]).includes(said));

/** From their first on: looked for from each of them, forty thousand would take seconds. */
const marksAtTheEnd = /(?<![.!¡¿?])[.!¡¿?]+$/u;

/** What somebody typed: a word, a folio, or what the help answers. */
export async function command(scene: Scene, words: string, place: Place | undefined): Promise<Answer> {
  const said = normalise(words).replace(marksAtTheEnd, (mark) => (mark === '?' && words.trim() === '?' ? mark : ''));
  const folio = folioIn(said);
  if (folio) return show(`activity:${folio}`)(scene, place);
  const word = wordIn(said);
  if (word) return replies[word](scene, place);
  return { kind: 'card', card: helpCard(`${bot.notUnderstood(clipped(words, WORDS_LETTERS))} ${bot.helpIntro}`) };
}
