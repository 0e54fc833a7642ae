import { type Location, useLocation } from 'react-router-dom';
import { menuLabelOf } from './menu-entries.ts';

export interface BackLink {
  path: string;
  label: string;
}

const backLinkIn = ({ state }: Location): BackLink | undefined => (state as { from?: BackLink } | null)?.from;

/** Given to a link or a step to a consult page: it leads back to this very list, as filtered and paged; from another one, to where that leads. */
export function useLinkState(): { from: BackLink } | undefined {
  const location = useLocation();
  const label = menuLabelOf(location.pathname);
  const from = label ? { path: location.pathname + location.search, label } : backLinkIn(location);
  return from && { from };
}

/** Where one came from, which the browser keeps with its history over a reload too; else the usual place. */
export function useBackLink(usual: BackLink): BackLink {
  const from = backLinkIn(useLocation());
  if (!from) return usual;
  return from.path.split('?')[0] === usual.path ? { ...from, label: usual.label } : from;
}
