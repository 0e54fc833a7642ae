import type { Core } from '@bitacora/core/server';
import { exchangeChatIdentity, offerChatLink } from '@bitacora/core/use-cases/chat-links';
import type { Special } from './handlers.ts';

/** What the bot asks with its service token (decisions, section 8). */
export function botHandlers({ core, publicUrl }: { core: Core; publicUrl: string }): Special<'botLinkRequest' | 'botExchange'> {
  const bot = { actor: null, effect: 'writes' } as const;

  return {
    async botLinkRequest(input) {
      const { result } = await core.perform({ ...bot, channel: input.service, useCase: offerChatLink, input });
      const url = new URL('/Edit_Profile', publicUrl);
      // After the #, where no log and no referrer sees it.
      url.hash = new URLSearchParams({ chat_link: result.code }).toString();
      return { success: true, url: url.href, expiresAt: result.expiresAt };
    },

    async botExchange(input) {
      return (await core.perform({ ...bot, channel: input.service, useCase: exchangeChatIdentity, input })).result;
    },
  };
}
