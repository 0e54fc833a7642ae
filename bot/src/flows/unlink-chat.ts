import { bot } from '@bitacora/core/messages/bot';
import type { Flow } from '../flow.ts';

/** Ends the link of the account it is said from. */
export const unlinkChat: Flow = {
  async press({ client }) {
    await client.endOwnChatLink();
    return { kind: 'sentence', sentence: bot.unlinked };
  },
};
