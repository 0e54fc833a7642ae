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

  /** A convex one: each row is filled between its outermost crossings. */
  function polygon(points: readonly Point[], colour: Colour) {
    const heights = points.map(([, y]) => y * SCALE);
    const word = wordOf(colour);
    for (let row = Math.floor(Math.min(...heights)); row <= Math.max(...heights); row += 1) {
      const middle = row + 0.5;
      let [from, to] = [columns, 0];
      for (let corner = 0; corner < points.length; corner += 1) {
        const [x1, y1] = points[corner] as Point;
        const [x2, y2] = points[(corner + 1) % points.length] as Point;
        if (y1 * SCALE <= middle === y2 * SCALE <= middle) continue;
        const x = (x1 + ((middle / SCALE - y1) / (y2 - y1)) * (x2 - x1)) * SCALE;
        from = Math.min(from, x);
        to = Math.max(to, x);
      }
      span(row, from, to, word);
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
      const [left, top, right, foot] = [x, y, x + w, y + h].map((side) => Math.round(side * SCALE)) as [number, number, number, number];
      if (!isAcross) {
        for (let row = top; row < foot; row += 1) span(row, left, right, wordOf(mix(from, to, (row - top) / (foot - top))));
        return;
      }
      const across = Uint32Array.from({ length: right - left }, (_, step) => wordOf(mix(from, to, step / (right - left))));
      for (let row = top; row < foot; row += 1) pixels.set(across, row * columns + left);
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
