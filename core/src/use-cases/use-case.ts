import type { CalendarDate } from '../domain/calendar.ts';
import type { Actor, Channel } from '../domain/people/person.ts';
import { Refused } from '../domain/refusal.ts';
import type { Repositories } from '../persistence/repositories.ts';
import { type SecretBox, sealingFor } from '../secrets/secrets.ts';

/** What a request carries beside its input. */
export interface RequestFacts {
  /** SHA-256 of the session's cookie; null without one. */
  sessionIdHash: Buffer | null;
  /** SHA-256 of the token in the Authorization header; null without one. */
  bearerHash: Buffer | null;
  /** The person proved their identity in this session a short time ago. */
  hasRecentLogin: boolean;
  /** Links in replies start with it. */
  publicUrl: string;
}

/** What a use case has in hand: one transaction's repositories and one moment. */
export interface Context<Input, Who> {
  actor: Who;
  /** Where the call came in, also when nobody is logged in. */
  channel: Channel;
  /** The client has this address, as the limits see it; null where there is none. */
  address: string | null;
  input: Input;
  repos: Repositories;
  now: Date;
  /** The day it is now in the business time zone. */
  today: CalendarDate;
  /** The business time zone, IANA. */
  zone: string;
  /** Computes the token of a password reset. */
  resetToken: (resetId: string) => string;
  /** Encrypts the secrets of second factors. */
  sealing: SecretBox;
  /** Encrypts the secrets of webhooks. */
  webhookSealing: SecretBox;
  request: RequestFacts;
  /** Names an image that no row names any longer; its files are removed after the commit. */
  discardImage: (imageId: string) => void;
}

/** Refuses a session whose login is old: for calls whose row says that they sometimes need a recent one. */
export function demandRecentLogin({ hasRecentLogin }: Pick<RequestFacts, 'hasRecentLogin'>): void {
  if (!hasRecentLogin) throw new Refused({ code: 'session.notRecent' });
}

/** A verb of the product, for a person who is logged in. It throws `Refused`, never returns a no. */
export type UseCase<Input, Result> = (context: Context<Input, Actor>) => Promise<Result>;

/** A verb anyone may say. */
export type OpenUseCase<Input, Result> = (context: Context<Input, Actor | null>) => Promise<Result>;

/** A context of any input and any person. */
export type OpenContext = Context<unknown, unknown>;

/** What registering something returns. */
export type RegisteredId = { id: number };

/** Registering and acting on activities need this much of the context, the system's successor included. */
export type ActContext = Pick<Context<unknown, Actor | null>, 'actor' | 'channel' | 'repos' | 'now' | 'today'>;

/** The part of a context that no request gives. */
export const outsideRequests = {
  address: null,
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
