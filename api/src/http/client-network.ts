import { isIP, isIPv4, isIPv6 } from 'node:net';
import { isForwardingHeader } from '@bitacora/core/settings/local-caller';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';

const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/** Returns the client's address, which was read according to PROXY_HOPS; null where a proxy names none. An IPv4-mapped address becomes IPv4. */
export function clientAddress({ ip }: Pick<Context, 'ip'>): string | null {
  const address = withoutPort(ip.trim()).replace(MAPPED, '');
  return isIP(address) ? address : null;
}

/** All texts that are not addresses count as one network, so that inventing them gains nothing. */
const UNKNOWN = 'unknown';

const withoutPort = (text: string) =>
  /^\[(?<address>.+)\](:\d+)?$/.exec(text)?.groups?.address ?? /^(?<address>[\d.]+):\d+$/.exec(text)?.groups?.address ?? text;

/** Returns the groups of an IPv6 address with its `::` written out. `URL` gives each address one spelling, IPv4-mapped ones too. */
function expandGroups(address: string): string[] {
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [front, back] = [before, after ?? ''].map((part) => part.split(':').filter(Boolean)) as [string[], string[]];
  return [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back];
}

/** Parses a client's address. An IPv4-mapped IPv6 address becomes the IPv4 address. Null for other texts. */
function parseAddress(address: string): { ipv4: string } | { groups: string[] } | null {
  const [text = ''] = withoutPort(address.trim()).split('%'); // a link-local address names its interface after `%`
  if (isIPv4(text)) return { ipv4: text };
  if (!isIPv6(text)) return null;
  const groups = expandGroups(text);
  if (groups.slice(0, 5).some((group) => group !== '0') || groups[5] !== 'ffff') return { groups };
  const bytes = groups.slice(6).flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]);
  return { ipv4: bytes.join('.') };
}

const ipv4Network = (address: string) => `${address.split('.').slice(0, 3).join('.')}.0/24`;
const ipv6Network = (groups: readonly string[]) => `${groups.slice(0, 4).join(':')}::/64`;

/**
 * Returns the network of a client's address, by which callers without a login are counted. It is a /24 for IPv4 and a /64 for IPv6, because one
 * client may use all its addresses. An IPv4-mapped IPv6 address counts as the IPv4 address.
 */
export function callerNetwork(address: string): string {
  const client = parseAddress(address);
  if (!client) return UNKNOWN;
  return 'ipv4' in client ? ipv4Network(client.ipv4) : ipv6Network(client.groups);
}

/** Returns the key of the limits on failures: an IPv4 address, because a /24 has many owners, or an IPv6 /64, which has one owner. */
export function limitedAddress(address: string): string {
  const client = parseAddress(address);
  if (!client) return UNKNOWN;
  return 'ipv4' in client ? client.ipv4 : ipv6Network(client.groups);
}

const WARNING =
  'requests carry proxy headers (X-Forwarded-For) but PROXY_HOPS is 0: all of them count as one address; set PROXY_HOPS if a proxy stands in front';

/** Notices requests of a proxy that the settings do not name, because the limits would count all callers as one address. */
export function watchForwardingHeaders(proxyHops: number, now: () => Date, log: Logger) {
  let seenAt: Date | null = null;
  const watch: Middleware = (ctx, next) => {
    if (proxyHops === 0 && Object.keys(ctx.headers).some(isForwardingHeader)) {
      if (!seenAt) log.warn(WARNING);
      seenAt = now();
    }
    return next();
  };
  /** `lastSeenAt` returns the time of the latest such request of this process; null where there was none. */
  return { watch, lastSeenAt: () => seenAt };
}
