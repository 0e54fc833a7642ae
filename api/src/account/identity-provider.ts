import type { CompanyAccount, CompanyLoginProblem } from '@bitacora/core/domain/account/account';
import * as oidc from 'openid-client';
import { cacheFor } from '../monitoring/run-jobs.ts';
import type { Settings } from '../settings/settings.ts';

/** The provider could not be reached, or its answer cannot be accepted. `detail` is for the log and holds no secret. */
export class ProviderProblem extends Error {
  readonly problem: CompanyLoginProblem;
  constructor(problem: CompanyLoginProblem, detail: string) {
    super(detail);
    this.name = 'ProviderProblem';
    this.problem = problem;
  }
}

export type CompanyLoginSettings = NonNullable<Settings['companyLogin']>;

export interface LoginChecks {
  state: string;
  nonce: string;
  codeVerifier: string;
}

const CLOCK_TOLERANCE_SECONDS = 60;
const TIMEOUT_SECONDS = 10;
/** The provider's description is read again after this time, because its addresses and keys change. */
const METADATA_VALID_MS = 15 * 60_000;
const SCOPE = 'openid email';

const CLIENT_REFUSED = ['invalid_client', 'unauthorized_client', 'invalid_scope', 'unsupported_response_type'];
const CANCELED = ['access_denied', 'login_required', 'interaction_required', 'consent_required', 'account_selection_required'];
const AWAY = ['temporarily_unavailable', 'server_error'];

function classifyError(error: unknown): CompanyLoginProblem {
  if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError) {
    if (CLIENT_REFUSED.includes(error.error)) return 'misconfigured';
    if (CANCELED.includes(error.error)) return 'canceled';
    return AWAY.includes(error.error) ? 'away' : 'rejected';
  }
  if (error instanceof oidc.WWWAuthenticateChallengeError) return 'misconfigured';
  const { code, cause, name } = error as { code?: string; cause?: unknown; name?: string };
  const status = cause instanceof Response ? cause.status : 0;
  if (status >= 500 || code === 'OAUTH_TIMEOUT' || name === 'TimeoutError' || error instanceof TypeError) return 'away';
  return 'rejected';
}

/** Describes an error and its cause by class, code and message. It never includes a body, which may hold tokens. */
function describeError(error: unknown): string {
  const parts = [error, (error as { cause?: unknown }).cause].map((one) =>
    one instanceof Error ? `${one.name} ${(one as { code?: string }).code ?? ''} ${one.message}` : '',
  );
  const errorCode = error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError ? error.error : '';
  return [...parts, errorCode].filter(Boolean).join(' · ').slice(0, 500);
}

const toProviderProblem = (error: unknown): ProviderProblem =>
  error instanceof ProviderProblem ? error : new ProviderProblem(classifyError(error), describeError(error));

/** Talks to the company's identity provider by OpenID Connect: code flow with PKCE, state and nonce. It keeps no state of a login. */
export function identityProvider(settings: CompanyLoginSettings, publicUrl: string) {
  const issuer = new URL(settings.issuer);
  const redirectUri = `${publicUrl}/api/oidc/callback`;
  const client = { client_secret: settings.clientSecret, [oidc.clockTolerance]: CLOCK_TOLERANCE_SECONDS };
  const prepared =
    issuer.protocol === 'http:' ? [oidc.enableNonRepudiationChecks, oidc.allowInsecureRequests] : [oidc.enableNonRepudiationChecks];
  let cache: { metadata: oidc.ServerMetadata; readAt: number } | null = null;

  async function discover(): Promise<oidc.ServerMetadata> {
    const options = { execute: prepared, timeout: TIMEOUT_SECONDS };
    const metadata = (await oidc.discovery(issuer, settings.clientId, client, undefined, options)).serverMetadata();
    cache = { metadata, readAt: Date.now() };
    return metadata;
  }
  /** One read serves all that wait for it, because strangers may start many logins while the provider is away. */
  const read = cacheFor(0, discover);

  /**
   * A new configuration for each login, because the library keeps a provider's keys for a minute at least. It would refuse a key that the
   * provider has just changed to.
   */
  async function configuration(): Promise<oidc.Configuration> {
    const isKnown = cache !== null && Date.now() - cache.readAt < METADATA_VALID_MS;
    const config = new oidc.Configuration(cache !== null && isKnown ? cache.metadata : await read(), settings.clientId, client);
    config.timeout = TIMEOUT_SECONDS;
    for (const prepare of prepared) prepare(config);
    return config;
  }

  /** Returns the email if the provider says that it verified it, or if the settings trust it and it does not say the opposite. Otherwise null. */
  const verifiedEmail = ({ email, email_verified: isVerified }: Record<string, unknown>): string | null =>
    typeof email === 'string' && (isVerified === true || (settings.trustsEmail && isVerified !== false)) ? email : null;

  return {
    label: settings.label,

    newChecks: (): LoginChecks => ({
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      codeVerifier: oidc.randomPKCECodeVerifier(),
    }),

    /** Returns the address to which the browser is sent to log in. `isConfirmation` asks the provider not to rely on an earlier login there. */
    async loginUrl({ state, nonce, codeVerifier }: LoginChecks, isConfirmation: boolean): Promise<URL> {
      try {
        const challenge = { code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier), code_challenge_method: 'S256' };
        const again: Record<string, string> = isConfirmation ? { prompt: 'login', max_age: '0' } : {};
        const parameters = { redirect_uri: redirectUri, scope: SCOPE, state, nonce, ...challenge, ...again };
        return oidc.buildAuthorizationUrl(await configuration(), parameters);
      } catch (error) {
        throw toProviderProblem(error);
      }
    },

    /** Returns the account of a browser that came back with `search`. Throws a `ProviderProblem` if any check fails. */
    async accountOf(search: string, { state, nonce, codeVerifier }: LoginChecks): Promise<CompanyAccount> {
      try {
        const config = await configuration();
        const tokens = await oidc.authorizationCodeGrant(config, new URL(redirectUri + search), {
          pkceCodeVerifier: codeVerifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new ProviderProblem('rejected', 'no ID token');
        const hasUserInfo = claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined;
        const profile = hasUserInfo ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub) : claims;
        const authenticatedAt = claims.auth_time === undefined ? undefined : new Date(claims.auth_time * 1000);
        return { issuer: claims.iss, subject: claims.sub, email: verifiedEmail(profile), authenticatedAt };
      } catch (error) {
        throw toProviderProblem(error);
      }
    },

    /** Returns the address at which a browser ends its session at the provider; null where the provider has none or is away. */
    async logoutUrl(): Promise<string | null> {
      try {
        const config = await configuration();
        if (!config.serverMetadata().end_session_endpoint) return null;
        return oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: `${publicUrl}/` }).href;
      } catch {
        return null;
      }
    },

    /** Reads the provider's description now, and tests our credentials with an invented code. Returns null where both work. */
    async problem(): Promise<ProviderProblem | null> {
      try {
        await read();
      } catch (error) {
        return toProviderProblem(error);
      }
      try {
        await oidc.genericGrantRequest(await configuration(), 'authorization_code', { code: 'bitacora', redirect_uri: redirectUri });
        return null;
      } catch (error) {
        const problem = toProviderProblem(error);
        return problem.problem === 'rejected' ? null : problem; // the code is wrong by design
      }
    },
  };
}

export type IdentityProvider = ReturnType<typeof identityProvider>;
