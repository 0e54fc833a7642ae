import type { botEndpoints, chatEndpoints } from '@bitacora/core/contract/chat/bot-endpoints';
import type { chatLinkEndpoints } from '@bitacora/core/contract/chat/chat-link-endpoints';
import type { topicChannelEndpoints } from '@bitacora/core/contract/chat/topic-channel-endpoints';
import {
  confirmChatLink,
  exchangeChatIdentity,
  listChatEntrances,
  listChatLinks,
  offerChatLink,
  readChatLinkOffer,
  unlinkChat,
  unlinkOwnChat,
} from '@bitacora/core/use-cases/chat/chat-links';
import { acknowledgeWork, keepChatCard } from '@bitacora/core/use-cases/chat/chat-work';
import { chooseSummary, readSummaryChoice, stopSummary } from '@bitacora/core/use-cases/chat/summarize';
import { addTopicChannel, listTopicChannels, removeTopicChannel } from '@bitacora/core/use-cases/chat/topic-channels';
import { snoozeReminders } from '@bitacora/core/use-cases/notifications/scheduled-notifications';
import type { Handlers } from '../calls/handlers.ts';
import { type ClaimDependencies, claimWorkHandler } from './claim-work.ts';

type ChatCall =
  | keyof typeof botEndpoints
  | keyof typeof chatEndpoints
  | keyof typeof chatLinkEndpoints
  | keyof typeof topicChannelEndpoints;

export const chatHandlers = (dependencies: ClaimDependencies, evidence: Handlers<'signEvidence'>): Handlers<ChatCall> => ({
  offerChatLink,
  exchangeChatIdentity,
  ...claimWorkHandler(dependencies),
  acknowledgeWork,
  keepChatCard,
  snoozeReminders,
  ...evidence,
  readSummaryChoice,
  chooseSummary,
  stopSummary,
  unlinkOwnChat,

  readChatLinkOffer,
  confirmChatLink,
  listChatEntrances,
  listChatLinks,
  unlinkChat,

  listTopicChannels,
  addTopicChannel,
  removeTopicChannel,
});
