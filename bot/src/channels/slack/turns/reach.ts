import type { webApi } from '@slack/bolt';
import type { Logger } from 'pino';
import type { AnswerTo, Asker, KeepCard } from '../../../request.ts';
import type { Hosts } from '../trust/hosts.ts';
import type { User } from './turn.ts';

/** What the turns of a conversation need of the world. */
export interface Reach {
  client: webApi.WebClient;
  hosts: Hosts;
  answer: AnswerTo;
  keep: KeepCard;
  askerOf: (user: User) => Promise<Asker>;
  /** The author of our own messages. */
  botId: () => string;
  log: Logger;
  now: () => number;
}
