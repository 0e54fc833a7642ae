import type { Knex } from 'knex';

/** A device is forgotten after so long without a login. */
const DEVICE_KEPT_MS = 180 * 24 * 3_600_000;
const DEVICES_PER_PERSON = 50;

const oldest = (now: Date) => new Date(now.getTime() - DEVICE_KEPT_MS);

/** Devices on which people have logged in, by the SHA-256 of their cookie. Several people may share a device. */
export const knownDevicesOn = (db: Knex) => ({
  async isKnown(secretHash: Buffer, email: string, now: Date): Promise<boolean> {
    const device = await db('knownDevices')
      .join('users', 'users.id', 'knownDevices.userId')
      .where({ secretHash })
      .where('seenAt', '>', oldest(now))
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
    await db('knownDevices').where('seenAt', '<=', oldest(now)).delete();
  },
});
