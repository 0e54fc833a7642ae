import { useRouteLoaderData } from 'react-router-dom';
import type { CurrentUser, Session } from './session-memory.ts';

/** The id of the route behind which there is always somebody logged in. */
export const SESSION_ROUTE = 'session';

/** Who is logged in and what day it is for the business. Only below the session gate. */
export function useSession(): Omit<Session, 'user'> & { user: CurrentUser } {
  const session = useRouteLoaderData<Session>(SESSION_ROUTE);
  if (!session?.user) throw new Error('no session above this component');
  return { ...session, user: session.user };
}
