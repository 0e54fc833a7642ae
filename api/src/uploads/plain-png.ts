/** What decides how a PNG looks; text, time, frames of an animation and private chunks do not. */
const KEPT = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'eXIf', 'IDAT', 'IEND']);
const MANY = new Set(['IDAT']);
const SIGNATURE_BYTES = 8;
/** Length, type and checksum around a chunk's content. */
const FRAME_BYTES = 12;

/**
 * The PNG with only the chunks that its picture needs, or null where it ends half way. The decoder unpacks each text chunk, up to 8 MB
 * of it, and keeps them all: a hundred of them, in less than a megabyte, would take the whole machine's memory.
 */
export function plainPng(png: Buffer): Buffer | null {
  const parts = [png.subarray(0, SIGNATURE_BYTES)];
  const seen = new Set<string>();
  for (let at = SIGNATURE_BYTES; at + FRAME_BYTES <= png.length; ) {
    const end = at + FRAME_BYTES + png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    if (end > png.length) return null;
    if (KEPT.has(type) && (MANY.has(type) || !seen.has(type))) parts.push(png.subarray(at, end));
    if (type === 'IEND') return Buffer.concat(parts);
    seen.add(type);
    at = end;
  }
  return null;
}
