import type { UIMatch } from 'react-router-dom';
import type { ConsultData } from '../activities/consult/consult-loader.ts';
import type { LiveChange } from './follow-changes.ts';

/** Given to a route as its `handle`: what on its screen somebody else may change. */
export const watches = { lists: { live: 'lists' }, consulted: { live: 'consulted' } } as const;

const liveOf = ({ handle }: UIMatch) => (handle as { live?: 'lists' | 'consulted' } | undefined)?.live;

/** The route of the screen, where it is one that others may change. */
export const watchedIn = (matches: readonly UIMatch[]): UIMatch | undefined => matches.find(liveOf);

export const consultedIn = (matches: readonly UIMatch[]) => {
  const match = matches.find((each) => liveOf(each) === 'consulted');
  const { activity, history } = (match?.loaderData ?? {}) as Partial<ConsultData>;
  return match && { folio: Number(match.params.id), activity, history };
};

/** Whether a change may be one of what is on screen: a consult page is concerned by its own activity, a list by any. */
export function concerns(match: UIMatch, change: LiveChange): boolean {
  return change === 'anything' || liveOf(match) === 'lists' || Number(match.params.id) === change;
}
