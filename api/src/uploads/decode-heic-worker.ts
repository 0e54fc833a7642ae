import { parentPort, workerData } from 'node:worker_threads';
import type { HeicAnswer, HeicTask } from './decode-heic.ts';

const { file, maxPixels, maxBytes } = workerData as HeicTask;

// The decoder's memory lies outside the heap, so `resourceLimits` does not bound it. A refused growth ends the decoding.
const { grow } = WebAssembly.Memory.prototype;
WebAssembly.Memory.prototype.grow = function (pages: number) {
  if (this.buffer.byteLength + pages * 65_536 > maxBytes) throw new RangeError('The image needs too much memory.');
  return grow.call(this, pages);
};

const { default: libheif } = await import('libheif-js/wasm-bundle.js');
const answer = (message: HeicAnswer, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer);

/** The thread decodes the main image of one file, turned upright, and posts its pixels or why it has none. */
const images = new libheif.HeifDecoder().decode(file);
const image = images.find((each) => each.is_primary()) ?? images[0];
const [width, height] = [image?.get_width() ?? 0, image?.get_height() ?? 0];
if (!image || width * height === 0) answer({ problem: 'unreadable' });
else if (width * height > maxPixels) answer({ problem: 'tooManyPixels' });
else
  image.display({ data: new Uint8ClampedArray(width * height * 4), width, height }, (picture) =>
    picture ? answer({ pixels: picture.data, width, height }, [picture.data.buffer]) : answer({ problem: 'unreadable' }),
  );
