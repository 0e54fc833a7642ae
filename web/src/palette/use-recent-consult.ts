import { useEffect } from 'react';
import { useLocation, useMatches } from 'react-router-dom';
import { consultedIn } from '../live/watched.ts';
import { rememberConsult } from './recent-consults.ts';

/** Remembers each activity whose consult page was shown. */
export function useRecentConsult(userId: number | undefined): void {
  const { pathname } = useLocation();
  const activity = consultedIn(useMatches())?.activity;
  useEffect(() => {
    if (userId === undefined) return;
    activity?.then(
      ({ id, description }) => rememberConsult(userId, { folio: id, description, path: pathname }),
      () => {}, // the page tells of it
    );
  }, [activity, userId, pathname]);
}
