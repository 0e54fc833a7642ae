import type { Lapse, Priority } from '../src/domain/activities/activity.ts';
import { type Fate, type Piece, talk } from './facts.ts';

/** Chance that falls the same way every time: a mulberry32 sequence of its own for each seed. */
export function makeDice(seed: number) {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    between,
    isUnder: (chance: number) => next() < chance,
    pick: <Item>(items: readonly Item[]) => items[between(0, items.length - 1)] as Item,
  };
}

export type Dice = ReturnType<typeof makeDice>;

/** The same instruction for several people, registered at once. */
export interface Batch {
  assignees: readonly string[];
}

/** One activity of the demo company, in days from the day of the load; people are named by their key. */
export interface Story {
  owner: string;
  assignee: string;
  topic: string;
  piece: Piece;
  priority: Priority;
  fate: Fate;
  /** Days until the deadline, extension included; negative when it has passed. Of a series: of its first occurrence. */
  deadlineIn: number;
  registeredAgo: number;
  /** Days since the last thing happened, 1 at least: the past ends yesterday. */
  lastAgo: number;
  isExtended: boolean;
  repeats: Lapse | null;
  batch?: Batch;
  /** The responsible before the work was reassigned. */
  firstAssignee?: string;
  /** The text as it was registered, before the owner corrected it. */
  firstText?: string;
  /** What the owner's reminder says, the last thing that happened. */
  reminder?: string;
  /** Asking for more time and what came of it, in order. */
  timeAsked?: readonly (readonly [verb: 'requestTime' | 'declineTime' | 'withdrawRequest', text: string | null])[];
  checklist?: readonly string[];
  talk?: readonly (readonly [author: string, text: string])[];
}

export type Verb =
  | 'register'
  | 'start'
  | 'comment'
  | 'addEvidence'
  | 'withdraw'
  | 'pause'
  | 'resume'
  | 'extend'
  | 'requestTime'
  | 'declineTime'
  | 'withdrawRequest'
  | 'complete'
  | 'reject'
  | 'approve'
  | 'cancel'
  | 'remind'
  | 'amend'
  | 'reassign'
  | 'tick'
  | 'untick';

/** One thing that someone does; `text` is what they write with it. */
export interface Line {
  verb: Verb;
  /** A party of the activity, or another person by key. */
  by: 'owner' | 'assignee' | { person: string };
  text: string | null;
}

const line = (verb: Verb, by: Line['by'], text: string | null = null): Line => ({ verb, by, text });

/** From taking the work up to the last word before its end. */
function working({ owner, assignee }: Story, dice: Dice): Line[] {
  const lines = [line('start', 'assignee')];
  if (dice.isUnder(0.45)) lines.push(line('comment', 'assignee', dice.pick(talk.progress)));
  if (dice.isUnder(0.1))
    lines.push(line('pause', 'assignee', dice.pick(talk.pauses)), line('resume', 'assignee', dice.pick(talk.resumptions)));
  if (owner !== assignee && dice.isUnder(0.3)) {
    const [question, answer] = dice.pick(talk.exchanges);
    lines.push(line('comment', 'owner', question), line('comment', 'assignee', answer));
  }
  if (dice.isUnder(0.22)) lines.push(line('addEvidence', 'assignee'));
  if (dice.isUnder(0.05)) lines.push(line('comment', 'assignee', dice.pick(talk.withdrawnComments)), line('withdraw', 'assignee'));
  return lines;
}

const completing = ({ piece }: Story): Line[] => [line('complete', 'assignee', piece.resolution)];

const failing = (story: Story, dice: Dice): Line[] => [...completing(story), line('reject', 'owner', dice.pick(talk.rejections)[0])];

function reworking(story: Story, dice: Dice): Line[] {
  const [reason, correction] = dice.pick(talk.rejections);
  return [
    ...completing(story),
    line('reject', 'owner', reason),
    line('comment', 'assignee', correction),
    line('addEvidence', 'assignee'),
    line('complete', 'assignee', `${story.piece.resolution} Se atendió la observación.`),
  ];
}

/** Who completes an own activity has verified it. */
const approving = ({ owner, assignee }: Story, dice: Dice): Line[] =>
  owner === assignee ? [] : [line('approve', 'owner', dice.pick(talk.approvals))];

type Plot = (story: Story, dice: Dice) => Line[];
const inTurn =
  (...parts: Plot[]): Plot =>
  (story, dice) =>
    parts.flatMap((part) => part(story, dice));

const round = inTurn(() => [line('start', 'assignee')], completing, approving);
const pausing: Plot = (_, dice) => [line('pause', 'assignee', dice.pick(talk.pauses))];
const canceling: Plot = () => [line('cancel', 'owner')];

const plots: Record<Fate, Plot> = {
  notStarted: () => [],
  inProgress: working,
  reworked: inTurn(working, failing),
  paused: inTurn(working, pausing),
  waiting: inTurn(working, completing),
  waitingAgain: inTurn(working, reworking),
  verified: inTurn(working, completing, approving),
  verifiedAfterRework: inTurn(working, reworking, approving),
  canceledEarly: canceling,
  canceledLate: inTurn(working, canceling),
  series: inTurn(round, round, round, round),
};

/** The first responsible begins the work, until the owner gives it to the responsible. */
function handingOver({ firstAssignee }: Story, first: Line | undefined): Line[] {
  if (firstAssignee === undefined) return first ? [first] : [];
  const begun = first ? [{ ...first, by: { person: firstAssignee } }] : [];
  return [...begun, line('reassign', 'owner', talk.handover)];
}

export function writePlot(story: Story, dice: Dice): Line[] {
  const [first, ...rest] = plots[story.fate](story, dice);
  return [
    line('register', 'owner'),
    ...(story.firstText === undefined ? [] : [line('amend', 'owner', talk.correction)]),
    ...handingOver(story, first),
    ...(story.isExtended ? [line('extend', 'owner', dice.pick(talk.extensions))] : []),
    ...rest,
    ...(story.checklist ? [line('tick', 'assignee'), line('untick', 'assignee')] : []),
    ...(story.timeAsked ?? []).map(([verb, text]) => line(verb, verb === 'declineTime' ? 'owner' : 'assignee', text)),
    ...(story.talk ?? []).map(([person, text]) => line('comment', { person }, text)),
    ...(story.reminder === undefined ? [] : [line('remind', 'owner', story.reminder)]),
  ];
}
