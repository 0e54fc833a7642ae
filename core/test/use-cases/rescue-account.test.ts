import { expect, it } from 'vitest';
import { repositoriesOn } from '../../src/persistence/repositories.ts';
import { hashPassword } from '../../src/secrets/password-hash.ts';
import { hashSecret } from '../../src/secrets/secrets.ts';
import { createAdministrator } from '../../src/use-cases/account/create-administrator.ts';
import { proven } from '../../src/use-cases/account/log-in.ts';
import { requestPasswordReset, resetPassword } from '../../src/use-cases/account/reset-password.ts';
import { openReset, setPassword } from '../../src/use-cases/people/rescue-account.ts';
import { stagedDatabase } from '../database.ts';
import { given, NOW } from '../factories.ts';
import { refusalOf, ZONE } from '../stage.ts';
import { everythingIn } from '../tables.ts';

const { database, on } = await stagedDatabase();

const repos = () => repositoriesOn(database.db, ZONE);
const token = 'a token of the operator, which nobody guesses';

async function somebodyInside() {
  const person = await given(database.db).person({ email: 'ana@empresa.mx' });
  await given(database.db).session(person);
  await repos().accessTokens.add(
    { userId: person.id, secretHash: hashSecret('x'), prefix: 'tk_', name: 'Mía', scope: 'write', createdAt: NOW },
    '2026-12-31' as never,
  );
  await database
    .db('chatLinks')
    .insert({ service: 'slack', workspace: 'T1', chatUserId: 'U1', userId: person.id, displayName: 'ana', linkedAt: NOW });
  return person;
}
const openDoors = async () =>
  (await Promise.all(['sessions', 'accessTokens', 'chatLinks'].map((table) => database.db(table)))).flat().length;

it('opens a reset with a token of the operator, for half an hour, and ends what was open', async () => {
  await somebodyInside();
  expect(await on.anyone(openReset, { email: 'ANA@empresa.mx', token })).toEqual({
    expiresAt: new Date(NOW.getTime() + 30 * 60_000),
  });
  expect(await openDoors()).toBe(0);
  expect(await on.anyone(resetPassword, { email: 'ana@empresa.mx', token, passwordHash: await hashPassword('nueva clave') })).toBe(true);
  expect(await proven(await repos().users.readCredentials('ana@empresa.mx'), 'nueva clave')).toBeTruthy();
  expect(await on.anyone(resetPassword, { email: 'ana@empresa.mx', token, passwordHash: 'a hash' })).toBe(false);
});

it('sets a password, ends what was open, and a reset that was pending with it', async () => {
  await somebodyInside();
  await on.anyone(requestPasswordReset, { email: 'ana@empresa.mx' });
  await on.anyone(setPassword, { email: 'ana@empresa.mx', password: 'nueva clave' });
  expect(await openDoors()).toBe(0);
  expect(await database.db('passwordResets')).toEqual([]);
  expect(await proven(await repos().users.readCredentials('ana@empresa.mx'), 'nueva clave')).toBeTruthy();
});

it('refuses strangers, people who are inactive and a password nobody could type, and writes nothing', async () => {
  await given(database.db).person({ email: 'baja@empresa.mx', isActive: false });
  const before = await everythingIn(database.db);
  expect(await refusalOf(on.anyone(openReset, { email: 'nadie@empresa.mx', token }))).toEqual({ code: 'reset.unknownEmail' });
  expect(await refusalOf(on.anyone(openReset, { email: 'baja@empresa.mx', token }))).toEqual({ code: 'user.inactive' });
  expect(await refusalOf(on.anyone(setPassword, { email: 'baja@empresa.mx', password: 'nueva clave' }))).toEqual({ code: 'user.inactive' });
  expect(await refusalOf(on.anyone(setPassword, { email: 'baja@empresa.mx', password: 'corta' }))).toMatchObject({ code: 'input.invalid' });
  expect(await everythingIn(database.db)).toEqual(before);
});

it('numbers administrators one after another', async () => {
  for (const email of ['uno@empresa.mx', 'dos@empresa.mx']) await on.anyone(createAdministrator, { email, password: 'segura 2026' });
  const people = await repos().users.all();
  expect(people.map(({ email, employeeNumber }) => [email, employeeNumber])).toEqual([
    ['uno@empresa.mx', 'ADMIN-1'],
    ['dos@empresa.mx', 'ADMIN-2'],
  ]);
});
