/** A real OpenID Connect provider in a process of its own. Its parent says who logs in next, and how its answers are wrong. */
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Context } from 'koa';
import Provider from 'oidc-provider';
import { CLIENT_ID, CLIENT_SECRET, type Orders, usual } from './provider.ts';

type Claims = Record<string, unknown>;

let orders: Orders = usual;
let keys = 0;
const newKey = () => ({ id: `key-${++keys}`, ...generateKeyPairSync('rsa', { modulusLength: 2048 }) });
let key = newKey();
const stranger = newKey();

const server = http.createServer((request, response) => {
  if (orders.away) response.writeHead(503).end();
  else answer(request, response);
});
await new Promise<void>((resolve) => server.listen(Number(process.argv[2]), '127.0.0.1', resolve));
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const claimsIn = (token: string): Claims => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

/** A token with these claims, signed as the orders say: by the real key unless they name another way. */
function signed(claims: Claims, how: Orders['signature']): string {
  const header = { typ: 'JWT', kid: key.id, alg: how === 'none' || how === 'HS256' ? how : 'RS256' };
  const content = `${encode(header)}.${encode(claims)}`;
  const by = (privateKey: KeyObject) => sign('sha256', Buffer.from(content), privateKey).toString('base64url');
  if (how === 'none') return `${content}.`;
  if (how === 'HS256') return `${content}.${createHmac('sha256', CLIENT_SECRET).update(content).digest('base64url')}`;
  if (how === 'altered') return `${content}.${by(key.privateKey).replace(/^./, (one) => (one === 'A' ? 'B' : 'A'))}`;
  return `${content}.${by(how === 'stranger' ? stranger.privateKey : key.privateKey)}`;
}

/** Changes the answers of the token endpoint, after the provider made them. */
async function tamper(ctx: Context, next: () => Promise<unknown>): Promise<void> {
  await next();
  const body = ctx.body as { id_token?: string } | undefined;
  if (ctx.path !== '/token' || !body?.id_token) return;
  const { claims, signature, withoutIdToken } = orders;
  if (withoutIdToken) delete body.id_token;
  else if (claims || signature) body.id_token = signed({ ...claimsIn(body.id_token), ...claims }, signature);
}

function provider() {
  const { publicUrl, asksWho = false, hasNoLogout = false } = orders;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [`${publicUrl}/api/oidc/callback`],
        post_logout_redirect_uris: [`${publicUrl}/`],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...key.privateKey.export({ format: 'jwk' }), kid: key.id, alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['a key of the tests'] },
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: orders.hasUserInfo,
    features: { devInteractions: { enabled: asksWho }, rpInitiatedLogout: { enabled: !hasNoLogout } },
    ...(!asksWho && { interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` } }),
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, ...(orders.email !== null && { email: asksWho ? id : orders.email }), ...verification() }),
    }),
    async loadExistingGrant({ oidc }: { oidc: { session: { accountId: string } } }) {
      const grant = new provider.Grant({ accountId: oidc.session.accountId, clientId: CLIENT_ID });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (ctx, next) => {
    if (asksWho || !ctx.path.startsWith('/interaction/')) return next();
    const result = orders.isCanceled ? { error: 'access_denied' } : { login: { accountId: orders.subject } };
    await provider.interactionFinished(ctx.req, ctx.res, result);
    ctx.respond = false;
  });
  provider.use(tamper);
  return provider.callback();
}
const verification = () => (orders.isVerified === undefined ? {} : { email_verified: orders.isVerified });

let answer = provider();
process.on('message', (given: Orders) => {
  const isOther = (['hasUserInfo', 'publicUrl', 'asksWho', 'hasNoLogout'] as const).some((name) => given[name] !== orders[name]);
  orders = given;
  if (given.rotatesKey) key = newKey();
  if (given.rotatesKey || isOther) answer = provider();
  process.send?.('done');
});
process.on('disconnect', () => process.exit());
process.send?.(issuer);
