import type { CalendarDate } from '../domain/calendar.ts';
import type { Actor, Channel } from '../domain/people/person.ts';
import { Refused } from '../domain/refusal.ts';
import { usualWorkTime, type WorkTime } from '../domain/work-time.ts';
import type { Repositories } from '../persistence/repositories.ts';
import { type SecretBox, sealingFor } from '../secrets/secrets.ts';

/** Facts that a request carries beside its input. */
export interface RequestFacts {
  /** SHA-256 of the session's cookie; null without one. */
  sessionIdHash: Buffer | null;
  /** SHA-256 of the token in the Authorization header; null without one. */
  bearerHash: Buffer | null;
  /** True when the person proved their identity in this session a short time ago. */
  hasRecentLogin: boolean;
  /** Links in replies start with it. */
  publicUrl: string;
}

/** A use case's dependencies: one transaction's repositories and one moment. */
export interface Context<Input, Who> {
  actor: Who;
  /** The channel of the call, also when nobody is logged in. */
  channel: Channel;
  /** The client's address as the limits see it; null where there is none. */
  address: string | null;
  input: Input;
  repos: Repositories;
  now: Date;
  today: CalendarDate;
  zone: string;
  workTime: WorkTime;
  resetToken: (resetId: string) => string;
  sealing: SecretBox;
  webhookSealing: SecretBox;
  request: RequestFacts;
  /** Removes the files of an image that no row names any longer, after the commit. */
  discardImage: (imageId: string) => void;
}

/** Refuses a session whose login is old. Calls use it whose row says that they sometimes need a recent one. */
export function demandRecentLogin({ hasRecentLogin }: Pick<RequestFacts, 'hasRecentLogin'>): void {
  if (!hasRecentLogin) throw new Refused({ code: 'session.notRecent' });
}

/** An action of the product, for a person who is logged in. It throws `Refused` and never returns a refusal. */
export type UseCase<Input, Result> = (context: Context<Input, Actor>) => Promise<Result>;

/** An action that needs no login. */
export type OpenUseCase<Input, Result> = (context: Context<Input, Actor | null>) => Promise<Result>;

/** A context of any input and any person. */
export type OpenContext = Context<unknown, unknown>;

export type RegisteredId = { id: number };

/** The part of the context that registering and acting on activities need, the system's successor included. */
export type ActContext = Pick<Context<unknown, Actor | null>, 'actor' | 'channel' | 'repos' | 'now' | 'today'>;

/** The part of a context that no request gives. */
export const outsideRequests = {
  address: null,
  workTime: usualWorkTime,
  resetToken: () => '',
  sealing: sealingFor('second-factor', []),
  webhookSealing: sealingFor('webhooks', []),
  request: {
    sessionIdHash: null,
    bearerHash: null,
    hasRecentLogin: false,
    get publicUrl(): string {
      throw new Error('a link needs the public URL of a request');
    },
  },
  discardImage: () => {},
} satisfies Partial<Context<unknown, Actor>>;
