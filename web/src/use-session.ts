import { useRouteLoaderData } from 'react-router-dom';
import type { CurrentUser, Session } from './session-memory.ts';

/** The id of the route that requires a session. */
export const SESSION_ROUTE = 'session';

/** The person and the business day. Works only below the route that requires a session. */
export function useSession(): Omit<Session, 'user'> & { user: CurrentUser } {
  const session = useRouteLoaderData<Session>(SESSION_ROUTE);
  if (!session?.user) throw new Error('no session above this component');
  return { ...session, user: session.user };
}
