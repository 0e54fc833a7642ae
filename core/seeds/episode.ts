import { addDays, type CalendarDate } from '../src/domain/calendar.ts';
import type { Channel } from '../src/domain/people/person.ts';
import type { PictureName } from './facts/piece.ts';
import { type Line, plotOf, type Verb } from './plot.ts';
import { type Dice, diceOf, type Story } from './story.ts';

const OPENS_AT = 8 * 60;
const LAST_PLANNED = 16 * 60;
const PAUSE_BETWEEN = 11;
const SUNDAY = 0;

/** A line at its moment on the wall clock of the business zone. */
export interface Episode extends Line {
  story: Story;
  on: CalendarDate;
  /** Minutes since midnight. */
  minute: number;
  channel: Channel;
  pictures: PictureName[];
}

const isSunday = (day: CalendarDate) => new Date(`${day}T12:00:00Z`).getUTCDay() === SUNDAY;

/** Nobody works on Sundays: what falls on one was done the day before. */
const workday = (day: CalendarDate) => (isSunday(day) ? addDays(day, -1) : day);

const remote: Verb[] = ['start', 'comment', 'complete', 'approve', 'reject'];
const channelOf = (verb: Verb, dice: Dice): Channel =>
  remote.includes(verb) && dice.isUnder(0.14) ? dice.pick(['terminal', 'slack', 'slack', 'teams']) : 'web';

function picturesOf(verb: Verb, { piece }: Story, dice: Dice): PictureName[] {
  const [, , picture] = piece;
  if (!picture) return verb === 'addEvidence' ? ['document'] : [];
  if (verb === 'register') return dice.isUnder(0.06) ? [picture] : [];
  return verb === 'addEvidence' ? Array<PictureName>(dice.pick([1, 1, 1, 1, 2, 3])).fill(picture) : [];
}

/** A story's episodes from its registration to its last act, spread evenly over working hours of the days between. */
function episodesOf(story: Story, seed: number, today: CalendarDate): Episode[] {
  const dice = diceOf(seed);
  const lines = plotOf(story, dice);
  let previous = null as { on: CalendarDate; minute: number } | null;
  return lines.map((line, index) => {
    const progress = index / Math.max(1, lines.length - 1);
    const ago = Math.round(story.registeredAgo - (story.registeredAgo - story.lastAgo) * progress);
    const planned = workday(addDays(today, -ago));
    const isAtOnce = line.verb === 'withdraw';
    const on = previous && (isAtOnce || previous.on > planned) ? previous.on : planned;
    const soonest = previous?.on === on ? previous.minute + PAUSE_BETWEEN : OPENS_AT;
    const minute = isAtOnce ? soonest : Math.max(dice.between(OPENS_AT, LAST_PLANNED), soonest);
    previous = { on, minute };
    return { ...line, story, on, minute, channel: channelOf(line.verb, dice), pictures: picturesOf(line.verb, story, dice) };
  });
}

/** All that happened in the company until yesterday, in the order it happened, so that folios and histories ascend with time. */
export const episodesOfAll = (stories: readonly Story[], today: CalendarDate): Episode[] =>
  stories.flatMap((story, index) => episodesOf(story, index, today)).sort((a, b) => a.on.localeCompare(b.on) || a.minute - b.minute);
