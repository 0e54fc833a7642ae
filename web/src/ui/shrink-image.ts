/** Screens and the server need no more; a phone's photo is twice as long. */
const MAX_SIDE = 2048;
const JPEG_QUALITY = 0.85;

export type PreparedImage = { file: File } | { problem: 'wrongType' | 'heic' | 'tooLarge' };

const isHeic = ({ name, type }: File) => /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);

/** The image as it is uploaded: upright, at most 2,048 px on its long side, PNG or JPEG. A browser that cannot decode it sends it as it is. */
export async function prepareImage(file: File, maxBytes: number): Promise<PreparedImage> {
  const isPhotoOfIphone = isHeic(file);
  if (!isPhotoOfIphone && !['image/png', 'image/jpeg'].includes(file.type)) return { problem: 'wrongType' };
  const bitmap = await decode(file);
  if (!bitmap && isPhotoOfIphone) return { problem: 'heic' };
  const isSmall = bitmap === null || Math.max(bitmap.width, bitmap.height) <= MAX_SIDE;
  const prepared = bitmap && !(isSmall && !isPhotoOfIphone && file.size <= maxBytes) ? await draw(bitmap, file) : file;
  bitmap?.close();
  return prepared.size > maxBytes ? { problem: 'tooLarge' } : { file: prepared };
}

const decode = (file: File): Promise<ImageBitmap | null> =>
  typeof createImageBitmap === 'undefined'
    ? Promise.resolve(null)
    : createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);

async function draw(bitmap: ImageBitmap, file: File): Promise<File> {
  const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return file;
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const type = file.type === 'image/png' ? 'image/png' : 'image/jpeg';
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, JPEG_QUALITY));
  if (!blob) return file;
  const name = type === 'image/jpeg' ? file.name.replace(/\.(?:jpe?g|hei[cf])$/i, '.jpg') : file.name;
  return new File([blob], name, { type, lastModified: file.lastModified });
}
