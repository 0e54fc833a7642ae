import type { App } from '@slack/bolt';
import type { Asker } from '../../../request.ts';
import { converse } from '../turns/converse.ts';
import type { Deliveries } from '../turns/deliveries.ts';
import type { Reach } from '../turns/reach.ts';
import type { Asked, Turn } from '../turns/turn.ts';
import { hearCommands } from './hear-commands.ts';
import { hearHome } from './hear-home.ts';
import { hearLinks } from './hear-links.ts';
import { hearMessages } from './hear-messages.ts';
import { hearPresses } from './hear-presses.ts';
import { hearSubmissions } from './hear-submissions.ts';

export interface Ears {
  app: App;
  reach: Reach;
  deliveries: Deliveries;
  publicUrl: string;
  /** Begins the turn, once however often it is delivered, and lets the acknowledgement go. False for one met before. */
  take(turn: Turn, asked: Asked | ((asker: Asker) => Promise<Asked>)): boolean;
}

/** Everything of Slack's that is listened to; each is acknowledged first and worked on afterwards. */
export function hear({ app, reach, deliveries, publicUrl }: Omit<Ears, 'take'>): void {
  const take: Ears['take'] = (turn, asked) => deliveries.take(turn.deliveryId, () => converse(turn, asked, reach));
  const ears = { app, reach, deliveries, publicUrl, take };
  for (const listen of [hearCommands, hearPresses, hearSubmissions, hearMessages, hearHome, hearLinks]) listen(ears);
}
