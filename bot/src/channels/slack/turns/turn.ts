import type { Asker, Request } from '../../../request.ts';

export interface User {
  id: string;
  /** As the request says, for when Slack does not tell a better one. */
  name?: string;
}

/** Where an answer is drawn. */
export type Place =
  /** A message of ours in the asker's own conversation. */
  | { kind: 'card'; channel: string; ts: string }
  /** For the asker alone among others; `replaces` where that is what they pressed. */
  | { kind: 'whisper'; channel: string; replaces: boolean }
  | { kind: 'home' }
  /** A new message in the asker's own conversation. */
  | { kind: 'talk' };

/** One thing a person did, and what Slack lets us answer it with. */
export interface Turn {
  user: User;
  deliveryId: string;
  /** When it came; a trigger is good for three seconds from then. */
  at: number;
  triggerId?: string;
  /** A modal says so when the answer takes long. */
  waitsInModal?: true;
  /** The modal that is open for it. */
  modal?: string;
  /** Whatever the answer is, it takes the place: of the form inside a message that was sent, of the home that was opened. */
  givesWay?: true;
  /** Takes five answers within half an hour, seen by the asker alone. */
  responseUrl?: string;
  /** The conversation where a command was typed. */
  saidIn?: string;
  thread?: string;
  place(asker: Asker): Place;
}

/** The turn once it is known whose it is. */
export interface Stage extends Omit<Turn, 'place'> {
  asker: Asker;
  place: Place;
}

type Without<T, Key extends PropertyKey> = T extends unknown ? Omit<T, Key> : never;
/** What is asked, without whose it is. */
export type Asked = Without<Request, 'asker' | 'deliveryId'>;
