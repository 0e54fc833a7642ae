import type { Letter } from '@bitacora/core/messages/emails';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => entities[letter] as string);

const asText = ({ greeting, paragraphs, action, token, closing }: Letter): string =>
  [greeting, ...paragraphs, `${action.label}: ${action.url}`, `Token: ${token}`, closing].join('\n\n');

/** Tables and inline styles, for Outlook; no remote images. */
const asHtml = ({ subject, greeting, paragraphs, action, token, closing }: Letter): string => `<!doctype html>
<html lang="es-MX">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:0;background:#FAF9F6;color:#1A1E23;font-family:Inter,Segoe UI,Helvetica,Arial,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#FAF9F6"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#FFFFFF;border:1px solid #E4E1DA;border-radius:12px">
<tr><td style="padding:32px 32px 0;font-size:13px;font-weight:600;letter-spacing:0.06em;color:#0E5A6B">BITÁCORA</td></tr>
<tr><td style="padding:16px 32px 0;font-size:16px;line-height:24px">${escaped(greeting)}</td></tr>
${paragraphs.map((text) => `<tr><td style="padding:12px 32px 0;font-size:14px;line-height:22px">${escaped(text)}</td></tr>`).join('\n')}
<tr><td style="padding:24px 32px 0"><a href="${escaped(action.url)}" style="display:inline-block;padding:12px 20px;background:#0E5A6B;color:#FFFFFF;font-size:14px;font-weight:600;text-decoration:none;border-radius:8px">${escaped(action.label)}</a></td></tr>
<tr><td style="padding:24px 32px 0;font-size:13px;line-height:20px;color:#59626D">Token:<br><span style="font-family:Consolas,Menlo,monospace;font-size:16px;color:#1A1E23">${escaped(token)}</span></td></tr>
<tr><td style="padding:24px 32px 32px;font-size:12px;line-height:18px;color:#59626D">${escaped(closing)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;

/** One letter in the two forms a mail carries. */
export const renderLetter = (letter: Letter): { subject: string; text: string; html: string } => ({
  subject: letter.subject,
  text: asText(letter),
  html: asHtml(letter),
});
