import { botTeams } from '../../messages/teams.ts';

/** What `TEAMS_*` says (operations.md); the addresses are other ones only against a double. */
export interface TeamsSettings {
  clientId: string;
  clientSecret: string;
  /** The only company that is listened to. */
  tenantId: string;
  openidMetadataUrl?: string;
  tokenIssuer?: string;
  serviceUrl?: string;
  loginUrl?: string;
  /** The product's own address: only its links are unfurled. */
  publicUrl: string;
}

/** The library reads it from the environment and would then believe anybody. */
const OPEN_DOOR = 'DANGEROUSLY_ALLOW_UNAUTHENTICATED_REQUESTS';

/** Throws a `StartProblem` where the environment tells the library to skip its checks, whatever the value says. */
export function refuseOpenDoor(env: Readonly<Record<string, string | undefined>>): void {
  if (env[OPEN_DOOR] !== undefined) throw Object.assign(new Error(botTeams.openDoor(OPEN_DOOR)), { name: 'StartProblem' });
}

export const METADATA_URL = 'https://login.botframework.com/v1/.well-known/openidconfiguration';
export const TOKEN_ISSUER = 'https://api.botframework.com';
export const SERVICE_URL = 'https://smba.trafficmanager.net/teams';
export const LOGIN_URL = 'https://login.microsoftonline.com';
