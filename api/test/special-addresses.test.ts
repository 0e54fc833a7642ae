import ipaddr from 'ipaddr.js';
import { expect, it } from 'vitest';
import { demandPublicHost, isPublicAddress, PrivateAddress } from '../src/http/public-addresses.ts';

/** Every row of IANA's registry of special-purpose IPv4 addresses (RFC 6890), and multicast. */
const IPV4 = [
  ...['0.0.0.0/8', '0.0.0.0/32', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.0.0/29', '192.0.0.8/32', '192.0.0.9/32', '192.0.0.10/32', '192.0.0.170/32', '192.0.0.171/32', '192.0.2.0/24'],
  ...['192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.88.99.2/32', '192.168.0.0/16', '192.175.48.0/24', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '240.0.0.0/4', '255.255.255.255/32', '224.0.0.0/4'],
];

/** The same of IPv6, with what was withdrawn (site-local, IPv4-compatible), multicast, and networks that were never given out. */
const IPV6 = [
  ...['::1/128', '::/128', '::ffff:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '100:0:0:1::/64', '2001::/23', '2001::/32'],
  ...['2001:1::1/128', '2001:1::2/128', '2001:1::3/128', '2001:2::/48', '2001:3::/32', '2001:4:112::/48', '2001:10::/28', '2001:20::/28'],
  ...['2001:30::/28', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20', '5f00::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10'],
  ...['::/96', '::ffff:0:0:0/96', 'ff00::/8', '1000::/4', '4000::/3', '8000::/2', 'e000::/4', 'f000::/5', 'f800::/6', 'fe00::/9'],
];

it.each(IPV4)('%s is not public, nor is it as an IPv4-mapped address', (network) => {
  for (const { address } of edges(ipaddr.IPv4, network)) {
    expect([address, isPublicAddress(address)]).toEqual([address, false]);
    expect(isPublicAddress(`::ffff:${address}`)).toBe(false);
    expect(() => demandPublicHost(address)).toThrow(PrivateAddress);
  }
});

it.each(IPV6)('%s is not public', (network) => {
  for (const { address } of edges(ipaddr.IPv6, network)) {
    expect([address, isPublicAddress(address)]).toEqual([address, false]);
    expect(() => demandPublicHost(`[${address}]`)).toThrow(PrivateAddress);
  }
});

it.each([
  '8.8.8.8',
  '100.128.0.1',
  '172.32.0.1',
  '192.0.1.1',
  '198.20.0.1',
  '223.255.255.255',
  '2001:200::1',
  '2606:4700::1111',
  '2a00::1',
])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));

/** The first and the last address of a network. */
function edges(kind: typeof ipaddr.IPv4 | typeof ipaddr.IPv6, network: string) {
  return [kind.networkAddressFromCIDR(network), kind.broadcastAddressFromCIDR(network)].map((one) => ({ address: one.toString() }));
}
