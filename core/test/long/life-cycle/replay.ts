import type { Entry, Work } from './model.ts';

type NotedEntry = Entry & { note: string | null };
/** What the history alone can tell of an activity. */
export type ReplayedActivity = Pick<
  Work,
  'status' | 'createdAt' | 'startedAt' | 'closedAt' | 'verifiedAt' | 'canceledAt' | 'resolution' | 'extendedTo' | 'extensionReason'
>;

/** The only ways from one status to another (docs/product.md, 3). */
const EDGES: Record<string, readonly string[]> = {
  register: ['null → not_started'],
  repeat: ['null → not_started'],
  start: ['not_started → in_progress'],
  complete: ['in_progress → completed', 'in_progress → verified'],
  approve: ['completed → verified'],
  reject: ['completed → in_progress'],
  pause: ['in_progress → on_pause'],
  resume: ['on_pause → in_progress'],
  cancel: ['not_started', 'in_progress', 'on_pause', 'completed'].map((from) => `${from} → canceled`),
};
const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'];

/** Computes the current row from its history. It throws where a step breaks the life cycle, or does not follow the step before. */
export function replay(entries: readonly NotedEntry[]): ReplayedActivity {
  const state: ReplayedActivity = {
    status: 'not_started',
    createdAt: '',
    startedAt: null,
    closedAt: null,
    verifiedAt: null,
    canceledAt: null,
    resolution: null,
    extendedTo: null,
    extensionReason: null,
  };
  for (const [index, entry] of entries.entries()) {
    const edge = `${entry.from} → ${entry.to}`;
    const legal = EDGES[entry.act] ?? [`${state.status} → ${state.status}`];
    if (!legal.includes(edge)) throw new Error(`${entry.act} is no way ${edge}`);
    if (entry.from !== (index === 0 ? null : state.status)) throw new Error(`${entry.act} does not follow: ${edge} after ${state.status}`);
    if (entry.act === 'extend' && state.extendedTo) throw new Error('a second extension');
    state.status = entry.to;
    if (index === 0) state.createdAt = entry.at;
    if (entry.act === 'start') state.startedAt = entry.at;
    if (entry.act === 'complete') Object.assign(state, { closedAt: entry.at, resolution: entry.note });
    if (entry.act === 'reject') Object.assign(state, { closedAt: null, resolution: null });
    if (entry.act === 'cancel') state.canceledAt = entry.at;
    if (entry.to === 'verified' && entry.from !== 'verified') state.verifiedAt = entry.at;
    if (entry.act === 'extend') Object.assign(state, extensionIn(entry.note ?? ''));
  }
  return state;
}

/** '24 dic 2026: Se atrasó' */
function extensionIn(note: string) {
  const [, day, month = '', year, extensionReason] = /^(\d\d) (\w{3})\w? (\d{4}): (.*)$/s.exec(note) ?? [];
  return { extendedTo: `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}-${day}`, extensionReason };
}

/** The same facts as the row has them now. */
export function replayableOf(work: Work): ReplayedActivity {
  const { status, createdAt, startedAt, closedAt, verifiedAt, canceledAt, resolution, extendedTo, extensionReason } = work;
  return { status, createdAt, startedAt, closedAt, verifiedAt, canceledAt, resolution, extendedTo, extensionReason };
}
