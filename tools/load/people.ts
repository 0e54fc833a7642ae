import { aJpeg } from '../../api/test/pictures.ts';
import { localDay } from '../../core/src/domain/calendar.ts';
import { hashPassword } from '../../core/src/secrets/password-hash.ts';
import type { RunningCompany, Visitor } from './company.ts';
import { encodeForm, type HttpConnections, type HttpQuestion, openConnections, post } from './http-connections.ts';
import type { Sample } from './measurement.ts';

/** Of a hundred requests this many are of each kind (docs/reliability.md). */
const SHARES = { read: 70, statistic: 20, write: 8, upload: 2 } as const;
export type RequestKind = keyof typeof SHARES;

const PHOTO = [1_600, 1_200] as const;
const MONTH_MS = 30 * 86_400_000;

const AS_BROWSERS = { 'Accept-Encoding': 'gzip, deflate' };

const pick = <Item>(items: readonly Item[], turn: number) => items[turn % items.length] as Item;

/** Returns the mixed profile of a company at work. The same turn always sends the same request. */
export async function mixedProfile(company: RunningCompany, ask = company.ask) {
  const { db } = company;
  const people = await logInVisitors(company);
  const bosses = people.filter(({ isPrivileged }) => isPrivileged);
  const { id: topicId } = await db('topics').where('department', 'GENERAL').first('id');
  const dueOn = localDay('America/Mexico_City', new Date(Date.now() + MONTH_MS));
  const photo = await aJpeg(...PHOTO);
  const promise = (turn: number) => ({
    id_project: topicId,
    objective: `Trabajo de la carga ${turn}`,
    priority: 'Normal',
    due_date: dueOn,
  });
  const questions: Record<RequestKind, (turn: number) => HttpQuestion | Promise<HttpQuestion>> = {
    read(turn) {
      const who = pick(people, turn * 7);
      return { path: `/api/${pick(listPaths(who, turn), turn)}`, headers: who.reads };
    },
    statistic(turn) {
      const who = pick(bosses, turn);
      const path = pick(['get_general_activity_stats', 'get_user_activity_stats', 'get_stats_activities', 'get_all_activities'], turn);
      return post(path, who.writes, path === 'get_all_activities' ? { page: 1, pageSize: 25 } : {});
    },
    write(turn) {
      const who = pick(people, turn * 3);
      if (turn % 2) return post('create_my_new_activity', who.writes, promise(turn));
      return post('record_comments_activity', who.writes, { activitie_id: pick(who.foliosInProgress, turn), comment: `Avance ${turn}` });
    },
    async upload(turn) {
      const who = pick(people, turn * 11);
      const fields = Object.fromEntries(Object.entries(promise(turn)).map(([name, value]) => [name, String(value)]));
      const { headers, body } = await encodeForm(fields, [{ field: 'images[0]', name: 'foto.jpg', bytes: photo }]);
      return { method: 'POST', path: '/api/create_my_new_activity', headers: { ...who.writes, ...headers }, body };
    },
  };

  return {
    /** Sends a request of the mix. A connection error is printed and counts as status 0. */
    async send(turn: number): Promise<Pick<Sample, 'kind' | 'status'>> {
      const kind = pickKind(turn);
      const { headers, ...question } = await questions[kind](turn);
      const status = await ask({ ...question, headers: { ...headers, ...AS_BROWSERS } }).then(
        (answer) => answer.status,
        (error) => {
          console.error(`${question.path}: ${error.code ?? error.message}`);
          return 0;
        },
      );
      return { kind, status };
    },
  };
}

/** Lists what a person reads; photos where the company has some. */
function listPaths({ folios, images }: { folios: readonly number[]; images: readonly string[] }, turn: number): string[] {
  const folio = pick(folios, turn);
  const activity = ['get_my_activities', `get_activity/${folio}`, `call_comments_by_activity/${folio}`];
  const image = images.length ? pick(images, turn) : null;
  const photos = image ? [`call_images_by_activity/${folio}`, `images/${image}/thumbnail`, `images/${image}`] : [];
  return [...activity, ...photos, 'get-session', 'get_my_historial_activities'];
}

/** Picks a kind. 37 and 100 have no common divisor, so the kinds come mixed and in their exact shares. */
function pickKind(turn: number): RequestKind {
  let place = (turn * 37) % 100;
  for (const [kind, share] of Object.entries(SHARES)) {
    if (place < share) return kind as RequestKind;
    place -= share;
  }
  throw new Error('The shares do not make a hundred.');
}

/** Logs in everybody who has work in progress. */
async function logInVisitors(company: RunningCompany) {
  const { rows } = await company.db.raw(`
    select person.id, position = 'GERENTE' as privileged, array_agg(activity.id) as folios,
      array_agg(activity.id) filter (where activity.status = 'in_progress') as in_progress,
      array(select image.id from images image where image.uploaded_by_id = person.id order by image.id) as images
    from users person join activities activity on activity.assignee_id = person.id
    group by person.id having count(*) filter (where activity.status = 'in_progress') > 0
    order by person.id`);
  const people = [];
  for (const { id, privileged, folios, in_progress, images } of rows) {
    people.push({
      ...(await company.visitor(id)),
      isPrivileged: privileged as boolean,
      folios: folios as number[],
      foliosInProgress: in_progress as number[],
      images: images as string[],
    });
  }
  return people;
}

const PASSWORD = 'demo1234';
const LOGIN_RATE = 15;
const HASH_TRIES = 5;

/** Returns the logins a second at the beginning of a shift: fifteen, or as many as one processor can hash where it is slower. */
export async function loginRate(): Promise<number> {
  const before = process.cpuUsage();
  for (let run = 0; run < HASH_TRIES; run++) await hashPassword(PASSWORD);
  const { user, system } = process.cpuUsage(before);
  const hashSeconds = (user + system) / HASH_TRIES / 1_000_000;
  return Math.max(1, Math.min(LOGIN_RATE, Math.floor(1 / hashSeconds)));
}

/** Before the login a CSRF token is bound to this cookie. */
const STRANGER = { Cookie: 'csrf=the-load-of-logins' };

/** Returns logins of everybody of the company, one after the other; they all get the same password. */
export async function logins({ db, ask }: RunningCompany) {
  await db('users').update({ passwordHash: await hashPassword(PASSWORD) });
  const emails: string[] = await db('users').where('isActive', true).orderBy('id').pluck('email');
  const { csrf_token: token } = JSON.parse((await ask({ path: '/api/csrf-token', headers: STRANGER })).body.toString());
  const headers = { ...STRANGER, 'X-CSRF-Token': token, 'Content-Type': 'application/json' };
  return {
    async send(turn: number): Promise<Pick<Sample, 'kind' | 'status'>> {
      const body = JSON.stringify({ email: emails[turn % emails.length], password: PASSWORD });
      const status = await ask({ method: 'POST', path: '/api/login', headers, body }).then(
        (answer) => answer.status,
        () => 0,
      );
      return { kind: 'login', status };
    },
  };
}

const HONEST_PEOPLE = 40;
/** These log in again and again from the same place, and do nothing else, because a login may end a session. */
const HONEST_LOGINS = 10;
const HONEST_PASSWORD = 'la que nadie adivina';

interface Honest extends Visitor {
  from: string;
  folio: number;
  position: string;
}

/**
 * Returns people at their daily work in two offices, a few managers among them. `send` makes one of their requests, `logIn` one login. Where
 * `isProxied`, they come through a proxy that names their address.
 */
export async function honestPeople(company: RunningCompany, url: string, avoided: readonly number[], { isProxied = false } = {}) {
  const { db } = company;
  const forwarded = (from: string): Record<string, string> => (isProxied ? { 'X-Forwarded-For': from } : {});
  const connections = new Map<string, HttpConnections>();
  const connectionsFrom = (from: string) => {
    const own = connections.get(from) ?? openConnections(url, from);
    connections.set(from, own);
    return own;
  };

  const ask = (from: string, { headers, ...question }: HttpQuestion): Promise<{ status: number; cookies: string[] }> =>
    connectionsFrom(from)
      .ask({ ...question, headers: { ...headers, ...forwarded(from) } })
      .catch((error) => (error.wasKept ? ask(from, { headers, ...question }) : { status: 0, cookies: [] }));

  const rows: { id: number; position: string; email: string; folio: number }[] = await db('activities')
    .join('users', 'users.id', 'assigneeId')
    .whereNotIn('assigneeId', [...avoided])
    .groupBy('assigneeId', 'position', 'email')
    .havingRaw('count(*) < 2000')
    .orderBy('assigneeId')
    .limit(HONEST_PEOPLE + HONEST_LOGINS)
    .select({ id: 'assigneeId', position: 'position', email: 'email' })
    .min({ folio: 'activities.id' });
  const people: Honest[] = [];
  for (const [index, { id, folio, position }] of rows.slice(HONEST_LOGINS).entries())
    people.push({ ...(await company.visitor(id)), folio, position, from: `127.0.2${index % 2}.${index + 1}` });
  const managers = people.filter(({ position }) => position === 'GERENTE');

  const hash = await hashPassword(HONEST_PASSWORD);
  const jars: { email: string; from: string; headers: Record<string, string> }[] = [];
  for (const { id, email } of rows.slice(0, HONEST_LOGINS)) {
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
    const login = post('login', { ...jar.headers, 'X-CSRF-Token': token }, { email: jar.email, password: HONEST_PASSWORD });
    const { status, cookies } = await ask(jar.from, login);
    keep(cookies);
    return status;
  }
  for (const jar of jars) if ((await logInAs(jar)) !== 200) throw new Error('An honest login failed before any attack.');

  return {
    async send(turn: number): Promise<Pick<Sample, 'kind' | 'status'>> {
      if (managers.length && turn % 10 === 9) {
        const { from, writes } = pick(managers, turn);
        return { kind: 'report', status: (await ask(from, post('get_user_activity_stats', writes, {}))).status };
      }
      const { from, reads, folio } = pick(people, turn * 7);
      const paths = ['get_my_activities', `get_activity/${folio}`, `call_comments_by_activity/${folio}`, 'get-session', 'data_user'];
      return { kind: 'read', status: (await ask(from, { path: `/api/${pick(paths, turn)}`, headers: reads })).status };
    },
    logIn: async (turn: number): Promise<Pick<Sample, 'kind' | 'status'>> => ({
      kind: 'login',
      status: await logInAs(pick(jars, turn)),
    }),
    end: () => {
      for (const { end } of connections.values()) end();
    },
  };
}
