import type { Session } from './session-memory.ts';

type Body = Record<string, unknown>;

/** The session in an answer that names nobody; null where somebody is named, or where the shape is another. */
export function sessionOfNobody(body: unknown): Session | null {
  const { user_action_deck, today, time_zone, demo, demo_exposed = false, contact_url, first_run = false } = (body ?? {}) as Body;
  const isKnown =
    user_action_deck === null &&
    [today, time_zone, contact_url].every((text) => typeof text === 'string') &&
    [demo, demo_exposed, first_run].every((fact) => typeof fact === 'boolean');
  if (!isKnown) return null;
  const facts = { success: true, user: null, today, zone: time_zone, contactUrl: contact_url };
  return { ...facts, isDemo: demo, isDemoExposed: demo_exposed, needsFirstRun: first_run } as Session;
}
