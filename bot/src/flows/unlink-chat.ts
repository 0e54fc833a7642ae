import type { Flow } from '../flow.ts';
import { bot } from '../messages/bot.ts';

/** Ends the link of the account it is said from. */
export const unlinkChat: Flow = {
  async press({ client }) {
    await client.unlinkOwnChat();
    return { kind: 'sentence', sentence: bot.unlinked };
  },
};
