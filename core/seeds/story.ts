import type { Priority } from '../src/domain/activity/activity.ts';
import type { Lapse } from '../src/domain/activity/repetition.ts';
import type { Piece } from './facts/piece.ts';
import type { TopicName } from './facts/topics.ts';

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
  /** Comments of several people, by key. */
  talk?: readonly (readonly [author: string, text: string])[];
}
