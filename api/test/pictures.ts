import sharp from 'sharp';

const canvas = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#3a7' } });

/** Images as people upload them, made on the spot. `Blob` takes them as they are. */
export const aPng = async (width = 24, height = 16): Promise<Uint8Array<ArrayBuffer>> =>
  bytes(await canvas(width, height).png().toBuffer());
export const aJpeg = async (width = 24, height = 16): Promise<Uint8Array<ArrayBuffer>> =>
  bytes(await canvas(width, height).jpeg().toBuffer());

/** A photo as a telephone takes it: lying on its side, with the place and the maker in its EXIF. */
export const aTelephonePhoto = async (): Promise<Uint8Array<ArrayBuffer>> =>
  bytes(
    await canvas(40, 20)
      .withExif({ IFD0: { Make: 'TELEFONO-SECRETO' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '19/1 25/1 57/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer(),
  );

const bytes = (buffer: Buffer) => new Uint8Array(buffer);

/** A picture of a screen in a palette of its own: a third of the bytes, and nothing one would see. */
export const quantised = (png: Buffer): Promise<Buffer> => sharp(png).png({ palette: true, quality: 90, effort: 8 }).toBuffer();
