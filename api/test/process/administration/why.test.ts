import { afterAll, beforeAll, expect, it } from 'vitest';
import { given, NOW } from '../../../../core/test/factories.ts';
import { admin } from './admin.ts';
import { type Company, company } from './command-company.ts';

const SLOW = 180_000;
let ours: Company;
beforeAll(async () => {
  ours = await company();
}, SLOW);
afterAll(() => ours.close(), SLOW);

it(
  'why says in Spanish what became of each notification, in the business zone, and as data with --json',
  async () => {
    const [owner, ana] = [await given(ours.db).manager(), await given(ours.db).person({ firstName: 'Ana', lastName: 'Núñez' })];
    const { id } = await given(ours.db).activity({ owner, assignee: ana });
    const row = { recipientId: ana.id, activityId: id, createdAt: NOW, expiresAt: NOW, channel: 'email' };
    await ours.db('outbox').insert([
      { ...row, key: 'one', kind: 'assigned', sentAt: '2026-11-20T16:05:00Z' },
      { ...row, key: 'two', kind: 'reminded', failedAt: '2026-11-20T17:00:00Z', failure: 'refused', lastError: '550 no existe' },
      { ...row, key: 'three', kind: 'amended', nextTryAt: '2099-01-01T13:00:00Z', insteadOfChat: true },
    ]);
    const always = { ...ours.env, WORK_DAYS: 'mon-sun', WORK_HOURS: '00:00-24:00' };
    const { status, out, err } = await admin(['why', String(id), 'ana nunez'], always);
    expect([status, err]).toEqual([0, '']);
    expect(out).toContain(`Avisos del folio ${id} a Ana Núñez (${ana.employeeNumber}):\n`);
    expect(out).toContain('Los recordatorios no se han hecho nunca');
    expect(out).toMatch(/Me asignan una actividad: por correo, hecho el .*, entregado el 20 nov 2026, 10:05\.\n/);
    expect(out).toMatch(/Me recuerdan una actividad: por correo, .*, no llegó: se rechazó, el 20 nov 2026, 11:00 \(550 no existe\)\.\n/);
    expect(out).toMatch(/Corrigen una actividad mía: por correo en vez de chat o dispositivo, .*, espera hasta el 01 ene 2099, 07:00\.\n/);
    expect(out).toContain('Verifican una actividad mía: no se hizo, no ha pasado.\n');

    const { out: json } = await admin(['why', String(id), ana.email, '--json'], ours.env);
    const { folio, person, kinds } = JSON.parse(json);
    expect({ folio, person }).toMatchObject({ folio: id, person: { id: ana.id } });
    expect(kinds).toContainEqual({ kind: 'verified', deliveries: [], missing: 'notHappened' });
  },
  SLOW,
);

it('why says who or what is unknown', async () => {
  const { id } = await given(ours.db).activity();
  expect(await admin(['why', 'x', 'Ana'], ours.env)).toMatchObject({ status: 2, err: expect.stringContaining('«x» no es un folio.') });
  expect(await admin(['why', String(id), 'Nadie'], ours.env)).toMatchObject({ status: 1, err: expect.stringContaining('«Nadie»') });
  expect(await admin(['why', '999999', 'Nadie'], ours.env)).toMatchObject({ status: 1, out: '' });
});
