import { type Core, hashOf } from '@bitacora/core/server';
import { acknowledgeWork } from '@bitacora/core/use-cases/chat/acknowledge-work';
import { exchangeChatIdentity, offerChatLink, unlinkOwnChat } from '@bitacora/core/use-cases/chat/chat-links';
import { keepChatCard } from '@bitacora/core/use-cases/chat/keep-chat-card';
import { chooseSummary, stopSummary } from '@bitacora/core/use-cases/chat/summarize';
import type { Logger } from 'pino';
import { bearerIn } from '../auth/authenticate.ts';
import type { BotCall, ChatCall, Special } from '../handlers.ts';
import type { ClockGuard } from '../jobs/clock-guard.ts';
import { nextWork } from './next-work.ts';

interface BotParts {
  core: Core;
  publicUrl: string;
  log: Logger;
  /** Unset, the clock is believed. */
  clockGuard?: ClockGuard | undefined;
}

/** What the bot asks with its service token (docs/product.md, 8). */
export function botHandlers({ core, publicUrl, log, clockGuard }: BotParts): Special<BotCall> {
  const bot = { actor: null, effect: 'writes' } as const;

  return {
    async offerChatLink(input, { by }) {
      const { result } = await core.perform({ ...by, ...bot, channel: input.service, useCase: offerChatLink, input });
      const url = new URL('/Edit_Profile', publicUrl);
      // After the #, where no log and no referrer sees it.
      url.hash = new URLSearchParams({ chat_link: result.code }).toString();
      return { success: true, url: url.href, expiresAt: result.expiresAt };
    },

    async exchangeChatIdentity(input, { by }) {
      return (await core.perform({ ...by, ...bot, channel: input.service, useCase: exchangeChatIdentity, input })).result;
    },

    async claimWork({ services }) {
      if (clockGuard && !(await clockGuard.mayAct())) return { success: true, work: null };
      return { success: true, work: await nextWork({ core, log }, services) };
    },

    async acknowledgeWork(input, { by }) {
      return (await core.perform({ ...by, ...bot, channel: 'system', useCase: acknowledgeWork, input })).result;
    },
  };
}

/** What a person does through a chat about that chat: only the request tells which one it is. */
export function chatHandlers({ core }: { core: Core }): Special<ChatCall> {
  const chatOf = (ctx: { get(name: string): string }) => ({ secretHash: hashOf(bearerIn(ctx.get('Authorization'))) });

  return {
    async keepChatCard(card, { ctx, by, once }) {
      const input = { ...card, ...chatOf(ctx) };
      return (await core.perform({ useCase: keepChatCard, ...by, input, effect: 'writes', once })).result;
    },

    async chooseSummary(chosen, { ctx, by, once }) {
      const input = { ...chosen, ...chatOf(ctx) };
      return (await core.perform({ useCase: chooseSummary, ...by, input, effect: 'writes', once })).result;
    },

    async stopSummary(_, { ctx, by, once }) {
      const input = chatOf(ctx);
      return (await core.perform({ useCase: stopSummary, ...by, input, effect: 'writes', once })).result;
    },

    async unlinkOwnChat(_, { ctx, by, once }) {
      const input = chatOf(ctx);
      return (await core.perform({ useCase: unlinkOwnChat, ...by, input, effect: 'writes', once })).result;
    },
  };
}
