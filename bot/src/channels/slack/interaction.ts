import type { webApi } from '@slack/bolt';
import type { Logger } from 'pino';
import type { Asker, BotForChannels } from '../../request.ts';
import type { UploadImages } from './api.ts';
import type { SlackHosts } from './settings.ts';

export interface SlackUser {
  id: string;
  /** As the request states it; used where Slack's API gives no better name. */
  name?: string;
}

/** Where the bot draws a reply. */
export type ReplyPlace =
  /** Replaces a message of ours in the asker's own conversation. */
  | { kind: 'card'; channel: string; ts: string }
  /** An ephemeral message, because others read the channel; `replaces` the ephemeral message with the pressed button. */
  | { kind: 'ephemeral'; channel: string; replaces: boolean }
  | { kind: 'home' }
  /** A new message in the asker's own conversation. */
  | { kind: 'conversation' };

/** One action of a person as Slack delivers it, before the bot knows the asker. */
export interface IncomingInteraction {
  user: SlackUser;
  deliveryId: string;
  /** In ms; a trigger is valid for three seconds after it. */
  arrivedAt: number;
  triggerId?: string;
  /** Opens a modal with «Un momento…» where the answer takes long. */
  waitsInModal?: true;
  /** The open modal. */
  modal?: string;
  /** Every reply replaces the place: a form inside a message, or the home. */
  replacesPlace?: true;
  /** Takes five ephemeral replies within half an hour. */
  responseUrl?: string;
  /** The channel where a person typed the command. */
  commandChannel?: string;
  thread?: string;
  placeFor(asker: Asker): ReplyPlace;
}

/** An interaction once the bot knows the asker. */
export interface SlackInteraction extends Omit<IncomingInteraction, 'placeFor'> {
  asker: Asker;
  place: ReplyPlace;
}

export interface SlackLimits {
  /** Slack gets its acknowledgement by then at the latest; it waits three seconds. */
  ackMs: number;
  /** A trigger opens a modal for so long. */
  triggerMs: number;
  /** An answer that takes longer gets a modal that waits for it, while the trigger is valid. */
  waitingModalMs: number;
}
/** Slack takes a trigger for three seconds; half a second is for the way there. */
export const SLACK_LIMITS: Readonly<SlackLimits> = { ackMs: 200, triggerMs: 2_500, waitingModalMs: 1_000 };

export interface SlackInteractionContext extends Omit<BotForChannels, 'readImage'> {
  client: webApi.WebClient;
  hosts: SlackHosts;
  upload: UploadImages;
  readAsker: (user: SlackUser) => Promise<Asker>;
  /** Slack names it as the author of the bot's messages. */
  botId: () => string;
  log: Logger;
  limits: Readonly<SlackLimits>;
  now: () => number;
}
