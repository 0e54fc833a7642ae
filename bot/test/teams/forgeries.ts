import crypto from 'node:crypto';
import { forgeToken, otherChannelKeys, signingKeys } from '../doubles/teams/service.ts';
import type { TeamsDouble, TeamsPerson } from '../doubles/teams/teams-double.ts';
import type { Sink } from './sink.ts';

const now = () => Math.floor(Date.now() / 1_000);
const bearer = (token: string) => `Bearer ${token}`;
const stranger = signingKeys('k1');

type Forgery = [activity: object | string, authorization: string | null];
interface Around {
  teams: TeamsDouble;
  ana: TeamsPerson;
  sink: Sink;
}

/** T20: what claims to be Teams and is not, or is not of our company. */
export function listForgeries(around: () => Around): [string, () => Forgery][] {
  const hello = (more: object = {}) => around().ana.activity({ type: 'message', text: 'actividades', ...more });
  const good = () => {
    const { settings, service } = around().teams;
    return { iss: settings.tokenIssuer, aud: settings.clientId, serviceurl: service.url, exp: now() + 600 };
  };
  return [
    ['no token', () => [hello(), null]],
    ['an empty token', () => [hello(), 'Bearer ']],
    ['another scheme', () => [hello(), `Basic ${around().teams.token()}`]],
    ['rubbish', () => [hello(), bearer('a.b.c')]],
    ['alg none', () => [hello(), bearer(forgeToken(good(), { alg: 'none', kid: 'k1' }, () => ''))]],
    [
      'HS256 with the public key',
      () => [
        hello(),
        bearer(
          forgeToken(good(), { alg: 'HS256', kid: 'k1' }, (text) =>
            crypto.createHmac('sha256', around().teams.keys.publicPem).update(text).digest('base64url'),
          ),
        ),
      ],
    ],
    ['a key of somebody else under the known name', () => [hello(), bearer(stranger.sign(good()))]],
    ['an unknown key', () => [hello(), bearer(signingKeys('k2').sign(good()))]],
    ['a key of Microsoft for another chat', () => [hello(), bearer(otherChannelKeys.sign(good()))]],
    ['no key named', () => [hello(), bearer(around().teams.token({}, { kid: undefined }))]],
    ['another audience', () => [hello(), bearer(around().teams.token({ aud: 'another-bot' }))]],
    ['another issuer', () => [hello(), bearer(around().teams.token({ iss: 'https://api.botframework.com.evil.example' }))]],
    [
      'a token of the login page of any company',
      () => [hello(), bearer(around().teams.token({ iss: `${around().teams.settings.loginUrl}/x/v2.0`, tid: 'x' }))],
    ],
    ['an expired token', () => [hello(), bearer(around().teams.token({ exp: now() - 400 }))]],
    ['a token without an end', () => [hello(), bearer(around().teams.token({ exp: undefined }))]],
    ['a token of the future', () => [hello(), bearer(around().teams.token({ nbf: now() + 400 }))]],
    ['a foreign service in the token', () => [hello(), bearer(around().teams.token({ serviceurl: around().sink.url }))]],
    ['a foreign service in the body', () => [hello({ serviceUrl: around().sink.url }), bearer(around().teams.token())]],
    [
      'a foreign service in both',
      () => [hello({ serviceUrl: around().sink.url }), bearer(around().teams.token({ serviceurl: around().sink.url }))],
    ],
    [
      'a service whose name begins like ours',
      () => {
        const serviceUrl = `${around().teams.service.url}@${new URL(around().sink.url).host}`;
        return [hello({ serviceUrl }), bearer(around().teams.token({ serviceurl: serviceUrl }))];
      },
    ],
    ['no service in the body', () => [hello({ serviceUrl: undefined }), bearer(around().teams.token())]],
    [
      'a changed token',
      () => {
        const [head, , signature] = around().teams.token().split('.');
        const body = Buffer.from(JSON.stringify({ ...good(), exp: now() + 99_999 })).toString('base64url');
        return [hello(), bearer(`${head}.${body}.${signature}`)];
      },
    ],
    [
      'another company',
      () => [hello({ channelData: { tenant: { id: 'evil' } }, conversation: { id: 'a:ana' } }), bearer(around().teams.token())],
    ],
    ['two companies', () => [hello({ channelData: { tenant: { id: 'evil' } } }), bearer(around().teams.token())]],
    ['no company', () => [hello({ channelData: {}, conversation: { id: 'a:ana' } }), bearer(around().teams.token())]],
    ['another chat', () => [hello({ channelId: 'webchat' }), bearer(around().teams.token())]],
    ['no JSON', () => ['{"type":', bearer(around().teams.token())]],
    ['a body of over 1 MB', () => [hello({ text: 'x'.repeat(1024 * 1024) }), bearer(around().teams.token())]],
  ];
}
