import type { ActivityView, HistoryEntry } from '@bitacora/core/contract/activities/activity-shapes';
import type { UIMatch } from 'react-router-dom';
import type { LiveChange } from './follow-changes.ts';

/** The `handle` of a route: what other people may change on its screen. */
export const watches = { lists: { live: 'lists' }, consulted: { live: 'consulted' } } as const;

const liveKind = ({ handle }: UIMatch) => (handle as { live?: 'lists' | 'consulted' } | undefined)?.live;

/** The match of the screen's route, if others may change its data. */
export const findWatched = (matches: readonly UIMatch[]): UIMatch | undefined => matches.find(liveKind);

export const readConsulted = (matches: readonly UIMatch[]) => {
  const match = matches.find((each) => liveKind(each) === 'consulted');
  const { activity, history } = (match?.loaderData ?? {}) as Partial<ConsultedData>;
  return match && { folio: Number(match.params.id), activity, history };
};

/** The part of a consult page's loader data that live changes need. */
interface ConsultedData {
  activity: Promise<ActivityView>;
  history: Promise<HistoryEntry[]>;
}

/** Whether a change affects the screen: its own activity on a consult page, any activity on a list. */
export function concerns(match: UIMatch, change: LiveChange): boolean {
  return change === 'anything' || liveKind(match) === 'lists' || Number(match.params.id) === change;
}
