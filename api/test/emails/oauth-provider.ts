import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { MailOAuth } from '../../src/settings/mail-provider.ts';

export const BASIC_REFUSED = '5.7.30 Basic authentication is not supported for Client Submission.';

interface Terms {
  /** In seconds. */
  tokenLife?: number;
  /** After so many mails a connection gets 421, so that the next mail needs another login. */
  mailsPerConnection?: number;
  /** After so many mails every token is void. */
  mailsPerToken?: number;
  /** The only secret that the token endpoint takes; unset: any. */
  clientSecret?: string;
  tokenPort?: number;
  smtpPort?: number;
}

/** A token endpoint and a mail server that takes its tokens and no passwords, as Microsoft's do. */
export async function oauthProvider({
  tokenLife = 3_600,
  mailsPerConnection = Infinity,
  mailsPerToken = Infinity,
  clientSecret,
  tokenPort = 0,
  smtpPort: wantedPort = 0,
}: Terms = {}) {
  const state = {
    isRevoked: false,
    isAway: false,
    refusesMailbox: false,
    requests: [] as URLSearchParams[],
    recipients: [] as string[],
    sources: [] as string[],
  };
  let valid = '';
  const endpoint = http.createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const body = new URLSearchParams(text);
    state.requests.push(body);
    const answer = (status: number, json: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    if (state.isAway) return answer(503, { error: 'temporarily_unavailable' });
    if (request.headers.authorization) return answer(401, { error: 'invalid_client', error_description: 'Basic is not supported' });
    if (state.isRevoked) {
      const words = "AADSTS7000222: The provided client secret keys for app 'b1' are expired. Trace ID: 17 Correlation ID: 18";
      return answer(401, { error: 'invalid_client', error_description: words });
    }
    if (clientSecret !== undefined && body.get('client_secret') !== clientSecret) {
      const words = 'AADSTS7000215: Invalid client secret provided. Ensure the secret being sent is the client secret value, not its id.';
      return answer(401, { error: 'invalid_client', error_description: words });
    }
    valid = `token-${state.requests.length}`;
    answer(200, { token_type: 'Bearer', expires_in: tokenLife, access_token: valid });
  });
  await new Promise<void>((resolve) => endpoint.listen(tokenPort, '127.0.0.1', resolve));

  const no = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode });
  const mailsOf = new Map<string, number>();
  const smtp = new SMTPServer({
    authMethods: ['PLAIN', 'LOGIN', 'XOAUTH2'],
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onAuth({ method, accessToken, username }, _session, done) {
      if (method !== 'XOAUTH2') return done(no(550, BASIC_REFUSED));
      if (state.refusesMailbox || accessToken !== valid) return done(no(535, '5.7.3 Authentication unsuccessful'));
      done(null, { user: String(username) });
    },
    onMailFrom(_address, { id }, done) {
      const mails = (mailsOf.get(id) ?? 0) + 1;
      mailsOf.set(id, mails);
      done(mails > mailsPerConnection ? no(421, 'too many') : null);
    },
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        state.sources.push(Buffer.concat(parts).toString());
        state.recipients.push(String(envelope.rcptTo[0]?.address));
        if (state.recipients.length % mailsPerToken === 0) valid = '';
        done();
      });
    },
  });
  smtp.on('error', () => {});
  await new Promise<void>((resolve) => smtp.listen(wantedPort, '127.0.0.1', () => resolve()));
  const tokenUrl = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/token`;
  const { port: smtpPort } = smtp.server.address() as AddressInfo;
  return Object.assign(state, {
    tokenUrl,
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    host: `127.0.0.1:${smtpPort}`,
    microsoft: {
      provider: 'microsoft',
      tenant: 'empresa',
      clientId: 'b1',
      clientSecret: 'canario-del-secreto',
      user: 'bitacora@empresa.mx',
      tokenUrl,
    } satisfies MailOAuth,
    voidToken: () => {
      valid = '';
    },
    close: async () => {
      endpoint.closeAllConnections();
      await new Promise((resolve) => endpoint.close(resolve));
      await new Promise<void>((resolve) => smtp.close(() => resolve()));
    },
  });
}
export type OAuthProvider = Awaited<ReturnType<typeof oauthProvider>>;
