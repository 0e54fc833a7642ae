import type { Endpoints, Reply } from '@bitacora/core/contract';

export type Session = Reply<Endpoints['readSession']>;
export type SessionUser = NonNullable<Session['user']>;

const KEPT_MS = 60_000;

/** Who is logged in, asked at most once a minute: every navigation passes the gate and should not wait for it. */
export interface SessionMemory {
  /** Whoever it last was, while the server cannot be asked: it refuses by itself, and what is on screen stays. */
  current(): Promise<Session>;
  /** Asked anew, however short ago; rejects when it cannot be. */
  reread(ask?: () => Promise<Session>): Promise<Session>;
  /** After login, logout, or an answer that says the session is gone. */
  forget(): void;
}

interface Kept {
  session: Promise<Session>;
  readAt: number;
}

export function rememberSession(read: () => Promise<Session>, now: () => Date): SessionMemory {
  let kept: Kept | null = null;
  const reread = (ask = read) => {
    const session = ask();
    const before = kept;
    const asked = { session, readAt: now().getTime() };
    kept = asked;
    session.catch(() => {
      if (kept === asked) kept = before;
    });
    return session;
  };
  return {
    current() {
      const before = kept;
      if (before && now().getTime() - before.readAt < KEPT_MS) return before.session;
      return reread().catch((error) => before?.session ?? Promise.reject(error));
    },
    reread,
    forget() {
      kept = null;
    },
  };
}
