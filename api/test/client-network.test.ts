import { describe, expect, it } from 'vitest';
import { callerNetwork } from '../src/http/client-network.ts';

describe('the network of a client', () => {
  it.each([
    ['203.0.113.7', '203.0.113.0/24'],
    ['203.0.113.255', '203.0.113.0/24'],
    ['203.0.114.7', '203.0.114.0/24'],
    ['127.0.0.1', '127.0.0.0/24'],
  ])('%s, an IPv4 address, is in its /24, %s', (address, network) => expect(callerNetwork(address)).toBe(network));

  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::ffff', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:0:0:aaaa:bbbb:cccc:dddd', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s, an IPv6 address, is in its /64, %s', (address, network) => expect(callerNetwork(address)).toBe(network));

  it.each(['::ffff:203.0.113.7', '::FFFF:cb00:7107', '0:0:0:0:0:ffff:203.0.113.9'])('%s is an IPv4 address in IPv6', (address) =>
    expect(callerNetwork(address)).toBe('203.0.113.0/24'),
  );

  it.each([
    ['203.0.113.7:51234', '203.0.113.0/24'],
    ['[2001:db8:1:2::3]:51234', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::3]', '2001:db8:1:2::/64'],
    [' 203.0.113.7', '203.0.113.0/24'],
  ])('%s, with a port as some proxies write it, is in %s', (address, network) => expect(callerNetwork(address)).toBe(network));

  it('everything that is no address is one network', () =>
    expect(new Set(['', 'unknown', 'a', 'b', '1.2.3', '300.1.1.1', '1.2.3.4.5', 'gggg::1'].map(callerNetwork))).toEqual(
      new Set(['unknown']),
    ));
});
