import * as z from 'zod/mini';
import type { Hosts } from '../trust/hosts.ts';

/** The service puts ids into paths as they are: nothing that would lead elsewhere. */
const id = z.string().check(z.regex(/^(?!\.+$)[\w:@.;=+|-]{1,300}$/));

/** Where somebody is written to; kept by the API as JSON that nobody else reads, and believed only as far as it is checked here. */
const reference = z.object({
  serviceUrl: z.string(),
  tenant: id,
  /** Their chat with the bot alone, or a channel; null until it is known: the service opens it then. */
  conversation: z.nullable(id),
  /** Null for a channel. */
  user: z.nullable(id),
});
export type Reference = z.output<typeof reference>;

export const written = (given: Reference): string => JSON.stringify(given);

/** Null for what is no reference, or leads to a host that is not the service's. */
export function readReference(text: string, hosts: Hosts): Reference | null {
  try {
    const { success, data } = z.safeParse(reference, JSON.parse(text));
    return success && hosts.isService(data.serviceUrl) && (data.conversation ?? data.user) !== null ? data : null;
  } catch {
    return null;
  }
}

export const isId = (text: string): boolean => z.safeParse(id, text).success;
