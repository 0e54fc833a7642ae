import type { ChatService } from '@bitacora/core/domain/chat';
import { chatLinkedLetter } from '@bitacora/core/messages/emails-account';
import type { Letter } from '@bitacora/core/messages/emails-letter';
import type { Claimed, Core } from '@bitacora/core/server';
import { composeToken, type TokenKind } from './compose-token.ts';
import { chatLinksUrl } from './links.ts';

/** The letter about a person's own account, or null where what it tells of is over. */
export async function composeAccount(core: Core, claimed: Claimed, publicUrl: string): Promise<Letter | null> {
  const { recipient, announcements } = claimed;
  const [{ kind, facts } = { kind: null }] = announcements;
  if (!facts) return null;
  if (kind !== 'chatLinked') return composeToken(kind as TokenKind, core, claimed, publicUrl);
  return chatLinkedLetter({
    firstName: recipient.firstName,
    service: facts.service as ChatService,
    displayName: String(facts.displayName),
    linkedAt: new Date(String(facts.linkedAt)),
    zone: core.zone,
    url: chatLinksUrl(publicUrl),
  });
}
