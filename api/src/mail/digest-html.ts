import { type DigestContent, digestFrame, type Link } from '@bitacora/core/messages/digest';
import { blockInHtml } from './digest-blocks.ts';
import { darkRules, escaped, painted } from './html.ts';

const FONT = "Inter,'Segoe UI',Helvetica,Arial,sans-serif";
/** Keeps what follows the preview from being shown with it. */
const NOTHING = '&#847;&zwnj;&nbsp;'.repeat(40);

const small = 'font-size:12px;line-height:18px';
const block = (html: string) => `<tr><td class="side" style="padding:24px 32px 0">${html}</td></tr>`;

const linked = ({ label, url }: Link) =>
  `<a href="${escaped(url)}" ${painted('text-decoration:underline', { text: 'muted' })}>${escaped(label)}</a>`;

const footer = (reason: string, links: readonly Link[]) =>
  [
    escaped(reason),
    ...(links.length ? [links.map(linked).join(' &nbsp;·&nbsp; ')] : []),
    `${digestFrame.product}: ${digestFrame.motto}`,
  ].join('<br>');

/** For Outlook tables, widths in attributes and a font it has; a phone narrows the sides; nothing is loaded from anywhere. */
export const digestInHtml = (
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
<title>${escaped(subject)}</title>
<style>:root{color-scheme:light dark}.act{display:inline-block;margin:8px 0 2px;padding:11px 14px;border:1px solid;border-radius:8px;line-height:20px!important;text-decoration:none}@media (max-width:480px){.side{padding-left:20px!important;padding-right:20px!important}.outer{padding:0!important}.state{width:88px!important}.folio{width:40px!important;padding-left:6px!important;font-size:12px!important;overflow-wrap:anywhere}}${darkRules}</style>
<!--[if mso]><style>body,table,td,th,a,p,h1,h2{font-family:'Segoe UI',Arial,sans-serif!important}</style><![endif]-->
</head>
<body ${painted(`margin:0;padding:0;font-family:${FONT};-webkit-text-size-adjust:100%`, { text: 'ink', fill: 'ground' })}>
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escaped(preview)}${NOTHING}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" ${painted(`width:100%;font-family:${FONT}`, { fill: 'ground' })}><tr><td align="center" class="outer" style="padding:24px 12px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" ${painted('width:100%;max-width:600px;text-align:left;border-width:1px;border-style:solid;border-radius:12px;border-collapse:separate', { fill: 'surface', edge: 'line' })}>
<tr><td ${painted('padding:28px 32px 0;font-size:13px;line-height:20px;font-weight:600;letter-spacing:0.06em', { text: 'accent', as: 'side' })}>${digestFrame.product.toUpperCase()}</td></tr>
<tr><td class="side" dir="auto" style="padding:20px 32px 0;word-break:break-word"><div ${painted('font-size:15px;line-height:24px', { text: 'muted' })}>${escaped(greeting)}</div>
<h1 ${painted('margin:4px 0 0;font-size:20px;line-height:28px;font-weight:600', { text: 'ink' })}>${escaped(title)}</h1></td></tr>
${blocks.map((each) => block(blockInHtml(each))).join('\n')}
<tr><td class="side" style="padding:32px 32px 28px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
<td ${painted(`${small};padding-top:16px;border-top-width:1px;border-top-style:solid`, { text: 'muted', edge: 'line' })}>${footer(reason, links)}</td>
</tr></table></td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
