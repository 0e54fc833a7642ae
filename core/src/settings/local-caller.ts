import type { IncomingHttpHeaders } from 'node:http';
import { isLoopbackHost } from '../domain/admin/health.ts';

/** Whether a proxy adds this header to name the client or the requested address. */
export const isForwardingHeader = (name: string) => name === 'forwarded' || name === 'x-real-ip' || name.startsWith('x-forwarded-');

interface ReceivedRequest {
  socket: { remoteAddress?: string | undefined };
  headers: IncomingHttpHeaders;
  httpVersion: string;
}

/**
 * A proxy on this machine is on the loopback too, but names the client, itself (Via) or the public host. nginx without settings names nothing
 * and speaks HTTP/1.0.
 */
export const isFromThisMachine = ({ socket, headers, httpVersion }: ReceivedRequest): boolean => {
  const url = `http://${headers.host}`;
  const isDirect = httpVersion === '1.1' && headers.via === undefined && !Object.keys(headers).some(isForwardingHeader);
  return isDirect && isLoopbackHost(socket.remoteAddress ?? '') && URL.canParse(url) && isLoopbackHost(new URL(url).hostname);
};
