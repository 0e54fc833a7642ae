import {
  type DigestBlock,
  type DigestBlockKind,
  type DigestBlockOfKind,
  type DigestContent,
  type DigestGroup,
  type DigestRow,
  digestFrame,
  type Link,
} from '@bitacora/core/messages/notifications/digest';
import { colours, escapeHtml, escapeLines, paint } from '../mail/html.ts';

type DigestTable = Extract<DigestBlock, { kind: 'table' }>;

const head = 'padding:0 0 4px;font-size:12px;line-height:16px;font-weight:400;text-align:left';
/** The class `e-line` beside this style changes the colour in dark mode. */
const line = `border-top:1px solid ${colours.line[0]}`;
const cell = `padding:10px 0;vertical-align:top;${line}`;
const finePrint = 'font-size:12px;line-height:16px';

const detailInHtml = ({ detail }: DigestRow) =>
  detail ? `<div ${paint('padding-top:2px;font-size:13px;line-height:18px', { text: 'muted' })}>${escapeLines(detail)}</div>` : '';

/** Its frame is in the style sheet of the mail, because fifty of them must not make a digest too long for Gmail. */
const actInHtml = ({ act }: DigestRow) =>
  act
    ? `<div><a href="${escapeHtml(act.url)}" ${paint('font-size:14px;line-height:44px;font-weight:600', { text: 'accent', as: 'act' })}>${escapeHtml(act.label)}</a></div>`
    : '';

const activityInHtml = (row: DigestRow) =>
  `<div ${paint(finePrint, { text: 'muted' })}>${escapeHtml(row.topic)}</div>` +
  `<a href="${escapeHtml(row.url)}" ${paint('font-size:14px;line-height:20px;text-decoration:underline', { text: 'accent' })}>${escapeHtml(row.text)}</a>` +
  detailInHtml(row) +
  actInHtml(row);

const stateInHtml = ({ state, day, tone }: DigestRow) =>
  `<strong ${paint('', { text: tone })}>${escapeHtml(state)}</strong>` +
  (day ? `<div ${paint(finePrint, { text: 'muted' })}>${escapeHtml(day)}</div>` : '');

/** Writes a row of four cells, which also fit on a phone: a bar, the folio, the activity and its state. Outlook needs the widths in each row. */
const rowInHtml = (row: DigestRow): string => `<tr>
<td width="4" ${paint(`padding:0;font-size:0;line-height:0;${line}`, { fill: `${row.tone}-solid`, as: 'e-line' })}>&nbsp;</td>
<td width="56" ${paint(`${cell};padding-left:10px;font-size:13px;line-height:20px`, { text: 'muted', as: 'folio e-line' })}>${row.folio}</td>
<td dir="auto" ${paint(`${cell};padding-right:12px;word-break:break-word`, { text: 'ink', as: 'e-line' })}>${activityInHtml(row)}</td>
<td width="120" align="right" ${paint(`${cell};font-size:13px;line-height:20px`, { text: 'ink', as: 'state e-line' })}>${stateInHtml(row)}</td>
</tr>`;

const groupInHtml = ({ heading, tone, rows }: DigestGroup): string => `<tr>
<th colspan="4" scope="rowgroup" ${paint('padding:20px 0 8px;font-size:16px;line-height:24px;font-weight:600;text-align:left', { text: tone === 'off' ? 'ink' : tone })}>${escapeHtml(heading)}</th>
</tr>
${rows.map(rowInHtml).join('\n')}`;

/** Writes a table with headings for its columns and for the groups of its rows, so that screen readers announce them. */
const tableInHtml = ({
  stateColumn,
  groups,
}: DigestTable): string => `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="width:100%;table-layout:fixed;border-collapse:collapse">
<tr>
<th width="4" style="width:4px;padding:0;font-size:0"></th>
<th scope="col" width="56" ${paint(`${head};width:56px;padding-left:10px`, { text: 'muted', as: 'folio' })}>${digestFrame.folio}</th>
<th scope="col" ${paint(head, { text: 'muted' })}>${digestFrame.activity}</th>
<th scope="col" width="120" align="right" ${paint(`${head};width:120px;text-align:right`, { text: 'muted', as: 'state' })}>${escapeHtml(stateColumn)}</th>
</tr>
${groups.map(groupInHtml).join('\n')}
</table>`;

const body = 'font-size:15px;line-height:24px';
const small = 'font-size:13px;line-height:20px';

type DigestFact = DigestBlockOfKind<'activity'>['facts'][number];

/** Returns the colour of a fact. Without a signal it is that of the text. */
const textColour = (tone: DigestFact['tone']) => (!tone || tone === 'off' ? 'ink' : tone);

const valueInHtml = (value: string, url: string | undefined) =>
  url
    ? `<a href="${escapeHtml(url)}" ${paint('text-decoration:underline', { text: 'accent' })}>${escapeHtml(value)}</a>`
    : escapeHtml(value);

const factInHtml = ({ label, value, tone, url }: DigestFact) => `<tr>
<td width="120" ${paint(`${small};width:120px;padding:3px 12px 3px 0;vertical-align:top`, { text: 'muted' })}>${escapeHtml(label)}</td>
<td dir="auto" ${paint(`${small};padding:3px 0;vertical-align:top;word-break:break-word${tone ? ';font-weight:600' : ''}`, { text: textColour(tone) })}>${valueInHtml(value, url)}</td>
</tr>`;

/** Writes the button. The padding belongs to the link, so that the whole button can be touched; Outlook uses the padding of the cell. */
const actionInHtml = ({
  link,
  others = [],
}: DigestBlockOfKind<'action'>) => `<table cellpadding="0" cellspacing="0" border="0" role="presentation"><tr>
<td ${paint('border-radius:8px;mso-padding-alt:12px 20px', { fill: 'accent' })}><a href="${escapeHtml(link.url)}" ${paint('display:inline-block;padding:12px 20px;mso-padding-alt:0;border-radius:8px;font-size:15px;line-height:20px;font-weight:600;text-decoration:none', { text: 'accent-ink', fill: 'accent' })}>${escapeHtml(link.label)}</a></td>
</tr></table>${others.map(otherInHtml).join('')}`;

const otherInHtml = ({ label, url }: Link) =>
  `<div style="padding-top:8px"><a href="${escapeHtml(url)}" ${paint('display:inline-block;padding:10px 0;font-size:15px;line-height:24px;text-decoration:underline', { text: 'accent' })}>${escapeHtml(label)}</a></div>`;

const inHtml: { [K in DigestBlockKind]: (block: DigestBlockOfKind<K>) => string } = {
  paragraph: ({ text }) => `<p ${paint(`margin:0;${body}`, { text: 'ink' })}>${escapeLines(text)}</p>`,
  quote: ({ label, text }) => `<table width="100%" cellpadding="0" cellspacing="0" border="0" role="presentation"><tr>
<td width="4" ${paint('width:4px;font-size:0;line-height:0', { fill: 'accent' })}>&nbsp;</td>
<td dir="auto" ${paint('padding:12px 16px;word-break:break-word', { text: 'ink', fill: 'sunken' })}><div ${paint(small, { text: 'muted' })}>${escapeHtml(label)}</div><div style="${body}">${escapeLines(text)}</div></td>
</tr></table>`,
  activity: ({
    text,
    facts,
  }) => `<div dir="auto" ${paint('margin:0 0 12px;font-size:16px;line-height:24px;font-weight:600;word-break:break-word', { text: 'ink' })}>${escapeLines(text)}</div>
<table width="100%" cellpadding="0" cellspacing="0" border="0" role="presentation" style="width:100%;table-layout:fixed">
${facts.map(factInHtml).join('\n')}
</table>`,
  table: tableInHtml,
  link: ({ link }) =>
    `<a href="${escapeHtml(link.url)}" ${paint(`${body};text-decoration:underline`, { text: 'accent' })}>${escapeHtml(link.label)}</a>`,
  action: actionInHtml,
  token: ({ token }) => `<div ${paint(small, { text: 'muted' })}>${digestFrame.token}:</div>
<div ${paint('font-family:Consolas,Menlo,monospace;font-size:16px;line-height:24px;word-break:break-all', { text: 'ink' })}>${escapeHtml(token)}</div>`,
};

export const blockInHtml = <K extends DigestBlockKind>(block: DigestBlockOfKind<K>): string => inHtml[block.kind as K](block);

const COLUMNS = 72;

/** Wraps a text into lines of at most 72 letters after `indent`. A longer word, such as a link, stays whole. */
function wrapText(text: string, indent = ''): string {
  const lines = text.split('\n').flatMap((line) => {
    const rows = [''];
    for (const word of line.split(' ')) {
      const last = rows.at(-1) as string;
      if (last && indent.length + last.length + 1 + word.length > COLUMNS) rows.push(word);
      else rows[rows.length - 1] = last ? `${last} ${word}` : word;
    }
    return rows;
  });
  return lines.map((line) => `${indent}${line}`.trimEnd()).join('\n');
}

const linkInText = ({ label, url }: Link) => `${label}:\n${url}`;

/** Writes a row with the folio in the left margin and its text indented beside it. */
function rowInText({ folio, topic, text, url, detail, state, day, act }: DigestRow): string {
  const indent = ' '.repeat(8);
  const lines = [`${day ? `${state} (${day})` : state} · ${topic}`, text, ...(detail ? [detail] : [])].map((each) =>
    wrapText(each, indent),
  );
  return (
    String(folio).padStart(6) +
    [...lines, `${indent}${url}`, ...(act ? [`${indent}${act.label}:`, `${indent}${act.url}`] : [])].join('\n').slice(6)
  );
}

const groupInText = ({ heading, rows }: DigestGroup): string => [heading.toUpperCase(), ...rows.map(rowInText)].join('\n\n');

function factsInText({ text, facts }: DigestBlockOfKind<'activity'>): string {
  const width = Math.max(...facts.map(({ label }) => label.length)) + 2;
  return [
    wrapText(text),
    '',
    ...facts.flatMap(({ label, value, url }) => [`${`${label}:`.padEnd(width)}${value}`, ...(url ? [`  ${url}`] : [])]),
  ].join('\n');
}

const inText: { [K in DigestBlockKind]: (block: DigestBlockOfKind<K>) => string } = {
  paragraph: ({ text }) => wrapText(text),
  quote: ({ label, text }) => `${label}:\n${wrapText(text, '> ')}`,
  activity: factsInText,
  table: ({ groups }) => groups.map(groupInText).join('\n\n'),
  link: ({ link }) => linkInText(link),
  action: ({ link, others = [] }) => [link, ...others].map(linkInText).join('\n\n'),
  token: ({ token }) => `${digestFrame.token}: ${token}`,
};

const blockInText = <K extends DigestBlockKind>(block: DigestBlockOfKind<K>): string => inText[block.kind as K](block);

const footer = (reason: string, links: readonly Link[]): string =>
  [
    '-'.repeat(24),
    wrapText(reason),
    ...links.map(({ label, url }) => `${label}: ${url}`),
    wrapText(`${digestFrame.product}: ${digestFrame.motto}`),
  ].join('\n');

export function digestInText({ greeting, title, blocks, reason }: DigestContent, links: readonly Link[]): string {
  const parts = [greeting, wrapText(title), ...blocks.map((block) => blockInText(block)), footer(reason, links)];
  return `${parts.join('\n\n')}\n`;
}
