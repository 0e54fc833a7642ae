import http from 'node:http';
import { hashPassword } from '../../../core/src/secrets/password-hash.ts';
import type { RunningCompany, Visitor } from '../company.ts';
import { keepAliveAgent } from '../http-connections.ts';
import type { Sample } from '../open-loop.ts';

const PEOPLE = 40;
/** Who logs in, each again and again, from where they did before; a login may end a session, so these do nothing else. */
const LOGINS = 10;
const PASSWORD = 'la que nadie adivina';

const pick = <One>(all: readonly One[], turn: number) => all[turn % all.length] as One;

interface Honest extends Visitor {
  from: string;
  folio: number;
  position: string;
}

/**
 * People at their daily work from two offices, a few managers among them. `send` is one request of theirs, `logIn` one login. Where
 * `isProxied`, they come through a proxy that names their address.
 */
export async function honestPeople(company: RunningCompany, url: string, avoided: readonly number[], { isProxied = false } = {}) {
  const { db } = company;
  const forwarded = (from: string): Record<string, string> => (isProxied ? { 'X-Forwarded-For': from } : {});
  const agents = new Map<string, http.Agent>();
  const agentOf = (from: string) => {
    const agent = agents.get(from) ?? keepAliveAgent();
    agents.set(from, agent);
    return agent;
  };

  function ask(from: string, path: string, headers: Record<string, string>, body?: object): Promise<{ status: number; cookies: string[] }> {
    const text = body && JSON.stringify(body);
    const length = text ? { 'Content-Length': String(Buffer.byteLength(text)) } : {};
    return new Promise<{ status: number; cookies: string[] }>((resolve) => {
      const options = {
        method: body ? 'POST' : 'GET',
        agent: agentOf(from),
        localAddress: from,
        headers: { ...headers, ...forwarded(from), ...length },
      };
      const request = http.request(url + path, options, (response) => {
        const cookies = (response.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0] as string);
        response.resume().once('close', () => resolve({ status: response.complete ? (response.statusCode ?? 0) : 0, cookies }));
      });
      request.once('error', () => {
        // As a browser does: the server had just closed a connection that was kept.
        if (request.reusedSocket) resolve(ask(from, path, headers, body));
        else resolve({ status: 0, cookies: [] });
      });
      request.end(text);
    });
  }

  const rows: { id: number; position: string; email: string; folio: number }[] = await db('activities')
    .join('users', 'users.id', 'assigneeId')
    .whereNotIn('assigneeId', [...avoided])
    .groupBy('assigneeId', 'position', 'email')
    .havingRaw('count(*) < 2000')
    .orderBy('assigneeId')
    .limit(PEOPLE + LOGINS)
    .select({ id: 'assigneeId', position: 'position', email: 'email' })
    .min({ folio: 'activities.id' });
  const people: Honest[] = [];
  for (const [index, { id, folio, position }] of rows.slice(LOGINS).entries())
    people.push({ ...(await company.visitor(id)), folio, position, from: `127.0.2${index % 2}.${index + 1}` });
  const managers = people.filter(({ position }) => position === 'GERENTE');

  const hash = await hashPassword(PASSWORD);
  const jars: { email: string; from: string; headers: Record<string, string> }[] = [];
  for (const { id, email } of rows.slice(0, LOGINS)) {
    await db('users').where({ id }).update({ passwordHash: hash });
    jars.push({ email, from: '127.0.22.1', headers: { 'Content-Type': 'application/json', Origin: url } });
  }

  async function logInAs(jar: (typeof jars)[number]): Promise<number> {
    const cookiesByName = new Map(
      (jar.headers.Cookie ?? '')
        .split('; ')
        .filter(Boolean)
        .map((pair) => pair.split('=') as [string, string]),
    );
    cookiesByName.delete('sid');
    const keep = (cookies: readonly string[]) => {
      for (const cookie of cookies) cookiesByName.set(...(cookie.split(/=(.*)/s).slice(0, 2) as [string, string]));
      jar.headers.Cookie = [...cookiesByName].map((pair) => pair.join('=')).join('; ');
    };
    keep([]);
    const response = await fetch(`${url}/api/csrf-token`, { headers: { Cookie: jar.headers.Cookie ?? '', ...forwarded(jar.from) } });
    const { csrf_token: token } = (await response.json()) as { csrf_token: string };
    keep(response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] as string));
    const { status, cookies } = await ask(
      jar.from,
      '/api/login',
      { ...jar.headers, 'X-CSRF-Token': token },
      { email: jar.email, password: PASSWORD },
    );
    keep(cookies);
    return status;
  }
  for (const jar of jars) if ((await logInAs(jar)) !== 200) throw new Error('An honest login failed before any attack.');

  return {
    async send(turn: number): Promise<Pick<Sample, 'kind' | 'status'>> {
      if (managers.length && turn % 10 === 9) {
        const { from, writes } = pick(managers, turn);
        return { kind: 'report', status: (await ask(from, '/api/get_user_activity_stats', writes, {})).status };
      }
      const { from, reads, folio } = pick(people, turn * 7);
      const paths = ['get_my_activities', `get_activity/${folio}`, `call_comments_by_activity/${folio}`, 'get-session', 'data_user'];
      return { kind: 'read', status: (await ask(from, `/api/${pick(paths, turn)}`, reads)).status };
    },
    logIn: async (turn: number): Promise<Pick<Sample, 'kind' | 'status'>> => ({ kind: 'login', status: await logInAs(pick(jars, turn)) }),
    end: () => {
      for (const agent of agents.values()) agent.destroy();
    },
  };
}
