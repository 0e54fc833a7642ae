import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { given } from '../../core/test/factories.ts';
import { everythingIn } from '../../core/test/tables.ts';
import { type RunningApp, runningApp } from './running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 100 });
});
beforeEach(() => app.wipe());
afterAll(() => app.close());

describe('people, in the words of the contract', () => {
  it('are listed with their type, status and whether a password was set', async () => {
    const boss = await given(app.db).manager({ firstName: 'Zoe', lastName: 'Paz' });
    const ana = await given(app.db).person({ firstName: 'Ana', lastName: 'Ruiz', isActive: false, passwordHash: null, phone: '55' });
    const { status, body } = await (await app.as(boss)).call('GET', '/api/get_users');
    expect(status).toBe(200);
    expect((body as object[])[0]).toEqual({
      id: ana.id,
      num_employe: ana.employeeNumber,
      name_user: 'Ana',
      last_name: 'Ruiz',
      user: 'Ana Ruiz',
      email: ana.email,
      level_user: 'Operativo',
      department: 'SISTEMAS',
      position: 'ANALISTA',
      alias: null,
      phone: '55',
      manager: null,
      type_user: 'Usuario',
      status: 'inactivo',
      has_password: false,
      second_factor: false,
      resets_blocked: false,
      pending_email: null,
      version: expect.any(String),
    });
    expect((body as object[])[1]).toMatchObject({ user: 'Zoe Paz', status: 'activo', has_password: true });
    expect(JSON.stringify(body)).not.toContain('argon2');
  });

  it('are edited, deactivated with somebody to take over, and activated', async () => {
    const [boss, ana, beto] = [await given(app.db).manager(), await given(app.db).person(), await given(app.db).person()];
    await given(app.db).ownActivity(ana);
    const own = await app.as(boss);
    const fields = {
      id: String(ana.id),
      num_employe: 'N-9',
      name_user: 'Ana',
      last_name: 'Paz',
      email: 'ana@demo.mx',
      level_user: 'Directivo',
      department: 'VENTAS',
      position: 'JEFA',
      type_user: 'Usuario',
      phone: '',
      password: 'no se guarda',
    };
    expect((await own.call('POST', '/api/update_user', { body: fields })).body).toEqual({ success: true });
    expect(await app.db('users').where({ id: ana.id }).first()).toMatchObject({ employeeNumber: 'N-9', department: 'VENTAS', phone: null });

    const off = { id: ana.id, status: 'inactivo' };
    expect(await own.call('POST', '/api/update_user_status', { body: { ...off, reassign_to: '' } })).toMatchObject({
      status: 409,
      body: { error: 'La persona es responsable o dueña de 1 actividad abierta. Elige quién se hará cargo de ella.' },
    });
    expect((await own.call('POST', '/api/update_user_status', { body: { ...off, reassign_to: beto.id } })).status).toBe(200);
    expect((await (await app.as(ana)).call('GET', '/api/data_user')).status).toBe(401);
    expect((await own.call('POST', '/api/update_user_status', { body: { id: ana.id, status: 'activo' } })).status).toBe(200);
  });

  it.each([
    ['/api/update_user', { type_user: 'Jefe' }, 'type_user'],
    ['/api/update_user', { type_user: 'Usuario', email: 'no' }, 'email'],
    ['/api/update_user', { type_user: 'Usuario', id: 'x' }, 'id'],
    ['/api/update_user_status', { status: 'apagado' }, 'status'],
    ['/api/update_user_status', { status: 'inactivo', reassign_to: 'x' }, 'reassign_to'],
    ['/api/update_user_status', { status: 'inactivo', reassign_to: [1] }, 'reassign_to'],
    ['/api/invite_user', { id: 0 }, 'id'],
    ['/api/cancel_email_change', { id: 'x' }, 'id'],
  ])('%s with %j is answered which field is wrong, and does nothing', async (path, part, field) => {
    const [boss, ana] = [await given(app.db).manager(), await given(app.db).person()];
    const own = await app.as(boss);
    const before = await everythingIn(app.db);
    const { status, body } = await own.call('POST', path, { body: { id: ana.id, ...part } });
    expect([status, Object.keys((body as { fields: object }).fields)]).toEqual([400, expect.arrayContaining([field])]);
    expect(await everythingIn(app.db)).toEqual(before);
  });
});

it('topics, departments and external assignments go around once, in the words of the contract', async () => {
  const boss = await app.as(await given(app.db).manager({ department: 'SISTEMAS' }));
  const ana = await given(app.db).person({ department: 'COMPRAS' });
  const topic = { name_project: 'Redes', description_project: 'Cableado', department: 'SISTEMAS' };
  const created = await boss.call('POST', '/api/create_project', { body: topic });
  const { id } = created.body as { id: number };
  expect((await boss.call('POST', '/api/create_project', { body: { ...topic, name_project: 'REDES' } })).status).toBe(409);
  expect((await boss.call('PUT', '/api/update_project', { body: { id, description_project: '', department: 'SISTEMAS' } })).status).toBe(
    200,
  );
  expect((await boss.call('GET', '/api/get_projects')).body).toEqual([
    { id, name_project: 'Redes', description_project: null, department: 'SISTEMAS', version: expect.any(String) },
  ]);
  expect((await boss.call('GET', '/api/get_departments')).body).toEqual([{ department: 'COMPRAS' }, { department: 'SISTEMAS' }]);

  const assigned = await boss.call('POST', '/api/create_assignment', { body: { id_project: id, id_user: ana.id } });
  expect((await boss.call('POST', '/api/create_assignment', { body: { id_project: id, id_user: ana.id } })).status).toBe(409);
  const one = (assigned.body as { id: number }).id;
  const { employeeNumber: num_employe, firstName: name_user, lastName: last_name, level: level_user, position } = ana;
  expect((await boss.call('GET', '/api/get_assignments')).body).toEqual([
    { id: one, id_project: id, id_user: ana.id, name_project: 'Redes', num_employe, name_user, last_name, level_user, position },
  ]);
  expect((await boss.call('DELETE', `/api/delete_assignment/${one}`)).body).toEqual({ success: true });
  expect((await boss.call('DELETE', `/api/delete_assignment/${one}`)).status).toBe(404);
});

it('a person’s alias, phone, tokens and links, in the words of the contract', async () => {
  const mine = await app.as(await given(app.db).person());
  expect((await mine.call('POST', '/api/update_profile', { body: { alias: ' Anita ', phone: '' } })).body).toEqual({ success: true });
  expect((await mine.call('GET', '/api/data_user')).body).toMatchObject({ alias: 'Anita', phone: null });
  const tokenRequest = { name: 'Terminal', scope: 'read', expires_on: '2026-12-31' };
  const { token, id } = (await mine.call('POST', '/api/create_token', { body: tokenRequest })).body as { token: string; id: number };
  expect((await mine.call('GET', '/api/get_tokens')).body).toEqual([
    { ...tokenRequest, id, prefix: token.slice(0, 8), created_at: '2026-11-20T18:00:00.000Z', last_used_at: null },
  ]);
  const late = await mine.call('POST', '/api/create_token', { body: { ...tokenRequest, expires_on: '2027-12-31' } });
  expect(late.body).toMatchObject({ fields: { expires_on: expect.stringContaining('Elige una fecha') } });
  expect((await mine.call('GET', '/api/get_chat_links')).body).toEqual([]);
  const code = await mine.call('POST', '/api/confirm_chat_link', { body: { code: 'inventado' } });
  expect([code.status, code.body]).toEqual([400, expect.objectContaining({ code: 'chatLink.invalidCode' })]);
  expect((await mine.call('DELETE', '/api/delete_chat_link/1')).status).toBe(404);
});
