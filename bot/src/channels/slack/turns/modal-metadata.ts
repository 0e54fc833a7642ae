import * as z from 'zod/mini';
import type { Press } from '../../../card.ts';
import { readPress, writePress } from '../block-kit/press-value.ts';
import type { Place, Stage } from './turn.ts';

const place = z.union([
  z.object({ kind: z.literal('card'), channel: z.string(), ts: z.string() }),
  z.object({ kind: z.literal('whisper'), channel: z.string(), replaces: z.boolean() }),
  z.object({ kind: z.literal('home') }),
  z.object({ kind: z.literal('talk') }),
]);
const metadata = z.object({ press: z.string(), place, responseUrl: z.optional(z.string()) });

/** What a modal of ours carries while it is filled in: what it is for, and where its outcome is drawn. */
export const writeMetadata = ({ place, responseUrl }: Stage, press: Press) =>
  JSON.stringify({ press: writePress(press), place, responseUrl });

/** Null for a modal that is not ours. */
export function readMetadata(text: string): { press: Press; place: Place; responseUrl?: string } | null {
  try {
    const { press: written, ...where } = metadata.parse(JSON.parse(text));
    const press = readPress(written);
    return press && { press, ...where };
  } catch {
    return null;
  }
}
