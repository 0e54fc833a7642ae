import { useEffect } from 'react';
import { useLocation, useMatches } from 'react-router-dom';
import { consultedIn } from '../live/watched.ts';
import { useSession } from '../use-session.ts';
import { rememberConsult } from './recent-consults.ts';

/** Remembers each activity whose consult page was shown. */
export function useRememberedConsult(): void {
  const { user } = useSession();
  const { pathname } = useLocation();
  const activity = consultedIn(useMatches())?.activity;
  useEffect(() => {
    activity?.then(
      ({ id, description }) => rememberConsult(user.id, { folio: id, description, path: pathname }),
      () => {}, // the page tells of it
    );
  }, [activity, user.id, pathname]);
}
