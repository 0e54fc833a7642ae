import { TeamsPerson } from './person.ts';
import { signingKeys, TeamsService } from './service.ts';

const CLIENT = '00000000-0000-4000-8000-00000000b07a';
const TENANT = '00000000-0000-4000-8000-0000000ca5a0';
const ISSUER = 'https://api.botframework.com';

/**
 * A Teams double for tests and demo, without an account. `settings` leads the bot to it, and `botAt` leads it to the bot. `person` makes
 * a person who writes and uses buttons. It accepts any bot; the bot accepts only requests that it signs.
 */
export async function teamsDouble() {
  const keys = signingKeys();
  const service = new TeamsService(keys);
  await service.listen();
  let bot = '';

  /** A good token; `claims` and `header` say what is wrong with it. */
  const token = (claims: object = {}, header: object = {}) => {
    const now = Math.floor(Date.now() / 1_000);
    return keys.sign({ iss: ISSUER, aud: CLIENT, serviceurl: service.url, nbf: now - 60, exp: now + 3_600, ...claims }, header);
  };

  async function deliver(activity: object | string, authorization: string | null = `Bearer ${token()}`) {
    const begun = performance.now();
    const response = await fetch(`${bot}/api/messages`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(authorization === null ? {} : { Authorization: authorization }) },
      body: typeof activity === 'string' ? activity : JSON.stringify(activity),
    });
    const text = await response.text();
    const isJson = response.headers.get('Content-Type')?.startsWith('application/json');
    return { status: response.status, body: isJson && text ? JSON.parse(text) : null, ms: performance.now() - begun };
  }

  return {
    service,
    keys,
    token,
    deliver,
    /** Without the product's own address, which the double does not know. */
    settings: {
      clientId: CLIENT,
      clientSecret: 'secreto-del-doble',
      tenantId: TENANT,
      openidMetadataUrl: `${service.url}/v1/.well-known/openidconfiguration`,
      tokenIssuer: ISSUER,
      serviceUrl: service.url,
      loginUrl: service.url,
    },
    botAt(url: string) {
      bot = url;
    },
    person: (id: string, name: string) => new TeamsPerson({ id, name, tenantId: TENANT, botId: CLIENT }, service, deliver),
    stop: () => service.stop(),
  };
}
export type TeamsDouble = Awaited<ReturnType<typeof teamsDouble>>;
