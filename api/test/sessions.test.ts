import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { given, NOW, PASSWORD } from '../../core/test/factories.ts';
import { type RunningApp, runningApp } from './running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await runningApp();
});
beforeEach(async () => {
  await app.wipe();
  app.setClock(NOW);
});
afterAll(() => app.close());

const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

describe('the session gate', () => {
  it('says to a visitor that nobody is logged in, and the business day', async () => {
    await given(app.db).person({});
    const { status, body } = await app.visitor().call('GET', '/api/get-session');
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      user_action_deck: null,
      today: '2026-11-20',
      time_zone: 'America/Mexico_City',
      demo: true,
      demo_exposed: false,
      first_run: false,
      password_login: true,
      company_login: null,
      second_factor_due: false,
      contact_url: 'https://example.com/contacto',
    });
  });

  it('says who is logged in, and nothing secret', async () => {
    const person = await given(app.db).person({ firstName: 'Ana', lastName: 'Ruiz', email: 'ana@demo.mx' });
    const { body } = await (await app.as(person)).call('GET', '/api/get-session');
    expect(body).toMatchObject({
      user_action_deck: {
        id: person.id,
        num_employe: person.employeeNumber,
        user: 'Ana Ruiz',
        email: 'ana@demo.mx',
        type_user: 'Usuario',
        position: 'ANALISTA',
        department: 'SISTEMAS',
      },
    });
    expect(JSON.stringify(body)).not.toMatch(/argon2|hash|secret/i);
  });

  it('stores nothing for visitors', async () => {
    for (let visits = 0; visits < 5; visits++) await app.visitor().csrfToken();
    expect(await app.db('sessions')).toEqual([]);
  });
});

describe('login', () => {
  it('answers activo and opens a session in a cookie no script can read', async () => {
    await given(app.db).person({ email: 'ana@demo.mx' });
    const visitor = app.visitor();
    const answer = await visitor.call('POST', '/api/login', { body: { email: ' ANA@demo.mx ', password: PASSWORD } });
    expect([answer.status, answer.body]).toEqual([200, { success: true, status: 'activo' }]);
    expect(answer.headers.getSetCookie()[0]).toMatch(/^sid=[\w-]{43}; path=\/; samesite=strict; httponly$/i);
    expect(await visitor.client.readSession()).toMatchObject({ user: { email: 'ana@demo.mx' } });
  });

  it('keeps only a hash of what the cookie holds', async () => {
    const person = await given(app.db).person();
    const visitor = app.visitor();
    await visitor.client.logIn({ email: person.email, password: PASSWORD });
    const [row] = await app.db('sessions');
    expect(row.idHash.toString('base64url')).not.toBe(visitor.cookies.get('sid'));
  });

  it('says the same about a wrong password and an unknown address', async () => {
    const person = await given(app.db).person();
    const inactive = await given(app.db).person({ isActive: false });
    const invited = await given(app.db).person({ passwordHash: null });
    const attempt = (email: string) => app.visitor().call('POST', '/api/login', { body: { email, password: 'equivocada' } });
    for (const email of [person.email, 'nadie@demo.mx', inactive.email, invited.email]) {
      const { status, body, headers } = await attempt(email);
      expect([status, body]).toEqual([401, { success: false, error: 'Usuario o Contraseña incorrectas', code: 'credentials.wrong' }]);
      expect(headers.getSetCookie()).toEqual([]);
    }
  });

  it('says to an inactive person that they are inactive, after the right password only, and opens nothing', async () => {
    const person = await given(app.db).person({ isActive: false });
    const { status, body } = await app.visitor().call('POST', '/api/login', { body: { email: person.email, password: PASSWORD } });
    expect([status, body]).toEqual([403, { success: false, error: 'Usuario inactivo', code: 'user.inactive', status: 'inactivo' }]);
    expect(await app.db('sessions')).toEqual([]);
  });

  it('gives a new session each time and ends the one it came with: a session fixed beforehand opens nothing', async () => {
    const person = await given(app.db).person();
    const victim = app.visitor();
    victim.cookies.set('sid', 'elegida-por-el-atacante');
    await victim.client.logIn({ email: person.email, password: PASSWORD });
    const first = victim.cookies.get('sid');
    expect(first).not.toBe('elegida-por-el-atacante');
    await victim.client.logIn({ email: person.email, password: PASSWORD });
    expect(victim.cookies.get('sid')).not.toBe(first);
    const attacker = app.visitor();
    attacker.cookies.set('sid', first as string);
    expect(await attacker.client.readSession()).toMatchObject({ user: null });
  });

  it('renews a hash that was made at a lower cost', async () => {
    const cheap = '$argon2id$v=19$m=1024,t=1,p=1$Yml0YWNvcmEtdGVzdC1zYWx0$6YtDq9dXVQqYw4gfpTSeuPIRGeLzR1UtkIInTDfMhUY';
    const person = await given(app.db).person({ passwordHash: cheap });
    await app.visitor().client.logIn({ email: person.email, password: PASSWORD });
    const { passwordHash } = await app.db('users').where({ id: person.id }).first();
    expect(passwordHash).toContain('$m=8192,t=1,'); // today's cost in tests
    await expect(app.visitor().client.logIn({ email: person.email, password: PASSWORD })).resolves.toMatchObject({ status: 'activo' });
  });

  it('is refused after five failures for an account, with the time to wait; other people still come in', async () => {
    const [person, colleague] = [await given(app.db).person(), await given(app.db).person()];
    const attempt = (password: string) => app.visitor().call('POST', '/api/login', { body: { email: person.email, password } });
    for (let tries = 0; tries < 5; tries++) expect((await attempt('equivocada')).status).toBe(401);
    const refused = await attempt(PASSWORD);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(refused.body).toMatchObject({ success: false, code: 'credentials.wait', error: expect.stringContaining('Espera 15 segundos') });
    await expect(app.visitor().client.logIn({ email: colleague.email, password: PASSWORD })).resolves.toMatchObject({ success: true });
  });
});

describe('the end of a session', () => {
  it('logout ends it for good: the old cookie opens nothing', async () => {
    const person = await given(app.db).person();
    const mine = await app.as(person);
    const old = mine.cookies.get('sid') as string;
    await mine.client.logOut();
    expect(mine.cookies.has('sid')).toBe(false);
    const thief = app.visitor();
    thief.cookies.set('sid', old);
    expect((await thief.call('GET', '/api/data_user')).status).toBe(401);
    expect(await app.db('sessions')).toEqual([]);
  });

  it('logging out without a session is refused like any call of a person', async () => {
    await expect(app.visitor().client.logOut()).rejects.toMatchObject({ status: 401, code: 'session.missing' });
  });

  it('two idle hours end it', async () => {
    const mine = await app.as(await given(app.db).person());
    app.setClock(later(119));
    expect((await mine.call('GET', '/api/data_user')).status).toBe(200);
    app.setClock(later(119 + 119));
    expect((await mine.call('GET', '/api/data_user')).status).toBe(200);
    app.setClock(later(119 + 119 + 121));
    expect((await mine.call('GET', '/api/data_user')).status).toBe(401);
  });

  it('twelve hours end it, however busy', async () => {
    const mine = await app.as(await given(app.db).person());
    for (let hour = 1; hour < 12; hour++) {
      app.setClock(later(hour * 60));
      expect((await mine.call('GET', '/api/data_user')).status).toBe(200);
    }
    app.setClock(later(12 * 60));
    expect((await mine.call('GET', '/api/data_user')).status).toBe(401);
  });

  it('a sixth session ends the oldest', async () => {
    const person = await given(app.db).person();
    const first = await app.as(person);
    for (let minute = 1; minute <= 4; minute++) {
      app.setClock(later(minute));
      await app.as(person);
    }
    app.setClock(later(10));
    await app.visitor().client.logIn({ email: person.email, password: PASSWORD });
    expect((await first.call('GET', '/api/data_user')).status).toBe(401);
    expect(await app.db('sessions')).toHaveLength(5);
  });

  it('deactivation works from the next call on', async () => {
    const person = await given(app.db).person();
    const mine = await app.as(person);
    expect((await mine.call('GET', '/api/get_my_activities')).status).toBe(200);
    await app.db('users').where({ id: person.id }).update({ isActive: false });
    expect((await mine.call('GET', '/api/get_my_activities')).status).toBe(401);
    expect(await mine.client.readSession()).toMatchObject({ user: null });
  });

  it('a demotion works from the next call on', async () => {
    const boss = await given(app.db).manager();
    const { id } = await given(app.db).activity();
    const mine = await app.as(boss);
    expect((await mine.call('GET', `/api/get_activity/${id}`)).status).toBe(200);
    await app.db('users').where({ id: boss.id }).update({ position: 'ANALISTA' });
    expect((await mine.call('GET', `/api/get_activity/${id}`)).status).toBe(404);
  });
});

describe('own data', () => {
  it('is reported in the words of the wire, without secrets', async () => {
    const person = await given(app.db).person({ firstName: 'Ana', lastName: 'Ruiz', alias: 'Anita', phone: '55 1234' });
    const mine = await app.as(person);
    expect((await mine.call('GET', '/api/data_user')).body).toEqual({
      success: true,
      id: person.id,
      user: 'Ana Ruiz',
      name_user: 'Ana',
      last_name: 'Ruiz',
      email: person.email,
      num_employe: person.employeeNumber,
      department: 'SISTEMAS',
      position: 'ANALISTA',
      level_user: 'Operativo',
      type_user: 'Usuario',
      alias: 'Anita',
      phone: '55 1234',
      substitutes_for: [],
      work_time: null,
      company_work_time: 'mon,tue,wed,thu,fri,sat 07:00-20:00',
    });
    expect((await mine.call('GET', '/api/permissions_user')).body).toEqual({
      success: true,
      num_employe: person.employeeNumber,
      type_user: 'Usuario',
      position: 'ANALISTA',
    });
  });
});
