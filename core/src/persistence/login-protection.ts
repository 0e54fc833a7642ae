import type { Knex } from 'knex';
import { FAILURES_KEPT_MS, type LoginFailures } from '../domain/people/login-delay.ts';
import { hashOf } from '../secrets/tokens.ts';

const DAY_MS = 24 * 3_600_000;
/** A network is forgotten after so long without a login. */
const NETWORK_KEPT_MS = 90 * DAY_MS;

/** Networks from which somebody has logged in. */
export const knownNetworksOn = (db: Knex) => ({
  async isKnown(network: string, now: Date): Promise<boolean> {
    const seen = db('knownNetworks')
      .where({ network })
      .where('seenAt', '>', new Date(now.getTime() - NETWORK_KEPT_MS));
    return (await seen.first('seenAt')) !== undefined;
  },

  /** Noted once a day, so that an office that logs in at nine does not wait for one row. */
  async remember(network: string, now: Date): Promise<void> {
    const seen = await db('knownNetworks').where({ network }).first('seenAt');
    if (seen && seen.seenAt.getTime() > now.getTime() - DAY_MS) return;
    await db('knownNetworks').insert({ network, seenAt: now }).onConflict('network').merge();
  },

  async forgetOld(now: Date): Promise<void> {
    await db('knownNetworks')
      .where('seenAt', '<=', new Date(now.getTime() - NETWORK_KEPT_MS))
      .delete();
  },
});

/** A device is forgotten after so long without a login. */
const DEVICE_KEPT_MS = 180 * 24 * 3_600_000;
const DEVICES_PER_PERSON = 50;

const oldestKept = (now: Date) => new Date(now.getTime() - DEVICE_KEPT_MS);

/** Devices on which people have logged in, by the SHA-256 of their cookie. Several people may share a device. */
export const knownDevicesOn = (db: Knex) => ({
  async isKnown(secretHash: Buffer, email: string, now: Date): Promise<boolean> {
    const device = await db('knownDevices')
      .join('users', 'users.id', 'knownDevices.userId')
      .where({ secretHash })
      .where('seenAt', '>', oldestKept(now))
      .whereRaw('lower(users.email) = lower(?)', [email])
      .first('userId');
    return device !== undefined;
  },

  /** A device gets a new secret at each login, so that a secret that was copied or planted earlier is worth nothing. */
  async renew(earlierHash: Buffer, secretHash: Buffer): Promise<void> {
    await db('knownDevices').where({ secretHash: earlierHash }).update({ secretHash });
  },

  /** The person's oldest devices beyond fifty are forgotten. */
  async remember(device: { secretHash: Buffer; userId: number }, now: Date): Promise<void> {
    await db('knownDevices')
      .insert({ ...device, seenAt: now })
      .onConflict(['secretHash', 'userId'])
      .merge();
    const { userId } = device;
    const beyond = db('knownDevices').select('secretHash').where({ userId }).orderBy('seenAt', 'desc').offset(DEVICES_PER_PERSON);
    await db('knownDevices').where({ userId }).whereIn('secretHash', beyond).delete();
  },

  /** All of a person's devices but one. */
  async forgetOthersOf(userId: number, keptHash: Buffer | null): Promise<void> {
    const others = db('knownDevices').where({ userId });
    await (keptHash ? others.whereNot('secretHash', keptHash) : others).delete();
  },

  async forgetAllOf(userId: number): Promise<void> {
    await db('knownDevices').where({ userId }).delete();
  },

  async forgetOld(now: Date): Promise<void> {
    await db('knownDevices').where('seenAt', '<=', oldestKept(now)).delete();
  },
});

const accountOf = (email: string) => ({ accountHash: hashOf(email.toLowerCase()) });

/** Failed logins by account, counted for all processes; an email that nobody has is counted alike. */
export const loginDelaysOn = (db: Knex) => ({
  async find(email: string): Promise<LoginFailures | undefined> {
    return db('loginDelays').where(accountOf(email)).first('failures', 'triedAt');
  },

  /** The same, locked until the transaction ends; made where there was none. */
  async lock(email: string, now: Date): Promise<LoginFailures> {
    const account = accountOf(email);
    await db('loginDelays')
      .insert({ ...account, failures: 0, triedAt: now })
      .onConflict('accountHash')
      .ignore();
    return db('loginDelays').where(account).forUpdate().first('failures', 'triedAt');
  },

  async save(email: string, tried: LoginFailures): Promise<void> {
    await db('loginDelays').where(accountOf(email)).update(tried);
  },

  /** Takes back one try that was no failure. */
  async takeBack(email: string): Promise<void> {
    await db('loginDelays').where(accountOf(email)).where('failures', '>', 0).decrement('failures', 1);
  },

  async forget(email: string): Promise<void> {
    await db('loginDelays').where(accountOf(email)).delete();
  },

  async forgetOld(now: Date): Promise<void> {
    await db('loginDelays')
      .where('triedAt', '<=', new Date(now.getTime() - FAILURES_KEPT_MS))
      .delete();
  },
});
