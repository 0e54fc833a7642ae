import type { Knex } from 'knex';
import type { ActivityPart } from '../../domain/activities/activity.ts';
import { type CalendarDate, HOUR_MS, MINUTE_MS } from '../../domain/calendar.ts';
import type { Caller } from '../../domain/people/person.ts';
import type { EncodedPartFields, PageFacts } from '../activities/activity-parts.sql.ts';
import { BATCH } from '../activities/activity-views.ts';
import { type EncodedField, EncodedRows } from '../activities/encoded-rows.sql.ts';
import { modelOf } from '../models.ts';
import { execute, type PreparedName } from '../statement.ts';
import { PERSON_OF_SESSION, PERSON_WITH_COUNT, personWithActivity, personWithPending } from './callers.sql.ts';

/** Idle after two hours, over after twelve, five at most per person (docs/reliability.md). */
const SESSION_IDLE_MS = 2 * HOUR_MS;
const SESSION_MAX_MS = 12 * HOUR_MS;
const SESSIONS_PER_PERSON = 5;
const TOUCH_EVERY_MS = MINUTE_MS;
/** Longer ones are cut: no browser needs more to be recognised. */
const USER_AGENT_MAX = 300;

/** What a login says of itself. */
export interface SessionOrigin {
  userAgent: string | null;
  /** The client has this address, as the limits see it. */
  address: string | null;
}
/** `issuer` names the identity provider that vouched for the person; without one it was a password, perhaps with a second factor. */
interface LoginFacts extends SessionOrigin {
  issuer?: string;
  /** Unset: after the longest time of a session. */
  expiresAt?: Date;
  hasSecondFactor?: boolean;
}
/** The person of a session; `isPasswordOnly` without a second factor and without an identity provider. */
export type SessionOwner = Caller & { isPasswordOnly: boolean };
/** A counter of the API's rate limits, to which a write of this person adds one. Times are epochs in ms. */
export interface WriteCounter {
  personId: number;
  counterKey: string;
  countedAt: number;
  /** When a counter that begins now ends. */
  countedUntil: number;
}
/** What a counter holds afterwards; `expire` is an epoch in ms. */
export interface WriteCount {
  points: number;
  expire: number;
}
interface SessionRow {
  person: SessionOwner;
  isTouchDue: boolean;
}
/** Each part as the rows of a JSON array; null without a row, and where it was not asked for. */
type EncodedActivityParts = Record<ActivityPart, string | null>;
type EncodedActivityRow = { activityFacts: PageFacts | null; lines: string };
/** `isGlance`: to ask does not keep the session from being idle. */
type SessionLook = { idHash: Buffer; now: Date; today: CalendarDate; isGlance?: boolean };
type CountedLook = SessionLook & { counter: WriteCounter; countsPasswordOnly: boolean };
type PendingLook = SessionLook & { fields: readonly EncodedField[] };
interface ActivityOfSession extends SessionLook {
  activityId: number;
  include: readonly ActivityPart[];
  fields: EncodedPartFields;
}
export interface OpenSession extends SessionOrigin {
  id: number;
  idHash: Buffer;
  createdAt: Date;
  seenAt: Date;
}

const SessionModel = modelOf<OpenSession & { userId: number; expiresAt: Date; issuer: string | null; hasSecondFactor: boolean }>(
  'sessions',
);
const idleSince = (now: Date) => new Date(now.getTime() - SESSION_IDLE_MS);

/** The row of an open session that a statement finds. */
async function rowOf<Row extends SessionRow>(
  db: Knex,
  [text, name]: readonly [string, PreparedName],
  { isGlance, ...values }: SessionLook & Record<string, unknown>,
): Promise<Row | undefined> {
  const { idHash, now } = values;
  const touchBefore = new Date(now.getTime() - TOUCH_EVERY_MS);
  const [row] = (await execute<Row>(db, text, { ...values, touchBefore, idleSince: idleSince(now) }, name)).rows;
  if (row?.isTouchDue && !isGlance) await SessionModel.query(db).where({ idHash }).patch({ seenAt: now });
  return row;
}

/** Sessions by the SHA-256 of their id; the id itself is the cookie's alone. Who ends one also ends the notifications of its browser. */
export const sessionsOn = (db: Knex) => ({
  /** Opens a session; the person's oldest beyond five end. */
  async open(idHash: Buffer, userId: number, { userAgent, address, issuer, ...facts }: LoginFacts, now: Date): Promise<void> {
    const { hasSecondFactor = false, expiresAt = new Date(now.getTime() + SESSION_MAX_MS) } = facts;
    const origin = { userAgent: userAgent?.slice(0, USER_AGENT_MAX) ?? null, address, issuer: issuer ?? null, hasSecondFactor };
    await SessionModel.query(db).insert({ idHash, userId, ...origin, createdAt: now, seenAt: now, expiresAt });
    const beyond = SessionModel.query(db).select('id').where({ userId }).orderBy('createdAt', 'desc').offset(SESSIONS_PER_PERSON);
    await SessionModel.query(db).whereIn('id', beyond).delete();
  },

  /**
   * Finds the person of a session, with those that they substitute today, afresh at every call (docs/product.md, 8.4). Undefined where the
   * session is unknown, expired or idle too long, or the person is deactivated. Asking keeps it from being idle, unless it is a `glance`.
   */
  async personOf(look: SessionLook): Promise<SessionOwner | undefined> {
    return (await rowOf(db, [PERSON_OF_SESSION, 'personOfSession'], look))?.person;
  },

  /**
   * The same, and counts a write of the person. The count is null where the session is of somebody else, or by password alone and
   * those do not count.
   */
  async personWithCount(session: CountedLook): Promise<{ person: SessionOwner; count: WriteCount | null } | undefined> {
    const { counter, ...look } = session;
    const statement = [PERSON_WITH_COUNT, 'personWithCount'] as const;
    return rowOf<SessionRow & { count: WriteCount | null }>(db, statement, { ...look, ...counter });
  },

  /** As `personOf`, with the person's open list in its reader's words; it is null where there is more than a batch of it. */
  async personWithPending(session: PendingLook): Promise<{ person: SessionOwner; pending: EncodedRows | null } | undefined> {
    const { fields, ...look } = session;
    const statement = [personWithPending(fields), 'personWithPending'] as const;
    const row = await rowOf<SessionRow & EncodedRows>(db, statement, { ...look, limit: BATCH });
    if (!row) return undefined;
    const { person, json, count } = row;
    return { person, pending: count < BATCH ? new EncodedRows({ json, count }) : null };
  },

  /** The same, with an activity and those of its parts that are asked for. It does not decide whether the person may see it. */
  async personWithActivity(
    session: ActivityOfSession,
  ): Promise<{ person: SessionOwner; activity: { facts: PageFacts; lines: string[] } | null; parts: EncodedActivityParts } | undefined> {
    const { include, fields, ...look } = session;
    const statement = [personWithActivity(fields), 'personWithActivity'] as const;
    const has = (part: ActivityPart) => include.includes(part);
    const parameters = { ...look, hasComments: has('comments'), hasEvidence: has('evidence'), hasHistory: has('history') };
    const row = await rowOf<SessionRow & EncodedActivityRow & EncodedActivityParts>(db, statement, parameters);
    if (!row) return undefined;
    const { person, activityFacts: facts, lines, comments, evidence, history } = row;
    return { person, activity: facts && { facts, lines: lines.split('\n') }, parts: { comments, evidence, history } };
  },

  /** Whether nobody has ended it, and nobody does until the transaction ends. Waits for somebody who is ending it. */
  async hold(idHash: Buffer): Promise<boolean> {
    return Boolean(await SessionModel.query(db).where({ idHash }).select('id').first().forShare());
  },

  /** Its person has just proven a second factor. */
  async proveSecondFactor(idHash: Buffer): Promise<void> {
    await SessionModel.query(db).where({ idHash }).patch({ hasSecondFactor: true });
  },

  /** The person's sessions are by password alone again. */
  async forgetSecondFactorOf(userId: number): Promise<void> {
    await SessionModel.query(db).where({ userId }).patch({ hasSecondFactor: false });
  },

  /** Ends a session; answers the identity provider that it came from, or null. */
  async end(idHash: Buffer): Promise<string | null> {
    const [ended] = await SessionModel.query(db).where({ idHash }).delete().returning('issuer');
    await pushSubscriptionsOn(db).removeOfSession(idHash);
    return ended?.issuer ?? null;
  },

  /** Drops what `personOf` would no longer open. */
  async forgetEnded(now: Date): Promise<void> {
    await SessionModel.query(db).where('expiresAt', '<=', now).orWhere('seenAt', '<=', idleSince(now)).delete();
  },

  /** The open sessions of a person, the last used first. */
  async openOf(userId: number, now: Date): Promise<OpenSession[]> {
    return SessionModel.query(db)
      .where({ userId })
      .where('expiresAt', '>', now)
      .where('seenAt', '>', idleSince(now))
      .orderBy('seenAt', 'desc')
      .orderBy('id', 'desc')
      .select('id', 'idHash', 'userAgent', 'address', 'createdAt', 'seenAt');
  },

  /** Ends one session of a person and answers where it came from; undefined where the person has none of that id. */
  async endOneOf(userId: number, id: number): Promise<SessionOrigin | undefined> {
    const [ended] = await SessionModel.query(db).where({ id, userId }).delete().returning(['userAgent', 'address', 'idHash']);
    if (ended) await pushSubscriptionsOn(db).removeOfSession(ended.idHash);
    return ended;
  },

  /** Ends every session of a person but one; answers how many. */
  async endOthersOf(userId: number, keptIdHash: Buffer): Promise<number> {
    await pushSubscriptionsOn(db).removeOthersOf(userId, keptIdHash);
    return SessionModel.query(db).where({ userId }).whereNot('idHash', keptIdHash).delete();
  },

  async endAllOf(userId: number): Promise<void> {
    await pushSubscriptionsOn(db).removeAllOf(userId);
    await SessionModel.query(db).where({ userId }).delete();
  },
});

/** More browsers than a person uses; the oldest ends. */
const BROWSERS_PER_PERSON = 10;

/** Where a browser takes messages, and the keys that only this browser decrypts with (RFC 8291). */
export interface PushAddress {
  endpoint: string;
  publicKey: string;
  authSecret: string;
}
export interface PushSubscription extends PushAddress {
  id: number;
  userId: number;
  /** Names the session in which the browser last registered; the row ends with its logout. */
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
