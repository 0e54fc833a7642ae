import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { type EndpointName, endpoints } from '@bitacora/core/contract';
import type { Endpoint } from '@bitacora/core/contract/endpoint';
import type { TokenScope } from '@bitacora/core/domain/account/account';
import { calendarDate } from '@bitacora/core/domain/calendar';
import type { Person } from '@bitacora/core/domain/people/person';
import { importTexts } from '@bitacora/core/messages/people/user-import';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { given } from '../../core/test/factories.ts';
import { stage } from '../../core/test/stage.ts';
import { everythingIn } from '../../core/test/tables.ts';
import { createApp } from '../src/app.ts';
import { reminderSchedule } from '../src/jobs/scheduled-notifications.ts';
import { createHub } from '../src/live/hub.ts';
import { fileMailer } from '../src/mail/mailer.ts';
import { fileStore } from '../src/storage/image-store.ts';
import { browser } from './browser.ts';
import { PUBLIC_URL, type RunningApp, runningApp } from './running-app.ts';
import { sheetOf } from './sheets/workbooks.ts';

const BOT_TOKEN = 'the service token of the tests, long enough';
let app: RunningApp;
/** The same database behind an application that has a bot. */
let withBot: { origin: string; close(): Promise<void> };
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 100 });
  withBot = await appWithBot();
});
beforeEach(() => app.wipe());
afterAll(async () => {
  await withBot.close();
  await app.close();
});

async function appWithBot() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bitacora-bot-test-'));
  const mailer = fileMailer(folder, 'bitacora@demo.mx');
  const parts = {
    core: stage(app.db).core,
    store: await fileStore(folder),
    mailer,
    log: pino({ level: 'silent' }),
    scratch: folder,
    web: null,
  };
  const rest = {
    publicUrl: PUBLIC_URL,
    otherOrigins: [],
    hidesUnknownEmail: false,
    contactUrl: '',
    rateLimitFactor: 100,
    schedule: reminderSchedule('0 8 * * *', 'America/Mexico_City'),
    isDemo: () => false,
    hub: createHub(),
  };
  const server = http.createServer(createApp({ ...parts, ...rest, botTokens: [BOT_TOKEN] }).callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const all = Object.entries(endpoints) as [EndpointName, Endpoint][];
const pathOf = ({ path }: Endpoint) => path.replace(/:\w+/g, '1');

async function aToken(person: Person, scope: TokenScope = 'write'): Promise<string> {
  const own = await app.as(person);
  return (await own.client.createToken({ name: 'Terminal', scope, expiresOn: calendarDate('2026-12-31') })).secret;
}

/** A call as the terminal makes it: the token alone, no cookie, no CSRF token. */
const bearing = (token: string, origin = app.origin) => {
  const visitor = browser(origin);
  return (method: string, path: string, body?: unknown) =>
    visitor.call(method, path, { body, csrf: false, headers: { Authorization: `Bearer ${token}` } });
};

describe('with a personal token', () => {
  it('a call needs neither cookie nor CSRF token, and the history names the terminal', async () => {
    const ana = await given(app.db).person();
    const { id } = await given(app.db).ownActivity(ana);
    const call = bearing(await aToken(ana));
    expect((await call('GET', '/api/get-session')).body).toMatchObject({ user_action_deck: { id: ana.id } });
    expect((await call('POST', '/api/record_start_work_activity', { activitie_id: id })).status).toBe(200);
    expect(await app.db('activityHistory').select('act', 'channel', 'actorId')).toEqual([
      { act: 'start', channel: 'terminal', actorId: ana.id },
    ]);
  });

  it('the cookie that comes along is not looked at', async () => {
    const [ana, beto] = [await given(app.db).person(), await given(app.db).person()];
    const token = await aToken(ana);
    const betos = await app.as(beto);
    const headers = { Authorization: `Bearer ${token}` };
    expect((await betos.call('GET', '/api/get-session', { headers })).body).toMatchObject({ user_action_deck: { id: ana.id } });
    for (const Authorization of ['Bearer no', 'Basic YTpi', 'Bearer', `Token ${token}`, `Bearer ${token}x`, `Bearer ${token} ${token}`]) {
      const answer = await betos.call('GET', '/api/data_user', { headers: { Authorization } });
      expect([Authorization, answer.status, answer.body]).toEqual([Authorization, 401, expect.objectContaining({ code: 'token.invalid' })]);
    }
  });

  it('that only reads, every call that writes is refused, and nothing happens', async () => {
    const developer = await given(app.db).person({ kind: 'Desarrollador' });
    const call = bearing(await aToken(developer, 'read'));
    await call('GET', '/api/data_user');
    const { admin_history: _, ...before } = await everythingIn(app.db);
    for (const [name, endpoint] of all.filter(
      ([, { effect, credential, who }]) => effect === 'writes' && !credential && who !== 'service',
    )) {
      const { status, body } = await call(endpoint.method, pathOf(endpoint), {});
      expect([name, status, body]).toEqual([name, 403, expect.objectContaining({ code: 'token.readOnly' })]);
    }
    for (const [name, endpoint] of all.filter(([, { effect, credential }]) => effect === 'reads' && !credential)) {
      const { status } = await call(endpoint.method, pathOf(endpoint), endpoint.method === 'GET' ? undefined : {});
      expect([name, [401, 403, 500].includes(status)]).toEqual([name, false]);
    }
    // A download is recorded, also one that a token asks for.
    const { admin_history: __, ...after } = await everythingIn(app.db);
    expect(after).toEqual(before);
  });

  it('passwords, tokens, links and the administration of people are out of reach, even for a Desarrollador', async () => {
    const beyond = [
      ...['logIn', 'logOut', 'requestPasswordReset', 'checkResetToken', 'resetPassword', 'changePassword', 'readCsrfToken'],
      ...['listTokens', 'createToken', 'revokeToken', 'readChatLinkOffer', 'confirmChatLink', 'unlinkChat'],
      ...['createUser', 'updateUser', 'setUserStatus', 'inviteUser', 'cancelEmailChange'],
    ] as EndpointName[];
    const sessionOnly = all.filter(([, { credential }]) => credential === 'session').map(([name]) => name);
    expect(sessionOnly).toEqual(expect.arrayContaining(beyond));

    const developer = await given(app.db).person({ kind: 'Desarrollador' });
    const call = bearing(await aToken(developer));
    await call('GET', '/api/data_user');
    const before = await everythingIn(app.db);
    for (const name of sessionOnly) {
      const endpoint = endpoints[name] as Endpoint;
      const { status, body } = await call(endpoint.method, pathOf(endpoint), endpoint.method === 'GET' ? undefined : {});
      expect([name, status, body]).toEqual([name, 403, expect.objectContaining({ code: 'token.sessionOnly' })]);
    }
    expect(await everythingIn(app.db)).toEqual(before);
  });

  it('authority is today’s: a demotion, a revocation and a deactivation work from the next call on', async () => {
    const ana = await given(app.db).manager();
    const mine = await app.as(ana);
    const call = bearing(await aToken(ana));
    expect((await call('GET', '/api/get_users')).status).toBe(200);
    await app.db('users').where({ id: ana.id }).update({ position: 'ANALISTA' });
    expect((await call('GET', '/api/get_users')).status).toBe(403);
    const [token] = await mine.client.listTokens();
    await mine.client.revokeToken({ tokenId: token?.id as number });
    expect((await call('GET', '/api/data_user')).status).toBe(401);
  });

  it.each(['read', 'write'] as const)('a token that may %s ends itself, and no other', async (scope) => {
    const ana = await given(app.db).person();
    const [ending, staying] = [await aToken(ana, scope), await aToken(ana)];
    expect((await bearing(ending)('POST', '/api/revoke_own_token')).body).toEqual({ success: true });
    expect((await bearing(ending)('GET', '/api/data_user')).status).toBe(401);
    expect((await bearing(ending)('POST', '/api/revoke_own_token')).status).toBe(401);
    expect((await bearing(staying)('GET', '/api/data_user')).status).toBe(200);
  });

  describe('that imports people', () => {
    const columns = ['Número de empleado', 'Nombre', 'Apellidos', 'Correo electrónico', 'Nivel', 'Departamento', 'Puesto'];
    async function workbook(position: string, fields: Record<string, string> = {}): Promise<FormData> {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      const sheet = await sheetOf([columns, ['7', 'Eva', 'Paz', 'eva@demo.mx', 'Operativo', 'VENTAS', position]]);
      form.append('file', new File([sheet as Uint8Array<ArrayBuffer>], 'personas.xlsx'));
      return form;
    }
    const registered = () => app.db('users').where({ email: 'eva@demo.mx' }).pluck('position');

    it('does so without a session, and names the terminal in the history', async () => {
      const call = bearing(await aToken(await given(app.db).manager(), 'import_people'));
      const dryRun = await call('POST', '/api/upload_users_bulk', await workbook('ANALISTA', { dry_run: 'true' }));
      expect([dryRun.status, await registered()]).toEqual([200, []]);
      expect((await call('POST', '/api/upload_users_bulk', await workbook('ANALISTA'))).body).toMatchObject({ count: 1 });
      expect(await registered()).toEqual(['ANALISTA']);
      expect(await app.db('adminHistory').where({ act: 'person.import' }).pluck('channel')).toEqual(['terminal']);
    });

    it.each(['GERENTE', 'Contralor de planta', 'súpervisor'])('refuses by name a row whose position is %s', async (position) => {
      const call = bearing(await aToken(await given(app.db).manager(), 'import_people'));
      for (const fields of [undefined, { dry_run: 'true' }]) {
        const { status, body } = await call('POST', '/api/upload_users_bulk', await workbook(position, fields));
        const row = { row: 2, column: 'Puesto', value: position, error: importTexts.positionPrivileged };
        expect([status, body]).toEqual([400, expect.objectContaining({ code: 'import.wrongRows', rows: [row] })]);
      }
      expect(await registered()).toEqual([]);
    });

    it.each([
      ['import_people', 'token.importOnly', ['importUsers', 'revokeBearer']],
      ['assistant', 'token.assistantOnly', ['revokeBearer']],
    ] as const)('%s opens no other call, no image and no stream', async (scope, code, open: readonly string[]) => {
      const call = bearing(await aToken(await given(app.db).person({ kind: 'Desarrollador' }), scope));
      const others = all.filter(([name]) => !open.includes(name));
      for (const [name, endpoint] of others) {
        const { status, body } = await call(endpoint.method, pathOf(endpoint), endpoint.method === 'GET' ? undefined : {});
        expect([name, status, body]).toEqual([name, 403, expect.objectContaining({ code })]);
      }
      for (const path of ['/api/images/00000000-0000-4000-8000-000000000000', '/api/profile_image/E-1', '/api/live'])
        expect([path, (await call('GET', path)).status]).toEqual([path, 403]);
    });

    it('is made by who administers users alone, and does nothing after a demotion', async () => {
      const [ana, manager] = [await given(app.db).person(), await given(app.db).manager()];
      await expect(aToken(ana, 'import_people')).rejects.toMatchObject({ status: 403, code: 'admin.forbidden' });
      const call = bearing(await aToken(manager, 'import_people'));
      await app.db('users').where({ id: manager.id }).update({ position: 'ANALISTA' });
      expect((await call('POST', '/api/upload_users_bulk', await workbook('ANALISTA'))).status).toBe(403);
      expect(await registered()).toEqual([]);
    });

    it('is not needed to check a workbook: a token that writes rehearses and marks mistakes, and registers nobody', async () => {
      const call = bearing(await aToken(await given(app.db).manager()));
      expect((await call('POST', '/api/upload_users_bulk', await workbook('GERENTE', { dry_run: 'true' }))).body).toMatchObject({
        privileged_total: 1,
      });
      expect((await call('POST', '/api/upload_users_bulk', await workbook('ANALISTA'))).body).toMatchObject({ code: 'token.sessionOnly' });
      expect(await registered()).toEqual([]);
    });
  });

  it('a session has no token to end', async () => {
    const mine = await app.as(await given(app.db).person());
    expect(await mine.call('POST', '/api/revoke_own_token')).toMatchObject({ status: 403, body: { code: 'token.required' } });
  });

  it('the secret is answered once: the same Idempotency-Key makes no second token and shows no secret', async () => {
    const mine = await app.as(await given(app.db).person());
    mine.extra['Idempotency-Key'] = 'un token';
    const tokenRequest = { name: 'Terminal', scope: 'read', expiresOn: calendarDate('2026-12-31') } as const;
    const { secret } = await mine.client.createToken(tokenRequest);
    await expect(mine.client.createToken(tokenRequest)).rejects.toMatchObject({ status: 409, code: 'idempotency.secretAnswer' });
    expect(await app.db('accessTokens')).toHaveLength(1);
    expect(JSON.stringify(await everythingIn(app.db))).not.toContain(secret.slice(8));
  });

  it('images of an activity are shown too', async () => {
    const ana = await given(app.db).person();
    const call = bearing(await aToken(ana, 'read'));
    expect((await call('GET', '/api/images/00000000-0000-4000-8000-000000000000')).status).toBe(404);
    expect((await call('GET', '/api/profile_image/x')).status).toBe(404);
  });
});

describe('the bot', () => {
  const bot = () => bearing(BOT_TOKEN, withBot.origin);
  const identity = { service: 'slack', workspace: 'T1', chat_user_id: 'U1', conversation: 'D1' };
  const codeIn = (url: string) => new URLSearchParams(new URL(url).hash.slice(1)).get('chat_link') as string;

  it('asks for a link, the person confirms it, and the bot acts as that person from that chat', async () => {
    const ana = await given(app.db).person({ firstName: 'Ana', lastName: 'Ruiz' });
    const { id } = await given(app.db).ownActivity(ana);
    expect((await bot()('POST', '/api/bot/exchange', identity)).status).toBe(404);
    const reply = await bot()('POST', '/api/bot/link_request', { ...identity, display_name: 'ana' });
    const { url } = reply.body as { url: string };
    expect(url).toMatch(new RegExp(`^${PUBLIC_URL}/Edit_Profile#chat_link=`));

    const mine = await app.as(ana);
    expect(await mine.client.readChatLinkOffer({ code: codeIn(url) })).toMatchObject({ service: 'slack', displayName: 'ana' });
    await mine.client.confirmChatLink({ code: codeIn(url) });
    const exchanged = (await bot()('POST', '/api/bot/exchange', identity)).body as { token: string; user: string };
    expect(exchanged.user).toBe('Ana Ruiz');
    const call = bearing(exchanged.token, withBot.origin);
    expect((await call('POST', '/api/record_start_work_activity', { activitie_id: id })).status).toBe(200);
    expect(await app.db('activityHistory').select('channel', 'actorId')).toEqual([{ channel: 'slack', actorId: ana.id }]);
    expect((await call('GET', '/api/get_tokens')).body).toMatchObject({ code: 'token.sessionOnly' });

    const [link] = await mine.client.listChatLinks();
    await mine.client.unlinkChat({ linkId: link?.id as number });
    expect((await call('GET', '/api/data_user')).status).toBe(401);
  });

  it('reaches its own calls and no other', async () => {
    await given(app.db).activity();
    const before = await everythingIn(app.db);
    for (const [name, endpoint] of all.filter(([, { who }]) => who !== 'service')) {
      const { status, body } = await bot()(endpoint.method, pathOf(endpoint), endpoint.method === 'GET' ? undefined : {});
      expect([name, status, body]).toEqual([name, 403, expect.objectContaining({ code: 'service.botOnly' })]);
    }
    expect((await bot()('GET', '/api/images/00000000-0000-4000-8000-000000000000')).status).toBe(401);
    expect((await bot()('GET', '/api/profile_image/E-1')).status).toBe(401);
    expect(await everythingIn(app.db)).toEqual(before);
  });

  it('is nobody else: not a person, not a token, not another secret, nor anyone where no bot is configured', async () => {
    const developer = await given(app.db).person({ kind: 'Desarrollador' });
    const secret = await given(app.db).session(developer);
    const web = browser(withBot.origin, secret);
    const token = await aToken(developer);
    const before = await everythingIn(app.db);
    for (const path of ['/api/bot/exchange', '/api/bot/link_request']) {
      const body = { ...identity, display_name: 'ana' };
      expect((await browser(withBot.origin).call('POST', path, { body })).status).toBe(401);
      expect(await web.call('POST', path, { body })).toMatchObject({ status: 403, body: { code: 'service.required' } });
      expect(await bearing(token, withBot.origin)('POST', path, body)).toMatchObject({ status: 403 });
      expect((await bearing(`${BOT_TOKEN}x`, withBot.origin)('POST', path, body)).status).toBe(401);
      expect((await bearing(BOT_TOKEN)('POST', path, body)).status).toBe(401);
    }
    await app.db('accessTokens').update({ lastUsedAt: null });
    expect(await everythingIn(app.db)).toEqual(before);
  });

  it.each([{ service: 'discord' }, { workspace: '' }, { chat_user_id: null }, { workspace: ['T1'] }, { conversation: '' }])(
    'says which field is wrong: %j',
    async (part) => {
      for (const path of ['/api/bot/exchange', '/api/bot/link_request']) {
        const { status, body } = await bot()('POST', path, { ...identity, display_name: 'ana', ...part });
        expect([status, Object.keys((body as { fields: object }).fields)]).toEqual([400, Object.keys(part)]);
      }
    },
  );
});
