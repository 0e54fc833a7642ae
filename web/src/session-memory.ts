import type { Endpoints, Reply } from '@bitacora/core/contract';

export type Session = Reply<Endpoints['getSession']>;
export type SessionUser = NonNullable<Session['user']>;

const KEPT_MS = 60_000;

/** Who is logged in, asked at most once a minute: every navigation passes the gate and should not wait for it. */
export interface SessionMemory {
  current(): Promise<Session>;
  /** After login, logout, or an answer that says the session is gone. */
  forget(): void;
}

export function rememberSession(read: () => Promise<Session>, now: () => Date): SessionMemory {
  let kept: { session: Promise<Session>; readAt: number } | null = null;
  const forget = () => {
    kept = null;
  };
  return {
    current() {
      if (kept && now().getTime() - kept.readAt < KEPT_MS) return kept.session;
      const session = read();
      kept = { session, readAt: now().getTime() };
      session.catch(forget);
      return session;
    },
    forget,
  };
}
