import { countRecentFailures, type LoginFailures, secondsToWait, TRUSTED_DAYS } from '../../domain/account/account.ts';
import { DAY_MS } from '../../domain/calendar.ts';
import type { Person } from '../../domain/people/person.ts';
import { Refused } from '../../domain/refusal.ts';
import type { SessionOwner } from '../../persistence/account/sessions.ts';
import { type HashPriority, hashPassword, isOutdated, isPassword } from '../../secrets/password-hash.ts';
import { hashSecret, newSecret } from '../../secrets/secrets.ts';
import { personSubject, recordBoundedAct } from '../record-admin-act.ts';
import type { OpenUseCase } from '../use-case.ts';
import { demandSecondFactor } from './second-factor.ts';

export interface LoginOrigin {
  isKnownDevice: boolean;
  /** True when somebody has logged in from the client's network before. */
  isKnownNetwork: boolean;
}

/** Reads what is known of the device and the network that somebody wants to log in from. */
export const findLoginOrigin: OpenUseCase<{ email: string; deviceHash: Buffer | null; network: string }, LoginOrigin> = async ({
  repos: { knownDevices, knownNetworks },
  now,
  input: { email, deviceHash, network },
}) => ({
  isKnownDevice: deviceHash !== null && (await knownDevices.isKnown(deviceHash, email, now)),
  isKnownNetwork: await knownNetworks.isKnown(network, now),
});

type Try = { email: string; freeTries: number };

function demandNoWait(tried: LoginFailures | undefined, now: Date, freeTries: number): void {
  const retryAfterSeconds = secondsToWait(tried, now, freeTries);
  if (retryAfterSeconds > 0) throw new Refused({ code: 'credentials.wait', retryAfterSeconds });
}

/** Refuses while the account's delay lasts. It only reads, so that a flood of tries waits for no lock. */
export const demandNoLoginWait: OpenUseCase<Try, void> = async ({ repos, now, input: { email, freeTries } }) =>
  demandNoWait(await repos.loginDelays.find(email), now, freeTries);

/** Counts a try of an unknown device before its password is compared, so that many at once are counted one after another. */
export const countLoginTry: OpenUseCase<Try, void> = async ({ repos, now, input: { email, freeTries } }) => {
  const tried = await repos.loginDelays.lock(email, now);
  demandNoWait(tried, now, freeTries);
  await repos.loginDelays.save(email, { failures: countRecentFailures(tried, now) + 1, triedAt: now });
};

export const takeBackLoginTry: OpenUseCase<{ email: string }, void> = ({ repos, input }) => repos.loginDelays.takeBack(input.email);

interface RememberedDevice {
  email: string;
  deviceHash: Buffer | null;
  network: string;
  /** A trusted device is not asked for the person's second factor for a while. */
  isTrusted?: boolean;
}

/**
 * Makes the device and network of a person who has just proven who they are known ones. Answers the new secret, or null where they may not
 * log in.
 */
export const rememberDevice: OpenUseCase<RememberedDevice, string | null> = async ({
  repos,
  now,
  input: { email, deviceHash, network, isTrusted = false },
}) => {
  const person = await repos.users.readCredentials(email);
  if (!person || !(await repos.users.hold(person.id))) return null;
  const secret = newSecret();
  const secretHash = hashSecret(secret);
  if (deviceHash) await repos.knownDevices.renew(deviceHash, secretHash);
  const trustedUntil = new Date(now.getTime() + TRUSTED_DAYS * DAY_MS);
  await repos.knownDevices.remember({ secretHash, userId: person.id, ...(isTrusted && { trustedUntil }) }, now);
  await repos.knownNetworks.remember(network, now);
  return secret;
};

type Credentials = Person & { passwordHash: string | null };

export const findCredentials: OpenUseCase<{ email: string }, Credentials | undefined> = ({ repos, input }) =>
  repos.users.readCredentials(input.email);

/**
 * Returns the person once the password is theirs. A wrong password and an unknown address are refused alike and in the same time. An
 * inactive account is told only after the right password (docs/product.md, 5). Slow by design: call it outside a transaction.
 */
export async function proven(account: Credentials | undefined, password: string, priority: HashPriority = 'known'): Promise<Credentials> {
  const isRight = await isPassword(password, account?.passwordHash ?? null, priority);
  if (!account || !isRight) throw new Refused({ code: 'credentials.wrong' });
  if (!account.isActive) throw new Refused({ code: 'user.inactive' });
  return account;
}

interface Login {
  account: Credentials;
  password: string;
  endedIdHash: Buffer | null;
  userAgent?: string | null;
  /** Digests the browser's cookie, which may spare the person the second factor. */
  deviceHash?: Buffer | null;
  /** A code of the second factor, where the person has one. */
  code?: string | undefined;
}

interface NewSession {
  secret: string;
  /** True when a code of the second factor was compared and was right. */
  hasProvenCode: boolean;
}

/** Opens a session for a proven person and ends the one they came with. */
export const openSession: OpenUseCase<Login, NewSession> = async (context) => {
  const { repos, now, address, input } = context;
  const { account, password, endedIdHash, userAgent = null, deviceHash = null, code } = input;
  // The proof may be out of date: a password changed or an account deactivated since then opens nothing.
  if (!(await repos.users.holdPassword(account.id, account.passwordHash))) throw new Refused({ code: 'credentials.wrong' });
  const factor = await demandSecondFactor(context, { userId: account.id, deviceHash, code });
  if (endedIdHash) await repos.sessions.end(endedIdHash);
  if (account.passwordHash && isOutdated(account.passwordHash)) {
    await repos.users.replacePasswordHash(account.id, account.passwordHash, await hashPassword(password));
  }
  const secret = newSecret();
  await repos.sessions.open(hashSecret(secret), account.id, { userAgent, address, hasSecondFactor: factor !== null }, now);
  const after = factor && { secondFactor: factor };
  await recordBoundedAct({ ...context, actor: account }, { act: 'session.logIn', subject: personSubject(account), after });
  return { secret, hasProvenCode: factor === 'app' || factor === 'recovery' };
};

/** `isGlance` marks a page that only watches, so that an unused session still becomes idle. */
export interface SessionQuestion {
  idHash: Buffer;
  isGlance?: boolean;
}

export const findSession: OpenUseCase<SessionQuestion, SessionOwner | undefined> = ({ repos, input, now, today }) =>
  repos.sessions.findPerson({ ...input, now, today });

/**
 * Ends a session. Returns the identity provider that it came from, or null. The history names its person where somebody was still logged
 * in.
 */
export const closeSession: OpenUseCase<{ idHash: Buffer }, string | null> = async (context) => {
  const { repos, input, actor } = context;
  const issuer = await repos.sessions.end(input.idHash);
  if (actor) await recordBoundedAct(context, { act: 'session.logOut', subject: personSubject(actor) });
  return issuer;
};
