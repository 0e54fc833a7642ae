import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../../src/domain/people/person.ts';
import type { Image } from '../../src/persistence/activities/images.ts';
import { repositoriesOn } from '../../src/persistence/repositories.ts';
import { isPassword } from '../../src/secrets/password-hash.ts';
import { changePassword, demandChangeable, findOwnHash, provenChange } from '../../src/use-cases/account/change-password.ts';
import { findCredentials, openSession } from '../../src/use-cases/account/log-in.ts';
import { changePhoto, findPhoto, readOwnData, updateProfile } from '../../src/use-cases/account/profile.ts';
import { requestPasswordReset } from '../../src/use-cases/account/reset-password.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { given, PASSWORD } from '../factories.ts';
import { refusalOf, type Stage, stage, together, ZONE } from '../stage.ts';
import { everythingIn } from '../tables.ts';

let database: TestDatabase;
let on: Stage;
beforeAll(async () => {
  database = await testDatabase();
  on = stage(database.db);
});
beforeEach(() => database.wipe());
afterAll(() => database.close());

it('a person changes their alias and phone, and nobody else’s', async () => {
  const ana = await given(database.db).person({ alias: 'Anita', phone: '1' });
  const beto = await given(database.db).person({ alias: 'Beto', phone: '2' });
  await on.act(updateProfile, ana, { alias: 'Ana', phone: null });
  expect(await database.db('users').orderBy('id').select('id', 'alias', 'phone')).toEqual([
    { id: ana.id, alias: 'Ana', phone: null },
    { id: beto.id, alias: 'Beto', phone: '2' },
  ]);
});

it('what else comes along with a profile is not stored', async () => {
  const ana = await given(database.db).person();
  await on.act(updateProfile, ana, { alias: 'Ana', phone: null, kind: 'Desarrollador', position: 'GERENTE' } as never);
  expect(await database.db('users').first()).toMatchObject({ alias: 'Ana', kind: ana.kind, position: ana.position });
});

it('a person narrows their working time within the company’s, and gives it back', async () => {
  const ana = await given(database.db).person();
  const saved = async () => (await database.db('users').where({ id: ana.id }).first()).workTime;
  await database.db('outbox').insert({
    ...{ key: 'k', kind: 'assigned', recipientId: ana.id, facts: '{}', createdAt: on.now() },
    ...{ nextTryAt: new Date(on.now().getTime() + 86_400_000), expiresAt: new Date(on.now().getTime() + 8 * 86_400_000) },
  });
  await on.act(updateProfile, ana, { workTime: 'mon,fri 09:00-18:00' });
  expect(await saved()).toBe('mon,fri 09:00-18:00');
  expect((await database.db('outbox').first()).nextTryAt).toEqual(on.now());
  expect(await on.act(readOwnData, ana, {})).toMatchObject({
    workTime: 'mon,fri 09:00-18:00',
    companyWorkTime: 'mon,tue,wed,thu,fri,sat 07:00-20:00',
  });
  await on.act(updateProfile, ana, { alias: 'Ana' });
  for (const wrong of [
    'sun 09:00-18:00',
    'mon 06:59-18:00',
    'mon 09:00-20:01',
    'mon 18:00-09:00',
    ' 09:00-18:00',
    'mon -',
    'lun 09:00-18:00',
  ])
    expect(await refusalOf(on.act(updateProfile, ana, { workTime: wrong }))).toMatchObject({
      fields: { workTime: { problem: 'workTimeInvalid' } },
    });
  expect(await saved()).toBe('mon,fri 09:00-18:00');
  await on.act(updateProfile, ana, { workTime: null });
  expect(await saved()).toBeNull();
});

describe('a password', () => {
  const passwordChange = { currentPassword: PASSWORD, password: 'Nueva_clave9', confirmation: 'Nueva_clave9' };
  const invalid = (field: string, problem: string) => ({ code: 'input.invalid', fields: { [field]: { problem } } });

  const twice = (password: string) => ({ password, confirmation: password });
  const refusals: [Partial<typeof passwordChange>, string, string][] = [
    [{ confirmation: 'Nueva_clave8' }, 'confirmation', 'passwordsDiffer'],
    [twice(PASSWORD), 'password', 'passwordUnchanged'],
    ...['1234567', '1234567890123', 'no.puntos', 'tab\tulador', '        \u0000'].map(
      (password): [Partial<typeof passwordChange>, string, string] => [twice(password), 'password', 'profilePasswordInvalid'],
    ),
  ];
  it.each(refusals)('is refused when it must be: %j', async (part, field, problem) => {
    expect(await refusalOf((async () => demandChangeable({ ...passwordChange, ...part }))())).toEqual(invalid(field, problem));
  });

  it.each(['12345678', '123456789012', 'con ñandú á', 'guion-y_bajo'])('may be «%s»', (password) => {
    expect(() => demandChangeable({ ...passwordChange, password, confirmation: password })).not.toThrow();
  });

  it('is the same however its accents are composed', async () => {
    const same = { currentPassword: 'canci\u00f3n12', password: 'cancio\u0301n12', confirmation: 'cancio\u0301n12' };
    expect(await refusalOf((async () => demandChangeable(same))())).toMatchObject({
      fields: { password: { problem: 'passwordUnchanged' } },
    });
  });

  async function proven(person: Person, change = passwordChange) {
    const { result } = await on.core.perform({
      useCase: findOwnHash,
      actor: { ...person, channel: 'web' },
      channel: 'web',
      input: {},
      effect: 'reads',
    });
    return provenChange(result, change);
  }
  const sessionIds = async (person: Person): Promise<Buffer[]> =>
    (await database.db('sessions').where({ userId: person.id })).map(({ idHash }) => idHash);

  it('is changed for the person who knows the current one; their other sessions and a pending reset end, this session stays', async () => {
    const ana = await given(database.db).person();
    const beto = await given(database.db).person();
    for (const person of [ana, ana, beto]) await given(database.db).session(person);
    await on.anyone(requestPasswordReset, { email: ana.email });
    const keptIdHash = (await sessionIds(ana))[1] as Buffer;
    await on.act(changePassword, ana, { proof: await proven(ana), keptIdHash });

    const { passwordHash } = await database.db('users').where({ id: ana.id }).first();
    expect(await isPassword('Nueva_clave9', passwordHash)).toBe(true);
    expect(await sessionIds(ana)).toEqual([keptIdHash]);
    expect(await sessionIds(beto)).toHaveLength(1);
    expect(await database.db('passwordResets')).toEqual([]);
  });

  it('stays when the current one is wrong, or there is none', async () => {
    const ana = await given(database.db).person();
    const invited = await given(database.db).person({ passwordHash: null });
    const before = await everythingIn(database.db);
    const wrong = invalid('currentPassword', 'currentPasswordWrong');
    const keptIdHash = Buffer.alloc(32);
    for (const [who, change] of [[ana, { ...passwordChange, currentPassword: 'demo12345' }] as const, [invited, passwordChange] as const]) {
      const proof = await proven(who, change);
      expect(await refusalOf(on.act(changePassword, who, { proof, keptIdHash }))).toEqual(wrong);
    }
    expect(await everythingIn(database.db)).toEqual(before);
  });

  it('of two changes at once one wins', async () => {
    const ana = await given(database.db).person();
    await given(database.db).session(ana);
    const [keptIdHash] = (await sessionIds(ana)) as [Buffer];
    const proofs = [await proven(ana), await proven(ana)];
    const { won, refused } = await together(proofs.map((proof) => on.act(changePassword, ana, { proof, keptIdHash })));
    expect(won).toHaveLength(1);
    expect(refused).toEqual([invalid('currentPassword', 'currentPasswordWrong')]);
  });
});

it('a login that was proven before the password changed, or the account was deactivated, opens no session', async () => {
  const accounts = [await given(database.db).person(), await given(database.db).person()];
  const proven = await Promise.all(accounts.map(({ email }) => on.anyone(findCredentials, { email })));
  await database.db('users').where({ id: accounts[0]?.id }).update({ passwordHash: 'another' });
  await database.db('users').where({ id: accounts[1]?.id }).update({ isActive: false });
  const before = await everythingIn(database.db);
  for (const account of proven) {
    const input = { account: account as NonNullable<typeof account>, password: PASSWORD, endedIdHash: null };
    expect(await refusalOf(on.anyone(openSession, input))).toEqual({ code: 'credentials.wrong' });
  }
  expect(await everythingIn(database.db)).toEqual(before);
});

it('no login survives a password change at the same moment', async () => {
  for (let round = 0; round < 8; round++) {
    const ana = await given(database.db).person();
    const account = (await on.anyone(findCredentials, { email: ana.email })) as never;
    const proof = { proven: (account as { passwordHash: string }).passwordHash, passwordHash: `$new$${round}` };
    await together<unknown>([
      on.act(changePassword, ana, { proof, keptIdHash: Buffer.alloc(32) }),
      on.anyone(openSession, { account, password: PASSWORD, endedIdHash: null }),
    ]);
    expect(await database.db('sessions').where({ userId: ana.id })).toEqual([]);
  }
});

describe('a photo', () => {
  const image = (n: number): Image => ({
    id: `00000000-0000-4000-8000-00000000000${n}`,
    name: 'yo.png',
    mediaType: 'image/png',
    sha256: String(n).repeat(64),
    sizeBytes: 100,
    width: 10,
    height: 10,
  });

  const change = (who: Person, n: number) => {
    const actor = { ...who, channel: 'web' as const };
    return on.core.perform({ useCase: changePhoto, actor, channel: 'web', input: { images: [image(n)] }, effect: 'writes' });
  };

  it('replaces the earlier one, whose image is named to be removed', async () => {
    const ana = await given(database.db).person({ employeeNumber: 'A/7' });
    const first = await change(ana, 1);
    expect(first.result).toEqual({ url: `/api/profile_image/A%2F7?v=${'1'.repeat(16)}` });
    expect(first.discardedImages).toEqual([]);
    const second = await change(ana, 2);
    expect(second.discardedImages).toEqual([image(1).id]);
    expect(second.result.url).not.toBe(first.result.url);
    expect(await on.act(findPhoto, ana, { employeeNumber: 'A/7' })).toMatchObject({ imageId: image(2).id, sha256: image(2).sha256 });
  });

  it('of two at once none is left behind unnamed', async () => {
    const ana = await given(database.db).person();
    const { won } = await together([1, 2, 3].map((n) => change(ana, n)));
    const storedImageIds = (await database.db('profilePhotos')).map(({ imageId }) => imageId);
    const discardedImageIds = won.flatMap(({ discardedImages }) => discardedImages);
    expect([...storedImageIds, ...discardedImageIds].sort()).toEqual([1, 2, 3].map((n) => image(n).id));
  });

  it('is known to the tidying of the store, and its predecessor is not', async () => {
    const ana = await given(database.db).person();
    for (const n of [1, 2]) await on.act(changePhoto, ana, { images: [image(n)] });
    const ids = [image(1).id, image(2).id, 'no-id'];
    expect(await repositoriesOn(database.db, ZONE).images.known(ids)).toEqual(new Set([image(2).id]));
  });

  it('is unknown where there is none', async () => {
    const ana = await given(database.db).person();
    for (const employeeNumber of [ana.employeeNumber, 'nadie', '']) {
      expect(await refusalOf(on.act(findPhoto, ana, { employeeNumber }))).toEqual({ code: 'image.unknown' });
    }
  });
});
