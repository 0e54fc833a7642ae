import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../../src/domain/people/person.ts';
import { hashPassword, isPassword } from '../../src/secrets/password-hash.ts';
import {
  checkResetToken,
  demandResettable,
  findTokenToSend,
  requestPasswordReset,
  resetPassword,
} from '../../src/use-cases/account/reset-password.ts';
import { openReset } from '../../src/use-cases/people/rescue-account.ts';
import { createUser, inviteUser } from '../../src/use-cases/people/users.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { aPerson, given, NOW } from '../factories.ts';
import { refusalOf, type Stage, stage, together } from '../stage.ts';
import { everythingIn } from '../tables.ts';

let database: TestDatabase;
let on: Stage;
beforeAll(async () => {
  database = await testDatabase();
  passwordHash = await hashPassword(password);
});
beforeEach(async () => {
  await database.wipe();
  on = stage(database.db);
});
afterAll(() => database.close());

const after = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const password = 'nueva clave 1';
let passwordHash: string;

/** The token that the latest letter carries. */
async function letter(kind: 'passwordReset' | 'invitation' = 'passwordReset'): Promise<string> {
  const { facts } = await database.db('outbox').where({ kind }).orderBy('id', 'desc').first();
  return (await on.anyone(findTokenToSend, facts)) as string;
}
async function requestReset(person?: Person) {
  const whom = person ?? (await given(database.db).person());
  await on.anyone(requestPasswordReset, { email: whom.email });
  return { person: whom, email: whom.email, token: await letter() };
}
const hashOf = async ({ id }: Person) => (await database.db('users').where({ id }).first('passwordHash')).passwordHash;

it('the token sets the password, once, and ends all of the person’s sessions and nobody else’s', async () => {
  const other = await given(database.db).person();
  await given(database.db).session(other);
  const { person, email, token } = await requestReset();
  for (let device = 0; device < 3; device++) await given(database.db).session(person);
  expect(token).toMatch(/^[\w-]{22}$/);
  expect(await on.anyone(checkResetToken, { email: email.toUpperCase(), token })).toBe(true);

  expect(await on.anyone(resetPassword, { email, token, passwordHash })).toBe(true);
  expect(await isPassword(password, await hashOf(person))).toBe(true);
  expect(await database.db('sessions')).toMatchObject([{ userId: other.id }]);
  expect(await on.anyone(resetPassword, { email, token, passwordHash: 'another' })).toBe(false);
  expect(await on.anyone(checkResetToken, { email, token })).toBe(false);
  expect(await isPassword(password, await hashOf(person))).toBe(true);
});

it('a letter written with another key than its token was reckoned with carries one that opens, and only that one opens', async () => {
  const person = await given(database.db).person();
  await on.anyone(requestPasswordReset, { email: person.email });
  const { facts } = await database.db('outbox').first();
  const elsewhere = stage(database.db, { secret: 'another secret, which the mail goes out with today' });
  const earlier = (await on.anyone(findTokenToSend, facts)) as string;
  const token = (await elsewhere.anyone(findTokenToSend, facts)) as string;
  expect(token).not.toBe(earlier);
  expect(await elsewhere.anyone(findTokenToSend, facts)).toBe(token);
  expect(await on.anyone(checkResetToken, { email: person.email, token: earlier })).toBe(false);
  expect(await on.anyone(checkResetToken, { email: person.email, token })).toBe(true);
});

it('of many who use the token at once one succeeds', async () => {
  const { email, token } = await requestReset();
  const { won } = await together(Array.from({ length: 4 }, () => on.anyone(resetPassword, { email, token, passwordHash })));
  expect(won.filter(Boolean)).toHaveLength(1);
});

it('is good for thirty minutes', async () => {
  const { email, token } = await requestReset();
  on.setClock(after(30 * MINUTE - 1));
  expect(await on.anyone(checkResetToken, { email, token })).toBe(true);
  on.setClock(after(30 * MINUTE));
  expect(await on.anyone(checkResetToken, { email, token })).toBe(false);
  expect(await on.anyone(resetPassword, { email, token, passwordHash })).toBe(false);
});

it('opens however many wrong tokens were tried before, and they leave no trace', async () => {
  const { email, token } = await requestReset();
  const before = await everythingIn(database.db);
  for (let tries = 0; tries < 6; tries++) {
    expect(await on.anyone(checkResetToken, { email, token: `mal-${tries}` })).toBe(false);
    expect(await on.anyone(resetPassword, { email, token: `mal-${tries}`, passwordHash })).toBe(false);
  }
  expect(await everythingIn(database.db)).toEqual(before);
  expect(await on.anyone(resetPassword, { email, token, passwordHash })).toBe(true);
});

describe('asked for again', () => {
  it('is the same token, good for its thirty minutes again, in one letter a minute', async () => {
    const { person, email, token } = await requestReset();
    on.setClock(after(20 * MINUTE));
    expect((await requestReset(person)).token).toBe(token);
    await requestReset(person);
    expect(await database.db('outbox')).toHaveLength(2);
    on.setClock(after(50 * MINUTE - 1));
    expect(await on.anyone(checkResetToken, { email, token })).toBe(true);
    on.setClock(after(50 * MINUTE));
    expect(await on.anyone(checkResetToken, { email, token })).toBe(false);
  });

  it('stays open without another letter where enough were sent; a new token is always sent', async () => {
    const person = await given(database.db).person();
    const ask = () => on.anyone(requestPasswordReset, { email: person.email, mayMail: false });
    expect(await ask()).toBe(true);
    const token = await letter();
    on.setClock(after(29 * MINUTE));
    expect(await ask()).toBe(true);
    expect(await database.db('outbox')).toHaveLength(1);
    on.setClock(after(58 * MINUTE));
    expect(await on.anyone(checkResetToken, { email: person.email, token })).toBe(true);
    on.setClock(after(60 * MINUTE));
    expect(await ask()).toBe(true);
    expect(await database.db('outbox')).toHaveLength(2);
    expect(await letter()).not.toBe(token);
  });

  it('is another token after ten of its lifetimes', async () => {
    const { person, token } = await requestReset();
    for (let minutes = 25; minutes < 300; minutes += 25) {
      on.setClock(after(minutes * MINUTE));
      expect((await requestReset(person)).token).toBe(token);
    }
    on.setClock(after(300 * MINUTE));
    expect((await requestReset(person)).token).not.toBe(token);
  });

  it('by a stranger is the invitation where there is no password yet, with its seven days', async () => {
    const invited = await given(database.db).person({ passwordHash: null });
    await on.act(inviteUser, await given(database.db).manager(), { id: invited.id });
    const first = await letter('invitation');
    on.setClock(after(DAY));
    expect(await on.anyone(requestPasswordReset, { email: invited.email })).toBe(true);
    expect(await database.db('outbox').select('kind')).toEqual([{ kind: 'invitation' }, { kind: 'invitation' }]);
    expect(await letter('invitation')).toBe(first);
    on.setClock(after(8 * DAY - 1));
    expect(await on.anyone(checkResetToken, { email: invited.email, token: first })).toBe(true);
    on.setClock(after(8 * DAY));
    expect(await on.anyone(requestPasswordReset, { email: invited.email })).toBe(true);
    expect(await database.db('passwordResets').select('expiresAt')).toEqual([{ expiresAt: after(15 * DAY) }]);
  });

  it('by a stranger leaves the token alone that was opened in the terminal', async () => {
    const { email } = await given(database.db).person();
    await on.anyone(openReset, { email, token: 'de la terminal' });
    expect(await on.anyone(requestPasswordReset, { email })).toBe(true);
    expect(await database.db('outbox')).toEqual([]);
    expect(await on.anyone(checkResetToken, { email, token: 'de la terminal' })).toBe(true);
  });

  it('by ten at once is one token in one letter', async () => {
    const { email } = await given(database.db).person();
    await together(Array.from({ length: 10 }, () => on.anyone(requestPasswordReset, { email })));
    const letters = await database.db('outbox');
    expect(letters).toHaveLength(1);
    expect(await on.anyone(checkResetToken, { email, token: await letter() })).toBe(true);
  });
});

it('opens nothing for another person', async () => {
  const [mine, theirs] = [await requestReset(), await requestReset()];
  expect(await on.anyone(resetPassword, { email: theirs.email, token: mine.token, passwordHash })).toBe(false);
  expect(await on.anyone(checkResetToken, { email: 'nadie@demo.mx', token: mine.token })).toBe(false);
  expect(await on.anyone(checkResetToken, { email: mine.email, token: mine.token })).toBe(true);
});

it('is stored nowhere: neither the resets nor the outbox hold it', async () => {
  const { token } = await requestReset();
  const stored = JSON.stringify(await everythingIn(database.db));
  expect(stored).not.toContain(token);
  expect(stored).not.toContain(Buffer.from(token).toString('hex'));
});

it('is not sent to a stranger or to somebody inactive', async () => {
  const gone = await given(database.db).person({ isActive: false });
  const before = await everythingIn(database.db);
  expect(await on.anyone(requestPasswordReset, { email: 'nadie@demo.mx' })).toBe(false);
  expect(await on.anyone(requestPasswordReset, { email: gone.email })).toBe(false);
  expect(await everythingIn(database.db)).toEqual(before);
});

it('opens nothing once its person is inactive', async () => {
  const { person, email, token } = await requestReset();
  await database.db('users').where({ id: person.id }).update({ isActive: false });
  expect(await on.anyone(resetPassword, { email, token, passwordHash })).toBe(false);
});

it.each(['corta', '1234567', 'x'.repeat(17), 'con-guion-8', 'emoji 😀 aquí', 'línea\nnueva 8'])(
  '%j is not taken as a password',
  async (wrong) => {
    expect(await refusalOf((async () => demandResettable(wrong))())).toEqual({
      code: 'input.invalid',
      fields: { password: { problem: 'resetPasswordInvalid' } },
    });
  },
);

describe('a new person', () => {
  const { id: _, isActive: __, kind: ___, ...newcomer } = aPerson({ email: 'Nueva@Demo.mx', employeeNumber: 'N-1', position: 'GERENTE' });

  it('is active, without a password, an ordinary user, and invited for seven days', async () => {
    const boss = await given(database.db).manager();
    const { id } = await on.act(createUser, boss, newcomer);
    expect(await database.db('users').where({ id }).first()).toMatchObject({
      ...newcomer,
      kind: 'Usuario',
      isActive: true,
      passwordHash: null,
    });
    expect(await database.db('outbox')).toMatchObject([{ kind: 'invitation', recipientId: id }]);
    const claim = { email: 'nueva@demo.mx', token: await letter('invitation') };
    on.setClock(after(7 * DAY - 1));
    expect(await on.anyone(checkResetToken, claim)).toBe(true);
    on.setClock(after(7 * DAY));
    expect(await on.anyone(checkResetToken, claim)).toBe(false);
  });

  it('sets the first password with the invitation', async () => {
    const boss = await given(database.db).manager();
    const { id } = await on.act(createUser, boss, newcomer);
    const claim = { email: 'nueva@demo.mx', token: await letter('invitation') };
    expect(await on.anyone(resetPassword, { ...claim, passwordHash })).toBe(true);
    expect(await isPassword(password, await hashOf({ id } as Person))).toBe(true);
  });

  it('is refused for an email or a number that somebody has, and nothing is written', async () => {
    const boss = await given(database.db).manager();
    await given(database.db).person({ email: 'NUEVA@demo.MX', employeeNumber: 'N-9' });
    await given(database.db).person({ employeeNumber: 'N-1' });
    const before = await everythingIn(database.db);
    expect(await refusalOf(on.act(createUser, boss, newcomer))).toEqual({ code: 'user.duplicateEmail' });
    expect(await refusalOf(on.act(createUser, boss, { ...newcomer, email: 'otra@demo.mx' }))).toEqual({ code: 'user.duplicateNumber' });
    expect(await everythingIn(database.db)).toEqual(before);
  });
});
