import { expect, it } from 'vitest';
import { prepareImage } from '../src/activities/form/evidence-box.tsx';

it.each([
  ['IMG_1.HEIC', ''],
  ['IMG_1', 'image/heic'],
])('a photo of an iPhone that this browser cannot decode, %s %s, is sent as it is', async (name, type) => {
  const file = new File(['pixels'], name, { type });
  expect(await prepareImage(file, 6)).toEqual({ file });
  expect(await prepareImage(file, 5)).toEqual({ problem: 'tooLarge' });
});
