import type { ChatAddress } from '@bitacora/core/domain/notifications/chat';

/** Where in which chat, as the bot is told; which link of ours it is stays with us. */
export const addressed = ({ service, workspace, chatUserId, conversation }: ChatAddress) => ({
  service,
  workspace,
  chatUserId,
  conversation,
});
