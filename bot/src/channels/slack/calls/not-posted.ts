import { webApi } from '@slack/bolt';
import { NotPosted } from '../../../request.ts';

/** Slack's own words for 'some of it may have happened' (Web API reference). */
const HALFWAY = new Set(['internal_error', 'fatal_error']);
const PASSING = new Set(['ratelimited', 'rate_limited', 'accesslimited', 'service_unavailable', 'team_added_to_org', 'request_timeout']);
/** The token is nobody's, or no longer. */
const OURS = new Set(['invalid_auth', 'not_authed', 'token_revoked', 'token_expired', 'account_inactive']);
/** The connection was never made, so nothing was sent. */
const UNSENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

const codeOf = (error: unknown) => {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: { code?: string } };
  return cause?.code ?? code ?? '';
};

/** How a call that writes failed: certainly nothing written or perhaps, and whether trying again may help. */
export function notPosted(error: unknown): NotPosted {
  const { message } = error instanceof Error ? error : new Error(String(error));
  if (error instanceof webApi.WebAPIRateLimitedError) return new NotPosted(message, { isCertain: true, isFinal: false });
  if (error instanceof webApi.WebAPIPlatformError) {
    const { error: code } = error.data;
    const isFinal = !HALFWAY.has(code) && !PASSING.has(code);
    return new NotPosted(code, { isCertain: !HALFWAY.has(code), isFinal, isOurs: OURS.has(code) });
  }
  if (error instanceof webApi.WebAPIHTTPError) return new NotPosted(message, { isCertain: error.statusCode < 500, isFinal: false });
  if (error instanceof webApi.WebAPIRequestError)
    return new NotPosted(message, { isCertain: UNSENT.has(codeOf(error.original)), isFinal: false });
  return new NotPosted(message, { isCertain: false, isFinal: false });
}
