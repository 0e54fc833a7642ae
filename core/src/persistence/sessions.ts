import type { Knex } from 'knex';
import type { Person } from '../domain/person.ts';
import { columnList } from './column-list.ts';
import { prepared } from './prepared.ts';
import { personColumns } from './users.ts';

/** Idle after two hours, over after twelve, five at most per person (reliability, section 5). */
const SESSION_IDLE_MS = 2 * 3_600_000;
const SESSION_MAX_MS = 12 * 3_600_000;
const SESSIONS_PER_PERSON = 5;
const TOUCH_EVERY_MS = 60_000;

const COLUMNS = `${columnList('users', personColumns)}, seen_at`;

/** Sessions by the SHA-256 of their id; the id itself is the cookie's alone. */
export const sessionsOn = (db: Knex) => ({
  /** Opens a session; the person's oldest beyond five end. */
  async open(idHash: Buffer, userId: number, now: Date): Promise<void> {
    await db('sessions').insert({ idHash, userId, createdAt: now, seenAt: now, expiresAt: new Date(now.getTime() + SESSION_MAX_MS) });
    const beyond = db('sessions').select('idHash').where({ userId }).orderBy('createdAt', 'desc').offset(SESSIONS_PER_PERSON);
    await db('sessions').whereIn('idHash', beyond).delete();
  },

  /**
   * Whose session it is, read afresh at every call (decisions, section 8): nobody's once idle, over or deactivated. Asking keeps it from
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

  /** Ends every session of a person but one. */
  async endOthersOf(userId: number, keptIdHash: Buffer): Promise<void> {
    await db('sessions').where({ userId }).whereNot('idHash', keptIdHash).delete();
  },

  async endAllOf(userId: number): Promise<void> {
    await db('sessions').where({ userId }).delete();
  },
});
