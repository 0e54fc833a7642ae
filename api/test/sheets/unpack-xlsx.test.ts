import fc from 'fast-check';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { expect, it } from 'vitest';
import { type Part, plainPartsOf, zipOf } from './hostile-sheets.ts';
import { readCells } from './workbooks.ts';

const people = [
  ['Nombre', 'Correo'],
  ['Ana', 'ana@demo.mx'],
];
const peopleRows = people.map((cells, at) => ({ row: at + 1, cells }));
const needed = plainPartsOf(people);
const nested = zipOf(plainPartsOf([['Nombre'], ['Otra persona']]));

/** Bytes that look like records of a zip, or like noise that deflates to several blocks. */
const content = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc.uint8Array({ minLength: 15_000, maxLength: 20_000, size: 'max' }),
  fc.constantFrom('', 'PK\u0003\u0004', 'PK\u0007\u0008', 'PK\u0001\u0002', 'PK\u0007\u0008PK\u0003\u0004xl/worksheets/sheet1.xml'),
  fc.constant(nested),
);
const how = fc.record({ isStored: fc.boolean(), isStreamed: fc.boolean() });
const picture = fc.record({ content: content.map((bytes) => Buffer.from(bytes as string)), how });
const workbook = fc
  .record({ hows: fc.array(how, { minLength: needed.length, maxLength: needed.length }), pictures: fc.array(picture, { maxLength: 3 }) })
  .map(({ hows, pictures }): Part[] => [
    ...needed.map((part, at) => ({ ...part, ...hows[at] })),
    ...pictures.map((each, at) => ({ name: `xl/media/${at}.png`, content: each.content, ...each.how })),
  ])
  .chain((parts) => fc.shuffledSubarray(parts, { minLength: parts.length }));

it('reads the same people from any zip of the workbook: stored, deflated or streamed parts in any order, with any pictures', () => {
  return fc.assert(
    fc.asyncProperty(workbook, async (parts) => {
      expect(await readCells(zipOf(parts))).toEqual(peopleRows);
    }),
    { numRuns: 200 },
  );
});

it('reads what another writer streams, pictures of noise among it', () => {
  return fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 60_000, maxLength: 70_000, size: 'max' }), async (noise) => {
      const chunks: Uint8Array[] = [];
      const zip = new Zip((error, chunk) => {
        if (error) throw error;
        chunks.push(chunk);
      });
      for (const { name, content: plain } of [{ name: 'xl/media/1.png', content: Buffer.from(noise) }, ...needed]) {
        const file = name.endsWith('.png') ? new ZipPassThrough(name) : new ZipDeflate(name);
        zip.add(file);
        file.push(Buffer.from(plain as string), true);
      }
      zip.end();
      expect(await readCells(Buffer.concat(chunks))).toEqual(peopleRows);
    }),
    { numRuns: 50 },
  );
});

it('finds sizes and places that stand in the zip64 field', async () => {
  expect(await readCells(zip64Of(zipOf(needed)))).toEqual(peopleRows);
});

it.each([
  ['no directory', (zip: Buffer) => zip.subarray(0, -22)],
  ['a directory that starts elsewhere', (zip: Buffer) => changed(zip, zip.length - 6, 7)],
  ['a part that starts beyond the end', (zip: Buffer) => changed(zip, zip.indexOf('PK\u0001\u0002') + 42, 0x7fffffff)],
  ['a part longer than the file', (zip: Buffer) => changed(zip, zip.indexOf('PK\u0001\u0002') + 20, 1_000_000)],
  [
    'an encrypted part',
    (zip: Buffer) => changed(zip, zip.indexOf('PK\u0001\u0002') + 8, zip.readUInt32LE(zip.indexOf('PK\u0001\u0002') + 8) | 1),
  ],
  ['another method than deflate', (zip: Buffer) => changed(zip, zip.indexOf('PK\u0001\u0002') + 10, 9)],
])('refuses a zip with %s as unreadable', async (_, change) => {
  await expect(readCells(change(zipOf(needed.toReversed())))).rejects.toThrow('unreadable');
});

it('refuses a part that comes twice, unless nobody needs it', async () => {
  const twice = ['xl/media/1.png', 'xl/media/1.png'].map((name) => ({ name, content: 'x' }));
  expect(await readCells(zipOf([...needed, ...twice]))).toEqual(peopleRows);
  await expect(readCells(zipOf([...needed, { name: '/XL/workbook.xml', content: '<workbook/>' }]))).rejects.toThrow('unreadable');
});

const renamed = (parts: readonly Part[], names: readonly (readonly [from: string, to: string])[]): Part[] =>
  parts.map(({ name, content, ...how }) => {
    const change = (text: string) => names.reduce((changed, [from, to]) => changed.replaceAll(from, to), text);
    return { ...how, name: change(name), content: change(String(content)) };
  });
const withTypes = (parts: readonly Part[], change: (types: string) => string): Part[] =>
  parts.map((part) => (part.name === '[Content_Types].xml' ? { ...part, content: change(String(part.content)) } : part));
const addType = (override: string) => (types: string) => types.replace('</Types>', `${override}</Types>`);
const PERSONS = '<Override PartName="/xl/persons/person.xml" ContentType="application/vnd.ms-excel.person+xml"/>';
const COMMENTS = `<Override PartName="/xl/comments1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml"/>`;

it.each<[string, Buffer]>([
  [
    'names the authors of modern comments',
    zipOf([...withTypes(needed, addType(PERSONS)), { name: 'xl/persons/person.xml', content: '<x/>' }]),
  ],
  ['names parts that it lacks', zipOf(withTypes(needed, addType(`${PERSONS}${COMMENTS}<Override PartName="/x.bin" ContentType="a/b"/>`)))],
  [
    'has its parts in folders of other names',
    zipOf(
      renamed(needed, [
        ['xl/', 'libro/'],
        ['worksheets/sheet1', 'hojas/Primera'],
      ]),
    ),
  ],
  ['writes names with a slash before them', zipOf(needed.map((part) => ({ ...part, name: `/${part.name}` })))],
  ['writes names with backslashes', zipOf(needed.map((part) => ({ ...part, name: part.name.replaceAll('/', '\\') })))],
  ['has bytes behind its end', Buffer.concat([zipOf(needed), Buffer.from('\r\n--=_sig')])],
  ['has no list of its types', zipOf(needed.slice(1))],
  ['is a template', zipOf(withTypes(needed, (types) => types.replace('.sheet.main+xml', '.template.main+xml')))],
])('reads a workbook that %s', async (_, bytes) => {
  expect(await readCells(bytes)).toEqual(peopleRows);
});

it('refuses a document, a spreadsheet of another program and a binary workbook by their kind', async () => {
  const relation = (target: string) => `<Relationships><Relationship Id="r" Type="x/officeDocument" Target="${target}"/></Relationships>`;
  const kinds: [string, Part[]][] = [
    [
      'other',
      [
        { name: '_rels/.rels', content: relation('word/document.xml') },
        { name: 'word/document.xml', content: '<w:document/>' },
      ],
    ],
    ['other', [{ name: 'foto.txt', content: 'x' }]],
    [
      'xlsb',
      [
        { name: '_rels/.rels', content: relation('xl/workbook.bin') },
        { name: 'xl/workbook.bin', content: '\u0083' },
      ],
    ],
    [
      'ods',
      [
        { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' },
        { name: 'content.xml', content: '<x/>' },
      ],
    ],
    ['numbers', [{ name: 'Index/Document.iwa', content: 'x' }]],
    ['macros', [...needed, { name: 'xl/vbaProject.bin', content: 'x' }]],
  ];
  for (const [kind, parts] of kinds) await expect(readCells(zipOf(parts))).rejects.toMatchObject({ problem: 'wrongType', facts: { kind } });
});

function changed(zip: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(zip);
  copy.writeUInt32LE(value, at);
  return copy;
}

/** The same zip with each entry's sizes and place in a zip64 field, and the directory's own place in a zip64 end record. */
function zip64Of(zip: Buffer): Buffer {
  const end = zip.length - 22;
  const count = zip.readUInt16LE(end + 10);
  const start = zip.readUInt32LE(end + 16);
  const wide = (...numbers: number[]) => {
    const bytes = Buffer.alloc(numbers.length * 8);
    for (const [at, number] of numbers.entries()) bytes.writeBigUInt64LE(BigInt(number), at * 8);
    return bytes;
  };
  const entries: Buffer[] = [];
  for (let at = start; at < end; ) {
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28);
    const entry = Buffer.from(zip.subarray(at, nameEnd));
    const field = Buffer.concat([Buffer.from([1, 0, 24, 0]), wide(...[24, 20, 42].map((offset) => entry.readUInt32LE(offset)))]);
    for (const offset of [24, 20, 42]) entry.writeUInt32LE(0xffffffff, offset);
    entry.writeUInt16LE(field.length, 30);
    entries.push(Buffer.concat([entry, field]));
    at = nameEnd;
  }
  const directory = Buffer.concat(entries);
  const end64 = start + directory.length;
  const record = Buffer.concat([
    Buffer.from('PK\u0006\u0006', 'latin1'),
    wide(44),
    Buffer.alloc(12),
    wide(count, count, directory.length, start),
  ]);
  const locator = Buffer.concat([Buffer.from('PK\u0006\u0007', 'latin1'), Buffer.alloc(4), wide(end64), Buffer.alloc(4)]);
  return Buffer.concat([zip.subarray(0, start), directory, record, locator, changed(zip, end + 16, 0xffffffff).subarray(end)]);
}
