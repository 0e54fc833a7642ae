import { type Part, zipOf } from './hostile-sheets.ts';

/** A cell as programs store it: a day is a number with a format, or a text of ISO 8601. */
export type ForeignCell = string | number | boolean | { day: string } | { runs: string } | null;

/** A part that a program adds, with its type and the part that names it. */
export interface AddedPart {
  name: string;
  type: string;
  from: 'book' | 'sheet';
  content?: string;
}

/** Describes how a program writes a workbook. */
export interface Habits {
  prefix?: string;
  isStrict?: boolean;
  hasNoReferences?: boolean;
  hasAbsoluteTargets?: boolean;
  /** The type of the workbook is that of every .xml. */
  hasDefaultTypes?: boolean;
  starts1904?: boolean;
  texts?: 'shared' | 'inline' | 'formula';
  added?: readonly AddedPart[];
  rename?: (name: string) => string;
  rewrite?: (content: string) => Buffer | string;
  /** Sheets before the list. */
  before?: readonly { name: string; kind?: string; state?: string; rows: readonly (readonly ForeignCell[])[] }[];
  rowAttributes?: (row: number) => string;
  afterRows?: string;
}

const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const column = (at: number): string => (at < 26 ? '' : column(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));
const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const serial = (day: string, starts1904 = false) => Date.parse(day) / 86_400_000 + (starts1904 ? 24_107 : 25_569);

/** Formats: 0 none, 1 a day, 2 struck through, 3 a day struck through. */
const STYLES = `<numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts><fonts count="2"><font><sz val="11"/></font><font><strike/><sz val="11"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><gradientFill degree="90"><stop position="0"><color rgb="FFFFFFFF"/></stop></gradientFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="1" fillId="0" borderId="0" xfId="0"/></cellXfs>`;

/** Writes a workbook whose last sheet is `rows`, as a program with these habits does. `struck` are the rows that are struck through. */
export function bookOf(rows: readonly (readonly ForeignCell[])[], habits: Habits = {}, struck: readonly number[] = []): Buffer {
  const { prefix = '', isStrict, starts1904 = false, texts = 'shared', added = [], before = [], rename = (name) => name } = habits;
  const main = isStrict ? 'http://purl.oclc.org/ooxml/spreadsheetml/main' : 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relations = isStrict
    ? 'http://purl.oclc.org/ooxml/officeDocument/relationships'
    : 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const shared: string[] = [];
  const element = (xml: string) => xml.replace(/<(\/?)(?=[a-z])/gi, `<$1${prefix}`);
  const document = (name: string, content: string, attributes = '') =>
    element(
      `<${name} ${prefix ? `xmlns:${prefix.slice(0, -1)}` : 'xmlns'}="${main}" xmlns:r="${relations}"${attributes}>${content}</${name}>`,
    );

  function cellXml(cell: ForeignCell, at: number, row: number): string {
    if (cell === null) return '';
    const isDay = typeof cell === 'object' && 'day' in cell;
    const open = (type: string) =>
      `<c${habits.hasNoReferences ? '' : ` r="${column(at)}${row}"`} s="${(struck.includes(row) ? 2 : 0) + (isDay ? 1 : 0)}"${type && ` t="${type}"`}>`;
    if (typeof cell === 'number') return `${open('')}<v>${cell}</v></c>`;
    if (typeof cell === 'boolean') return `${open('b')}<v>${cell ? 1 : 0}</v></c>`;
    if (isDay) return isStrict ? `${open('d')}<v>${cell.day}T00:00:00</v></c>` : `${open('')}<v>${serial(cell.day, starts1904)}</v></c>`;
    const text = typeof cell === 'string' ? `<t xml:space="preserve">${escapeXml(cell)}</t>` : cell.runs;
    if (texts === 'inline') return `${open('inlineStr')}<is>${text}</is></c>`;
    if (texts === 'formula' && typeof cell === 'string') return `${open('str')}<f>T(Z${row})</f><v>${escapeXml(cell)}</v></c>`;
    shared.push(`<si>${text}</si>`);
    return `${open('s')}<v>${shared.length - 1}</v></c>`;
  }
  const rowXml = (cells: readonly ForeignCell[], at: number) => {
    const attributes = `${habits.hasNoReferences ? '' : ` r="${at + 1}"`}${habits.rowAttributes?.(at + 1) ?? ''}`;
    return cells.length === 0 ? '' : `<row${attributes}>${cells.map((cell, c) => cellXml(cell, c, at + 1)).join('')}</row>`;
  };
  const sheets = [...before, { name: 'Pendientes', kind: 'worksheet', state: 'visible', rows }];
  const parts = sheets.map(({ kind = 'worksheet', rows: cells }, n) => ({
    name: `xl/${kind}s/sheet${n + 1}.xml`,
    kind,
    content: document(
      kind,
      `<sheetData>${cells.map(rowXml).join('')}</sheetData>${n === sheets.length - 1 ? (habits.afterRows ?? '') : ''}`,
    ),
  }));
  const sheetList = sheets.map(
    ({ name, state = 'visible' }, n) => `<sheet name="${escapeXml(name)}" sheetId="${n + 7}" state="${state}" r:id="rId${n + 1}"/>`,
  );
  const target = (name: string, folder: string) =>
    habits.hasAbsoluteTargets
      ? `/${rename(name)}`
      : name.startsWith(folder)
        ? name.slice(folder.length)
        : `../${name.replace(/^xl\//, '')}`;
  const relation = (id: string, kind: string, to: string) =>
    `<Relationship Id="${id}" Type="${kind.includes('/') ? kind : `${relations}/${kind}`}" Target="${to}"/>`;
  const relationList = (list: readonly string[]) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.join('')}</Relationships>`;
  const addedFrom = (from: AddedPart['from'], folder: string) =>
    added.flatMap((part, n) =>
      part.from === from ? [relation(`rIdA${n}`, part.type.split('+')[0]?.split('.').at(-1) ?? '', target(part.name, folder))] : [],
    );
  const override = (name: string, type: string) => `<Override PartName="/${rename(name)}" ContentType="${type}"/>`;
  const ownTypes = [
    override('xl/styles.xml', `${SPREADSHEET}.styles+xml`),
    override('xl/sharedStrings.xml', `${SPREADSHEET}.sharedStrings+xml`),
    ...parts.map(({ name, kind }) => override(name, `${SPREADSHEET}.${kind}+xml`)),
    ...(habits.hasDefaultTypes ? [] : [override('xl/workbook.xml', `${SPREADSHEET}.sheet.main+xml`)]),
  ];
  const bookXml = `<workbookPr${starts1904 ? ' date1904="true"' : ''}/><sheets>${sheetList.join('')}</sheets>`;
  const all: Part[] = [
    {
      name: '[Content_Types].xml',
      content: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="${habits.hasDefaultTypes ? `${SPREADSHEET}.sheet.main+xml` : 'application/xml'}"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${[...ownTypes, ...added.map(({ name, type }) => override(name, type))].join('')}</Types>`,
    },
    { name: '_rels/.rels', content: relationList([relation('rId1', 'officeDocument', target('xl/workbook.xml', ''))]) },
    { name: 'xl/workbook.xml', content: document('workbook', bookXml, isStrict ? ' conformance="strict"' : '') },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relationList([
        ...parts.map(({ name, kind }, n) => relation(`rId${n + 1}`, kind, target(name, 'xl/'))),
        relation('rIdS', 'styles', target('xl/styles.xml', 'xl/')),
        relation('rIdT', 'sharedStrings', target('xl/sharedStrings.xml', 'xl/')),
        ...addedFrom('book', 'xl/'),
      ]),
    },
    ...parts,
    { name: 'xl/styles.xml', content: document('styleSheet', STYLES) },
    { name: 'xl/sharedStrings.xml', content: document('sst', shared.join('')) },
    { name: `xl/worksheets/_rels/sheet${sheets.length}.xml.rels`, content: relationList(addedFrom('sheet', 'xl/worksheets/')) },
    ...added.map(({ name, content = '<x/>' }) => ({ name, content })),
  ];
  const { rewrite = (content: string) => content } = habits;
  return zipOf(all.map(({ name, content }) => ({ name: rename(name), content: rewrite(String(content)) })));
}
