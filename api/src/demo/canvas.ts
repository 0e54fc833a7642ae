import sharp from 'sharp';

/** Drawn at twice the size and shrunk, which smooths the edges. */
const SCALE = 2;

export type Colour = readonly [red: number, green: number, blue: number];
export type Point = readonly [x: number, y: number];

/** RGBA bytes as one little-endian word. */
const wordOf = ([red, green, blue]: Colour) => ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;

export const mix = (a: Colour, b: Colour, share: number): Colour => [
  Math.round(a[0] + (b[0] - a[0]) * share),
  Math.round(a[1] + (b[1] - a[1]) * share),
  Math.round(a[2] + (b[2] - a[2]) * share),
];

/** A sheet of pixels to draw plain shapes on; coordinates are pixels of the finished picture. */
export function createCanvas(width: number, height: number) {
  const [columns, rows] = [width * SCALE, height * SCALE];
  const pixels = new Uint32Array(columns * rows);

  const span = (row: number, from: number, to: number, word: number) => {
    if (row < 0 || row >= rows) return;
    const [start, end] = [Math.max(0, Math.round(from)), Math.min(columns, Math.round(to))];
    if (start < end) pixels.fill(word, row * columns + start, row * columns + end);
  };

  /** Even-odd, line by line. */
  function polygon(points: readonly Point[], colour: Colour) {
    const corners = points.map(([x, y]) => [x * SCALE, y * SCALE] as const);
    const heights = corners.map(([, y]) => y);
    const word = wordOf(colour);
    for (let row = Math.floor(Math.min(...heights)); row <= Math.max(...heights); row += 1) {
      const middle = row + 0.5;
      const crossings = corners
        .map((from, index) => [from, corners[(index + 1) % corners.length] as Point] as const)
        .filter(([[, y1], [, y2]]) => y1 <= middle !== y2 <= middle)
        .map(([[x1, y1], [x2, y2]]) => x1 + ((middle - y1) / (y2 - y1)) * (x2 - x1))
        .sort((a, b) => a - b);
      for (let pair = 0; pair + 1 < crossings.length; pair += 2) span(row, crossings[pair] as number, crossings[pair + 1] as number, word);
    }
  }

  function line([x1, y1]: Point, [x2, y2]: Point, thickness: number, colour: Colour) {
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [dx, dy] = [((y1 - y2) / length) * (thickness / 2), ((x2 - x1) / length) * (thickness / 2)];
    polygon(
      [
        [x1 + dx, y1 + dy],
        [x2 + dx, y2 + dy],
        [x2 - dx, y2 - dy],
        [x1 - dx, y1 - dy],
      ],
      colour,
    );
  }

  return {
    width,
    height,
    polygon,
    line,
    rect(x: number, y: number, w: number, h: number, colour: Colour) {
      const word = wordOf(colour);
      for (let row = Math.round(y * SCALE); row < (y + h) * SCALE; row += 1) span(row, x * SCALE, (x + w) * SCALE, word);
    },
    /** From one colour at the top to another at the bottom; across from left to right when `isAcross`. */
    shade([x, y, w, h]: readonly [number, number, number, number], from: Colour, to: Colour, isAcross = false) {
      const steps = Math.round((isAcross ? w : h) * SCALE);
      const [left, top] = [x * SCALE, y * SCALE];
      for (let step = 0; step < steps; step += 1) {
        const word = wordOf(mix(from, to, step / steps));
        if (!isAcross) span(Math.round(top + step), left, left + w * SCALE, word);
        else for (let row = Math.round(top); row < top + h * SCALE; row += 1) span(row, left + step, left + step + 1, word);
      }
    },
    circle([x, y]: Point, radius: number, colour: Colour) {
      const word = wordOf(colour);
      const r = radius * SCALE;
      for (let dy = -r; dy <= r; dy += 1) {
        const half = Math.sqrt(r * r - dy * dy);
        span(Math.round(y * SCALE + dy), x * SCALE - half, x * SCALE + half, word);
      }
    },
    path(points: readonly Point[], thickness: number, colour: Colour) {
      points.slice(1).forEach((to, index) => {
        line(points[index] as Point, to, thickness, colour);
      });
    },
    /** The finished picture, ready for an encoder. */
    finished: () =>
      sharp(Buffer.from(pixels.buffer), { raw: { width: columns, height: rows, channels: 4 } })
        .removeAlpha()
        .resize(width, height),
  };
}

export type Canvas = ReturnType<typeof createCanvas>;
