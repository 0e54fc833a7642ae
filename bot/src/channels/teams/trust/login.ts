import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { botTeams } from '../../../messages/teams.ts';
import { LOGIN_URL, type TeamsSettings } from '../settings.ts';

const SCOPE = 'https://api.botframework.com/.default';
const PATIENCE_MS = 10_000;
const AGAIN_MS = 5_000;
/** A token is renewed this long before its end. */
const MARGIN_MS = 5 * 60_000;

/** Trying again with the same settings will not help. */
class LoginRefused extends Error {}

const granted = z.object({ access_token: z.string().check(z.minLength(1)), expires_in: z.number() });

/** The bot's own token for Microsoft's service, kept until shortly before its end; several who wait ask once. */
export function loginOf(
  { loginUrl = LOGIN_URL, tenantId, clientId, clientSecret }: TeamsSettings,
  now: () => number,
): () => Promise<string> {
  let kept: { token: Promise<string>; until: number } | null = null;

  async function ask(): Promise<string> {
    const response = await fetch(`${loginUrl}/${tenantId}/oauth2/v2.0/token`, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope: SCOPE }),
    });
    if (response.status >= 400 && response.status < 500 && response.status !== 429) throw new LoginRefused(botTeams.loginRefused);
    if (!response.ok) throw new Error(`the login of Teams answered ${response.status}`);
    const { access_token, expires_in } = z.parse(granted, await response.json());
    if (kept) kept.until = now() + expires_in * 1_000 - MARGIN_MS;
    return access_token;
  }

  return () => {
    if (kept && now() < kept.until) return kept.token;
    const token = ask();
    kept = { token, until: Number.POSITIVE_INFINITY };
    token.catch(() => {
      kept = null;
    });
    return token;
  };
}

/** Resolves once the login has let the bot in, however long it is away, or when nobody waits any longer. Throws when it refuses. */
export async function loggedIn(token: () => Promise<string>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await token();
      return;
    } catch (error) {
      if (error instanceof LoginRefused) throw error;
      await pause(AGAIN_MS, null, { signal, ref: false }).catch(() => {});
    }
  }
}
