import * as z from 'zod/mini';
import type { Press } from '../../../card.ts';
import { limits } from './limits.ts';

const press = z.catchall(z.object({ flow: z.string() }), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/** What a button carries. Throws for a press that Slack would not take: a flow makes them of at most 1,000 characters. */
export function writePress(said: Press): string {
  const value = JSON.stringify(said);
  if (value.length > limits.buttonValue) throw new Error(`The press of ${said.flow} is too long for a button: ${value.length} characters.`);
  return value;
}

/** Null for what no card of ours carries. */
export function readPress(value: unknown): Press | null {
  if (typeof value !== 'string') return null;
  try {
    return press.parse(JSON.parse(value)) as Press;
  } catch {
    return null;
  }
}
