import type { IncomingHttpHeaders } from 'node:http';

/** Whether a proxy adds this header to name the client or the requested address. */
export const isForwardingHeader = (name: string) => name === 'forwarded' || name === 'x-real-ip' || name.startsWith('x-forwarded-');

const isLoopback = (address: string) => address === '::1' || /^(::ffff:)?127\./.test(address);

interface ReceivedRequest {
  socket: { remoteAddress?: string | undefined };
  headers: IncomingHttpHeaders;
}

/** A proxy on this machine is on the loopback too, but names the address it asks for. */
export const isFromThisMachine = ({ socket, headers }: ReceivedRequest): boolean =>
  isLoopback(socket.remoteAddress ?? '') && !Object.keys(headers).some(isForwardingHeader);
