import type { Priority } from '../src/domain/activity/activity.ts';
import type { Lapse } from '../src/domain/activity/repetition.ts';
import type { Piece } from './facts/piece.ts';
import type { TopicName } from './facts/topics.ts';

/** Chance that falls the same way every time: a mulberry32 sequence of its own for each seed. */
export function diceOf(seed: number) {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  /** A whole number, both ends included. */
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    between,
    isUnder: (chance: number) => next() < chance,
    pick: <Item>(items: readonly Item[]) => items[between(0, items.length - 1)] as Item,
  };
}

export type Dice = ReturnType<typeof diceOf>;

/** How an activity has fared until today. `series` ends with the next occurrence waiting to be started. */
export type Fate =
  | 'notStarted'
  | 'inProgress'
  | 'reworked'
  | 'paused'
  | 'waiting'
  | 'waitingAgain'
  | 'verified'
  | 'verifiedAfterRework'
  | 'canceledEarly'
  | 'canceledLate'
  | 'series';

/** The same instruction for several people, registered at once. */
export interface Batch {
  assignees: readonly string[];
}

/** One activity of the demo company, in days from the day of the load; people are named by their key. */
export interface Story {
  owner: string;
  assignee: string;
  topic: TopicName;
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
  /** What must be ticked before the work is completed; some of it is. */
  checklist?: readonly string[];
  /** Comments of several people, by key. */
  talk?: readonly (readonly [author: string, text: string])[];
}
