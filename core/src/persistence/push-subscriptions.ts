import type { Knex } from 'knex';
import { modelOf } from './models.ts';

/** More browsers than a person uses; the oldest ends. */
const PER_PERSON = 10;

/** Where a browser takes messages, and the keys that only this browser decrypts with (RFC 8291). */
export interface PushAddress {
  endpoint: string;
  publicKey: string;
  authSecret: string;
}
export interface PushSubscription extends PushAddress {
  id: number;
  userId: number;
  /** Of the session in which the browser last registered; the row ends with its logout. */
  sessionIdHash: Buffer;
  createdAt: Date;
}
const PushSubscriptionModel = modelOf<PushSubscription>('pushSubscriptions');

/** The browsers that show a person's notifications. */
export const pushSubscriptionsOn = (db: Knex) => ({
  async of(userId: number): Promise<(PushAddress & { id: number })[]> {
    return PushSubscriptionModel.query(db).where({ userId }).orderBy('id').select('id', 'endpoint', 'publicKey', 'authSecret');
  },

  async countOf(userId: number): Promise<number> {
    return PushSubscriptionModel.query(db).where({ userId }).resultSize();
  },

  /** A browser belongs to the person who registered it last. */
  async keep(subscription: Omit<PushSubscription, 'id'>): Promise<void> {
    await PushSubscriptionModel.query(db).insert(subscription).onConflict('endpoint').merge();
    const { userId } = subscription;
    const beyond = PushSubscriptionModel.query(db).select('id').where({ userId }).orderBy('id', 'desc').offset(PER_PERSON);
    await PushSubscriptionModel.query(db).whereIn('id', beyond).delete();
  },

  async remove(ids: readonly number[]): Promise<void> {
    await PushSubscriptionModel.query(db)
      .whereIn('id', [...ids])
      .delete();
  },

  async removeOne(userId: number, endpoint: string): Promise<void> {
    await PushSubscriptionModel.query(db).where({ userId, endpoint }).delete();
  },

  async removeOfSession(sessionIdHash: Buffer): Promise<void> {
    await PushSubscriptionModel.query(db).where({ sessionIdHash }).delete();
  },

  async removeOthersOf(userId: number, keptIdHash: Buffer): Promise<void> {
    await PushSubscriptionModel.query(db).where({ userId }).whereNot('sessionIdHash', keptIdHash).delete();
  },

  /** Everybody's, because their key is lost. */
  async clear(): Promise<void> {
    await PushSubscriptionModel.query(db).delete();
  },

  async removeAllOf(userId: number): Promise<void> {
    await PushSubscriptionModel.query(db).where({ userId }).delete();
  },
});
