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
/** After a week news is none: it is not delivered any more, whoever could not deliver it (decision 11). */
const NEWS_MS = 7 * 24 * 3_600_000;
const newsSince = (now: Date) => new Date(now.getTime() - NEWS_MS);

/** What was taken, by id and try: after the lease another may have taken it again, and then it is theirs to mark. */
type Claim = Pick<Claimed, 'id' | 'tries'>;

export interface Claimed extends Required<Omit<Announcement, 'activityId'>> {
  id: number;
  activityId: number | null;
  tries: number;
  recipient: { email: string; firstName: string; isActive: boolean };
}

/** What people are to be told: written in the transaction of its cause, delivered later by `jobs/deliver-outbox`. */
export const outboxOn = (db: Knex) => {
  const pending = () => db('outbox').whereNull('sentAt').whereNull('failedAt');
  const held = ({ id, tries }: Claim) => pending().where({ id, tries });

  return {
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
      const due = pending()
        .select('id')
        .whereIn('kind', kinds)
        .where('createdAt', '>=', newsSince(now))
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

    /** Gives up what nobody delivered in time. The rows stay: their keys say that this was announced. */
    async giveUpOld(now: Date): Promise<void> {
      await pending().where('createdAt', '<', newsSince(now)).update({ failedAt: now, claimedUntil: null, lastError: 'old news' });
    },

    /** What no longer holds is neither sent nor failed: it goes. */
    async discard(claim: Claim): Promise<void> {
      await held(claim).delete();
    },

    async markSent(claim: Claim, now: Date): Promise<void> {
      await held(claim).update({ sentAt: now, claimedUntil: null, lastError: null });
    },

    async retryAt(claim: Claim, nextTryAt: Date, lastError: string): Promise<void> {
      await held(claim).update({ nextTryAt, claimedUntil: null, lastError });
    },

    async markFailed(claim: Claim, now: Date, lastError: string): Promise<void> {
      await held(claim).update({ failedAt: now, claimedUntil: null, lastError });
    },
  };
};
