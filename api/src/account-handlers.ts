import { changePhoto } from '@bitacora/core/use-cases/change-photo';
import { confirmChatLink, listChatLinks, readChatLinkOffer, unlinkChat } from '@bitacora/core/use-cases/chat-links';
import { createToken, listTokens, revokeToken } from '@bitacora/core/use-cases/personal-tokens';
import { readOwnData, readPermissions } from '@bitacora/core/use-cases/read-own-data';
import { updateProfile } from '@bitacora/core/use-cases/update-profile';

/** A person's own account, tokens and chat links. */
export const accountHandlers = {
  permissionsUser: readPermissions,
  dataUser: readOwnData,
  updateProfile,
  updateProfileImage: changePhoto,

  getTokens: listTokens,
  createToken,
  deleteToken: revokeToken,

  getChatLinkRequest: readChatLinkOffer,
  confirmChatLink,
  getChatLinks: listChatLinks,
  deleteChatLink: unlinkChat,
};
