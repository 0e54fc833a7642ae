import { countedFailures, type LoginFailures, secondsToWait } from '../../domain/people/login-delay.ts';
import { TRUSTED_DAYS } from '../../domain/people/second-factor.ts';
import { Refused } from '../../domain/refusal.ts';
import { hashOf, newSecret } from '../../secrets/tokens.ts';
import type { OpenUseCase } from '../use-case.ts';

export interface LoginOrigin {
  isKnownDevice: boolean;
  /** Somebody has logged in from the client's network. */
  isKnownNetwork: boolean;
}

/** What is known of the device and the network that somebody wants to log in from. */
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
  await repos.loginDelays.save(email, { failures: countedFailures(tried, now) + 1, triedAt: now });
};

/** The try was no failure. */
export const takeBackLoginTry: OpenUseCase<{ email: string }, void> = ({ repos, input }) => repos.loginDelays.takeBack(input.email);

interface RememberedDevice {
  email: string;
  deviceHash: Buffer | null;
  network: string;
  /** It is not asked for the person's second factor for a while. */
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
  const person = await repos.users.credentialsOf(email);
  if (!person || !(await repos.users.hold(person.id))) return null;
  const secret = newSecret();
  const secretHash = hashOf(secret);
  if (deviceHash) await repos.knownDevices.renew(deviceHash, secretHash);
  const trustedUntil = new Date(now.getTime() + TRUSTED_DAYS * 24 * 3_600_000);
  await repos.knownDevices.remember({ secretHash, userId: person.id, ...(isTrusted && { trustedUntil }) }, now);
  await repos.knownNetworks.remember(network, now);
  return secret;
};
