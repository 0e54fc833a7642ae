import { type DigestBlock, type DigestGroup, type DigestRow, letterFrame } from '@bitacora/core/messages/digest';
import { escaped } from './escaped.ts';
import { painted } from './palette.ts';

type DigestTable = Extract<DigestBlock, { kind: 'table' }>;

const head = 'padding:0 0 4px;font-size:12px;line-height:16px;font-weight:400;text-align:left';
const line = 'border-top-width:1px;border-top-style:solid';
const cell = `padding:10px 0;vertical-align:top;${line}`;
const small = 'font-size:12px;line-height:16px';

const detailOf = ({ detail }: DigestRow) =>
  detail ? `<div ${painted('padding-top:2px;font-size:13px;line-height:18px', { text: 'muted' })}>${escaped(detail)}</div>` : '';

const activityOf = (row: DigestRow) =>
  `<div ${painted(small, { text: 'muted' })}>${escaped(row.topic)}</div>` +
  `<a href="${escaped(row.url)}" ${painted('font-size:14px;line-height:20px;text-decoration:underline', { text: 'accent' })}>${escaped(row.text)}</a>` +
  detailOf(row);

const stateOf = ({ state, day, tone }: DigestRow) =>
  `<strong ${painted('font-weight:600', { text: tone })}>${escaped(state)}</strong>` +
  (day ? `<div ${painted(small, { text: 'muted' })}>${escaped(day)}</div>` : '');

/** A bar, the folio, the activity and where it stands: four cells that a phone holds too. */
const rowInHtml = (row: DigestRow): string => `<tr>
<td width="4" ${painted(`width:4px;padding:0;font-size:0;line-height:0;${line}`, { fill: `${row.tone}-solid`, edge: 'line' })}>&nbsp;</td>
<td width="56" ${painted(`${cell};width:56px;padding-left:10px;font-size:13px;line-height:20px`, { text: 'muted', edge: 'line' })}>${row.folio}</td>
<td dir="auto" ${painted(`${cell};padding-right:12px;word-break:break-word`, { text: 'ink', edge: 'line' })}>${activityOf(row)}</td>
<td width="120" align="right" ${painted(`${cell};width:120px;text-align:right;font-size:13px;line-height:20px`, { text: 'ink', edge: 'line', as: 'state' })}>${stateOf(row)}</td>
</tr>`;

const groupInHtml = ({ heading, tone, rows }: DigestGroup): string => `<tr>
<th colspan="4" scope="rowgroup" ${painted('padding:20px 0 8px;font-size:16px;line-height:24px;font-weight:600;text-align:left', { text: tone === 'off' ? 'ink' : tone })}>${escaped(heading)}</th>
</tr>
${rows.map(rowInHtml).join('\n')}`;

/** A real table: its columns have names, and so have the groups of its rows. */
export const tableInHtml = ({
  stateColumn,
  groups,
}: DigestTable): string => `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="width:100%;table-layout:fixed;border-collapse:collapse">
<tr>
<th width="4" style="width:4px;padding:0;font-size:0"></th>
<th scope="col" width="56" ${painted(`${head};width:56px;padding-left:10px`, { text: 'muted' })}>${letterFrame.folio}</th>
<th scope="col" ${painted(head, { text: 'muted' })}>${letterFrame.activity}</th>
<th scope="col" width="120" align="right" ${painted(`${head};width:120px;text-align:right`, { text: 'muted', as: 'state' })}>${escaped(stateColumn)}</th>
</tr>
${groups.map(groupInHtml).join('\n')}
</table>`;
