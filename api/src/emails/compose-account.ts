import type { ChatService } from '@bitacora/core/domain/chat';
import { chatLinkedLetter } from '@bitacora/core/messages/emails-account';
import {
  emailChangeCanceledLetter,
  emailChangedLetter,
  emailChangeRequestedLetter,
  emailConfirmationLetter,
} from '@bitacora/core/messages/emails-change';
import type { Letter } from '@bitacora/core/messages/emails-letter';
import { spaceLowLetter } from '@bitacora/core/messages/emails-server';
import type { Claimed, Core } from '@bitacora/core/server';
import { findEmailChangeToken } from '@bitacora/core/use-cases/email-change';
import { composeToken, type TokenKind } from './compose-token.ts';
import { emailChangeUrl, profileUrl, serverStatusUrl } from './links.ts';

/** The email that confirms a new address, or null once the link was used, replaced or expired. */
async function composeConfirmation(core: Core, { recipient, announcements }: Claimed, publicUrl: string): Promise<Letter | null> {
  const input = { changeId: String(announcements[0]?.facts.changeId) };
  const { result: token } = await core.perform({ useCase: findEmailChangeToken, actor: null, channel: 'system', input, effect: 'writes' });
  return token ? emailConfirmationLetter({ firstName: recipient.firstName, url: emailChangeUrl(publicUrl, token) }) : null;
}

/** The letter about a person's own account, or null where what it tells of is over. */
export async function composeAccount(core: Core, claimed: Claimed, publicUrl: string): Promise<Letter | null> {
  const { recipient, announcements } = claimed;
  const [{ kind, facts } = { kind: null }] = announcements;
  if (!facts) return null;
  const { firstName } = recipient;
  const about = { firstName, zone: core.zone, url: profileUrl(publicUrl) };
  const change = { ...about, email: String(facts.email), by: String(facts.by), at: new Date(String(facts.at)) };
  switch (kind) {
    case 'chatLinked':
      return chatLinkedLetter({
        ...about,
        service: facts.service as ChatService,
        displayName: String(facts.displayName),
        linkedAt: new Date(String(facts.linkedAt)),
      });
    case 'emailConfirmation':
      return composeConfirmation(core, claimed, publicUrl);
    case 'emailChangeRequested':
      return emailChangeRequestedLetter(change);
    case 'emailChangeCanceled':
      return emailChangeCanceledLetter(change);
    case 'emailChanged':
      return emailChangedLetter(change);
    case 'spaceLow':
      return spaceLowLetter({
        firstName,
        freeBytes: Number(facts.freeBytes),
        minFreeBytes: Number(facts.minFreeBytes),
        host: String(facts.host),
        url: serverStatusUrl(publicUrl),
      });
    default:
      return composeToken(kind as TokenKind, core, claimed, publicUrl);
  }
}
