/** Where Microsoft runs the service that Teams bots talk to. */
const SERVICE_HOSTS: ReadonlySet<string> = new Set(['smba.trafficmanager.net', 'smba.infra.gcc.teams.microsoft.com']);
/** Where a file lies that somebody sent: its address opens itself, so the bot's token never goes there. */
const FILE_HOST = /^[a-z0-9-]+\.sharepoint\.com$/;

/** What the service keeps for a message; nothing else of it is ever read for somebody who names an address. */
const ATTACHMENT = /\/v3\/attachments\/[\w.-]+\/views\/[\w.-]+$/;

export interface Hosts {
  /** The bot's token goes to these and to no other. */
  isService(url: string): boolean;
  isAttachment(url: string): boolean;
  isFile(url: string): boolean;
}

/** With another service's address (a double) its origin is the only one, and Microsoft's are foreign. */
export function hostsOf(serviceUrl: string | undefined): Hosts {
  const other = serviceUrl === undefined ? null : new URL(serviceUrl).origin;
  const matches = (url: string, isHost: (host: string) => boolean) => {
    const parsed = URL.parse(url);
    if (!parsed || parsed.username || parsed.password) return false;
    return other ? parsed.origin === other : parsed.protocol === 'https:' && parsed.port === '' && isHost(parsed.hostname);
  };
  const isService = (url: string) => matches(url, (host) => SERVICE_HOSTS.has(host));
  return {
    isService,
    isAttachment: (url) => isService(url) && ATTACHMENT.test(new URL(url).pathname),
    isFile: (url) => matches(url, (host) => FILE_HOST.test(host)),
  };
}
