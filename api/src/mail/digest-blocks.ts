import { type DigestBlock, letterFrame } from '@bitacora/core/messages/digest';
import { tableInHtml } from './digest-table.ts';
import { escaped, escapedLines } from './escaped.ts';
import { painted } from './palette.ts';

type BlockKind = DigestBlock['kind'];
type BlockOf<K extends BlockKind> = Extract<DigestBlock, { kind: K }>;

const body = 'font-size:15px;line-height:24px';
const small = 'font-size:13px;line-height:20px';

type DigestFact = BlockOf<'activity'>['facts'][number];

/** Nothing to signal reads as text does. */
const inkOf = (tone: DigestFact['tone']) => (!tone || tone === 'off' ? 'ink' : tone);

const factInHtml = ({ label, value, tone }: DigestFact) => `<tr>
<td width="120" ${painted(`${small};width:120px;padding:3px 12px 3px 0;vertical-align:top`, { text: 'muted' })}>${escaped(label)}</td>
<td dir="auto" ${painted(`${small};padding:3px 0;vertical-align:top;word-break:break-word${tone ? ';font-weight:600' : ''}`, { text: inkOf(tone) })}>${escaped(value)}</td>
</tr>`;

/** The button's padding is the link's, so that all of it can be touched; Outlook takes the cell's. */
const actionInHtml = ({ link }: BlockOf<'action'>) => `<table cellpadding="0" cellspacing="0" border="0" role="presentation"><tr>
<td ${painted('border-radius:8px;mso-padding-alt:12px 20px', { fill: 'accent' })}><a href="${escaped(link.url)}" ${painted('display:inline-block;padding:12px 20px;mso-padding-alt:0;border-radius:8px;font-size:15px;line-height:20px;font-weight:600;text-decoration:none', { text: 'accent-ink', fill: 'accent' })}>${escaped(link.label)}</a></td>
</tr></table>`;

const inHtml: { [K in BlockKind]: (block: BlockOf<K>) => string } = {
  paragraph: ({ text }) => `<p ${painted(`margin:0;${body}`, { text: 'ink' })}>${escapedLines(text)}</p>`,
  quote: ({ label, text }) => `<table width="100%" cellpadding="0" cellspacing="0" border="0" role="presentation"><tr>
<td width="4" ${painted('width:4px;font-size:0;line-height:0', { fill: 'accent' })}>&nbsp;</td>
<td dir="auto" ${painted('padding:12px 16px;word-break:break-word', { text: 'ink', fill: 'sunken' })}><div ${painted(small, { text: 'muted' })}>${escaped(label)}</div><div style="${body}">${escapedLines(text)}</div></td>
</tr></table>`,
  activity: ({
    text,
    facts,
  }) => `<div dir="auto" ${painted('margin:0 0 12px;font-size:16px;line-height:24px;font-weight:600;word-break:break-word', { text: 'ink' })}>${escapedLines(text)}</div>
<table width="100%" cellpadding="0" cellspacing="0" border="0" role="presentation" style="width:100%;table-layout:fixed">
${facts.map(factInHtml).join('\n')}
</table>`,
  table: tableInHtml,
  link: ({ link }) =>
    `<a href="${escaped(link.url)}" ${painted(`${body};text-decoration:underline`, { text: 'accent' })}>${escaped(link.label)}</a>`,
  action: actionInHtml,
  token: ({ token }) => `<div ${painted(small, { text: 'muted' })}>${letterFrame.token}:</div>
<div ${painted('font-family:Consolas,Menlo,monospace;font-size:16px;line-height:24px;word-break:break-all', { text: 'ink' })}>${escaped(token)}</div>`,
};

export const blockInHtml = <K extends BlockKind>(block: BlockOf<K>): string => inHtml[block.kind as K](block);
