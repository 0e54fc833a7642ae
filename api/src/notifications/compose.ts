import { isAccountKind } from '@bitacora/core/domain/notifications/delivery';
import { isChosenKind, isRequestKind, isSummaryKind } from '@bitacora/core/domain/notifications/notification';
import { frame } from '@bitacora/core/messages/layout';
import { type DigestContent, digestFrame, type Link } from '@bitacora/core/messages/notifications/digest';
import { bySystem, type ClaimedDigest, type Core, repositoriesOn } from '@bitacora/core/server';
import { readContactUrl } from '@bitacora/core/use-cases/account/profile';
import { composeAccount } from '../account/compose-account.ts';
import { darkRules, escapeHtml, paint } from '../mail/html.ts';
import { preferencesUrl, privacyNoticeUrl, type Site, unsubscribeToken, unsubscribeUrl } from '../mail/links.ts';
import type { Mail } from '../mail/mailer.ts';
import { composeWeekly } from '../reports/compose-weekly.ts';
import { composeActivities } from './compose-activities.ts';
import { composeRequests } from './compose-requests.ts';
import { blockInHtml, digestInText } from './digest-blocks.ts';

const FONT = "Inter,'Segoe UI',Helvetica,Arial,sans-serif";
/** Keeps what follows the preview from being shown with it. */
const NOTHING = '&#847;&zwnj;&nbsp;'.repeat(40);

const small = 'font-size:12px;line-height:18px';
const block = (html: string) => `<tr><td class="side" style="padding:24px 32px 0">${html}</td></tr>`;

const footerLink = ({ label, url }: Link) =>
  `<a href="${escapeHtml(url)}" ${paint('text-decoration:underline', { text: 'muted' })}>${escapeHtml(label)}</a>`;

const footer = (reason: string, links: readonly Link[]) =>
  [
    escapeHtml(reason),
    ...(links.length ? [links.map(footerLink).join(' &nbsp;·&nbsp; ')] : []),
    `${digestFrame.product}: ${digestFrame.motto}`,
  ].join('<br>');

/** Writes a digest as HTML. Outlook needs tables, widths in attributes and a font that it has. The mail loads nothing from a server. */
const digestInHtml = (
  { subject, preview, greeting, title, blocks, reason }: DigestContent,
  links: readonly Link[],
): string => `<!doctype html>
<html lang="es-MX">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${escapeHtml(subject)}</title>
<style>:root{color-scheme:light dark}.act{display:inline-block;margin:8px 0 2px;padding:11px 14px;border:1px solid;border-radius:8px;line-height:20px!important;text-decoration:none}@media (max-width:480px){.side{padding-left:20px!important;padding-right:20px!important}.outer{padding:0!important}.state{width:88px!important}.folio{width:40px!important;padding-left:6px!important;font-size:12px!important;overflow-wrap:anywhere}}${darkRules}</style>
<!--[if mso]><style>body,table,td,th,a,p,h1,h2{font-family:'Segoe UI',Arial,sans-serif!important}</style><![endif]-->
</head>
<body ${paint(`margin:0;padding:0;font-family:${FONT};-webkit-text-size-adjust:100%`, { text: 'ink', fill: 'ground' })}>
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preview)}${NOTHING}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" ${paint(`width:100%;font-family:${FONT}`, { fill: 'ground' })}><tr><td align="center" class="outer" style="padding:24px 12px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" ${paint('width:100%;max-width:600px;text-align:left;border-width:1px;border-style:solid;border-radius:12px;border-collapse:separate', { fill: 'surface', edge: 'line' })}>
<tr><td ${paint('padding:28px 32px 0;font-size:13px;line-height:20px;font-weight:600;letter-spacing:0.06em', { text: 'accent', as: 'side' })}>${digestFrame.product.toUpperCase()}</td></tr>
<tr><td class="side" dir="auto" style="padding:20px 32px 0;word-break:break-word"><div ${paint('font-size:15px;line-height:24px', { text: 'muted' })}>${escapeHtml(greeting)}</div>
<h1 ${paint('margin:4px 0 0;font-size:20px;line-height:28px;font-weight:600', { text: 'ink' })}>${escapeHtml(title)}</h1></td></tr>
${blocks.map((each) => block(blockInHtml(each))).join('\n')}
<tr><td class="side" style="padding:32px 32px 28px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
<td ${paint(`${small};padding-top:16px;border-top-width:1px;border-top-style:solid`, { text: 'muted', edge: 'line' })}>${footer(reason, links)}</td>
</tr></table></td></tr>
</table>
</td></tr></table>
</body>
</html>
`;

/** Renders a digest as HTML and as plain text. `links` are those of its footer, which also says who reads answers. */
export function renderDigest(
  content: DigestContent,
  links: readonly Link[],
  replyTo?: string,
): { subject: string; text: string; html: string } {
  const replies = replyTo ? digestFrame.repliesTo(/<(.+)>/.exec(replyTo)?.[1] ?? replyTo) : digestFrame.noReplies;
  const framed = { ...content, reason: `${content.reason} ${replies}` };
  return { subject: content.subject, text: digestInText(framed, links), html: digestInHtml(framed, links) };
}

/** A mail, and the ids of the notifications that it leaves out because they no longer hold. */
export interface ComposedMail {
  mail: Mail;
  omitted: number[];
}

async function standingLinks(core: Core, { contactUrl, hasPrivacyNotice, publicUrl }: Site): Promise<Link[]> {
  const { result: url } = await core.perform({ ...bySystem, effect: 'reads', useCase: readContactUrl, input: { contactUrl } });
  const contact = url ? [{ label: digestFrame.contact, url }] : [];
  return hasPrivacyNotice ? [...contact, { label: frame.privacyNotice, url: privacyNoticeUrl(publicUrl) }] : contact;
}

/** Composes the mail of a digest; null if nothing of it holds any longer or the person is inactive. Every try composes it again. */
export async function composeMail(core: Core, claimed: ClaimedDigest, site: Site): Promise<ComposedMail | null> {
  const { letter: id, recipient, notifications } = claimed;
  const kind = notifications[0]?.kind;
  // A deactivated person is told of it too, and a change of email is told at the earlier address.
  if (!kind || (!recipient.isActive && kind !== 'accountChanged' && kind !== 'emailChanged')) return null;
  // News of an email change goes to the address that it names: by now the account's may be another.
  const to = typeof notifications[0]?.facts.to === 'string' ? notifications[0].facts.to : recipient.email;
  const { publicUrl, replyTo } = site;
  const { hostname, protocol } = new URL(publicUrl);
  const envelope = { to, messageId: `<${id}@${hostname}>`, ...(replyTo && { replyTo }) };

  if (isAccountKind(kind)) {
    const content = await composeAccount(core, claimed, site);
    return content && { mail: { ...envelope, ...renderDigest(content, await standingLinks(core, site), replyTo) }, omitted: [] };
  }
  const isSummary = isSummaryKind(kind);
  const weekly = isSummary ? await composeWeekly(core, claimed, publicUrl) : null;
  const compose = isRequestKind(kind) ? composeRequests : composeActivities;
  const composed = isSummary ? weekly && { ...weekly, omitted: [], folios: [] } : await compose(core, claimed, publicUrl);
  if (!composed) return null;
  const { content, omitted, folios } = composed;
  const key = await repositoriesOn(core.db, core.zone).installation.unsubscribeKey();
  const unsubscription = unsubscribeUrl(publicUrl, unsubscribeToken({ personId: recipient.id, kinds: listKinds(claimed, omitted) }, key));
  const links = [
    { label: digestFrame.preferences, url: preferencesUrl(publicUrl) },
    { label: digestFrame.unsubscribe, url: unsubscription },
    ...(await standingLinks(core, site)),
  ];
  const headers = {
    'List-Unsubscribe': `<${unsubscription}>`,
    // One click in the mail program (RFC 8058), which demands https.
    ...(protocol === 'https:' && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  };
  const mail = {
    ...envelope,
    ...threadHeaders(folios, hostname),
    headers,
    ...renderDigest(content, links, replyTo),
    ...(weekly && { attachments: weekly.attachments }),
  };
  return { mail, omitted };
}

const listKinds = ({ notifications }: ClaimedDigest, omitted: readonly number[]) => [
  ...new Set(notifications.flatMap((one) => (isChosenKind(one.kind) && !omitted.includes(one.id) ? [one.kind] : []))),
];

/** Mails about one activity belong to one conversation: their common ancestor is an id that no mail has. */
function threadHeaders([folio, ...others]: readonly number[], hostname: string): Pick<Mail, 'inReplyTo' | 'references'> {
  if (!folio || others.length > 0) return {};
  const id = `<activity-${folio}@${hostname}>`;
  return { inReplyTo: id, references: id };
}
