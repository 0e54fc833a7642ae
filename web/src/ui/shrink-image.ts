/** Of what is scaled, pixels of the longer side. */
const MAX_SIDE = 2048;
/** A long screenshot keeps this width, up to so many pixels in all, because its text would be unreadable otherwise. */
const READABLE_WIDTH = 720;
const MAX_PIXELS = 2048 * 2048;
/** A file as small as this is sent as it is, up to the pixels that the server takes. */
const SMALL_BYTES = 1024 * 1024;
const SERVER_MAX_PIXELS = 40_000_000;
const JPEG_QUALITY = 0.85;

export type PreparedImage = { file: File } | { problem: 'wrongType' | 'heic' | 'tooLarge' };

const isHeic = ({ name, type }: File) => /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);

/** The image as it is uploaded: upright PNG or JPEG of few bytes. A file that this browser cannot decode or draw is sent as it is. */
export async function prepareImage(file: File, maxBytes: number): Promise<PreparedImage> {
  const isPhotoOfIphone = isHeic(file);
  if (!isPhotoOfIphone && !['image/png', 'image/jpeg'].includes(file.type)) return { problem: 'wrongType' };
  const smaller = await redrawn(file, isPhotoOfIphone, maxBytes).catch(() => null);
  if (!smaller && isPhotoOfIphone) return { problem: 'heic' };
  const prepared = smaller ?? file;
  return prepared.size > maxBytes ? { problem: 'tooLarge' } : { file: prepared };
}

function scaleOf({ width, height }: ImageBitmap): number {
  const readable = Math.min(READABLE_WIDTH / Math.min(width, height), Math.sqrt(MAX_PIXELS / (width * height)));
  return Math.min(1, Math.max(MAX_SIDE / Math.max(width, height), readable));
}

/** Null where the file stays as it is. */
async function redrawn(file: File, isHeicFile: boolean, maxBytes: number): Promise<File | null> {
  if (typeof createImageBitmap === 'undefined') return null;
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const pixels = bitmap.width * bitmap.height;
    const scale = scaleOf(bitmap);
    const isTaken = !isHeicFile && pixels <= SERVER_MAX_PIXELS && file.size <= maxBytes;
    if (isTaken && (scale === 1 || file.size <= SMALL_BYTES)) return null;
    const smaller = await draw(bitmap, scale, file);
    // Drawing a screenshot again can cost more bytes than it saves.
    return smaller && !(isTaken && smaller.size >= file.size) ? smaller : null;
  } finally {
    bitmap.close();
  }
}

async function draw(bitmap: ImageBitmap, scale: number, file: File): Promise<File | null> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const type = file.type === 'image/png' ? 'image/png' : 'image/jpeg';
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, JPEG_QUALITY));
  if (!blob) return null;
  const name = type === 'image/jpeg' ? file.name.replace(/\.(?:jpe?g|hei[cf])$/i, '.jpg') : file.name;
  return new File([blob], name, { type, lastModified: file.lastModified });
}
