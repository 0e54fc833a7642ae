import {
  type DigestBlock,
  type DigestBlockKind,
  type DigestBlockOf,
  type DigestContent,
  type DigestGroup,
  type DigestRow,
  digestFrame,
  type Link,
} from '@bitacora/core/messages/notifications/digest';
import { colours, escaped, escapedLines, painted } from '../mail/html.ts';

type DigestTable = Extract<DigestBlock, { kind: 'table' }>;

const head = 'padding:0 0 4px;font-size:12px;line-height:16px;font-weight:400;text-align:left';
/** Darkened by the class beside it. */
const line = `border-top:1px solid ${colours.line[0]}`;
const cell = `padding:10px 0;vertical-align:top;${line}`;
const finePrint = 'font-size:12px;line-height:16px';

const detailOf = ({ detail }: DigestRow) =>
  detail ? `<div ${painted('padding-top:2px;font-size:13px;line-height:18px', { text: 'muted' })}>${escaped(detail)}</div>` : '';

/** Its frame is in the style sheet of the mail, because fifty of them must not make a digest too long for Gmail. */
const actOf = ({ act }: DigestRow) =>
  act
    ? `<div><a href="${escaped(act.url)}" ${painted('font-size:14px;line-height:44px;font-weight:600', { text: 'accent', as: 'act' })}>${escaped(act.label)}</a></div>`
    : '';

const activityOf = (row: DigestRow) =>
  `<div ${painted(finePrint, { text: 'muted' })}>${escaped(row.topic)}</div>` +
  `<a href="${escaped(row.url)}" ${painted('font-size:14px;line-height:20px;text-decoration:underline', { text: 'accent' })}>${escaped(row.text)}</a>` +
  detailOf(row) +
  actOf(row);

const stateOf = ({ state, day, tone }: DigestRow) =>
  `<strong ${painted('', { text: tone })}>${escaped(state)}</strong>` +
  (day ? `<div ${painted(finePrint, { text: 'muted' })}>${escaped(day)}</div>` : '');

/** A bar, the folio, the activity and where it stands: four cells that a phone holds too. The heads give the widths, but Outlook wants them in each row. */
const rowInHtml = (row: DigestRow): string => `<tr>
<td width="4" ${painted(`padding:0;font-size:0;line-height:0;${line}`, { fill: `${row.tone}-solid`, as: 'e-line' })}>&nbsp;</td>
<td width="56" ${painted(`${cell};padding-left:10px;font-size:13px;line-height:20px`, { text: 'muted', as: 'folio e-line' })}>${row.folio}</td>
<td dir="auto" ${painted(`${cell};padding-right:12px;word-break:break-word`, { text: 'ink', as: 'e-line' })}>${activityOf(row)}</td>
<td width="120" align="right" ${painted(`${cell};font-size:13px;line-height:20px`, { text: 'ink', as: 'state e-line' })}>${stateOf(row)}</td>
</tr>`;

const groupInHtml = ({ heading, tone, rows }: DigestGroup): string => `<tr>
<th colspan="4" scope="rowgroup" ${painted('padding:20px 0 8px;font-size:16px;line-height:24px;font-weight:600;text-align:left', { text: tone === 'off' ? 'ink' : tone })}>${escaped(heading)}</th>
</tr>
${rows.map(rowInHtml).join('\n')}`;

/** A real table: its columns have names, and so have the groups of its rows. */
const tableInHtml = ({
  stateColumn,
  groups,
}: DigestTable): string => `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="width:100%;table-layout:fixed;border-collapse:collapse">
<tr>
<th width="4" style="width:4px;padding:0;font-size:0"></th>
<th scope="col" width="56" ${painted(`${head};width:56px;padding-left:10px`, { text: 'muted', as: 'folio' })}>${digestFrame.folio}</th>
<th scope="col" ${painted(head, { text: 'muted' })}>${digestFrame.activity}</th>
<th scope="col" width="120" align="right" ${painted(`${head};width:120px;text-align:right`, { text: 'muted', as: 'state' })}>${escaped(stateColumn)}</th>
</tr>
${groups.map(groupInHtml).join('\n')}
</table>`;

const body = 'font-size:15px;line-height:24px';
const small = 'font-size:13px;line-height:20px';

type DigestFact = DigestBlockOf<'activity'>['facts'][number];

/** A fact without a signal has the ink of the text. */
const inkOf = (tone: DigestFact['tone']) => (!tone || tone === 'off' ? 'ink' : tone);

const valueInHtml = (value: string, url: string | undefined) =>
  url ? `<a href="${escaped(url)}" ${painted('text-decoration:underline', { text: 'accent' })}>${escaped(value)}</a>` : escaped(value);

const factInHtml = ({ label, value, tone, url }: DigestFact) => `<tr>
<td width="120" ${painted(`${small};width:120px;padding:3px 12px 3px 0;vertical-align:top`, { text: 'muted' })}>${escaped(label)}</td>
<td dir="auto" ${painted(`${small};padding:3px 0;vertical-align:top;word-break:break-word${tone ? ';font-weight:600' : ''}`, { text: inkOf(tone) })}>${valueInHtml(value, url)}</td>
</tr>`;

/** The button's padding is the link's, so that all of it can be touched; Outlook takes the cell's. */
const actionInHtml = ({
  link,
  others = [],
}: DigestBlockOf<'action'>) => `<table cellpadding="0" cellspacing="0" border="0" role="presentation"><tr>
<td ${painted('border-radius:8px;mso-padding-alt:12px 20px', { fill: 'accent' })}><a href="${escaped(link.url)}" ${painted('display:inline-block;padding:12px 20px;mso-padding-alt:0;border-radius:8px;font-size:15px;line-height:20px;font-weight:600;text-decoration:none', { text: 'accent-ink', fill: 'accent' })}>${escaped(link.label)}</a></td>
</tr></table>${others.map(otherInHtml).join('')}`;

const otherInHtml = ({ label, url }: Link) =>
  `<div style="padding-top:8px"><a href="${escaped(url)}" ${painted('display:inline-block;padding:10px 0;font-size:15px;line-height:24px;text-decoration:underline', { text: 'accent' })}>${escaped(label)}</a></div>`;

const inHtml: { [K in DigestBlockKind]: (block: DigestBlockOf<K>) => string } = {
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
  token: ({ token }) => `<div ${painted(small, { text: 'muted' })}>${digestFrame.token}:</div>
<div ${painted('font-family:Consolas,Menlo,monospace;font-size:16px;line-height:24px;word-break:break-all', { text: 'ink' })}>${escaped(token)}</div>`,
};

export const blockInHtml = <K extends DigestBlockKind>(block: DigestBlockOf<K>): string => inHtml[block.kind as K](block);

const COLUMNS = 72;

/** Lines of at most 72 letters after `indent`; a longer word, such as a link, stays whole. */
function wrapped(text: string, indent = ''): string {
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

const labelled = ({ label, url }: Link) => `${label}:\n${url}`;

/** The folio hangs at the left, what is said of it stands beside. */
function rowInText({ folio, topic, text, url, detail, state, day, act }: DigestRow): string {
  const indent = ' '.repeat(8);
  const lines = [`${day ? `${state} (${day})` : state} · ${topic}`, text, ...(detail ? [detail] : [])].map((each) => wrapped(each, indent));
  return (
    String(folio).padStart(6) +
    [...lines, `${indent}${url}`, ...(act ? [`${indent}${act.label}:`, `${indent}${act.url}`] : [])].join('\n').slice(6)
  );
}

const groupInText = ({ heading, rows }: DigestGroup): string => [heading.toUpperCase(), ...rows.map(rowInText)].join('\n\n');

function factsInText({ text, facts }: DigestBlockOf<'activity'>): string {
  const width = Math.max(...facts.map(({ label }) => label.length)) + 2;
  return [
    wrapped(text),
    '',
    ...facts.flatMap(({ label, value, url }) => [`${`${label}:`.padEnd(width)}${value}`, ...(url ? [`  ${url}`] : [])]),
  ].join('\n');
}

const inText: { [K in DigestBlockKind]: (block: DigestBlockOf<K>) => string } = {
  paragraph: ({ text }) => wrapped(text),
  quote: ({ label, text }) => `${label}:\n${wrapped(text, '> ')}`,
  activity: factsInText,
  table: ({ groups }) => groups.map(groupInText).join('\n\n'),
  link: ({ link }) => labelled(link),
  action: ({ link, others = [] }) => [link, ...others].map(labelled).join('\n\n'),
  token: ({ token }) => `${digestFrame.token}: ${token}`,
};

const blockInText = <K extends DigestBlockKind>(block: DigestBlockOf<K>): string => inText[block.kind as K](block);

const footer = (reason: string, links: readonly Link[]): string =>
  [
    '-'.repeat(24),
    wrapped(reason),
    ...links.map(({ label, url }) => `${label}: ${url}`),
    wrapped(`${digestFrame.product}: ${digestFrame.motto}`),
  ].join('\n');

/** The plain text form of a digest. */
export function digestInText({ greeting, title, blocks, reason }: DigestContent, links: readonly Link[]): string {
  const parts = [greeting, wrapped(title), ...blocks.map((block) => blockInText(block)), footer(reason, links)];
  return `${parts.join('\n\n')}\n`;
}
