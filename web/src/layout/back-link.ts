import { type Location, useLocation } from 'react-router-dom';
import { menuLabelOf } from './menu-entries.ts';

export interface WayBack {
  path: string;
  label: string;
}

const wayIn = ({ state }: Location): WayBack | undefined => (state as { from?: WayBack } | null)?.from;

/** Given to a link or a step to a consult page: it leads back to this very list, as filtered and paged; from another one, to where that leads. */
export function useWayHere(): { from: WayBack } | undefined {
  const location = useLocation();
  const label = menuLabelOf(location.pathname);
  const from = label ? { path: location.pathname + location.search, label } : wayIn(location);
  return from && { from };
}

/** Where one came from, which the browser keeps with its history over a reload too; else the usual place. */
export function useWayBack(usual: WayBack): WayBack {
  const from = wayIn(useLocation());
  if (!from) return usual;
  return from.path.split('?')[0] === usual.path ? { ...from, label: usual.label } : from;
}
