import { type Location, useLocation } from 'react-router-dom';
import { menuLabelOf } from './menu-entries.ts';

export interface BackLink {
  path: string;
  label: string;
}

const backLinkIn = ({ state }: Location): BackLink | undefined => (state as { from?: BackLink } | null)?.from;

/** The state for links to a consult page, whose 'back' returns to this list with its filters and page. */
export function useLinkState(): { from: BackLink } | undefined {
  const location = useLocation();
  const label = menuLabelOf(location.pathname);
  const from = label ? { path: location.pathname + location.search, label } : backLinkIn(location);
  return from && { from };
}

/** Where the reader came from, which survives a reload in the browser's history; otherwise `usual`. */
export function useBackLink(usual: BackLink): BackLink {
  const from = backLinkIn(useLocation());
  if (!from) return usual;
  return from.path.split('?')[0] === usual.path ? { ...from, label: usual.label } : from;
}
