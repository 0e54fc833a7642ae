import { readCalendarFeed, revokeCalendarFeed } from '@bitacora/core/use-cases/calendar-feed';
import { changePhoto, removePhoto } from '@bitacora/core/use-cases/change-photo';
import { confirmChatLink, listChatLinks, readChatLinkOffer, unlinkChat } from '@bitacora/core/use-cases/chat-links';
import { confirmEmailChange, readEmailChange } from '@bitacora/core/use-cases/email-change';
import { endOwnSession } from '@bitacora/core/use-cases/own-sessions';
import { createToken, listTokens, revokeToken } from '@bitacora/core/use-cases/personal-tokens';
import { choosePreferences, listPreferences } from '@bitacora/core/use-cases/preferences';
import { readOwnData, readPermissions } from '@bitacora/core/use-cases/read-own-data';
import { listSavedViews, removeSavedView, saveView } from '@bitacora/core/use-cases/saved-views';
import { updateProfile } from '@bitacora/core/use-cases/update-profile';

/** A person's own account, preferences, calendar address, tokens, chat links and views. */
export const accountHandlers = {
  permissionsUser: readPermissions,
  dataUser: readOwnData,
  updateProfile,
  updateProfileImage: changePhoto,
  deleteProfileImage: removePhoto,

  getPreferences: listPreferences,
  updatePreferences: choosePreferences,

  getCalendarFeed: readCalendarFeed,
  deleteCalendarFeed: revokeCalendarFeed,

  endSession: endOwnSession,

  getTokens: listTokens,
  createToken,
  deleteToken: revokeToken,

  getChatLinkRequest: readChatLinkOffer,
  confirmChatLink,
  getChatLinks: listChatLinks,
  deleteChatLink: unlinkChat,

  getEmailChange: readEmailChange,
  confirmEmailChange,

  getSavedViews: listSavedViews,
  saveView,
  deleteSavedView: removeSavedView,
};
