import { type LookupOptions, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Networks that are not the public Internet: this machine, private networks, and what is reserved (RFC 6890). */
const NETWORKS = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24'],
  ...['192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ...[
    '::/96',
    '64:ff9b::/96',
    '64:ff9b:1::/48',
    '100::/64',
    '2001::/23',
    '2001:db8::/32',
    '2002::/16',
    'fc00::/7',
    'fe80::/10',
    'ff00::/8',
  ],
];
const blocked = new BlockList();
for (const network of NETWORKS) {
  const [address = '', bits] = network.split('/');
  blocked.addSubnet(address, Number(bits), address.includes(':') ? 'ipv6' : 'ipv4');
}

export const isPublicAddress = (address: string): boolean =>
  isIP(address) > 0 && !blocked.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

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
