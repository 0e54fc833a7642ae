import { isOfAccount } from '@bitacora/core/domain/notifications/delivery-retry';
import { isSummaryKind } from '@bitacora/core/domain/notifications/preference';
import { type DigestContent, digestFrame, type Link } from '@bitacora/core/messages/digest';
import type { ClaimedDigest, Core } from '@bitacora/core/server';
import { readContactUrl } from '@bitacora/core/use-cases/account/read-own-data';
import { composeAccount } from './compose-account.ts';
import { composeActivities } from './compose-activities.ts';
import { composeWeekly } from './compose-weekly.ts';
import { digestInHtml } from './digest-html.ts';
import { digestInText } from './digest-text.ts';
import { preferencesUrl, type Site } from './links.ts';
import type { Mail } from './mailer.ts';

/** One digest in the two forms a mail carries; `links` are those of its footer. */
export const renderDigest = (content: DigestContent, links: readonly Link[]): { subject: string; text: string; html: string } => ({
  subject: content.subject,
  text: digestInText(content, links),
  html: digestInHtml(content, links),
});

/** A mail, and the ids of the announcements that it leaves out because they no longer hold. */
export interface Composed {
  mail: Mail;
  omitted: number[];
}

async function contactOf(core: Core, { contactUrl }: Site): Promise<Link[]> {
  const { result: url } = await core.perform({
    useCase: readContactUrl,
    actor: null,
    channel: 'system',
    input: { contactUrl },
    effect: 'reads',
  });
  return url ? [{ label: digestFrame.contact, url }] : [];
}

/** The mail of a digest, or null if nothing of it holds any longer or the person is inactive. Every try composes it again. */
export async function composeMail(core: Core, claimed: ClaimedDigest, site: Site): Promise<Composed | null> {
  const { letter: id, recipient, notifications } = claimed;
  const kind = notifications[0]?.kind;
  if (!kind || !recipient.isActive) return null;
  // News of an email change goes to the address that it names: by now the account's may be another.
  const to = typeof notifications[0]?.facts.to === 'string' ? notifications[0].facts.to : recipient.email;
  const envelope = { to, messageId: `<${id}@${new URL(site.publicUrl).hostname}>` };
  // Suppresses out-of-office replies (RFC 3834).
  const headers = { 'Auto-Submitted': 'auto-generated' };

  if (isOfAccount(kind)) {
    const content = await composeAccount(core, claimed, site);
    return content && { mail: { ...envelope, headers, ...renderDigest(content, await contactOf(core, site)) }, omitted: [] };
  }
  const isSummary = isSummaryKind(kind);
  const weekly = isSummary ? await composeWeekly(core, claimed, site.publicUrl) : null;
  const composed = isSummary ? weekly && { ...weekly, omitted: [] } : await composeActivities(core, claimed, site.publicUrl);
  if (!composed) return null;
  const preferences = preferencesUrl(site.publicUrl);
  const links = [{ label: digestFrame.preferences, url: preferences }, ...(await contactOf(core, site))];
  const unsubscribe = { ...headers, 'List-Unsubscribe': `<${preferences}>` };
  const mail = {
    ...{ ...envelope, headers: unsubscribe, ...renderDigest(composed.content, links) },
    ...(weekly && { attachments: weekly.attachments }),
  };
  return { mail, omitted: composed.omitted };
}
