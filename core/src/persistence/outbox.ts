import type { Knex } from 'knex';
import type { AnnouncementKind } from '../domain/announcement.ts';

export interface Announcement {
  /** What makes it one and the same announcement, for ever: the cause and the recipient. */
  key: string;
  kind: AnnouncementKind;
  recipientId: number;
  activityId?: number;
  facts?: Record<string, unknown>;
}
export interface Claimed extends Required<Omit<Announcement, 'activityId'>> {
  id: number;
  activityId: number | null;
  tries: number;
  recipient: { email: string; firstName: string; isActive: boolean };
}

/** What people are to be told: written in the transaction of its cause, delivered later by `jobs/deliver-outbox`. */
export const outboxOn = (db: Knex) => ({
  /** A repeated key is the same announcement and is not added again. */
  async add(announcement: Announcement, now: Date): Promise<void> {
    const { facts = {}, ...row } = announcement;
    await db('outbox')
      .insert({ ...row, facts: JSON.stringify(facts), createdAt: now, nextTryAt: now })
      .onConflict('key')
      .ignore();
  },

  /** Takes what is due of these kinds for `leaseMs`; nobody else gets it meanwhile, and a killed taker's comes back afterwards. */
  async claim(kinds: readonly AnnouncementKind[], limit: number, leaseMs: number, now: Date): Promise<Claimed[]> {
    const due = db('outbox')
      .select('id')
      .whereIn('kind', kinds)
      .whereNull('sentAt')
      .whereNull('failedAt')
      .where('nextTryAt', '<=', now)
      .where((free) => free.whereNull('claimedUntil').orWhere('claimedUntil', '<', now))
      .orderBy('nextTryAt')
      .limit(limit)
      .forUpdate()
      .skipLocked();
    const claimed = await db('outbox')
      .whereIn('id', due)
      .update({ claimedUntil: new Date(now.getTime() + leaseMs), tries: db.raw('tries + 1') })
      .returning(['id', 'key', 'kind', 'recipientId', 'activityId', 'facts', 'tries']);
    const people = await db('users')
      .whereIn(
        'id',
        claimed.map((row) => row.recipientId),
      )
      .select('id', 'email', 'firstName', 'isActive');
    const byId = new Map(people.map(({ id, ...person }) => [id, person]));
    return claimed.map((row) => ({ ...row, recipient: byId.get(row.recipientId) }));
  },

  /** What no longer holds is neither sent nor failed: it goes. */
  async discard(id: number): Promise<void> {
    await db('outbox').where({ id }).delete();
  },

  async markSent(id: number, now: Date): Promise<void> {
    await db('outbox').where({ id }).update({ sentAt: now, claimedUntil: null, lastError: null });
  },

  async retryAt(id: number, nextTryAt: Date, lastError: string): Promise<void> {
    await db('outbox').where({ id }).update({ nextTryAt, claimedUntil: null, lastError });
  },

  async markFailed(id: number, now: Date, lastError: string): Promise<void> {
    await db('outbox').where({ id }).update({ failedAt: now, claimedUntil: null, lastError });
  },
});
