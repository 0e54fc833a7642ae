import type { Knex } from 'knex';
import type { DeliveryFailure } from '../domain/notifications/delivery-retry.ts';
import { isOfAccount } from '../domain/notifications/digest.ts';
import { deadlineKinds, type NotificationKind, newsKinds } from '../domain/notifications/notification.ts';
import { keyBy, keyByEmail, notificationChannels } from './notification-channels.ts';
import { type ClaimedDigest, type ClaimTerms, type DigestClaim, outboxClaimOn } from './outbox-claim.ts';

export interface OutboxNotification {
  /** What makes it one and the same announcement, for ever: the cause and the recipient. By chat it has `:chat` added. */
  key: string;
  kind: NotificationKind;
  recipientId: number;
  activityId?: number;
  facts?: Record<string, unknown>;
}
/** After a week news is none: it is not delivered any more, whoever could not deliver it (decision 11). */
const NEWS_MS = 7 * 24 * 3_600_000;
export const newsUntil = (now: Date): Date => new Date(now.getTime() + NEWS_MS);

const ADD = `
  with told as (select :recipientId::integer as recipient_id, :kind::text as kind)
  insert into outbox (key, kind, channel, recipient_id, activity_id, deadline_on, facts, created_at, next_try_at, expires_at)
  select ${keyBy('way.channel', ':key::text')}, told.kind, way.channel, told.recipient_id, :activityId::integer,
    (select deadline_on from activities where id = :activityId), :facts::jsonb, :now, :now, :expiresAt
  from told`;
const BY_EMAIL = `cross join (values ('email')) as way (channel)`;

/** By the channels chosen now, what was to be told by another. What its person was told by those already has its key there. */
const REDIRECT = `
  insert into outbox (key, kind, channel, recipient_id, activity_id, deadline_on, facts, created_at, next_try_at, expires_at)
  select ${keyBy('way.channel', keyByEmail('told'))}, told.kind, way.channel, told.recipient_id, told.activity_id, told.deadline_on,
    told.facts, told.created_at, :now, told.expires_at
  from outbox told ${notificationChannels('told')}
  where told.id = any(:ids)
  on conflict (key) do nothing`;

/** Email in the place of chats. Who is told by both has the email already. */
const fallBack = (late: string) => `
  with late as (
    select id from outbox where channel = 'chat' and expires_at > :now and sent_at is null and failed_at is null and ${late}
    for update skip locked
  ), untold as (
    delete from outbox told using late where told.id = late.id returning told.*
  )
  insert into outbox (key, kind, channel, recipient_id, activity_id, deadline_on, facts, created_at, next_try_at, expires_at, instead_of_chat)
  select ${keyByEmail('untold')}, kind, 'email', recipient_id, activity_id, deadline_on, facts, created_at, :now, expires_at, true
  from untold
  on conflict (key) do nothing`;
const UNTOLD_SINCE = `next_try_at <= :now and (claimed_until is null or claimed_until <= :now)
  and coalesce(first_due_at, next_try_at) <= :since`;
const HELD = 'letter = :letter and tries = :tries and claimed_until = :claimedUntil';

const AWAITS_SERVER = 'awaits_server and sent_at is null and failed_at is null';
/** Where nothing that waits for the server is tried soon, the letter that would be tried first is. */
const PROBE = `
  update outbox set next_try_at = :soon
  where letter = (select letter from outbox where ${AWAITS_SERVER} order by next_try_at limit 1)
    and next_try_at > :soon and ${AWAITS_SERVER}`;

/** What was never tried becomes such letters as a claim would have made; who is sending just now may still succeed. */
const GIVE_UP = `
  with late as (
    select id, letter, recipient_id, channel, case when kind = any(:deadlines) then 'deadlines' when kind = any(:news) then 'news' else key end as class
    from outbox
    where sent_at is null and failed_at is null and expires_at <= :now and (claimed_until is null or claimed_until <= :now)
    for update skip locked
  ), gathered as materialized (
    select recipient_id, channel, class, gen_random_uuid() as letter from late where letter is null group by recipient_id, channel, class
  )
  update outbox set failed_at = :now, claimed_until = null, next_try_at = null, failure = 'expired', last_error = coalesce(last_error, 'not delivered in time'),
    letter = coalesce(late.letter, gathered.letter)
  from late left join gathered using (recipient_id, channel, class)
  where outbox.id = late.id`;

/**
 * What people are to be told: written in the transaction of its cause, delivered later. A letter is what is delivered: the
 * announcements that were claimed together, which stay together under one id for life (decision 13).
 */
export const outboxOn = (db: Knex, zone: string) => {
  const { take, putOff, release } = outboxClaimOn(db, zone);
  /** Without a next try what is over does not mislead the planner about how much is due. */
  const over = { claimedUntil: null, nextTryAt: null };
  const held = ({ letter, tries, claimedUntil }: DigestClaim) =>
    db('outbox').where({ letter, tries, claimedUntil }).whereNull('sentAt').whereNull('failedAt');

  const outbox = {
    putOff,
    release,

    /** One row for each channel the person chose. A repeated key is the same announcement and is not added again. */
    async add({ key, kind, recipientId, activityId, facts = {} }: OutboxNotification, now: Date): Promise<void> {
      const row = { key, kind, recipientId, activityId: activityId ?? null, facts: JSON.stringify(facts) };
      const ways = isOfAccount(kind) ? BY_EMAIL : notificationChannels('told');
      await db.raw(`${ADD} ${ways} on conflict (key) do nothing`, { ...row, now, expiresAt: newsUntil(now) });
    },

    /**
     * Takes one letter for `leaseMs`, in a transaction of its own; null where none is due. Nobody else gets it meanwhile, nor another part
     * of what goes with it; a killed taker's comes back afterwards. What the person wants by another channel since, or not at all, is no
     * part of it.
     */
    async claim(terms: ClaimTerms, now: Date): Promise<ClaimedDigest | null> {
      for (let taken = await take(terms, now); taken; taken = await take(terms, now)) {
        const { claimed, unwanted } = taken;
        if (unwanted.length > 0) await outbox.redirect(claimed, unwanted, now);
        if (claimed.announcements.length > 0) return claimed;
        await outbox.discard(claimed, now);
      }
      return null;
    },

    /** Takes announcements out of a letter that go by other channels, or by none. */
    async redirect(claim: DigestClaim, ids: readonly number[], now: Date): Promise<void> {
      await db.raw(REDIRECT, { ids: [...ids], now });
      await outbox.omit(claim, ids);
    },

    /** Sends by email what was for a chat, has been due since then and is in nobody's hands, whoever tried it meanwhile. */
    async fallBack(since: Date, now: Date): Promise<void> {
      await db.raw(fallBack(UNTOLD_SINCE), { since, now });
    },

    /** Sends a letter by email that no chat will take. */
    async fallBackLetter({ letter, tries, claimedUntil }: DigestClaim, now: Date): Promise<void> {
      await db.raw(fallBack(HELD), { letter, tries, claimedUntil, now });
    },

    /**
     * Takes announcements that no longer hold out of a letter that was told to nobody: they are deleted, and their key is free. Those of a
     * letter that may have arrived stay with it and end with it.
     */
    async omit(claim: DigestClaim, ids: readonly number[]): Promise<void> {
      await held(claim).whereIn('id', ids).where('uncertainTries', 0).delete();
    },

    /** Ends a letter of which nothing holds any more: as if it had never been, unless it may have arrived. */
    async discard(claim: DigestClaim, now: Date): Promise<void> {
      await held(claim).where('uncertainTries', 0).delete();
      await outbox.markFailed(claim, now, 'overtaken', 'nothing of it holds any more');
    },

    async markSent(claim: DigestClaim, now: Date): Promise<void> {
      await held(claim).update({ ...over, sentAt: now, lastError: null });
    },

    /** With as many uncertain tries as `claim` says by now. `awaitsServer`: it failed because nobody gets through to the mail server. */
    async retryAt(claim: DigestClaim, nextTryAt: Date, lastError: string, awaitsServer = false): Promise<void> {
      await held(claim).update({ nextTryAt, claimedUntil: null, lastError, uncertainTries: claim.uncertainTries, awaitsServer });
    },

    /** One letter tries before long whether the server is there again, however many have waited for it and however long. */
    async probeServer(soon: Date): Promise<void> {
      await db.raw(PROBE, { soon });
    },

    /** The server is there again: what waited for it is due. */
    async releaseAwaiting(now: Date): Promise<void> {
      await db.raw(`update outbox set next_try_at = :now, awaits_server = false where ${AWAITS_SERVER} and next_try_at > :now`, { now });
    },

    async markFailed(claim: DigestClaim, now: Date, failure: DeliveryFailure, lastError: string): Promise<void> {
      await held(claim).update({ ...over, failedAt: now, failure, lastError, uncertainTries: claim.uncertainTries });
    },

    /** What was put off and never tried is due again; whether it still has to wait is found out anew. */
    async takeUp(kinds: readonly NotificationKind[], now: Date): Promise<void> {
      const waiting = db('outbox').whereNull('sentAt').whereNull('failedAt').where('tries', 0).where('nextTryAt', '>', now);
      await waiting.whereIn('kind', [...kinds]).update({ nextTryAt: now });
    },

    /** Gives up what nobody delivered in time, letter by letter; answers how many announcements. The rows stay: their keys say that this was announced. */
    async giveUpOld(now: Date): Promise<number> {
      return (await db.raw(GIVE_UP, { now, deadlines: [...deadlineKinds], news: [...newsKinds] })).rowCount;
    },
  };
  return outbox;
};
