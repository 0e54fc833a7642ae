import * as z from 'zod/mini';
import { type Claimed, claimedBy } from './claims.ts';
import type { Hosts } from './hosts.ts';
import type { KeySet } from './key-set.ts';

/** Why something is not let in, for the log alone. */
export type Denial = 'token' | 'issuer' | 'audience' | 'key' | 'channel' | 'service' | 'tenant';

interface Door {
  hosts: Hosts;
  keys: KeySet;
  issuer: string;
  clientId: string;
  tenantId: string;
  now: () => number;
}

const tenant = z.optional(z.object({ id: z.optional(z.string()) }));
const envelope = z.object({
  channelId: z.literal('msteams'),
  serviceUrl: z.string(),
  conversation: z.object({ tenantId: z.optional(z.string()) }),
  channelData: z.optional(z.object({ tenant })),
});

const sameAddress = (one: string, other: string) => one.replace(/\/$/, '').toLowerCase() === other.replace(/\/$/, '').toLowerCase();

function wrongToken({ issuer, clientId }: Door, claimed: Claimed): Denial | null {
  // The library also believes tokens of any company's login page, and those name no service.
  if (claimed.issuer !== issuer) return 'issuer';
  return claimed.audience === clientId ? null : 'audience';
}

/** Every company that the activity names is ours, and it names one. */
function isOurs({ tenantId }: Door, { conversation, channelData }: z.output<typeof envelope>): boolean {
  const named = [conversation.tenantId, channelData?.tenant?.id].filter((id) => id !== undefined);
  return named.length > 0 && named.every((id) => id === tenantId);
}

/** What is refused before the library checks the signature. Null: the library may look at it. */
export async function denial(door: Door, authorization: string | undefined, body: unknown): Promise<Denial | null> {
  const claimed = claimedBy(authorization, door.now() / 1_000);
  if (!claimed) return 'token';
  const wrong = wrongToken(door, claimed);
  if (wrong) return wrong;
  const { success, data } = z.safeParse(envelope, body);
  if (!success) return 'channel';
  if (!door.hosts.isService(data.serviceUrl) || !sameAddress(claimed.serviceUrl, data.serviceUrl)) return 'service';
  if (!isOurs(door, data)) return 'tenant';
  return (await door.keys.knows(claimed.kid)) ? null : 'key';
}
