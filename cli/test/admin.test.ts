import type { Person } from '@bitacora/core/domain/people/person';
import { writtenInstant } from '@bitacora/core/messages/dates';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { jobSeconds, measureJob } from '../../api/src/monitoring/run-jobs.ts';
import { type RunningApp, runningApp } from '../../api/test/running-app.ts';
import { given, NOW } from '../../core/test/factories.ts';
import { holding, type Machine, machine } from './bitacora.ts';

let app: RunningApp;
let at: Machine;
let ana: Person;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 100 });
});
beforeEach(async () => {
  await app.wipe();
  ana = await given(app.db).manager();
  at = await machine(await holding(app, ana));
});
afterEach(() => at.leave());
afterAll(() => app.close());

describe('topics', () => {
  it('are registered, corrected and listed', async () => {
    expect(await at.bitacora(['topics', 'create', 'Línea 1', '--department', 'GENERAL', '--description', 'Salsas'])).toMatchObject({
      status: 0,
    });
    expect(await at.bitacora(['topics', 'create', 'LINEA 1', '--department', 'GENERAL'])).toMatchObject({
      status: 1,
      err: 'Ya existe un tema con ese nombre.\n',
    });
    await given(app.db).person({ department: 'VENTAS' });
    expect((await at.bitacora(['topics', 'update', 'linea 1', '--department', 'VENTAS'])).out).toBe('Tema actualizado.\n');
    const { rows } = JSON.parse((await at.bitacora(['topics', 'list', '--json'])).out);
    expect(rows).toEqual([
      { id: expect.any(Number), version: expect.any(String), name_project: 'Línea 1', description_project: 'Salsas', department: 'VENTAS' },
    ]);
    await at.bitacora(['topics', 'update', String(rows[0].id), '--description', '']);
    expect(await app.db('topics').first('description', 'department')).toEqual({ description: null, department: 'VENTAS' });
  });

  it('nothing to correct is wrong usage', async () => {
    expect(await at.bitacora(['topics', 'update', 'x'])).toMatchObject({ status: 2, err: expect.stringContaining('--description') });
  });
});

describe('assignments', () => {
  it('are made, listed and taken back', async () => {
    const topic = await given(app.db).topic({ name: 'Ventas 2027', department: 'VENTAS' });
    const beto = await given(app.db).person({ firstName: 'Beto', lastName: 'Sanz' });
    expect((await at.bitacora(['assignments', 'create', 'ventas 2027', beto.email])).out).toBe('Se asignó «Ventas 2027» a Beto Sanz.\n');
    const [{ id }] = await app.db('topicAssignments').where({ topicId: topic.id, userId: beto.id });
    expect((await at.bitacora(['assignments', 'list', '--search', 'beto'])).out).toContain('Ventas 2027');
    expect((await at.bitacora(['assignments', 'delete', String(id)])).status).toBe(2);
    expect((await at.bitacora(['assignments', 'delete', String(id + 1), '--yes'])).status).toBe(2);
    expect(await app.db('topicAssignments')).toHaveLength(1);
    expect((await at.bitacora(['assignments', 'delete', String(id), '--yes'])).out).toBe('Asignación eliminada.\n');
    expect(await app.db('topicAssignments')).toEqual([]);
  });
});

describe('outbox', () => {
  const letter = '00000000-0000-4000-8000-00000000f417';
  beforeEach(() =>
    app.db('outbox').insert({
      key: 'assigned:1',
      kind: 'assigned',
      channel: 'email',
      recipientId: ana.id,
      facts: '{}',
      letter,
      tries: 1,
      createdAt: NOW,
      failedAt: NOW,
      failure: 'refused',
      lastError: '550 no such mailbox',
      expiresAt: new Date('2026-11-27T18:00:00Z'),
    }),
  );

  it('lists what reached nobody and sends it again', async () => {
    const { rows, total } = JSON.parse((await at.bitacora(['outbox', 'list', '--json'])).out);
    expect([total, rows]).toEqual([1, [expect.objectContaining({ id: letter, detail: '550 no such mailbox', kinds: ['assigned'] })]]);
    expect(await at.bitacora(['outbox', 'resend', '--all', '--yes'])).toMatchObject({ status: 0, out: 'Se enviará otra vez 1 aviso.\n' });
    expect(await app.db('outbox').whereNotNull('failedAt')).toEqual([]);
    expect(await at.bitacora(['outbox', 'resend', letter])).toMatchObject({ status: 1 });
    expect(await at.bitacora(['outbox', 'list'])).toMatchObject({ status: 0, out: 'Ningún aviso falló.\n' });
  });

  it('says in the business zone when each was given up, wherever the machine is', async () => {
    const { out } = await at.bitacora(['outbox', 'list', '--csv'], { env: { TZ: 'Asia/Tokyo' } });
    expect(out).toContain(`"${writtenInstant(NOW, 'America/Mexico_City')}"`);
  });

  it.each([[['outbox', 'resend']], [['outbox', 'resend', letter, '--all']], [['outbox', 'resend', '--all']]])(
    '%j asks for more',
    async (typed) => {
      expect((await at.bitacora(typed)).status).toBe(2);
    },
  );
});

describe('doctor', () => {
  const looked = async (env?: Record<string, string>) => {
    const { status, out } = await at.bitacora(['doctor', '--json'], env ? { env } : {});
    const { findings } = JSON.parse(out) as { findings: { name: string; is_well: boolean | null }[] };
    return { status, wells: Object.fromEntries(findings.map((finding) => [finding.name, finding.is_well])) };
  };
  const well = {
    server: true,
    clock: true,
    login: true,
    token: true,
    version: true,
    database: true,
    store: true,
    room: true,
    waiting: true,
    failed: true,
    requests: true,
    jobs: true,
    load: true,
  };

  it('finds everything well', async () => {
    await app.db('sweeps').insert({ dueAt: NOW, sweptAt: NOW, announcedCount: 0 });
    expect(await looked()).toEqual({ status: 0, wells: { ...well, mail: null, reminders: true, backup: null } });
    vi.stubEnv('ADMIN_COMMAND', 'bitacora-admin');
    const { out } = await at.bitacora(['doctor'], { env: { TZ: 'Asia/Tokyo' } });
    vi.unstubAllEnvs();
    expect(out).toContain('bitacora-admin backup --into CARPETA');
    expect(out).not.toContain('npm run');
    expect(out).toMatch(/^✓ El servidor .* está listo\.\n✓ /);
    expect(out).toContain(`por última vez el ${writtenInstant(NOW, 'America/Mexico_City')}.`);
  });

  it('ends with 1 where something is not', async () => {
    expect(await looked()).toEqual({ status: 1, wells: { ...well, mail: null, reminders: false, backup: null } });
  });

  it('says which sweep nobody made and how old the last backup is, as the page of the server’s state does', async () => {
    const yesterday = new Date('2026-11-19T14:00:00Z');
    await app.db('sweeps').insert({ dueAt: yesterday, sweptAt: yesterday, announcedCount: 0 });
    const backedUp = (at: string) =>
      app
        .db('installation')
        .insert({ key: 'backupAt', value: JSON.stringify(at) })
        .onConflict('key')
        .merge();
    await backedUp('2026-11-17T18:00:00Z');
    expect(await looked()).toEqual({ status: 1, wells: { ...well, mail: null, reminders: false, backup: false } });
    const { out } = await at.bitacora(['doctor']);
    expect(out).toContain('✗ Nadie revisó los plazos a su hora. Comprueba que ');
    expect(out).toContain('✗ El último respaldo tiene más de dos días. Revisa ');
    await backedUp('2026-11-20T18:00:00Z');
    expect((await at.bitacora(['doctor'])).out).toContain('✓ Último respaldo: 20 nov 2026, 12:00.');
  });

  it('says that chat does not deliver, and what went wrong since the start without failing for it', async () => {
    await app.db('sweeps').insert({ dueAt: NOW, sweptAt: NOW, announcedCount: 0 });
    const link = { userId: ana.id, service: 'slack', workspace: 'T1', chatUserId: 'U1', displayName: 'ana', linkedAt: NOW };
    await app.db('chatLinks').insert(link);
    const due = { nextTryAt: new Date(NOW.getTime() - 6 * 60_000), createdAt: NOW, expiresAt: new Date('2026-11-27T18:00:00Z') };
    await app.db('outbox').insert({ key: 'c', kind: 'assigned', channel: 'chat', recipientId: ana.id, facts: '{}', ...due });
    await expect(measureJob('tidy', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    const wells = { ...well, mail: null, reminders: true, backup: null, chat: false, jobs: null };
    expect(await looked()).toEqual({ status: 1, wells });
    const { out } = await at.bitacora(['doctor']);
    expect(out).toContain('✗ Hay avisos por chat que llevan más de 5 minutos sin salir');
    expect(out).toContain('? Desde que el servidor inició alguna vez falló: tidy.');
    jobSeconds.reset();
  });

  it('says to an employee what they may know', async () => {
    const env = await holding(app, await given(app.db).person());
    expect(await looked(env)).toEqual({ status: 0, wells: { server: true, clock: true, login: true, token: true, parts: null } });
  });

  it('ends with 4 for a stranger, and with 3 where nobody answers', async () => {
    expect(await looked({ BITACORA_TOKEN: 'inventado' })).toMatchObject({ status: 4, wells: { server: true, login: false } });
    expect(await at.bitacora(['doctor'], { env: { BITACORA_URL: 'http://127.0.0.1:9' } })).toMatchObject({ status: 3, out: '' });
  });
});

it('lists the channels in which a topic is announced, and ends one', async () => {
  const [topic, boss] = [
    await given(app.db).topic({ name: 'Sellado' }),
    await given(app.db).manager({ firstName: 'Marta', lastName: 'Ríos' }),
  ];
  const channel = { topicId: topic.id, userId: boss.id, service: 'slack', conversation: 'C1', displayName: 'produccion', startedAt: NOW };
  const [{ id }] = await app.db('topicChannels').insert(channel).returning('id');
  expect(JSON.parse((await at.bitacora(['chats', 'channels', '--json'])).out).rows).toMatchObject([{ id, name_project: 'Sellado' }]);
  expect((await at.bitacora(['chats', 'channels'])).out).toMatch(/Sellado.*produccion.*Slack.*Marta Ríos/);
  expect(await at.bitacora(['chats', 'remove', '999', '--yes'])).toMatchObject({ status: 2 });
  expect(await at.bitacora(['chats', 'remove', String(id), '--yes'])).toMatchObject({ status: 0, out: 'Ya no se avisará en ese canal.\n' });
  expect((await at.bitacora(['chats', 'channels'])).out).toBe(
    'Ningún canal todavía. Por ejemplo, escribe «tema Mejora continua» en el canal.\n',
  );
});
