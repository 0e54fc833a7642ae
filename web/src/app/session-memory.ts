import type { Session } from '@bitacora/core/contract/account/session-endpoints';

export type { Session };
export type CurrentUser = NonNullable<Session['user']>;

const SESSION_MAX_AGE_MS = 60_000;

export type SessionMemory = ReturnType<typeof rememberSession>;

interface CachedSession {
  session: Promise<Session>;
  readAt: number;
}

/** Keeps the session, which is read at most once a minute because every navigation needs it. */
export function rememberSession(read: () => Promise<Session>, now: () => Date) {
  let cached: CachedSession | null = null;
  let hadUser = false;
  let pageUserId: number | null = null;
  /** Reads the session now; rejects on failure. */
  const reread = (ask = read) => {
    const session = ask();
    const before = cached;
    const entry = { session, readAt: now().getTime() };
    cached = entry;
    session.then(
      ({ user }) => {
        hadUser ||= user !== null;
      },
      () => {
        if (cached === entry) cached = before;
      },
    );
    return session;
  };
  return {
    /** Returns the last session while the server is unreachable, so that the screen stays. */
    current(): Promise<Session> {
      const before = cached;
      if (before && now().getTime() - before.readAt < SESSION_MAX_AGE_MS) return before.session;
      return reread().catch((error) => before?.session ?? Promise.reject(error));
    },
    reread,
    /** Changes the session as the server did after a write of ours, without reading it. */
    amend(change: (session: Session) => Session) {
      if (cached) cached = { ...cached, session: cached.session.then(change) };
    },
    /** Tells whether somebody was logged in since the page opened or the session was forgotten. */
    hadUser: () => hadUser,
    /** Call it after a login, a logout, or an answer that says the session is gone. */
    forget() {
      cached = null;
      hadUser = false;
    },
    /** The person that the page shows, also while the session is already another's; null before login. */
    pageUserId: () => pageUserId,
    /** Called when a page is drawn for that person, and with null when it is left. */
    showPage(userId: number | null) {
      pageUserId = userId;
    },
  };
}
