/** What an activity lacks when it has just been registered; the factories of core and web begin with it. */
export const nothingYet = {
  extendedTo: null,
  extensionReason: null,
  startedAt: null,
  closedAt: null,
  verifiedAt: null,
  canceledAt: null,
  resolution: null,
  repeats: null,
  rejectedAt: null,
  batchId: null,
};
