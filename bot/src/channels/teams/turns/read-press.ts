import * as z from 'zod/mini';
import type { Press } from '../../../card.ts';
import type { Request } from '../../../request.ts';
import { FIELD } from '../cards/draw-form.ts';
import { type Incoming, press } from './incoming.ts';

const VALUE = 20_000;

const carried = z.looseObject({ verb: z.enum(['press', 'submit', 'look']), press, back: z.optional(press) });

export interface Pressed {
  request: Request;
  /** Draws what a form took the place of. */
  back: Press | undefined;
  /** The button of a link, under a message of somebody else. */
  isLook: boolean;
}

/** What was typed: the inputs come back beside what the button carried. */
function valuesIn(data: Readonly<Record<string, unknown>>): Record<string, string> {
  const typed = Object.entries(data).filter(([name, value]) => name.startsWith(FIELD) && typeof value === 'string');
  return Object.fromEntries(typed.map(([name, value]) => [name.slice(FIELD.length), String(value).slice(0, VALUE)]));
}

function requestOf(data: z.output<typeof carried>, said: Pick<Incoming, 'asker' | 'deliveryId'>): Request | null {
  const { verb, press } = data;
  if (verb === 'submit') return { kind: 'submit', ...said, press, values: valuesIn(data) };
  if (verb === 'press') return { kind: 'press', ...said, press };
  const activityId = press.activityId;
  return typeof activityId === 'number' && Number.isSafeInteger(activityId) && activityId > 0
    ? { kind: 'look', ...said, activityId }
    : null;
}

/** What a button of ours sends; null for anything else. */
export function readPress(sent: unknown, { asker, deliveryId }: Incoming): Pressed | null {
  const { success, data } = z.safeParse(carried, sent);
  if (!success) return null;
  const request = requestOf(data, { asker, deliveryId });
  return request && { request, back: data.back, isLook: data.verb === 'look' };
}
