import { isOfAccount } from '@bitacora/core/domain/notifications/delivery-retry';
import { isChosenKind, isSummaryKind } from '@bitacora/core/domain/notifications/preference';
import { type DigestContent, digestFrame, type Link } from '@bitacora/core/messages/digest';
import { frame } from '@bitacora/core/messages/layout';
import { type ClaimedDigest, type Core, repositoriesOn } from '@bitacora/core/server';
import { readContactUrl } from '@bitacora/core/use-cases/account/read-own-data';
import { composeAccount } from './compose-account.ts';
import { composeActivities } from './compose-activities.ts';
import { composeWeekly } from './compose-weekly.ts';
import { digestInHtml } from './digest-html.ts';
import { digestInText } from './digest-text.ts';
import { preferencesUrl, privacyNoticeUrl, type Site, unsubscribeUrl } from './links.ts';
import type { Mail } from './mailer.ts';
import { unsubscribeToken } from './unsubscribe-token.ts';

/** One digest in the two forms a mail carries; `links` are those of its footer, which also says who reads answers. */
export function renderDigest(
  content: DigestContent,
  links: readonly Link[],
  replyTo?: string,
): { subject: string; text: string; html: string } {
  const replies = replyTo ? digestFrame.repliesTo(/<(.+)>/.exec(replyTo)?.[1] ?? replyTo) : digestFrame.noReplies;
  const framed = { ...content, reason: `${content.reason} ${replies}` };
  return { subject: content.subject, text: digestInText(framed, links), html: digestInHtml(framed, links) };
}

/** A mail, and the ids of the announcements that it leaves out because they no longer hold. */
export interface Composed {
  mail: Mail;
  omitted: number[];
}

/** The links that every mail has. */
async function standingLinks(core: Core, { contactUrl, hasPrivacyNotice, publicUrl }: Site): Promise<Link[]> {
  const { result: url } = await core.perform({
    useCase: readContactUrl,
    actor: null,
    channel: 'system',
    input: { contactUrl },
    effect: 'reads',
  });
  const contact = url ? [{ label: digestFrame.contact, url }] : [];
  return hasPrivacyNotice ? [...contact, { label: frame.privacyNotice, url: privacyNoticeUrl(publicUrl) }] : contact;
}

/** The mail of a digest, or null if nothing of it holds any longer or the person is inactive. Every try composes it again. */
export async function composeMail(core: Core, claimed: ClaimedDigest, site: Site): Promise<Composed | null> {
  const { letter: id, recipient, notifications } = claimed;
  const kind = notifications[0]?.kind;
  if (!kind || !recipient.isActive) return null;
  // News of an email change goes to the address that it names: by now the account's may be another.
  const to = typeof notifications[0]?.facts.to === 'string' ? notifications[0].facts.to : recipient.email;
  const { publicUrl, replyTo } = site;
  const { hostname, protocol } = new URL(publicUrl);
  const envelope = { to, messageId: `<${id}@${hostname}>`, ...(replyTo && { replyTo }) };
  // Suppresses out-of-office replies (RFC 3834).
  const headers = { 'Auto-Submitted': 'auto-generated' };

  if (isOfAccount(kind)) {
    const content = await composeAccount(core, claimed, site);
    return content && { mail: { ...envelope, headers, ...renderDigest(content, await standingLinks(core, site), replyTo) }, omitted: [] };
  }
  const isSummary = isSummaryKind(kind);
  const weekly = isSummary ? await composeWeekly(core, claimed, publicUrl) : null;
  const composed = isSummary ? weekly && { ...weekly, omitted: [], folios: [] } : await composeActivities(core, claimed, publicUrl);
  if (!composed) return null;
  const { content, omitted, folios } = composed;
  const key = await repositoriesOn(core.db, core.zone).installation.unsubscribeKey();
  const unsubscription = unsubscribeUrl(publicUrl, unsubscribeToken({ personId: recipient.id, kinds: kindsOf(claimed, omitted) }, key));
  const links = [
    { label: digestFrame.preferences, url: preferencesUrl(publicUrl) },
    { label: digestFrame.unsubscribe, url: unsubscription },
    ...(await standingLinks(core, site)),
  ];
  const listHeaders = {
    'List-Unsubscribe': `<${unsubscription}>`,
    // One click in the mail program (RFC 8058), which demands https.
    ...(protocol === 'https:' && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  };
  const mail = {
    ...envelope,
    ...threadOf(folios, hostname),
    headers: { ...headers, ...listHeaders },
    ...renderDigest(content, links, replyTo),
    ...(weekly && { attachments: weekly.attachments }),
  };
  return { mail, omitted };
}

const kindsOf = ({ notifications }: ClaimedDigest, omitted: readonly number[]) => [
  ...new Set(notifications.flatMap((one) => (isChosenKind(one.kind) && !omitted.includes(one.id) ? [one.kind] : []))),
];

/** Mails about one activity belong to one conversation: their common ancestor is an id that no mail has. */
function threadOf([folio, ...others]: readonly number[], hostname: string): Pick<Mail, 'inReplyTo' | 'references'> {
  if (!folio || others.length > 0) return {};
  const id = `<activity-${folio}@${hostname}>`;
  return { inReplyTo: id, references: id };
}
