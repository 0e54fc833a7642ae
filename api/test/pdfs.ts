import { deflateSync } from 'node:zlib';

/** An object of a PDF: its text, or the dictionary and the bytes of a stream. */
export type PdfObject = string | { dictionary: string; bytes: Buffer };

const bytesOf = (content: PdfObject): Buffer =>
  typeof content === 'string'
    ? Buffer.from(content, 'latin1')
    : Buffer.concat([
        Buffer.from(`<< ${content.dictionary} /Length ${content.bytes.length} >>\nstream\n`, 'latin1'),
        content.bytes,
        Buffer.from('\nendstream'),
      ]);

/** Writes a PDF of these objects, the first of which is the catalog, with a table of their places. */
export function writePdf(objects: readonly PdfObject[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const places: number[] = [];
  let length = (parts[0] as Buffer).length;
  for (const [index, content] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), bytesOf(content), Buffer.from('\nendobj\n')]);
    places.push(length);
    parts.push(part);
    length += part.length;
  }
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  parts.push(Buffer.from(`${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF\n`));
  return Buffer.concat(parts);
}

interface PdfParts {
  text?: string;
  pages?: number;
  /** More entries of the catalog and of the first page. */
  catalog?: string;
  page?: string;
  /** Objects that follow; the first of them has the number `pages + 5`. */
  objects?: readonly PdfObject[];
  trailer?: string;
}

/** Makes a PDF with a line of text on its first page. */
export function aPdf({ text = 'Acta de entrega', pages = 1, catalog = '', page = '', objects = [], trailer = '' }: PdfParts = {}): Buffer {
  const content = deflateSync(Buffer.from(`BT /F1 24 Tf 40 700 Td (${text}) Tj ET\n0 0 1 rg 40 400 300 200 re f`, 'latin1'));
  const kids = Array.from({ length: pages }, (_, index) => `${index + 5} 0 R`).join(' ');
  const box = '/Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 3 0 R >> >>';
  return writePdf(
    [
      `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
      `<< /Type /Pages /Count ${pages} /Kids [${kids}] >>`,
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      { dictionary: '/Filter /FlateDecode', bytes: content },
      ...Array.from({ length: pages }, (_, index) => `<< ${box} ${index === 0 ? page : ''} >>`),
      ...objects,
    ],
    trailer,
  );
}

/** A stream with these objects packed in it. Its number in the file is of no account for what it holds. */
export function packed(
  objects: readonly string[],
  dictionary = '/Filter /FlateDecode',
  pack: (bytes: Buffer) => Buffer = deflateSync,
): PdfObject {
  let place = 0;
  const places = objects.map((text, index) => {
    const pair = `${900 + index} ${place}`;
    place += text.length + 1;
    return pair;
  });
  const header = `${places.join(' ')} `;
  const bytes = pack(Buffer.from(header + objects.join('\n'), 'latin1'));
  return { dictionary: `/Type /ObjStm /N ${objects.length} /First ${header.length} ${dictionary}`, bytes };
}
