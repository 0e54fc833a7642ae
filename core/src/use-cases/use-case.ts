import type { CalendarDate } from '../domain/calendar.ts';
import type { Actor, Channel } from '../domain/people/person.ts';
import type { Repositories } from '../persistence/repositories.ts';

/** What a use case has in hand: one transaction's repositories and one moment. */
export interface Context<Input, Who> {
  actor: Who;
  /** Where the call came in, also when nobody is logged in. */
  channel: Channel;
  /** Of the client, as the limits see it; null where there is none. */
  address: string | null;
  input: Input;
  repos: Repositories;
  now: Date;
  /** The day it is now in the business time zone. */
  today: CalendarDate;
  /** Reckons the token of a password reset. */
  resetToken: (resetId: string) => string;
}

/** A verb of the product, for a person who is logged in. It throws `Refused`, never returns a no. */
export type UseCase<Input, Result> = (context: Context<Input, Actor>) => Promise<Result>;

/** A verb anyone may say. */
export type OpenUseCase<Input, Result> = (context: Context<Input, Actor | null>) => Promise<Result>;

/** Registering and acting on activities need this much of the context, the system's successor included. */
export type ActContext = Pick<Context<unknown, Actor | null>, 'actor' | 'channel' | 'repos' | 'now' | 'today'>;
