import type { Knex } from 'knex';
import type { DeviceGrant } from '../domain/people/device-authorization.ts';
import { modelOf } from './models.ts';

/** What a terminal asked for, and from where. */
export interface NewDeviceAuthorization {
  deviceCodeHash: Buffer;
  userCodeHash: Buffer;
  /** As the terminal names itself: anybody may give any name. */
  machine: string;
  deviceGrant: DeviceGrant;
  /** The only person who may confirm it; null: everybody may. */
  requestedById: number | null;
  /** Of the terminal, as the limits see it. */
  address: string | null;
  requestedAt: Date;
  expiresAt: Date;
}
export interface DeviceAuthorization extends NewDeviceAuthorization {
  polledAt: Date | null;
  /** Null until a person answers. */
  isApproved: boolean | null;
  answeredById: number | null;
}

const DeviceAuthorizationModel = modelOf<DeviceAuthorization>('deviceAuthorizations', { key: 'deviceCodeHash' });

/** Requests of terminals, until the grant is received or they expire. */
export const deviceAuthorizationsOn = (db: Knex) => {
  /** Those that the person may still answer. */
  const pending = (userCodeHash: Buffer, personId: number, now: Date) =>
    DeviceAuthorizationModel.query(db)
      .where({ userCodeHash })
      .where('expiresAt', '>', now)
      .whereNull('isApproved')
      .where((request) => void request.whereNull('requestedById').orWhere({ requestedById: personId }));

  return {
    async add(request: NewDeviceAuthorization): Promise<void> {
      await DeviceAuthorizationModel.query(db).insert(request);
    },

    async pendingWith(userCodeHash: Buffer, personId: number, now: Date): Promise<DeviceAuthorization | undefined> {
      return pending(userCodeHash, personId, now).first();
    },

    /** Answers it once; undefined where there is nothing to answer. */
    async answer(
      userCodeHash: Buffer,
      answer: { answeredById: number; isApproved: boolean },
      now: Date,
    ): Promise<DeviceAuthorization | undefined> {
      const [request] = await pending(userCodeHash, answer.answeredById, now).patch(answer).returning('*');
      return request;
    },

    async find(deviceCodeHash: Buffer, now: Date): Promise<DeviceAuthorization | undefined> {
      return DeviceAuthorizationModel.query(db).findById(deviceCodeHash).where('expiresAt', '>', now);
    },

    /** Locks it, so that of two questions at once one receives the grant. */
    async lock(deviceCodeHash: Buffer, now: Date): Promise<DeviceAuthorization | undefined> {
      return DeviceAuthorizationModel.query(db).findById(deviceCodeHash).where('expiresAt', '>', now).forUpdate();
    },

    async poll(deviceCodeHash: Buffer, polledAt: Date): Promise<void> {
      await DeviceAuthorizationModel.query(db).findById(deviceCodeHash).patch({ polledAt });
    },

    async remove(deviceCodeHash: Buffer): Promise<void> {
      await DeviceAuthorizationModel.query(db).deleteById(deviceCodeHash);
    },

    /** What a person confirmed or asked for gives nothing once their access ends. Returns how many terminals still waited. */
    async removeOf(personId: number, now: Date): Promise<number> {
      const removed = await DeviceAuthorizationModel.query(db)
        .where({ answeredById: personId })
        .orWhere({ requestedById: personId })
        .delete()
        .returning('expiresAt');
      return removed.filter(({ expiresAt }) => expiresAt > now).length;
    },

    async forgetExpired(now: Date): Promise<void> {
      await DeviceAuthorizationModel.query(db).where('expiresAt', '<=', now).delete();
    },
  };
};
