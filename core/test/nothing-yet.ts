import { type ActivityPromise, promiseFields } from '../src/domain/activities/activity.ts';

/** What an activity lacks when it has just been registered, and what its promise may lack; the factories of core and web begin with it. */
export const nothingYet = {
  ...(Object.fromEntries(promiseFields.map((field) => [field, null])) as Record<keyof ActivityPromise, null>),
  extendedTo: null,
  extensionReason: null,
  requestedTo: null,
  requestReason: null,
  requestedById: null,
  requesterId: null,
  startedAt: null,
  closedAt: null,
  verifiedAt: null,
  canceledAt: null,
  resolution: null,
  rejectedAt: null,
  batchId: null,
};
