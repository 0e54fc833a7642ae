import type { Knex } from 'knex';
import type { Person } from '../domain/people/person.ts';
import { columnList, prepared } from './statement.ts';
import { personColumns } from './users.ts';

/** Idle after two hours, over after twelve, five at most per person (docs/reliability.md). */
const SESSION_IDLE_MS = 2 * 3_600_000;
const SESSION_MAX_MS = 12 * 3_600_000;
const SESSIONS_PER_PERSON = 5;
const TOUCH_EVERY_MS = 60_000;
/** Longer ones are cut: no browser needs more to be recognised. */
const USER_AGENT_MAX = 300;

/** What a login says of itself. */
export interface SessionOrigin {
  userAgent: string | null;
  /** Of the client, as the limits see it. */
  address: string | null;
}
export interface OpenSession extends SessionOrigin {
  id: number;
  idHash: Buffer;
  createdAt: Date;
  seenAt: Date;
}

const COLUMNS = `${columnList('users', personColumns)}, seen_at`;

/** Sessions by the SHA-256 of their id; the id itself is the cookie's alone. */
export const sessionsOn = (db: Knex) => ({
  /** Opens a session; the person's oldest beyond five end. */
  async open(idHash: Buffer, userId: number, { userAgent, address }: SessionOrigin, now: Date): Promise<void> {
    const origin = { userAgent: userAgent?.slice(0, USER_AGENT_MAX) ?? null, address };
    const expiresAt = new Date(now.getTime() + SESSION_MAX_MS);
    await db('sessions').insert({ idHash, userId, ...origin, createdAt: now, seenAt: now, expiresAt });
    const beyond = db('sessions').select('idHash').where({ userId }).orderBy('createdAt', 'desc').offset(SESSIONS_PER_PERSON);
    await db('sessions').whereIn('idHash', beyond).delete();
  },

  /**
   * Whose session it is, read afresh at every call (docs/product.md, 8): nobody's once idle, over or deactivated. Asking keeps it from
   * being idle, unless it is only a `glance`.
   */
  async personOf(idHash: Buffer, now: Date, { isGlance = false } = {}): Promise<Person | undefined> {
    const row = await db('sessions')
      .join('users', 'users.id', 'sessions.userId')
      .where({ idHash, isActive: true })
      .where('expiresAt', '>', now)
      .where('seenAt', '>', new Date(now.getTime() - SESSION_IDLE_MS))
      .options(prepared(db, 'personOfSession'))
      .first(db.raw(COLUMNS));
    if (!row) return undefined;
    const { seenAt, ...person } = row;
    if (!isGlance && now.getTime() - seenAt.getTime() > TOUCH_EVERY_MS) await db('sessions').where({ idHash }).update({ seenAt: now });
    return person;
  },

  async end(idHash: Buffer): Promise<void> {
    await db('sessions').where({ idHash }).delete();
  },

  /** Drops what `personOf` would no longer open. */
  async forgetEnded(now: Date): Promise<void> {
    const idleSince = new Date(now.getTime() - SESSION_IDLE_MS);
    await db('sessions').where('expiresAt', '<=', now).orWhere('seenAt', '<=', idleSince).delete();
  },

  /** The open sessions of a person, the last used first. */
  async openOf(userId: number, now: Date): Promise<OpenSession[]> {
    return db('sessions')
      .where({ userId })
      .where('expiresAt', '>', now)
      .where('seenAt', '>', new Date(now.getTime() - SESSION_IDLE_MS))
      .orderBy('seenAt', 'desc')
      .orderBy('id', 'desc')
      .select('id', 'idHash', 'userAgent', 'address', 'createdAt', 'seenAt');
  },

  /** Ends one session of a person and answers where it came from; undefined where the person has none of that id. */
  async endOneOf(userId: number, id: number): Promise<SessionOrigin | undefined> {
    const [ended] = await db('sessions').where({ id, userId }).delete().returning(['userAgent', 'address']);
    return ended;
  },

  /** Ends every session of a person but one; answers how many. */
  async endOthersOf(userId: number, keptIdHash: Buffer): Promise<number> {
    return db('sessions').where({ userId }).whereNot('idHash', keptIdHash).delete();
  },

  async endAllOf(userId: number): Promise<void> {
    await db('sessions').where({ userId }).delete();
  },
});
