import { readCalendarFeed, revokeCalendarFeed } from '@bitacora/core/use-cases/calendar-feed';
import { changePhoto } from '@bitacora/core/use-cases/change-photo';
import { confirmChatLink, listChatLinks, readChatLinkOffer, unlinkChat } from '@bitacora/core/use-cases/chat-links';
import { createToken, listTokens, revokeToken } from '@bitacora/core/use-cases/personal-tokens';
import { choosePreferences, listPreferences } from '@bitacora/core/use-cases/preferences';
import { readOwnData, readPermissions } from '@bitacora/core/use-cases/read-own-data';
import { updateProfile } from '@bitacora/core/use-cases/update-profile';

/** A person's own account, preferences, calendar address, tokens and chat links. */
export const accountHandlers = {
  permissionsUser: readPermissions,
  dataUser: readOwnData,
  updateProfile,
  updateProfileImage: changePhoto,

  getPreferences: listPreferences,
  updatePreferences: choosePreferences,

  getCalendarFeed: readCalendarFeed,
  deleteCalendarFeed: revokeCalendarFeed,

  getTokens: listTokens,
  createToken,
  deleteToken: revokeToken,

  getChatLinkRequest: readChatLinkOffer,
  confirmChatLink,
  getChatLinks: listChatLinks,
  deleteChatLink: unlinkChat,
};
