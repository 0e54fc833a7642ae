import type { IncomingHttpHeaders } from 'node:http';
import { isLoopbackHost } from '../domain/admin/health.ts';

/** Whether a proxy adds this header to name the client or the requested address. */
export const isForwardingHeader = (name: string) => name === 'forwarded' || name === 'x-real-ip' || name.startsWith('x-forwarded-');

interface ReceivedRequest {
  socket: { remoteAddress?: string | undefined };
  headers: IncomingHttpHeaders;
}

/** A proxy on this machine is on the loopback too, but names the address it asks for. */
export const isFromThisMachine = ({ socket, headers }: ReceivedRequest): boolean =>
  isLoopbackHost(socket.remoteAddress ?? '') && !Object.keys(headers).some(isForwardingHeader);
