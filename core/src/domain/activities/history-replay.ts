import type { Activity, Status } from './activity.ts';
import { type HistoryFacts, registeringActs } from './history-proof.ts';
import { endsRequest, isAct, isTimely, lifecycle } from './lifecycle.ts';

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
type Request = Pick<Activity, 'requestedTo' | 'requestReason'>;
type Stamps = Record<ReplayStamp, Date | null>;
export type ReplayEntry = Pick<
  Activity,
  'status' | 'resolution' | 'extendedTo' | 'extensionReason' | 'requestedTo' | 'requestReason' | ReplayStamp
>;

/** The parts of an activity that its history contradicts; `history` is the chain of acts itself. */
export type Contradiction = 'history' | 'status' | 'resolution' | 'extension' | 'request' | ReplayStamp;

interface State extends Stamps, Request {
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

const nothingAsked: Request = { requestedTo: null, requestReason: null };
/** Returns the request that an act leaves open. A handover of the owner's part alone keeps it. */
function requestAfter({ act, facts }: ActivityRecord, before: Request): Request {
  if (act === 'requestExtension') return { requestedTo: facts?.requestedTo ?? null, requestReason: facts?.reason ?? null };
  const isKept = !isAct(act) || !endsRequest(act) || facts?.handover?.roles.includes('assignee') === false;
  return isKept ? { requestedTo: before.requestedTo, requestReason: before.requestReason } : nothingAsked;
}

/** Follows the acts, oldest first; null where one does not follow from the one before. */
function follow(from: State, acts: readonly ActivityRecord[]): State | null {
  const state = { ...from };
  for (const record of acts) {
    if (record.fromStatus !== state.status || !leads(record.act, record.fromStatus, record.toStatus)) return null;
    Object.assign(state, changes[record.act]?.(record), requestAfter(record, state), { status: record.toStatus });
  }
  return state;
}

const nothingYet = {
  ...nothingAsked,
  startedAt: null,
  closedAt: null,
  verifiedAt: null,
  canceledAt: null,
  resolution: null,
  hasReason: null,
};
const importable: readonly Status[] = ['not_started', 'in_progress', 'verified'];

/** Reads the state that the first row of a history states. The dates of imported work are those of its file. */
function readFirstState({ act, at, fromStatus, toStatus, note, facts }: ActivityRecord): State | null {
  if (fromStatus !== null || !registeringActs.includes(act)) return null;
  if (act !== 'import') return toStatus === 'not_started' ? { status: toStatus, createdAt: at, ...nothingYet } : null;
  if (!facts?.imported || !importable.includes(toStatus)) return null;
  const dated = Object.entries(facts.imported.dates).map(([stamp, date]) => [stamp, date && new Date(date)]);
  return { ...nothingYet, ...(Object.fromEntries(dated) as Stamps), status: toStatus, resolution: note };
}

function replay([first, ...rest]: readonly ActivityRecord[]): State | null {
  const beginning = first && readFirstState(first);
  return beginning ? follow(beginning, rest) : null;
}

/** Reads an activity of a baseline as the state that its later acts follow from. */
function baselineState(baseline: ReplayEntry): State {
  const { status, resolution, extensionReason, requestedTo = null, requestReason = null } = baseline;
  const dated = stamps.map((stamp) => [stamp, baseline[stamp] && new Date(baseline[stamp])]);
  const hasReason = extensionReason === null ? null : (reason: string) => reason === extensionReason;
  return { ...(Object.fromEntries(dated) as Stamps), status, resolution, requestedTo, requestReason, hasReason };
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
  if (activity.requestedTo !== state.requestedTo || activity.requestReason !== state.requestReason) wrong.push('request');
  return wrong;
}
