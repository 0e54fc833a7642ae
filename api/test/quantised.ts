import sharp from 'sharp';

/** A picture of a screen in a palette of its own: a third of the bytes, and nothing one would see. */
export const quantised = (png: Buffer): Promise<Buffer> => sharp(png).png({ palette: true, quality: 90, effort: 8 }).toBuffer();
