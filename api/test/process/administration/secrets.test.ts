import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { repositoriesOn, sealingFor } from '@bitacora/core/server';
import { checkResetToken, findTokenToSend, requestPasswordReset } from '@bitacora/core/use-cases/account/reset-password';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { APP_SECRET } from '../../../../core/test/authenticator-app.ts';
import { given, NOW } from '../../../../core/test/factories.ts';
import { stage } from '../../../../core/test/stage.ts';
import { openPushKeys } from '../../../src/notifications/push-service.ts';
import { demandSameSecret } from '../../../src/startup/data-folder.ts';
import { root } from '../product.ts';
import { isLinux } from '../traces.ts';
import { admin } from './admin.ts';
import { type Company, company } from './command-company.ts';

const SLOW = 300_000;
const FIRST = 'the first secret, which the data folder has, of more than 32 bytes';
let ours: Company;
let file: string;
beforeAll(async () => {
  ours = await company();
  file = path.join(ours.dataDir, 'session-secret');
}, SLOW);
afterAll(() => ours.close(), SLOW);
beforeEach(() => writeFileSync(file, FIRST, { mode: 0o600 }));

/** A connection of this test would keep the command from its work. */
async function run(typed: readonly string[], more: Record<string, string> = {}) {
  await ours.db.destroy();
  const ended = await admin(typed, { ...ours.env, ...more });
  ours.db.initialize();
  return ended;
}
const keepMark = (value = '["mark"]') => ours.db('installation').insert({ key: 'secretMarks', value }).onConflict('key').merge();
const marks = () => ours.db('installation').where({ key: 'secretMarks' });
const stored = () => readFileSync(file, 'utf8');
const coreWith = (secret: string) => stage(ours.db, { secret });
const demandSecret = (secret: string) => demandSameSecret(coreWith(secret).core);

/** A company whose every sealed secret was sealed with the one in the folder. */
async function sealedCompany() {
  await ours.db('installation').whereIn('key', ['secretMarks', 'pushKeys']).delete();
  await demandSecret(FIRST);
  const ana = await given(ours.db).person();
  const sealedSecret = sealingFor('second-factor', [FIRST]).seal(APP_SECRET);
  await ours.db('secondFactors').insert({ userId: ana.id, sealedSecret, begunAt: NOW, confirmedAt: NOW });
  await ours.db('webhooks').delete();
  const webhook = { name: 'Almacén', url: 'https://almacen.example', acts: ['start'], createdAt: NOW };
  await ours.db('webhooks').insert({ ...webhook, sealedSecret: sealingFor('webhooks', [FIRST]).seal('whsec_a') });
  const keys = await openPushKeys(coreWith(FIRST).core);
  await ours.db('pushSubscriptions').delete();
  const browser = { endpoint: 'https://push.example/1', publicKey: 'p', authSecret: 'a', sessionIdHash: Buffer.from('s') };
  await ours.db('pushSubscriptions').insert({ userId: ana.id, ...browser, createdAt: NOW });
  await coreWith(FIRST).anyone(requestPasswordReset, { email: ana.email });
  const { facts } = await ours.db('outbox').where({ recipientId: ana.id }).first();
  const token = (await coreWith(FIRST).anyone(findTokenToSend, facts)) as string;
  return { ana, keys, token };
}

async function sealedFactor(userId: number) {
  return (await repositoriesOn(ours.db, 'America/Mexico_City').secondFactors.find(userId))?.sealedSecret as Buffer;
}

it(
  'rotate-secrets replaces the generated secret, and what the earlier one sealed opens with the new one alone',
  async () => {
    const { ana, keys, token } = await sealedCompany();
    const ended = await run(['rotate-secrets', '--json']);
    expect(ended).toMatchObject({ status: 0, err: '' });
    expect(JSON.parse(ended.out)).toEqual({ rotated: ['session-secret'], manual: expect.any(Array) });
    expect(stored()).not.toBe(FIRST);
    expect(stored()).toHaveLength(64);
    if (isLinux) expect(statSync(file).mode & 0o777).toBe(0o600);
    await demandSecret(stored());
    await expect(demandSecret(FIRST)).rejects.toThrow('SESSION_SECRET no es el secreto');
    const sealed = await sealedFactor(ana.id);
    expect(sealingFor('second-factor', [stored()]).open(sealed)?.text).toBe(APP_SECRET);
    expect(sealingFor('second-factor', [FIRST]).open(sealed)).toBeNull();
    const [{ sealedSecret: ofWebhook }] = await ours.db('webhooks');
    expect(sealingFor('webhooks', [stored()]).open(ofWebhook)?.text).toBe('whsec_a');
    expect(await openPushKeys(coreWith(stored()).core)).toEqual(keys);
    expect(await ours.db('pushSubscriptions')).toHaveLength(1);
    expect(await coreWith(stored()).anyone(checkResetToken, { email: ana.email, token })).toBe(true);
    const rows = await ours.db('adminHistory').where({ act: 'system.rotateSecrets' });
    expect(rows).toMatchObject([{ actorName: expect.stringContaining('@'), after: { secrets: ['session-secret'] }, channel: 'admin' }]);
  },
  SLOW,
);

it(
  'a rotation that was killed before its new file is finished by the next one, and one killed before its transaction never was',
  async () => {
    const { ana } = await sealedCompany();
    await run(['rotate-secrets']);
    writeFileSync(`${file}.next`, stored());
    writeFileSync(file, FIRST);
    expect(await run(['rotate-secrets'])).toMatchObject({ status: 0 });
    await demandSecret(stored());
    expect(sealingFor('second-factor', [stored()]).open(await sealedFactor(ana.id))?.text).toBe(APP_SECRET);

    const [newest, earlier] = [stored(), 'the secret that a killed rotation left in its file, of more than 32 bytes'];
    writeFileSync(`${file}.next`, newest);
    writeFileSync(file, earlier);
    expect(await run(['forget-secret'])).toMatchObject({ status: 0 });
    expect(stored()).toBe(newest);

    writeFileSync(`${file}.next`, 'a secret of a transaction that never was');
    expect(await run(['rotate-secrets'])).toMatchObject({ status: 0 });
    await demandSecret(stored());
    expect(() => statSync(`${file}.next`)).toThrow('ENOENT');
  },
  SLOW,
);

it(
  'rotate-secrets refuses while Bitácora is on the database, and a folder whose secret is not that of the database',
  async () => {
    const { ana } = await sealedCompany();
    const before = await sealedFactor(ana.id);
    expect(await admin(['rotate-secrets'], ours.env)).toMatchObject({ status: 1, err: expect.stringContaining('está en marcha') });
    writeFileSync(file, 'a secret of another installation, of more than 32 bytes');
    expect(await run(['rotate-secrets'])).toMatchObject({ status: 1, err: expect.stringContaining('SESSION_SECRET no es') });
    expect(await sealedFactor(ana.id)).toEqual(before);
    await demandSecret(FIRST);
    rmSync(`${file}.next`, { force: true });
  },
  SLOW,
);

it(
  'rotate-secrets leaves the secrets of the environment to do by hand, names each step, and ends with 1',
  async () => {
    const secret = 'a secret of the environment, of more than 32 bytes';
    const ended = await run(['rotate-secrets'], { SESSION_SECRET: secret, METRICS_TOKEN: 'a token of Prometheus, of more than 32' });
    expect(ended).toMatchObject({ status: 1, err: '' });
    for (const step of [
      'no se cambió nada',
      'SESSION_SECRET: pon el de ahora en SESSION_SECRET_PREVIOUS',
      'METRICS_TOKEN: ',
      'DATABASE_URL: ',
    ])
      expect(ended.out).toContain(step);
    expect(ended.out).not.toContain(secret);
    expect(stored()).toBe(FIRST);
  },
  SLOW,
);

it('everything that is sealed with SESSION_SECRET is sealed anew, or may end with the earlier one', () => {
  const outcomes = {
    'second-factor': 'sealed anew',
    'push-keys': 'sealed anew',
    webhooks: 'sealed anew',
    'company-login': 'a login of ten minutes begins again',
    'signed-evidence': 'an address of a day ends',
  };
  const sources = ['core/src', 'api/src'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => path.join(root, folder, name)),
  );
  const texts = sources.filter((name) => name.endsWith('.ts')).map((name) => readFileSync(name, 'utf8'));
  const purposes = texts.flatMap((text) => [...text.matchAll(/sealingFor\('([\w-]+)'/g)].map(([, purpose]) => purpose));
  expect(new Set(purposes)).toEqual(new Set(Object.keys(outcomes)));
});

it(
  'forget-secret leaves a row with the name of the operator',
  async () => {
    await keepMark();
    expect(await run(['forget-secret'])).toMatchObject({ status: 0, err: '' });
    expect(await marks()).toEqual([]);
    const rows = await ours.db('adminHistory').where({ act: 'system.forgetSecret' }).orderBy('id', 'desc').limit(1);
    expect(rows).toMatchObject([{ actorId: null, actorName: expect.stringContaining('@'), subjectKind: 'system', channel: 'admin' }]);
  },
  SLOW,
);
