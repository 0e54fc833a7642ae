import type { Activity, Status } from './activity.ts';
import { type HistoryFacts, registeringActs } from './history-proof.ts';
import { isAct, isTimely, lifecycle } from './lifecycle.ts';

/** The record of one act in the history. */
export interface ActivityRecord {
  act: string;
  at: Date;
  fromStatus: Status | null;
  toStatus: Status;
  note: string | null;
  facts: HistoryFacts | null;
}

const stamps = ['createdAt', 'startedAt', 'closedAt', 'verifiedAt', 'canceledAt'] as const;
type ReplayStamp = (typeof stamps)[number];
type Stamps = Record<ReplayStamp, Date | null>;
export type ReplayEntry = Pick<Activity, 'status' | 'resolution' | 'extendedTo' | 'extensionReason' | ReplayStamp>;

/** The parts of an activity that its history contradicts; `history` is the chain of acts itself. */
export type Contradiction = 'history' | 'status' | 'resolution' | 'extension' | ReplayStamp;

interface State extends Stamps {
  status: Status;
  resolution: string | null;
  /** Tells whether an extension had this reason; null without an extension. */
  hasReason: ((reason: string) => boolean) | null;
}

/** Tells whether an act leads from one status to the other; acts without a step of the life cycle keep the status. */
function leads(act: string, from: Status, to: Status): boolean {
  // A row `reassign` may also be the handover of a deactivated person's work, which any open status allows.
  if (!isAct(act) || act === 'reassign') return to === from;
  if (!isTimely(act, from)) return false;
  const step = lifecycle[act].to;
  return to === (step === 'unchanged' ? from : step) || (act === 'complete' && to === 'verified'); // an own activity
}

const changes: Partial<Record<string, (record: ActivityRecord) => Partial<State>>> = {
  start: ({ at }) => ({ startedAt: at }),
  complete: ({ at, note, toStatus }) => ({ closedAt: at, resolution: note, ...(toStatus === 'verified' ? { verifiedAt: at } : {}) }),
  approve: ({ at }) => ({ verifiedAt: at }),
  reject: () => ({ closedAt: null, resolution: null }),
  cancel: ({ at }) => ({ canceledAt: at }),
  extend: ({ facts }) => ({ hasReason: (reason) => facts?.reason === reason }),
};

/** Follows the acts, oldest first; null where one does not follow from the one before. */
function follow(from: State, acts: readonly ActivityRecord[]): State | null {
  const state = { ...from };
  for (const record of acts) {
    if (record.fromStatus !== state.status || !leads(record.act, record.fromStatus, record.toStatus)) return null;
    Object.assign(state, changes[record.act]?.(record), { status: record.toStatus });
  }
  return state;
}

const nothingYet = { startedAt: null, closedAt: null, verifiedAt: null, canceledAt: null, resolution: null, hasReason: null };
/** Imported work may begin in these statuses. */
const importable: readonly Status[] = ['not_started', 'in_progress', 'verified'];

/** Reads the state that the first row of a history states. The dates of imported work are those of its file. */
function readFirstState({ act, at, fromStatus, toStatus, note, facts }: ActivityRecord): State | null {
  if (fromStatus !== null || !registeringActs.includes(act)) return null;
  if (act !== 'import') return toStatus === 'not_started' ? { status: toStatus, createdAt: at, ...nothingYet } : null;
  if (!facts?.imported || !importable.includes(toStatus)) return null;
  const dated = Object.entries(facts.imported.dates).map(([stamp, date]) => [stamp, date && new Date(date)]);
  return { ...nothingYet, ...(Object.fromEntries(dated) as Stamps), status: toStatus, resolution: note };
}

/** Returns the state that a history leads to from its beginning. */
function replay([first, ...rest]: readonly ActivityRecord[]): State | null {
  const beginning = first && readFirstState(first);
  return beginning ? follow(beginning, rest) : null;
}

/** Reads an activity of a baseline as the state that its later acts follow from. */
function baselineState(baseline: ReplayEntry): State {
  const { status, resolution, extensionReason } = baseline;
  const dated = stamps.map((stamp) => [stamp, baseline[stamp] && new Date(baseline[stamp])]);
  const hasReason = extensionReason === null ? null : (reason: string) => reason === extensionReason;
  return { ...(Object.fromEntries(dated) as Stamps), status, resolution, hasReason };
}

function isExtendedAs({ extendedTo, extensionReason }: ReplayEntry, hasReason: State['hasReason']): boolean {
  if (hasReason === null || extensionReason === null) return hasReason === null && extendedTo === null;
  return hasReason(extensionReason);
}

/** Lists what an activity says of itself and its history does not. `from` is the activity before these acts, where they are not all. */
export function contradictions(activity: ReplayEntry, history: readonly ActivityRecord[], from?: ReplayEntry): Contradiction[] {
  const state = from ? follow(baselineState(from), history) : replay(history);
  if (!state) return ['history'];
  const wrong: Contradiction[] = stamps.filter((stamp) => activity[stamp]?.getTime() !== state[stamp]?.getTime());
  if (activity.status !== state.status) wrong.push('status');
  if (activity.resolution !== state.resolution) wrong.push('resolution');
  if (!isExtendedAs(activity, state.hasReason)) wrong.push('extension');
  return wrong;
}
