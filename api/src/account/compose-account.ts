import type { SecondFactorChange } from '@bitacora/core/domain/account/account';
import type { DisablingReason } from '@bitacora/core/domain/admin/webhook';
import type { ChatService } from '@bitacora/core/domain/chat/chat';
import type { MailServerProblem } from '@bitacora/core/domain/notifications/delivery';
import type { DigestContent } from '@bitacora/core/messages/notifications/digest';
import { bySystem, type ClaimedDigest, type Core, repositoriesOn } from '@bitacora/core/server';
import { findDisowningToken, findEmailChangeToken } from '@bitacora/core/use-cases/account/email-change';
import { findTokenToSend } from '@bitacora/core/use-cases/account/reset-password';
import {
  adminHistoryUrl,
  disowningUrl,
  emailChangeUrl,
  manualUrl,
  profileUrl,
  type Site,
  serverStatusUrl,
  tokenUrl,
  webhooksUrl,
} from '../mail/links.ts';
import { composeMinute } from '../reports/compose-minute.ts';
import * as mails from './messages/account-mails.ts';

const tokenMails = { invitation: mails.invitationMail, passwordReset: mails.passwordResetMail };
export type TokenMailKind = keyof typeof tokenMails;

/** Composes the mail with a token; null once the token was used, replaced or expired. Where passwords are off, an invitation has no token. */
async function composeToken(kind: TokenMailKind, core: Core, claimed: ClaimedDigest, site: Site): Promise<DigestContent | null> {
  const { recipient, notifications } = claimed;
  const { publicUrl, allowsPasswords = true } = site;
  const reader = { firstName: recipient.firstName, manualUrl: manualUrl(publicUrl) };
  if (!allowsPasswords) return kind === 'invitation' ? mails.companyInvitationMail({ ...reader, url: `${publicUrl}/` }) : null;
  const input = { resetId: String(notifications[0]?.facts.resetId) };
  const { result: token } = await core.perform({ ...bySystem, useCase: findTokenToSend, input });
  if (!token) return null;
  return tokenMails[kind]({ ...reader, url: tokenUrl(publicUrl, recipient.email, token), token });
}

/** Composes the mail that confirms a new address; null once the link was used, replaced or expired. */
async function composeConfirmation(
  core: Core,
  { recipient, notifications }: ClaimedDigest,
  publicUrl: string,
): Promise<DigestContent | null> {
  const input = { changeId: String(notifications[0]?.facts.changeId) };
  const { result: token } = await core.perform({ ...bySystem, useCase: findEmailChangeToken, input });
  return token ? mails.emailConfirmationMail({ firstName: recipient.firstName, url: emailChangeUrl(publicUrl, token) }) : null;
}

/** Finds the link 'No lo reconozco'; null where the mail has no such link, or the link has expired or was used. */
async function findDisowningUrl(core: Core, id: unknown, publicUrl: string): Promise<string | null> {
  if (typeof id !== 'string') return null;
  const { result: token } = await core.perform({ ...bySystem, useCase: findDisowningToken, input: { id } });
  return token ? disowningUrl(publicUrl, token) : null;
}

/** Composes the mail about acts of others on the account, or about people who became privileged. */
async function composeAccountNews(
  { db, zone }: Core,
  { recipient, notifications }: ClaimedDigest,
  publicUrl: string,
): Promise<DigestContent | null> {
  const { adminHistory, users } = repositoriesOn(db, zone);
  const acts = await adminHistory.read(notifications[0]?.facts.acts as number[]);
  if (acts.length === 0) return null;
  const involved = [recipient.id, ...acts.map(({ actorId }) => actorId)];
  const others = (await users.activeDevelopers()).filter((id) => !involved.includes(id)).slice(0, 3);
  const contacts = [...(await users.readLabels(others)).values()];
  const isOwn = acts.every(({ subjectId }) => subjectId === String(recipient.id));
  const url = isOwn ? profileUrl(publicUrl) : adminHistoryUrl(publicUrl);
  return mails.accountChangedMail({ firstName: recipient.firstName, acts, contacts, zone, isOwn, url: recipient.isActive ? url : null });
}

/** Composes a mail about a person's own account, or the minute of a meeting; null where its reason no longer holds. */
export async function composeAccount(core: Core, claimed: ClaimedDigest, site: Site): Promise<DigestContent | null> {
  const { publicUrl } = site;
  const { recipient, notifications } = claimed;
  const [{ kind, facts } = { kind: null }] = notifications;
  if (!facts) return null;
  const { firstName } = recipient;
  const about = { firstName, zone: core.zone, url: profileUrl(publicUrl) };
  const aboutServer = { ...about, url: serverStatusUrl(publicUrl) };
  const change = { ...about, email: String(facts.email), by: String(facts.by), at: new Date(String(facts.at)) };
  switch (kind) {
    case 'chatLinked':
      return mails.chatLinkedMail({
        ...about,
        service: facts.service as ChatService,
        displayName: String(facts.displayName),
        linkedAt: new Date(String(facts.linkedAt)),
      });
    case 'emailConfirmation':
      return composeConfirmation(core, claimed, publicUrl);
    case 'emailChangeRequested':
      return mails.emailChangeRequestedMail(change);
    case 'emailChangeCanceled':
      return mails.emailChangeCanceledMail(change);
    case 'secondFactorChanged':
      return mails.secondFactorMail({ ...change, change: facts.change as SecondFactorChange });
    case 'accountChanged':
      return composeAccountNews(core, claimed, publicUrl);
    case 'emailChanged':
      return mails.emailChangedMail({ ...change, url: await findDisowningUrl(core, facts.reversalId, publicUrl) });
    case 'minute':
      return composeMinute(core, claimed, publicUrl);
    case 'spaceLow':
      return mails.spaceLowMail({
        ...aboutServer,
        freeBytes: Number(facts.freeBytes),
        minFreeBytes: Number(facts.minFreeBytes),
        host: String(facts.host),
      });
    case 'mailStopped':
      return mails.mailStoppedMail({
        ...aboutServer,
        since: new Date(String(facts.since)),
        problem: facts.problem as MailServerProblem,
        answer: facts.answer === null ? null : String(facts.answer),
      });
    case 'webhookDisabled':
      return mails.webhookDisabledMail({
        ...about,
        url: webhooksUrl(publicUrl),
        at: new Date(String(facts.at)),
        name: String(facts.name),
        host: String(facts.host),
        reason: facts.reason as DisablingReason,
      });
    default:
      return composeToken(kind as TokenMailKind, core, claimed, site);
  }
}
