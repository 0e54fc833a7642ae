import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { type ButtonAction, buttonActionSchema } from '../../card.ts';
import { RecentMap } from '../../deliveries.ts';

/** A person answers a question of a form with it, by a button. */
export type FormReply = 'keep' | 'skip' | 'cancel' | 'send' | { value: string };

/** A pressed button or row. `question` is asked before the press; `form` names the question of a form that the button answers. */
export type ButtonPayload = { press: ButtonAction; question?: string | undefined } | { form: string; reply: FormReply };

const pressPayload = z.object({ press: buttonActionSchema, question: z.optional(z.string()) });
const formPayload = z.object({
  form: z.string(),
  reply: z.union([z.enum(['keep', 'skip', 'cancel', 'send']), z.object({ value: z.string() })]),
});
const payloadSchema = z.union([pressPayload, formPayload]);

const MAX_STORED = 10_000;
const KEY = /^#([\w-]{16})$/;

/** An id holds its payload. A payload that is too long stays in memory, and its button is outdated after a restart. */
export function createButtons() {
  const payloads = new RecentMap<string, ButtonPayload>({ most: MAX_STORED });
  return {
    /** Returns the id of a button with this payload, of at most `mostBytes`. */
    encode(payload: ButtonPayload, mostBytes: number): string {
      const text = JSON.stringify(payload);
      if (Buffer.byteLength(text) <= mostBytes) return text;
      const key = randomBytes(12).toString('base64url');
      payloads.set(key, payload);
      return `#${key}`;
    },
    /** Null for an id that is not ours, and for a stored payload that is gone. */
    decode(id: string): ButtonPayload | null {
      const [, key] = KEY.exec(id) ?? [];
      if (key) return payloads.get(key) ?? null;
      try {
        return z.parse(payloadSchema, JSON.parse(id));
      } catch {
        return null;
      }
    },
  };
}
export type Buttons = ReturnType<typeof createButtons>;
