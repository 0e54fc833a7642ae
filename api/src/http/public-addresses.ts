import { type LookupOptions, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** All public IPv6 addresses are in this network. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Returns false for every special-purpose address of IANA, including relays and name servers, because no webhook is received there. */
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

/** Throws for a host that is written as a private address, because a connection to an address makes no lookup. */
export function demandPublicHost(hostname: string): void {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) > 0 && !isPublicAddress(address)) throw new PrivateAddress(hostname);
}

/** Resolves names for a connection. It connects to the address that was checked, so a second DNS answer cannot change it. */
export const lookupPublic: LookupFunction = (hostname, options: LookupOptions, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const allowed = (addresses ?? []).filter(({ address }) => isPublicAddress(address));
    const [first] = allowed;
    if (error || !first) return callback(error ?? new PrivateAddress(hostname), '', 0);
    if (options.all) callback(null, allowed);
    else callback(null, first.address, first.family);
  });
};
