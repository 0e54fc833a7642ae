import { botTeams } from '../../messages/chats.ts';

/** The `TEAMS_*` variables (docs/operations.md); only a test double needs the optional addresses. */
export interface TeamsSettings {
  clientId: string;
  clientSecret: string;
  /** The only company that the bot serves. */
  tenantId: string;
  openidMetadataUrl?: string;
  tokenIssuer?: string;
  serviceUrl?: string;
  loginUrl?: string;
  /** The web's address: the bot unfurls only its links. */
  publicUrl: string;
}

/** The library reads it from the environment and then skips all checks. */
const SKIPS_CHECKS = 'DANGEROUSLY_ALLOW_UNAUTHENTICATED_REQUESTS';

/** Throws a `StartProblem` if this variable is set to any value. */
export function refuseOpenDoor(env: Readonly<Record<string, string | undefined>>): void {
  if (env[SKIPS_CHECKS] !== undefined) throw Object.assign(new Error(botTeams.openDoor(SKIPS_CHECKS)), { name: 'StartProblem' });
}

export const METADATA_URL = 'https://login.botframework.com/v1/.well-known/openidconfiguration';
export const TOKEN_ISSUER = 'https://api.botframework.com';
export const SERVICE_URL = 'https://smba.trafficmanager.net/teams';
export const LOGIN_URL = 'https://login.microsoftonline.com';

const SERVICE_HOSTS: ReadonlySet<string> = new Set(['smba.trafficmanager.net', 'smba.infra.gcc.teams.microsoft.com']);
/** Files that people send lie there. Their addresses need no login, so the bot never sends its token there. */
const FILE_HOST = /^[a-z0-9-]+\.sharepoint\.com$/;
/** The only path of the service that the bot reads from an address in a message. */
const ATTACHMENT = /\/v3\/attachments\/[\w.-]+\/views\/[\w.-]+$/;

export interface TeamsHosts {
  /** The bot sends its token to these hosts only. */
  isService(url: string): boolean;
  isAttachment(url: string): boolean;
  isFile(url: string): boolean;
}

/** With the address of a double, its origin is the only one allowed. */
export function teamsHosts(serviceUrl: string | undefined): TeamsHosts {
  const double = serviceUrl === undefined ? null : new URL(serviceUrl).origin;
  const matches = (url: string, isHost: (host: string) => boolean) => {
    const parsed = URL.parse(url);
    if (!parsed || parsed.username || parsed.password) return false;
    return double ? parsed.origin === double : parsed.protocol === 'https:' && parsed.port === '' && isHost(parsed.hostname);
  };
  const isService = (url: string) => matches(url, (host) => SERVICE_HOSTS.has(host));
  return {
    isService,
    isAttachment: (url) => isService(url) && ATTACHMENT.test(new URL(url).pathname),
    isFile: (url) => matches(url, (host) => FILE_HOST.test(host)),
  };
}
