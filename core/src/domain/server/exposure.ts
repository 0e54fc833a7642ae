/** Where a server is reached, as its settings say. */
export interface Exposure {
  isProduction: boolean;
  isHttps: boolean;
  host: string;
}

/** Whether a host name or an IP address is this machine itself. */
export const isLoopbackHost = (host: string): boolean =>
  /^(localhost|(::ffff:)?127(\.\d{1,3}){3}|::1|::ffff:7f[\da-f]{2}:[\da-f]{1,4})$/i.test(host.replace(/^\[(.*)\]$/, '$1'));

/** Whether people on other machines may reach it: there the demo company, with its known passwords, is never loaded unasked. */
export const isExposed = ({ isProduction, isHttps, host }: Exposure): boolean => isProduction || isHttps || !isLoopbackHost(host);
