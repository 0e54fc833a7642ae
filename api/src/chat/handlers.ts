import type { botEndpoints, chatEndpoints } from '@bitacora/core/contract/chat/bot-endpoints';
import type { chatLinkEndpoints } from '@bitacora/core/contract/chat/chat-link-endpoints';
import type { topicChannelEndpoints } from '@bitacora/core/contract/chat/topic-channel-endpoints';
import { Refused } from '@bitacora/core/domain/refusal';
import {
  confirmChatLink,
  createChatLinkCode,
  exchangeChatIdentity,
  linkChatByCode,
  listChatEntrances,
  listChatLinks,
  offerChatLink,
  readChatLinkOffer,
  takeChatTemplate,
  unlinkChat,
  unlinkOwnChat,
} from '@bitacora/core/use-cases/chat/chat-links';
import { acknowledgeWork, keepChatCard, returnChatDigest } from '@bitacora/core/use-cases/chat/chat-work';
import { chooseSummary, readSummaryChoice, stopSummary } from '@bitacora/core/use-cases/chat/summarize';
import { addTopicChannel, listTopicChannels, removeTopicChannel } from '@bitacora/core/use-cases/chat/topic-channels';
import { snoozeReminders } from '@bitacora/core/use-cases/notifications/scheduled-notifications';
import type { Handlers } from '../calls/handlers.ts';
import type { RateLimits } from '../http/rate-limit.ts';
import { type ClaimDependencies, claimWorkHandler } from './claim-work.ts';

type ChatCall =
  | keyof typeof botEndpoints
  | keyof typeof chatEndpoints
  | keyof typeof chatLinkEndpoints
  | keyof typeof topicChannelEndpoints;

type ChatDependencies = ClaimDependencies & { limits: RateLimits };

export const chatHandlers = ({ limits, ...dependencies }: ChatDependencies, evidence: Handlers<'signEvidence'>): Handlers<ChatCall> => ({
  offerChatLink,
  /** Counts a try before its code is looked up, so that parallel tries are counted too. A right code gives the try back. */
  async linkChatByCode(input, { by }) {
    const { service, workspace, chatUserId } = input;
    await limits.spend('chatCodeGuesses', service, workspace, chatUserId);
    const { result } = await dependencies.core.perform({ ...by, useCase: linkChatByCode, input, effect: 'writes' });
    await limits.restore('chatCodeGuesses', service, workspace, chatUserId);
    return result;
  },
  takeChatTemplate,
  /** Refuses after the commit, because a link that ended must not come back. */
  async exchangeChatIdentity(input, { by }) {
    const { result } = await dependencies.core.perform({ ...by, useCase: exchangeChatIdentity, input, effect: 'writes' });
    if (!result) throw new Refused({ code: 'chatLink.unknown' });
    return result;
  },
  ...claimWorkHandler(dependencies),
  acknowledgeWork,
  returnChatDigest,
  keepChatCard,
  snoozeReminders,
  ...evidence,
  readSummaryChoice,
  chooseSummary,
  stopSummary,
  unlinkOwnChat,

  readChatLinkOffer,
  confirmChatLink,
  createChatLinkCode,
  listChatEntrances,
  listChatLinks,
  unlinkChat,

  listTopicChannels,
  addTopicChannel,
  removeTopicChannel,
});
