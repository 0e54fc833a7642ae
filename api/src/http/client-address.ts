import { isIP } from 'node:net';
import type { Context } from 'koa';
import { withoutPort } from './client-network.ts';

const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/** The client's address as PROXY_HOPS says to read it; null where a proxy names none. IPv4 is written as IPv4. */
export function clientAddress({ ip }: Pick<Context, 'ip'>): string | null {
  const address = withoutPort(ip.trim()).replace(MAPPED, '');
  return isIP(address) ? address : null;
}
