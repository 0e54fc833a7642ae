import type { Knex } from 'knex';
import { type CalendarDate, HOUR_MS, MINUTE_MS } from '../../domain/calendar.ts';
import type { Caller } from '../../domain/people/person.ts';
import { execute } from '../database/statement.ts';
import { defineModel } from '../models.ts';
import { PERSON_BY_SESSION } from './callers.sql.ts';

/* A session ends after two idle hours and after twelve at most; a person has five at most (docs/reliability.md). */
const SESSION_IDLE_MS = 2 * HOUR_MS;
const SESSION_MAX_MS = 12 * HOUR_MS;
/** A proof of identity opens the calls with `recentLogin` for this time. */
const RECENT_LOGIN_MS = 15 * MINUTE_MS;
const SESSIONS_PER_PERSON = 5;
const TOUCH_EVERY_MS = MINUTE_MS;
/** Longer ones are cut, because this is enough to recognise a browser. */
const USER_AGENT_MAX = 300;

export interface SessionOrigin {
  userAgent: string | null;
  /** The client has this address, as the limits see it. */
  address: string | null;
}
/** `issuer` names the identity provider that vouched for the person; without one it was a password, perhaps with a second factor. */
interface LoginFacts extends SessionOrigin {
  issuer?: string;
  /** Unset, the session ends after its longest time. */
  expiresAt?: Date;
  hasSecondFactor?: boolean;
  /** When the person proved their identity; unset: now. */
  provedAt?: Date;
}
/** `isPasswordOnly` says that neither a second factor nor an identity provider vouched for the person. */
export type SessionOwner = Caller & { isPasswordOnly: boolean; hasRecentLogin: boolean };
interface SessionRow {
  person: SessionOwner;
  isTouchDue: boolean;
}
/** A call with `isGlance` does not keep the session from being idle. */
type SessionQuery = { idHash: Buffer; now: Date; today: CalendarDate; isGlance?: boolean };
export interface OpenSession extends SessionOrigin {
  id: number;
  idHash: Buffer;
  createdAt: Date;
  seenAt: Date;
}

const SessionModel = defineModel<
  OpenSession & { userId: number; expiresAt: Date; issuer: string | null; hasSecondFactor: boolean; provedAt: Date }
>('sessions');
const idleSince = (now: Date) => new Date(now.getTime() - SESSION_IDLE_MS);

/** Sessions are stored by the SHA-256 of their id, which only the cookie has. To end one also ends the notifications of its browser. */
export const sessionsOn = (db: Knex) => ({
  /** Opens a session, and ends the person's oldest beyond five. */
  async open(idHash: Buffer, userId: number, { userAgent, address, issuer, ...facts }: LoginFacts, now: Date): Promise<void> {
    const { hasSecondFactor = false, provedAt = now, expiresAt = new Date(now.getTime() + SESSION_MAX_MS) } = facts;
    const origin = { userAgent: userAgent?.slice(0, USER_AGENT_MAX) ?? null, address, issuer: issuer ?? null, hasSecondFactor };
    await SessionModel.query(db).insert({ idHash, userId, ...origin, createdAt: now, seenAt: now, provedAt, expiresAt });
    const beyond = SessionModel.query(db).select('id').where({ userId }).orderBy('createdAt', 'desc').offset(SESSIONS_PER_PERSON);
    await SessionModel.query(db).whereIn('id', beyond).delete();
  },

  /**
   * Finds the person of a session, with those that they substitute today, afresh at every call (docs/product.md, 8.4). Undefined where the
   * session is unknown, expired or idle too long, or the person is deactivated.
   */
  async findPerson({ isGlance, ...query }: SessionQuery): Promise<SessionOwner | undefined> {
    const { idHash, now } = query;
    const touchBefore = new Date(now.getTime() - TOUCH_EVERY_MS);
    const values = { ...query, touchBefore, idleSince: idleSince(now), recentSince: new Date(now.getTime() - RECENT_LOGIN_MS) };
    const [row] = (await execute<SessionRow>(db, PERSON_BY_SESSION, values, 'personBySession')).rows;
    if (row?.isTouchDue && !isGlance) await SessionModel.query(db).where({ idHash }).patch({ seenAt: now });
    return row?.person;
  },

  /** Keeps others from ending a session until the transaction ends; false where it has ended. Waits for somebody who is ending it. */
  hold: async (idHash: Buffer): Promise<boolean> => Boolean(await SessionModel.query(db).where({ idHash }).select('id').first().forShare()),

  /** Notes that the person of a session has proven their identity again. */
  async proveIdentity(idHash: Buffer, now: Date): Promise<void> {
    await SessionModel.query(db).where({ idHash }).patch({ provedAt: now });
  },

  async proveSecondFactor(idHash: Buffer): Promise<void> {
    await SessionModel.query(db).where({ idHash }).patch({ hasSecondFactor: true });
  },

  /** Makes the person's sessions count as by password alone again. */
  async forgetSecondFactor(userId: number): Promise<void> {
    await SessionModel.query(db).where({ userId }).patch({ hasSecondFactor: false });
  },

  /** Ends a session; returns the identity provider that it came from, or null. */
  async end(idHash: Buffer): Promise<string | null> {
    const [session] = await SessionModel.query(db).where({ idHash }).delete().returning('issuer');
    await pushSubscriptionsOn(db).removeBySession(idHash);
    return session?.issuer ?? null;
  },

  async forgetEnded(now: Date): Promise<void> {
    await SessionModel.query(db).where('expiresAt', '<=', now).orWhere('seenAt', '<=', idleSince(now)).delete();
  },

  async listOpen(userId: number, now: Date): Promise<OpenSession[]> {
    return SessionModel.query(db)
      .where({ userId })
      .where('expiresAt', '>', now)
      .where('seenAt', '>', idleSince(now))
      .orderBy('seenAt', 'desc')
      .orderBy('id', 'desc')
      .select('id', 'idHash', 'userAgent', 'address', 'createdAt', 'seenAt');
  },

  /** Ends one session of a person and returns where it came from; undefined where the person has none of that id. */
  async endOne(userId: number, id: number): Promise<SessionOrigin | undefined> {
    const [session] = await SessionModel.query(db).where({ id, userId }).delete().returning(['userAgent', 'address', 'idHash']);
    if (session) await pushSubscriptionsOn(db).removeBySession(session.idHash);
    return session;
  },

  async endOthers(userId: number, keptIdHash: Buffer): Promise<number> {
    await pushSubscriptionsOn(db).removeOthers(userId, keptIdHash);
    return SessionModel.query(db).where({ userId }).whereNot('idHash', keptIdHash).delete();
  },

  async endAll(userId: number): Promise<void> {
    await pushSubscriptionsOn(db).removeByUser(userId);
    await SessionModel.query(db).where({ userId }).delete();
  },
});

/** A person uses fewer browsers; the oldest beyond these ends. */
const BROWSERS_PER_PERSON = 10;

/** The address at which a browser takes messages, and the keys for encrypting to it (RFC 8291). */
export interface PushAddress {
  endpoint: string;
  publicKey: string;
  authSecret: string;
}
export interface PushSubscription extends PushAddress {
  id: number;
  userId: number;
  /** The session in which the browser last registered; the row ends with its logout. */
  sessionIdHash: Buffer;
  createdAt: Date;
}
const PushSubscriptionModel = defineModel<PushSubscription>('pushSubscriptions');

export const pushSubscriptionsOn = (db: Knex) => ({
  list: async (userId: number): Promise<(PushAddress & { id: number })[]> =>
    PushSubscriptionModel.query(db).where({ userId }).orderBy('id').select('id', 'endpoint', 'publicKey', 'authSecret'),

  count: async (userId: number): Promise<number> => PushSubscriptionModel.query(db).where({ userId }).resultSize(),

  /** Adds a browser. It belongs to the person who registered it last. */
  async keep(subscription: Omit<PushSubscription, 'id'>): Promise<void> {
    await PushSubscriptionModel.query(db).insert(subscription).onConflict('endpoint').merge();
    const { userId } = subscription;
    const beyond = PushSubscriptionModel.query(db).select('id').where({ userId }).orderBy('id', 'desc').offset(BROWSERS_PER_PERSON);
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

  async removeBySession(sessionIdHash: Buffer): Promise<void> {
    await PushSubscriptionModel.query(db).where({ sessionIdHash }).delete();
  },

  async removeOthers(userId: number, keptIdHash: Buffer): Promise<void> {
    await PushSubscriptionModel.query(db).where({ userId }).whereNot('sessionIdHash', keptIdHash).delete();
  },

  /** Removes everybody's, because the key of the installation is lost. */
  async clear(): Promise<void> {
    await PushSubscriptionModel.query(db).delete();
  },

  async removeByUser(userId: number): Promise<void> {
    await PushSubscriptionModel.query(db).where({ userId }).delete();
  },
});
