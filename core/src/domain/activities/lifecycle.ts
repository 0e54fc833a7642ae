import { type Activity, isOwnActivity, type ReadStatus, type Status } from './activity.ts';

type Stamp = 'startedAt' | 'closedAt' | 'verifiedAt' | 'canceledAt' | 'rejectedAt';
interface Step {
  from: readonly Status[];
  to: Status | 'unchanged';
  stamps?: Stamp;
  clears?: 'closedAt' | 'rejectedAt';
  /** An open request for more time ends with it. */
  endsRequest?: true;
}

/** When each act is possible and where it leads (docs/product.md, 3). Who may act: `policy.ts`. */
export const lifecycle = {
  start: { from: ['not_started'], to: 'in_progress', stamps: 'startedAt' },
  complete: { from: ['in_progress'], to: 'completed', stamps: 'closedAt', clears: 'rejectedAt', endsRequest: true },
  approve: { from: ['completed'], to: 'verified', stamps: 'verifiedAt', clears: 'rejectedAt' },
  reject: { from: ['completed'], to: 'in_progress', stamps: 'rejectedAt', clears: 'closedAt' },
  cancel: {
    from: ['not_started', 'in_progress', 'on_pause', 'completed'],
    to: 'canceled',
    stamps: 'canceledAt',
    clears: 'rejectedAt',
    endsRequest: true,
  },
  comment: { from: ['in_progress', 'completed', 'on_pause'], to: 'unchanged' },
  addEvidence: { from: ['in_progress', 'completed', 'on_pause'], to: 'unchanged' },
  addDocuments: { from: ['in_progress', 'completed', 'on_pause'], to: 'unchanged' },
  extend: { from: ['not_started', 'in_progress', 'on_pause'], to: 'unchanged', endsRequest: true },
  requestExtension: { from: ['not_started', 'in_progress', 'on_pause'], to: 'unchanged' },
  declineExtension: { from: ['not_started', 'in_progress', 'on_pause'], to: 'unchanged', endsRequest: true },
  withdrawExtensionRequest: { from: ['not_started', 'in_progress', 'on_pause'], to: 'unchanged', endsRequest: true },
  pause: { from: ['in_progress'], to: 'on_pause' },
  resume: { from: ['on_pause'], to: 'in_progress' },
  remind: { from: ['not_started', 'in_progress', 'on_pause'], to: 'unchanged' },
  amend: { from: ['not_started', 'in_progress', 'on_pause'], to: 'unchanged' },
  reassign: { from: ['not_started', 'in_progress', 'on_pause'], to: 'unchanged', endsRequest: true },
  tick: { from: ['in_progress'], to: 'unchanged' },
  untick: { from: ['in_progress'], to: 'unchanged' },
} as const satisfies Record<string, Step>;

export type Act = keyof typeof lifecycle;
export const acts = Object.keys(lifecycle) as Act[];

export const noRequest = { requestedTo: null, requestReason: null, requestedById: null };

export const isAct = (act: string): act is Act => Object.hasOwn(lifecycle, act);

export const isTimely = (act: Act, status: ReadStatus): boolean => (lifecycle[act].from as readonly ReadStatus[]).includes(status);

export const endsRequest = (act: Act): boolean => (lifecycle[act] as Step).endsRequest === true;

/** The changes of an act to the activity's state. The caller has asked `refusal` first. */
export interface Change extends Partial<typeof noRequest> {
  status: Status;
  startedAt?: Date;
  closedAt?: Date | null;
  verifiedAt?: Date;
  canceledAt?: Date;
  rejectedAt?: Date | null;
}

/**
 * Returns the state after `act` at `now`. Completing an activity that was registered as own verifies it in the same step; one that changed
 * hands waits for another person.
 */
export function changeAfter(
  act: Act,
  activity: Pick<Activity, 'status' | 'ownerId' | 'assigneeId'> & { hasChangedHands?: boolean },
  now: Date,
): Change {
  const step: Step = lifecycle[act];
  const change: Change = { status: step.to === 'unchanged' ? activity.status : step.to, ...(step.endsRequest && noRequest) };
  if (step.stamps) change[step.stamps] = now;
  if (step.clears) change[step.clears] = null;
  return act === 'complete' && isOwnActivity(activity) && !activity.hasChangedHands
    ? { ...change, status: 'verified', verifiedAt: now }
    : change;
}
