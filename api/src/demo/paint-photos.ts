import type { Dice } from '@bitacora/core/seeds/dice';
import { type Canvas, type Colour, mix } from './canvas.ts';

const STEEL: Colour = [148, 158, 166];
const DARK: Colour = [38, 43, 48];
const WHITE: Colour = [246, 246, 242];
const CARDBOARD: Colour = [188, 145, 98];
const YELLOW: Colour = [232, 186, 44];
const RED: Colour = [196, 48, 40];
const BLACK: Colour = [0, 0, 0];

/** A warehouse aisle between racks, seen from its entrance. */
export function paintAisle({ width: w, height: h, polygon, shade, line, rect }: Canvas, dice: Dice) {
  const [x, y] = [w * (0.45 + dice.between(0, 10) / 100), h * 0.44];
  shade([0, 0, w, h * 0.5], [206, 212, 214], [168, 176, 180]);
  shade([0, h * 0.44, w, h * 0.56], [142, 140, 134], [186, 182, 172]);
  const racks = dice.pick<Colour>([
    [38, 84, 148],
    [198, 92, 34],
    [46, 110, 84],
  ]);
  for (const side of [0, w]) {
    const at = (depth: number, level: number) => [side + (x - side) * depth, h * level + (y - h * level) * depth] as const;
    for (const level of [-0.1, 0.22, 0.54]) {
      for (let bay = 0; bay < 7; bay += 1) {
        const [near, far] = [1 - 0.8 ** bay, 1 - 0.8 ** (bay + 0.86)];
        const [top, foot] = [level + 0.08 + dice.between(0, 8) / 100, level + 0.3];
        const load = mix(mix(CARDBOARD, WHITE, dice.between(0, 40) / 100), BLACK, bay * 0.07);
        polygon([at(near, top), at(far, top), at(far, foot), at(near, foot)], load);
      }
      polygon([at(0, level + 0.3), at(0.9, level + 0.3), at(0.9, level + 0.33), at(0, level + 0.33)], mix(racks, BLACK, 0.2));
    }
    for (let post = 0; post < 8; post += 1) {
      const depth = 1 - 0.8 ** post;
      line(at(depth, -0.1), at(depth, 1), Math.max(2, 16 * (1 - depth)), racks);
    }
  }
  for (const offset of [-0.3, 0.3]) line([w * (0.5 + offset), h], [x + offset * 40, y + 6], 9, YELLOW);
  for (let lamp = 0; lamp < 4; lamp += 1) rect(x - 60 / (lamp + 1), lamp * h * 0.1, 120 / (lamp + 1), 8 / (lamp + 1), WHITE);
}

/** Pallets of boxes on a floor. */
export function paintBoxes({ width: w, height: h, rect, shade, line, polygon }: Canvas, dice: Dice) {
  shade([0, 0, w, h * 0.62], [196, 200, 198], [158, 164, 164]);
  shade([0, h * 0.62, w, h * 0.38], [128, 126, 122], [166, 162, 154]);
  const size = w / 8;
  for (const left of [0.08, 0.54]) {
    const tone = mix(CARDBOARD, [150, 108, 66], dice.between(0, 60) / 100);
    const tall = dice.between(3, 5);
    const foot = h * 0.86;
    for (let row = 0; row < tall; row += 1)
      for (let column = 0; column < 3; column += 1) {
        const [x, y] = [w * left + column * size, foot - (row + 1) * size * 0.72];
        shade([x + 1, y + 1, size - 2, size * 0.72 - 2], mix(tone, WHITE, 0.16), mix(tone, BLACK, 0.08));
        rect(x + size * 0.42, y + 1, size * 0.14, size * 0.72 - 2, mix(tone, WHITE, 0.35));
        rect(x + size * 0.08, y + size * 0.4, size * 0.26, size * 0.2, WHITE);
      }
    const [right, top] = [w * left + 3 * size, foot - tall * size * 0.72];
    const side = [
      [right, top],
      [right + size * 0.5, top - size * 0.3],
      [right + size * 0.5, foot - size * 0.3],
      [right, foot],
    ] as const;
    polygon(side, mix(tone, BLACK, 0.28));
    const lid = [
      [w * left, top],
      [w * left + size * 0.5, top - size * 0.3],
      [right + size * 0.5, top - size * 0.3],
      [right, top],
    ] as const;
    polygon(lid, mix(tone, WHITE, 0.3));
    rect(w * left - 6, foot, 3 * size + 12, size * 0.12, [122, 88, 54]);
    for (const block of [0, 1.4, 2.8]) rect(w * left + block * size, foot + size * 0.12, size * 0.26, size * 0.14, [98, 70, 44]);
  }
  line([0, h * 0.62], [w, h * 0.62], 4, [110, 112, 112]);
}

/** A pressure gauge on a pipe. */
export function paintGauge({ width: w, height: h, circle, line, shade, rect }: Canvas, dice: Dice) {
  shade([0, 0, w, h], [120, 132, 138], [72, 80, 86]);
  shade([0, h * 0.74, w, h * 0.18], [208, 212, 214], [104, 110, 116]);
  rect(w * 0.46, h * 0.66, w * 0.08, h * 0.16, [168, 132, 62]);
  const centre = [w / 2, h * 0.42] as const;
  const radius = h * 0.34;
  circle(centre, radius * 1.1, DARK);
  circle(centre, radius * 1.05, STEEL);
  circle(centre, radius, WHITE);
  const at = (angle: number, reach: number) =>
    [centre[0] + Math.cos(angle) * radius * reach, centre[1] + Math.sin(angle) * radius * reach] as const;
  const angleOf = (share: number) => Math.PI * (0.75 + 1.5 * share);
  for (let tick = 0; tick <= 40; tick += 1) {
    const angle = angleOf(tick / 40);
    if (tick >= 30) line(at(angle, 0.9), at(angle, 0.98), 12, RED);
    line(at(angle, tick % 5 ? 0.84 : 0.74), at(angle, 0.9), tick % 5 ? 3 : 6, DARK);
  }
  const reading = angleOf(dice.between(35, 68) / 100);
  line(at(reading + Math.PI, 0.2), at(reading, 0.78), 8, RED);
  circle(centre, radius * 0.08, DARK);
}

/** Steel vessels with a ladder and pipes. */
export function paintTank({ width: w, height: h, shade, rect, line, circle }: Canvas, dice: Dice) {
  shade([0, 0, w, h], [214, 218, 212], [164, 170, 168]);
  shade([0, h * 0.86, w, h * 0.14], [134, 72, 58], [160, 92, 74]);
  for (const left of [0.08, 0.54]) {
    const [x, y, width, height] = [w * left, h * (0.16 + dice.between(0, 8) / 100), w * 0.38, h * 0.56] as const;
    shade([x, y, width / 2, height], [98, 106, 112], [236, 240, 242], true);
    shade([x + width / 2, y, width / 2, height], [236, 240, 242], [86, 94, 100], true);
    rect(x - 6, y, width + 12, 12, DARK);
    for (const band of [0.3, 0.64]) rect(x, y + height * band, width, 5, [112, 120, 126]);
    for (const leg of [0.08, 0.84]) rect(x + width * leg, y + height, width * 0.08, h * 0.88 - y - height, [88, 94, 100]);
    circle([x + width / 2, y + height * 0.46], width * 0.13, DARK);
    circle([x + width / 2, y + height * 0.46], width * 0.11, WHITE);
    line([x + width / 2, y + height * 0.46], [x + width * 0.57, y + height * 0.42], 4, RED);
    line([x + width / 2, y + height], [x + width / 2, h * 0.84], 18, STEEL);
  }
  line([0, h * 0.1], [w, h * 0.1], 22, [182, 188, 192]);
  line([0, h * 0.82], [w, h * 0.82], 16, dice.pick<Colour>([YELLOW, [52, 122, 74], [40, 92, 160]]));
}

/** A printed label on a jar. */
export function paintLabel({ width: w, height: h, shade, rect, circle }: Canvas, dice: Dice) {
  shade([0, 0, w, h], [92, 88, 82], [132, 126, 118]);
  const sauce = dice.pick<Colour>([
    [156, 44, 24],
    [86, 118, 40],
    [92, 46, 26],
  ]);
  shade([w * 0.14, 0, w * 0.36, h], mix(sauce, BLACK, 0.5), mix(sauce, WHITE, 0.25), true);
  shade([w * 0.5, 0, w * 0.36, h], mix(sauce, WHITE, 0.25), mix(sauce, BLACK, 0.5), true);
  rect(w * 0.14, h * 0.2, w * 0.72, h * 0.62, WHITE);
  rect(w * 0.14, h * 0.2, w * 0.72, h * 0.16, sauce);
  circle([w * 0.3, h * 0.52], h * 0.11, mix(sauce, WHITE, 0.3));
  circle([w * 0.3, h * 0.52], h * 0.07, YELLOW);
  for (const row of [0.44, 0.5, 0.56]) rect(w * 0.42, h * row, w * (0.2 + dice.between(0, 14) / 100), h * 0.025, [90, 90, 90]);
  for (let bar = 0; bar < 26; bar += 1) rect(w * 0.56 + bar * w * 0.01, h * 0.64, dice.between(1, 4), h * 0.14, DARK);
  rect(w * 0.2, h * 0.7, w * 0.26, h * 0.04, RED);
}

/** A lorry at the dock. */
export function paintTruck({ width: w, height: h, shade, rect, circle, polygon }: Canvas, dice: Dice) {
  shade([0, 0, w, h * 0.6], [136, 176, 214], [222, 230, 232]);
  shade([0, h * 0.6, w, h * 0.4], [88, 90, 92], [128, 126, 124]);
  rect(0, h * 0.36, w * 0.2, h * 0.36, [176, 168, 154]);
  rect(w * 0.03, h * 0.44, w * 0.14, h * 0.28, [72, 78, 84]);
  const cab = dice.pick<Colour>([WHITE, [34, 82, 142], [168, 36, 36]]);
  shade([w * 0.2, h * 0.26, w * 0.52, h * 0.42], WHITE, [206, 208, 208]);
  rect(w * 0.2, h * 0.4, w * 0.52, h * 0.06, cab === WHITE ? RED : cab);
  const nose = [
    [w * 0.74, h * 0.38],
    [w * 0.86, h * 0.38],
    [w * 0.93, h * 0.54],
    [w * 0.93, h * 0.7],
    [w * 0.74, h * 0.7],
  ] as const;
  polygon(nose, mix(cab, BLACK, 0.06));
  const glass = [
    [w * 0.79, h * 0.41],
    [w * 0.855, h * 0.41],
    [w * 0.9, h * 0.53],
    [w * 0.79, h * 0.53],
  ] as const;
  polygon(glass, [64, 84, 98]);
  rect(w * 0.2, h * 0.67, w * 0.73, h * 0.04, DARK);
  for (const wheel of [0.28, 0.36, 0.8]) {
    circle([w * wheel, h * 0.74], h * 0.075, DARK);
    circle([w * wheel, h * 0.74], h * 0.034, STEEL);
  }
}
