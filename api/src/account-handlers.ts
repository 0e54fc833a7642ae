import { changePhoto, removePhoto } from '@bitacora/core/use-cases/account/change-photo';
import { confirmEmailChange, readEmailChange } from '@bitacora/core/use-cases/account/email-change';
import { endOwnSession } from '@bitacora/core/use-cases/account/own-sessions';
import { createToken, listTokens, revokeToken } from '@bitacora/core/use-cases/account/personal-tokens';
import { readOwnData, readPermissions } from '@bitacora/core/use-cases/account/read-own-data';
import { updateProfile } from '@bitacora/core/use-cases/account/update-profile';
import { confirmChatLink, listChatLinks, readChatLinkOffer, unlinkChat } from '@bitacora/core/use-cases/chat/chat-links';
import { readCalendarFeed, revokeCalendarFeed } from '@bitacora/core/use-cases/notifications/calendar-feed';
import { choosePreferences, listPreferences } from '@bitacora/core/use-cases/notifications/preferences';
import { listSavedViews, removeSavedView, saveView } from '@bitacora/core/use-cases/reports/saved-views';

/** A person's own account, preferences, calendar address, tokens, chat links and views. */
export const accountHandlers = {
  readPermissions,
  readOwnData,
  updateProfile,
  changePhoto,
  removePhoto,

  listPreferences,
  choosePreferences,

  readCalendarFeed,
  revokeCalendarFeed,

  endOwnSession,

  listTokens,
  createToken,
  revokeToken,

  readChatLinkOffer,
  confirmChatLink,
  listChatLinks,
  unlinkChat,

  readEmailChange,
  confirmEmailChange,

  listSavedViews,
  saveView,
  removeSavedView,
};
