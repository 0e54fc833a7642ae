/* The reader tells the fill of a cell and not its font. So formats whose font is struck through get a fill that no program writes. */

/** The fill of a struck-through cell, in .xlsx and in .xls. */
export const struckPatterns: readonly string[] = ['struck', 'gray0625'];
const STRIKE = /<(?:\w+:)?strike\b(?![^<>]*\bval\s*=\s*["'](?:0|false|off))/;
const FONT = /<(?:\w+:)?font\b(?:[^<>]*\/>|[\s\S]*?<\/(?:\w+:)?font>)/g;
const RUN = /<(?:\w+:)?r\b[\s\S]*?<\/(?:\w+:)?r>/g;

/** Changes the styles part of an .xlsx. It leaves out gradients, because the reader counts each of them twice. */
export function markStruckFormats(styles: string): string {
  const inside = (name: string) => new RegExp(`<((?:\\w+:)?)${name}\\b[\\s\\S]*?</\\1${name}>`).exec(styles)?.[0] ?? '';
  const isStruck = (inside('fonts').match(FONT) ?? []).map((font) => STRIKE.test(font));
  const fills = inside('fills').replace(/<((?:\w+:)?)gradientFill\b[\s\S]*?<\/\1gradientFill>/g, '');
  const count = fills.match(/<(?:\w+:)?fill\b/g)?.length ?? 0;
  const formats = inside('cellXfs').replace(/(<(?:\w+:)?xf\b)([^<>]*\bfontId\s*=\s*["'](\d+)[^<>]*)/g, (tag, name, attributes, font) =>
    isStruck[font] ? `${name} fillId="${count}"${attributes.replace(/\sfillId\s*=\s*["']\d*["']/, '')}` : tag,
  );
  return styles
    .replace(inside('cellXfs'), () => formats)
    .replace(inside('fills'), () => fills.replace(/(?=<\/(?:\w+:)?fills>)/, '<fill><patternFill patternType="struck"/></fill>'));
}

const FONT_RECORD = 0x31;
const FORMAT_RECORD = { type: 0xe0, bytes: 20, fill: 14 };

/** Changes the formats in the records of an .xls of Excel 97 and later. */
export function markStruckXls(stream: Buffer): void {
  const isStruck: boolean[] = [];
  for (let at = 0; at + 24 <= stream.length; at += 4 + stream.readUInt16LE(at + 2)) {
    const [type, bytes] = [stream.readUInt16LE(at), stream.readUInt16LE(at + 2)];
    // No font has the number 4.
    if (type === FONT_RECORD) isStruck.push((stream.readUInt8(at + 6) & 8) > 0, ...(isStruck.length === 3 ? [false] : []));
    if (type !== FORMAT_RECORD.type || bytes !== FORMAT_RECORD.bytes || !isStruck[stream.readUInt16LE(at + 4)]) continue;
    const fill = at + 4 + FORMAT_RECORD.fill;
    stream.writeUInt32LE(((stream.readUInt32LE(fill) & 0x3ffffff) | (18 << 26)) >>> 0, fill);
  }
}

/** Tells whether the runs of a text with several formats are all struck through; undefined for a text of one format. */
export const areRunsStruck = (xml: string): boolean | undefined => xml.match(RUN)?.every((run) => STRIKE.test(run));
