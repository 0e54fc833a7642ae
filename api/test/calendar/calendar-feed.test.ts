import type { Person } from '@bitacora/core/domain/people/person';
import { setUserStatus } from '@bitacora/core/use-cases/people/set-user-status';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { day, given, NOW } from '../../../core/test/factories.ts';
import { stage } from '../../../core/test/stage.ts';
import { everythingIn } from '../../../core/test/tables.ts';
import { raw } from '../raw.ts';
import { PUBLIC_URL, type RunningApp, runningApp } from '../running-app.ts';
import { readCalendarText } from './read-calendar.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await runningApp();
});
beforeEach(async () => {
  await app.wipe();
  app.setClock(NOW);
});
afterAll(() => app.close());

const make = () => given(app.db);
const pathIn = (url: string) => new URL(url).pathname;
async function addressOf(person: Person): Promise<string> {
  return pathIn((await (await app.as(person)).client.createCalendarFeed()).url);
}
const ask = (path: string) => app.visitor().call('GET', path);
const summariesAt = async (path: string) => {
  const { entries } = readCalendarText((await ask(path)).bytes.toString());
  return entries.map((entry) => `${entry['DTSTART;VALUE=DATE']} ${entry.SUMMARY}`);
};

describe('the address of a calendar', () => {
  it('is shown once and kept as a hash; its person sees since when it exists and when it was read', async () => {
    const ana = await make().person();
    const mine = await app.as(ana);
    const none = { success: true, created_at: null, read_at: null, exists: false };
    expect((await mine.call('GET', '/api/get_calendar_feed')).body).toEqual(none);

    const { url } = await mine.client.createCalendarFeed();
    expect(url).toMatch(new RegExp(`^${PUBLIC_URL}/api/calendar/[\\w-]{43}\\.ics$`));
    expect(JSON.stringify(await everythingIn(app.db))).not.toContain(/([\w-]{43})\.ics$/.exec(url)?.[1]);
    expect(await mine.client.readCalendarFeed()).toEqual({ success: true, createdAt: NOW, readAt: null });

    const later = new Date(NOW.getTime() + 3_600_000);
    app.setClock(later);
    expect((await ask(pathIn(url))).status).toBe(200);
    expect((await mine.call('GET', '/api/get_calendar_feed')).body).toMatchObject({ exists: true, read_at: later.toISOString() });
  });

  it('opens without a session, and looks at no cookie and no token', async () => {
    const [ana, beto] = [await make().person(), await make().person()];
    await make().ownActivity(ana, { description: 'De Ana' });
    await make().ownActivity(beto, { description: 'De Beto' });
    const path = await addressOf(ana);
    const betos = await app.as(beto);
    for (const headers of [{}, { Authorization: 'Bearer nonsense' }] as Record<string, string>[]) {
      const { status, bytes } = await betos.call('GET', path, { headers });
      expect([status, bytes.includes('De Ana'), bytes.includes('De Beto')]).toEqual([200, true, false]);
    }
  });

  it('is void once there is a new one, once it is revoked, and while its person is inactive', async () => {
    const ana = await make().person();
    const mine = await app.as(ana);
    const first = await addressOf(ana);
    const second = await addressOf(ana);
    expect([(await ask(first)).status, (await ask(second)).status]).toEqual([404, 200]);

    await app.db('users').where({ id: ana.id }).update({ isActive: false });
    expect((await ask(second)).status).toBe(404);
    await app.db('users').where({ id: ana.id }).update({ isActive: true });

    await mine.client.revokeCalendarFeed();
    expect((await ask(second)).status).toBe(404);
    await expect(mine.client.revokeCalendarFeed()).rejects.toMatchObject({ status: 404, code: 'calendar.unknown' });
  });

  it('ends with the account: who comes back makes a new one', async () => {
    const [boss, ana] = [await make().manager(), await make().person()];
    const path = await addressOf(ana);
    const on = stage(app.db);
    await on.act(setUserStatus, boss, { id: ana.id, isActive: false, reassignTo: null });
    await on.act(setUserStatus, boss, { id: ana.id, isActive: true, reassignTo: null });
    expect((await ask(path)).status).toBe(404);
  });

  it('nobody knows is refused as everything unknown is, and too many of them are too many', async () => {
    const ana = await make().person();
    const path = await addressOf(ana);
    const refused = await ask('/api/calendar/inventada.ics');
    expect(refused).toMatchObject({
      status: 404,
      body: { success: false, error: 'Esta dirección de calendario no existe o fue revocada.', code: 'calendar.unknown' },
    });
    for (const odd of ['/api/calendar/inventada', '/api/calendar/.ics', '/api/calendar/%00.ics', '/api/calendar/%2e%2e%2f.ics'])
      expect([odd, (await ask(odd)).status]).toEqual([odd, 404]);

    const answers = await Promise.all(Array.from({ length: 70 }, (_, n) => ask(`/api/calendar/inventada-${n}.ics`)));
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(7);
    const limited = await ask('/api/calendar/otra.ics');
    expect([limited.status, Number(limited.headers.get('Retry-After')) > 0]).toEqual([429, true]);
    expect((await ask(path)).status).toBe(200);
  });

  it('wrong ones from one IPv6 network count together, and a right one counts for nothing', async () => {
    const proxied = await runningApp({ proxyHops: 1 });
    const path = await addressOf(await make().person());
    const askFrom = (address: string, from: string) =>
      proxied
        .visitor()
        .call('GET', address, { headers: { 'X-Forwarded-For': from } })
        .then(({ status }) => status);
    for (let n = 0; n < 70; n++) expect(await askFrom(path, '2001:db8:1:2::1')).toBe(200);
    const guesses = Array.from({ length: 61 }, (_, n) => askFrom(`/api/calendar/inventada-${n}.ics`, `2001:db8:1:2:${n}::${n}`));
    expect((await Promise.all(guesses)).filter((status) => status === 429)).toHaveLength(1);
    expect(await askFrom('/api/calendar/otra.ics', '2001:db8:1:3::1')).toBe(404);
    await proxied.close();
  });

  it('is read 120 times an hour, by all programs together', async () => {
    const [ana, beto] = [await make().person(), await make().person()];
    const [path, other] = [await addressOf(ana), await addressOf(beto)];
    const statuses = [];
    for (let times = 0; times < 121; times++) statuses.push((await ask(path)).status);
    expect([statuses.slice(0, 120).every((status) => status === 200), statuses[120]]).toEqual([true, 429]);
    expect((await ask(other)).status).toBe(200);
  });

  it('made by many at once is one, and made again with the same Idempotency-Key says nothing', async () => {
    const ana = await make().person();
    const mine = await app.as(ana);
    const feeds = await Promise.all(Array.from({ length: 6 }, () => mine.client.createCalendarFeed()));
    const statuses = await Promise.all(feeds.map(async ({ url }) => (await ask(pathIn(url))).status));
    expect(statuses.sort()).toEqual([200, 404, 404, 404, 404, 404]);

    mine.extra['Idempotency-Key'] = 'un calendario';
    const { url } = await mine.client.createCalendarFeed();
    await expect(mine.client.createCalendarFeed()).rejects.toMatchObject({ status: 409, code: 'idempotency.secretAnswer' });
    expect((await ask(pathIn(url))).status).toBe(200);
  });
});

describe('what a calendar answers', () => {
  it('is kept by the program that asked, privately, and answered as unchanged while it is', async () => {
    const ana = await make().person();
    const activity = await make().ownActivity(ana);
    const path = await addressOf(ana);
    const { status, headers } = await ask(path);
    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toBe('text/calendar; charset=utf-8');
    expect(headers.get('Cache-Control')).toBe('private, no-cache');
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Set-Cookie')).toBeNull();

    // Letter for letter: `fetch` adds a Cache-Control of its own.
    const request = { method: 'GET', path, headers: { 'If-None-Match': headers.get('ETag') ?? '' } };
    expect(await raw(app.origin, request)).toMatchObject({ status: 304, text: '' });
    await app.db('activities').where({ id: activity.id }).update({ description: 'Otra cosa' });
    expect((await raw(app.origin, request)).status).toBe(200);
  });

  it('shows its address neither in the log nor in a link', async () => {
    const ana = await make().person();
    await make().ownActivity(ana);
    const path = await addressOf(ana);
    const token = /([\w-]{43})/.exec(path)?.[1] ?? '';
    const { bytes } = await ask(path);
    await ask(path.replace(token, `x${token}`));
    expect(app.logged.findLast(({ status }) => status === 200)).toMatchObject({ endpoint: 'calendar', userId: ana.id });
    expect([JSON.stringify(app.logged).includes(token), bytes.includes(token)]).toEqual([false, false]);
  });

  it('has my open work on its effective deadline, and nothing that is closed or another’s', async () => {
    const [boss, ana] = [await make().manager(), await make().person()];
    const factsWith = (description: string) => ({ owner: boss, assignee: ana, description, dueOn: day('2026-11-27') });
    const ids = [
      (await make().activity({ ...factsWith('Nueva'), dueOn: day('2026-11-21') })).id,
      (await make().activity({ ...factsWith('Tarde'), status: 'on_pause', dueOn: day('2026-11-18') })).id,
      (await make().activity({ ...factsWith('Extendida'), extendedTo: day('2026-12-24'), extensionReason: 'Piezas' })).id,
    ];
    await make().activity({ ...factsWith('Verificada'), status: 'verified' });
    await make().activity({ ...factsWith('Cancelada'), status: 'canceled' });
    await make().activity({ ...factsWith('Ajena'), assignee: await make().person() });
    expect(await summariesAt(await addressOf(ana))).toEqual([
      `20261121 Folio ${ids[0]} · Nueva`,
      `20261118 Folio ${ids[1]} · Tarde`,
      `20261224 Folio ${ids[2]} · Extendida`,
    ]);
  });

  it('has for who assigned it what waits for their verification, today as it is in the business zone', async () => {
    const [boss, ana] = [await make().manager(), await make().person()];
    const { id } = await make().activity({
      owner: boss,
      assignee: ana,
      status: 'completed',
      description: 'Pintar',
      dueOn: day('2026-11-10'),
    });
    await make().activity({ owner: boss, assignee: ana, status: 'in_progress' });
    const path = await addressOf(boss);
    expect(await summariesAt(path)).toEqual([`20261120 Por verificar: folio ${id} · Pintar`]);
    app.setClock(new Date('2026-11-21T05:59:00Z'));
    expect(await summariesAt(path)).toEqual([`20261120 Por verificar: folio ${id} · Pintar`]);
    app.setClock(new Date('2026-11-21T06:00:00Z'));
    expect(await summariesAt(path)).toEqual([`20261121 Por verificar: folio ${id} · Pintar`]);
    expect(await summariesAt(await addressOf(ana))).toContainEqual(`20261110 Folio ${id} · Pintar`);
  });

  it('says when an entry last changed', async () => {
    const ana = await make().person();
    const { id } = await make().ownActivity(ana);
    const path = await addressOf(ana);
    await (await app.as(ana)).client.startActivity({ activityId: id });
    const { entries } = readCalendarText((await ask(path)).bytes.toString());
    expect(entries).toMatchObject([{ DTSTAMP: '20261120T180000Z' }]);
  });

  it('has a thousand entries at most: those nearest to today, one’s own first', async () => {
    const [boss, ana] = [await make().manager(), await make().person()];
    const { id: topicId } = await make().topic();
    await app.db.raw(
      `insert into activities (owner_id, assignee_id, topic_id, description, description_key, priority, created_at, due_on, series_starts_on)
       select :boss, :boss, :topicId, n::text, n::text, 'normal', :now, date '2026-11-20' + n, date '2026-11-20' from generate_series(-600, 699) as n`,
      { boss: boss.id, topicId, now: NOW },
    );
    await make().activity({ owner: boss, assignee: ana, status: 'completed' });
    const path = await addressOf(boss);
    const summaries = await summariesAt(path);
    expect(summaries).toHaveLength(1_000);
    expect(new Set(summaries.map((summary) => Math.abs(Number(summary.split('· ')[1])) <= 500))).toEqual(new Set([true]));

    await app.db('activities').where('assigneeId', boss.id).where('dueOn', '<', '2026-11-20').delete();
    expect(await summariesAt(path)).toHaveLength(701);
  });
});
