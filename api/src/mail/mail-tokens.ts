import XOAuth2 from 'nodemailer/lib/xoauth2';
import * as z from 'zod/mini';
import type { MailOAuth } from '../settings/mail-provider.ts';
import { REFUSED_CODE } from './smtp-conversation.ts';

const TIMEOUT_MS = 10_000;
/** A token is renewed this long before it expires, because the clocks may differ. */
const EARLY_MS = 5 * 60_000;
/** With these answers of RFC 6749 the endpoint is to blame, and a later request may succeed. */
const TRANSIENT = ['server_error', 'temporarily_unavailable'];

const tokenReply = z.object({ access_token: z.string(), expires_in: z.coerce.number() });
const tokenRefusal = z.object({ error: z.string(), error_description: z.optional(z.string()) });

/** Requests a token by the client-credentials grant, which nodemailer does not know. The secret goes in the body because some endpoints refuse Basic. */
async function requestToken({ tenant, clientId, clientSecret, tokenUrl }: MailOAuth): Promise<{ token: string; expires: number }> {
  const response = await fetch(tokenUrl ?? `https://login.microsoftonline.com/${tenant}/oauth2/v2.0/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      scope: 'https://outlook.office365.com/.default',
      client_id: clientId,
      client_secret: clientSecret,
    }),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const body: unknown = await response.json();
  const { success, data } = z.safeParse(tokenReply, body);
  if (response.ok && success) {
    const lifeMs = data.expires_in * 1_000;
    return { token: data.access_token, expires: Date.now() + Math.max(lifeMs - EARLY_MS, lifeMs / 2) };
  }
  const { error, error_description: description } = z.parse(tokenRefusal, body);
  // What follows identifies the request at Microsoft and changes with each.
  const words = (description ?? error).split(/\s+Trace ID:/)[0] as string;
  const code = response.status >= 500 || TRANSIENT.includes(error) ? undefined : REFUSED_CODE;
  throw Object.assign(new Error(words), { code });
}

/** The tokens of this process: cached, renewed once for all connections, and again when the mail server refuses one. */
export function createMailTokens(oauth: MailOAuth): XOAuth2 {
  const { provider, clientId, clientSecret, user, tokenUrl } = oauth;
  if (provider === 'google') {
    const accessUrl = tokenUrl ?? 'https://oauth2.googleapis.com/token';
    const account = { user, serviceClient: clientId, privateKey: clientSecret, accessUrl, requestTimeout: TIMEOUT_MS };
    return new XOAuth2(account);
  }
  return new XOAuth2({
    user,
    provisionCallback: (_user, _renew, done) => {
      requestToken(oauth).then(
        ({ token, expires }) => done(null, token, expires),
        (error: Error) => done(error, '', 0),
      );
    },
  });
}
