import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { Refused } from '@bitacora/core/domain/refusal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectWithin } from '../../../core/test/deep.ts';
import { prepareDocument } from '../../src/uploads/prepare-document.ts';
import { permissionsFor, readPdf } from '../../src/uploads/read-pdf.ts';
import { aPdf, packed, writePdf } from '../pdfs.ts';
import { aPng } from '../pictures.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'bitacora-pdf-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function write(bytes: Uint8Array): Promise<string> {
  const place = path.join(folder, 'documento.pdf');
  await writeFile(place, bytes);
  return place;
}
const prepare = async (bytes: Uint8Array, name = 'acta.pdf') => prepareDocument({ path: await write(bytes), name, field: 'documents' });
const refusalOf = (bytes: Uint8Array) =>
  prepare(bytes).then(
    () => null,
    (error) => (error as Refused).refusal,
  );

const script = '<< /S /JavaScript /JS (app.alert(1)) >>';
const unreadable = { code: 'document.unreadable', field: 'documents' };
const wrongType = { code: 'document.wrongType', field: 'documents' };
const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);
/** The pages hang from one another like links of a chain. */
const chain = (length: number) =>
  writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    ...Array.from({ length }, (_, index) => `<< /Type /Pages /Count 1 /Kids [${index + 3} 0 R] >>`),
    '<< /Type /Page /MediaBox [0 0 612 792] >>',
  ]);
describe('is refused with its reason', () => {
  it.each<[string, () => Uint8Array | Promise<Uint8Array>, object]>([
    ['a file of nothing', () => Buffer.alloc(0), wrongType],
    ['an image with another name', () => aPng(), wrongType],
    ['a page of HTML before a document', () => Buffer.concat([Buffer.from('<script>alert(1)</script>'), aPdf()]), wrongType],
    ['an archive after a document', () => Buffer.concat([aPdf(), Buffer.from('PK\x03\x04'), Buffer.alloc(2_000, 1)]), unreadable],
    ['a beginning alone', () => aPdf().subarray(0, 300), unreadable],
    ['a head with no pages', () => Buffer.from('%PDF-1.7\n%%EOF'), unreadable],
    ['a document without a catalog', () => writePdf(['<< >>']), unreadable],
    [
      'objects packed as nobody packs them',
      () => aPdf({ objects: [packed(['<< >>'], '/Filter [/ASCIIHexDecode /FlateDecode]')] }),
      unreadable,
    ],
    ['packed objects whose filter is elsewhere', () => aPdf({ objects: [packed(['<< >>'], '/Filter 99 0 R')] }), unreadable],
    [
      'packed objects with an escaped first place',
      () => aPdf({ objects: ['<< /N 1 /Firs#74 4 >>\nstream\n1 0 << >>\nendstream'] }),
      unreadable,
    ],
    ['a password', () => aPdf({ trailer: '/Encrypt << /Filter /Standard /V 1 /R 2 /O (a) /U (b) /P -4 >>' }), { holds: 'password' }],
    ['a script', () => aPdf({ catalog: `/OpenAction ${script}` }), { holds: 'script' }],
    ['more pages than are taken', () => aPdf({ pages: 501 }), { code: 'document.tooManyPages', maxPages: 500 }],
    ['thousands of pages', () => aPdf({ pages: 5_000 }), { code: 'document.tooManyPages' }],
  ])('%s', async (_, make, refusal) => {
    expect(await refusalOf(await make())).toMatchObject(refusal);
  });
});

it.each<[string, () => Uint8Array]>([
  ['a deep array', () => aPdf({ objects: [nested('[', ']', 500_000)] })],
  ['a deep dictionary in the catalog', () => aPdf({ catalog: `/A ${nested('<< /A ', '>>', 100_000)}` })],
  ['a deep string', () => aPdf({ objects: [nested('(', ')', 500_000)] })],
  ['an open string', () => aPdf({ objects: ['('.repeat(500_000)] })],
  ['pages in a chain', () => chain(20_000)],
  ['pages in a circle', () => writePdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Count 1 /Kids [2 0 R] >>'])],
  ['a page without a size', () => aPdf({ page: '/MediaBox [0 0 0 0]' })],
  ['a page of a planet’s size', () => aPdf({ page: '/MediaBox [0 0 1e30 1]' })],
  [
    'a picture that packs much',
    () =>
      aPdf({
        page: '/Contents 6 0 R',
        objects: [{ dictionary: '/Filter /FlateDecode', bytes: deflateSync(Buffer.alloc(50_000_000, ' 0 0 m')) }],
      }),
  ],
])('%s ends in an answer', async (_, make) => {
  const answer = await prepare(make()).then(
    ({ file }) => file.pages,
    (error) => (error instanceof Refused ? error.refusal.code : error),
  );
  expect([1, 'document.unreadable', 'document.tooHeavy']).toContain(answer);
});

describe('a document that needs too much', () => {
  const limits = { maxBytes: 200_000_000, maxMs: 3_000 };
  it('memory is refused, and the process that read it is gone', async () => {
    const bomb = packed(['('.padEnd(60_000_000, 'a')]);
    const bytes = aPdf({ objects: Array.from({ length: 8 }, () => bomb) });
    expect(bytes.length).toBeLessThan(1_000_000);
    expect(await readPdf(await write(bytes), 64, limits)).toEqual({ problem: 'tooHeavy' });
  });

  it('time is refused', async () => {
    const bytes = aPdf({ objects: [`${'obj ('.repeat(100_000)}`] });
    const start = Date.now();
    expect(await readPdf(await write(bytes), 64, { ...limits, maxMs: 1_000 })).toEqual({ problem: 'tooHeavy' });
    expectWithin(Date.now() - start, 5_000);
  });
});

it('keeps the bytes as they came, and draws the first page', async () => {
  const bytes = aPdf({ pages: 3 });
  const { file, bytes: kept, thumbnail } = await prepare(bytes, '../../Acta\u202e de entrega.pdf');
  expect(file).toMatchObject({ name: 'Acta de entrega.pdf', mediaType: 'application/pdf', pages: 3, sizeBytes: bytes.length });
  expect(kept.equals(bytes)).toBe(true);
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(thumbnail).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([495, 640]);
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)];
  expect(at(5, 5)).toEqual([255, 255, 255]);
  expect((at(150, 230)[2] as number) > 240 && (at(150, 230)[0] as number) < 20).toBe(true);
});

const files = path.join(import.meta.dirname, 'pdfs');
const held = /^(attachment|password|script)-/;
it.each(readdirSync(files))(
  '%s, as a program of offices writes it, is taken with its first page, or refused for what it holds',
  async (name) => {
    const bytes = await readFile(path.join(files, name));
    const holds = held.exec(name)?.[1];
    if (holds) return expect(await refusalOf(bytes)).toEqual({ code: 'document.hostile', field: 'documents', holds });
    const { bytes: kept, thumbnail } = await prepare(bytes);
    expect(kept.equals(bytes)).toBe(true);
    const { default: sharp } = await import('sharp');
    expect((await sharp(thumbnail).stats()).channels[0]?.min).toBeLessThan(100);
  },
);

it('the process that reads a document may read no other file, and start nothing', async () => {
  const place = await write(aPdf());
  const attempt = (code: string) =>
    new Promise<string>((resolve) =>
      execFile(process.execPath, [...permissionsFor(place), '-e', code], (error, out) => resolve(error ? String(error) : out)),
    );
  const read = (file: string) => attempt(`console.log(fs.readFileSync(${JSON.stringify(file)}).length)`);
  expect(Number(await read(place))).toBe(aPdf().length);
  const env = path.join(import.meta.dirname, '../../../.env.example');
  for (const refused of [read(env), read('/proc/self/environ'), attempt(`fs.writeFileSync(${JSON.stringify(place)}, '')`)])
    expect(await refused).toContain('ERR_ACCESS_DENIED');
  expect(await attempt(`child_process.execSync('id')`)).toContain('ERR_ACCESS_DENIED');
});
