import type { Dice } from '@bitacora/core/seeds/dice';
import type { Canvas, Colour, Point } from './canvas.ts';

const PAPER: Colour = [252, 252, 250];
const INK: Colour = [52, 58, 64];
const RULE: Colour = [222, 226, 230];
const BLUE: Colour = [32, 98, 164];
const ORANGE: Colour = [226, 124, 34];
const GREEN: Colour = [52, 138, 84];
const RED: Colour = [198, 52, 44];

function paintAxes({ width: w, height: h, rect, line }: Canvas) {
  rect(0, 0, w, h, PAPER);
  rect(w * 0.08, h * 0.06, w * 0.36, h * 0.04, INK);
  for (let rule = 0; rule <= 5; rule += 1) line([w * 0.08, h * (0.18 + rule * 0.14)], [w * 0.95, h * (0.18 + rule * 0.14)], 1.5, RULE);
  line([w * 0.08, h * 0.16], [w * 0.08, h * 0.88], 3, INK);
  line([w * 0.08, h * 0.88], [w * 0.95, h * 0.88], 3, INK);
}

/** Bars from the tallest to the shortest, with their running share above. */
export function paintBarChart(canvas: Canvas, dice: Dice) {
  paintAxes(canvas);
  const { width: w, height: h, rect, path, circle } = canvas;
  const tall = Array.from({ length: 7 }, (_, bar) => (62 - bar * 8 + dice.between(0, 7)) / 100);
  const total = tall.reduce((sum, height) => sum + height);
  let running = 0;
  const points = tall.map((height, bar): Point => {
    rect(w * (0.11 + bar * 0.12), h * (0.88 - height), w * 0.085, h * height, bar < 2 ? ORANGE : BLUE);
    rect(w * (0.12 + bar * 0.12), h * 0.91, w * 0.065, h * 0.02, INK);
    running += height / total;
    return [w * (0.152 + bar * 0.12), h * (0.88 - running * 0.7)];
  });
  path(points, 4, INK);
  for (const point of points) circle(point, 7, INK);
}

/** A measured value over time between its two limits. */
export function paintTrend(canvas: Canvas, dice: Dice) {
  paintAxes(canvas);
  const { width: w, height: h, line, path, circle } = canvas;
  for (const limit of [0.3, 0.76]) line([w * 0.08, h * limit], [w * 0.95, h * limit], 3, RED);
  line([w * 0.08, h * 0.53], [w * 0.95, h * 0.53], 2, GREEN);
  let level = 0.6;
  const points = Array.from({ length: 25 }, (_, index): Point => {
    level += (0.53 - level) * 0.3 + dice.between(-50, 50) / 1000;
    return [w * (0.1 + index * 0.0345), h * level];
  });
  path(points, 4, BLUE);
  for (const point of points) circle(point, 6, BLUE);
}

/** A signed form. */
export function paintDocument({ width: w, height: h, rect, line, path, circle }: Canvas, dice: Dice) {
  rect(0, 0, w, h, [206, 204, 198]);
  rect(w * 0.06, h * 0.04, w * 0.88, h * 0.92, PAPER);
  circle([w * 0.17, h * 0.11], w * 0.045, RED);
  rect(w * 0.27, h * 0.085, w * 0.46, h * 0.022, INK);
  rect(w * 0.27, h * 0.12, w * 0.3, h * 0.012, [140, 146, 152]);
  for (let row = 0; row < 15; row += 1) {
    const y = h * (0.2 + row * 0.038);
    line([w * 0.1, y + h * 0.026], [w * 0.9, y + h * 0.026], 1.5, RULE);
    rect(w * 0.12, y, w * (0.24 + dice.between(0, 30) / 100), h * 0.011, [112, 118, 124]);
    rect(w * 0.78, y - h * 0.004, w * 0.025, h * 0.018, dice.isUnder(0.85) ? GREEN : ORANGE);
  }
  for (const left of [0.14, 0.56]) {
    line([w * left, h * 0.9], [w * (left + 0.3), h * 0.9], 2, INK);
    const scrawl = Array.from(
      { length: 9 },
      (_, step): Point => [w * (left + 0.03 + step * 0.026), h * (0.88 - dice.between(0, 45) / 1000)],
    );
    path(scrawl, 3, BLUE);
  }
}

/** Rooms, doors and the way out. */
export function paintFloorPlan({ width: w, height: h, rect, line, circle, path, polygon }: Canvas, dice: Dice) {
  rect(0, 0, w, h, PAPER);
  for (let grid = 1; grid < 24; grid += 1) line([(w / 24) * grid, 0], [(w / 24) * grid, h], 1, [238, 241, 244]);
  const walls = dice.pick<readonly [number, number]>([
    [0.38, 0.7],
    [0.28, 0.6],
    [0.46, 0.72],
    [0.34, 0.58],
  ]);
  const tints: Colour[] = [
    [224, 236, 246],
    [246, 236, 220],
    [228, 242, 230],
  ];
  const edges = [0.06, ...walls, 0.94];
  edges.slice(1).forEach((right, room) => {
    const left = edges[room] as number;
    for (const [top, foot] of [
      [0.1, 0.44],
      [0.56, 0.9],
    ] as const) {
      rect(w * left, h * top, w * (right - left), h * (foot - top), tints[room] as Colour);
      for (const y of [top, foot]) line([w * left, h * y], [w * right, h * y], 6, INK);
      for (const x of [left, right]) line([w * x, h * top], [w * x, h * foot], 6, INK);
      rect(w * (left + 0.06), h * (top === 0.1 ? 0.425 : 0.545), w * 0.06, h * 0.03, PAPER);
      rect(w * (left + 0.08), h * (top + 0.12), w * 0.1, h * 0.025, [132, 138, 144]);
    }
  });
  path(
    [
      [w * 0.1, h * 0.5],
      [w * 0.9, h * 0.5],
    ],
    6,
    GREEN,
  );
  const head = [
    [w * 0.9, h * 0.46],
    [w * 0.96, h * 0.5],
    [w * 0.9, h * 0.54],
  ] as const;
  polygon(head, GREEN);
  for (let sign = 0; sign < 6; sign += 1) circle([w * (0.16 + sign * 0.14), h * (sign % 2 ? 0.2 : 0.8)], 9, RED);
}

/** A program's window with a table and a bar of progress. */
export function paintScreen({ width: w, height: h, rect, circle }: Canvas, dice: Dice) {
  rect(0, 0, w, h, [48, 72, 96]);
  rect(w * 0.05, h * 0.07, w * 0.9, h * 0.86, PAPER);
  rect(w * 0.05, h * 0.07, w * 0.9, h * 0.07, [226, 230, 234]);
  [RED, ORANGE, GREEN].forEach((colour, button) => {
    circle([w * (0.075 + button * 0.024), h * 0.105], 6, colour);
  });
  rect(w * 0.05, h * 0.14, w * 0.17, h * 0.79, [36, 46, 58]);
  for (let item = 0; item < 7; item += 1) rect(w * 0.07, h * (0.2 + item * 0.08), w * 0.1, h * 0.02, item === 2 ? ORANGE : [128, 142, 156]);
  for (let row = 0; row < 12; row += 1) {
    const y = h * (0.19 + row * 0.052);
    if (row % 2) rect(w * 0.24, y - h * 0.014, w * 0.69, h * 0.05, [242, 245, 248]);
    [0.25, 0.36, 0.58, 0.76].forEach((left, column) => {
      rect(w * left, y, w * (0.05 + dice.between(0, column === 1 ? 14 : 5) / 100), h * 0.02, row ? [120, 128, 136] : INK);
    });
    rect(w * 0.88, y, w * 0.035, h * 0.022, row === 0 ? INK : dice.isUnder(0.8) ? GREEN : RED);
  }
  rect(w * 0.24, h * 0.86, w * 0.69, h * 0.025, RULE);
  rect(w * 0.24, h * 0.86, w * (0.3 + dice.between(0, 35) / 100), h * 0.025, BLUE);
}
