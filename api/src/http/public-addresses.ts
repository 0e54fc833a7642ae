import { type LookupOptions, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The Internet gives out IPv6 addresses of this network alone. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Refuses every special-purpose address of IANA, those of relays and of name servers too, which nobody delivers to. */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST));
}

export class PrivateAddress extends Error {
  constructor(host: string) {
    super(`${host} is not on the public Internet`);
  }
}

/** Refuses a host that is written as an address, because a connection to one asks no lookup. */
export function demandPublicHost(hostname: string): void {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) > 0 && !isPublicAddress(address)) throw new PrivateAddress(hostname);
}

/** Resolves names for a connection, which then goes to the very address that was checked: a second answer of the DNS counts for nothing. */
export const lookupPublic: LookupFunction = (hostname, options: LookupOptions, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const allowed = (addresses ?? []).filter(({ address }) => isPublicAddress(address));
    const [first] = allowed;
    if (error || !first) return callback(error ?? new PrivateAddress(hostname), '', 0);
    if (options.all) callback(null, allowed);
    else callback(null, first.address, first.family);
  });
};
