import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { CalendarDate } from '../domain/calendar.ts';
import type { ChatService } from '../domain/notifications/chat.ts';
import { LONGEST_BACK_OFF_MS } from '../domain/notifications/delivery-retry.ts';
import { gatheredWith, isOfAccount } from '../domain/notifications/digest.ts';
import { type NotificationKind, notificationKinds, tokenKinds } from '../domain/notifications/notification.ts';
import { OPENING, type QuietHours } from '../domain/notifications/quiet-hours.ts';
import { notificationChannels } from './notification-channels.ts';

export interface ClaimedNotification {
  id: number;
  key: string;
  kind: NotificationKind;
  activityId: number | null;
  /** The activity's deadline when it was announced; null where no activity is told of. */
  deadlineOn: CalendarDate | null;
  facts: Record<string, unknown>;
}

/** What a holder names a letter by: after the lease another may have taken it again, and then it is theirs to mark. */
export interface DigestClaim {
  letter: string;
  tries: number;
  claimedUntil: Date;
  /** How often it was sent, or may have been, without a word of whether it arrived. */
  uncertainTries: number;
}

export interface ClaimedDigest extends DigestClaim {
  recipient: { id: number; email: string; firstName: string; isActive: boolean };
  /** By id. */
  announcements: ClaimedNotification[];
}

export interface ClaimTerms {
  channel: 'email' | 'chat';
  leaseMs: number;
  /** Empty where nobody is woken. */
  quiet: readonly QuietHours[];
  /** By chat: to whom one of these services writes, of what is due since then. */
  reach?: { services: readonly ChatService[]; dueSince: Date };
}

interface DigestRow {
  id: number;
  kind: NotificationKind;
  recipientId: number;
  letter: string | null;
}
type NotificationRow = ClaimedNotification &
  DigestClaim & { recipientId: number; email: string; firstName: string; isActive: boolean; isWanted: boolean };

const PUT_OFF_AT_ONCE = 10_000;
/** Before it expires. */
const LAST_TRY = '1 hour';
const listed = (kinds: readonly NotificationKind[]) => `(${kinds.map((kind) => `'${kind}'`).join(', ')})`;
const TOKENS = listed(tokenKinds);
/** What a newer build announces while we are being replaced is its own to tell: we would find nothing in it and drop it. */
const KNOWN = `outbox.kind in ${listed(notificationKinds)}`;
const UNSENT = 'outbox.sent_at is null and outbox.failed_at is null';
const FREE = `${UNSENT} and (outbox.claimed_until is null or outbox.claimed_until <= :now)`;
const DUE = `${FREE} and outbox.channel = :channel and outbox.next_try_at <= :now`;

/** SQL of the rows that wait by the n-th of the quiet terms. */
const waitsFor = (n: number) =>
  `outbox.kind = any(:kinds${n}) and not coalesce(outbox.deadline_on >= :today${n}::date and outbox.deadline_on < :opensOn${n}::date, false)`;
/** By chat a person is written to at the newest account of theirs that says where. */
const REACHED = `coalesce(outbox.first_due_at, outbox.next_try_at) > :dueSince and (
  select link.service from chat_links link where link.user_id = outbox.recipient_id and link.conversation is not null order by link.id desc limit 1
) = any(:services)`;
const quietOf = (quiet: readonly QuietHours[]) =>
  Object.fromEntries(
    quiet.flatMap(({ kinds, today, opensOn }, n) => [
      [`kinds${n}`, [...kinds]],
      [`today${n}`, today],
      [`opensOn${n}`, opensOn],
    ]),
  );
type ReachedChannel = Pick<ClaimTerms, 'quiet' | 'reach'>;
const open = ({ quiet, reach }: ReachedChannel) =>
  [DUE, KNOWN, 'outbox.expires_at > :now', ...(reach ? [REACHED] : []), ...quiet.map((_, n) => `not (${waitsFor(n)})`)].join(' and ');

/** The announcement due first, its person held: several takers hold several. Tokens before all else: somebody waits for them. */
const find = (reached: ReachedChannel) => {
  const first = (more: string) => `
    select outbox.id, outbox.kind, outbox.recipient_id as "recipientId", outbox.letter
    from outbox join users on users.id = outbox.recipient_id
    where ${open(reached)} and ${more}
    order by outbox.next_try_at limit 1
    for no key update of users skip locked`;
  return `
    with token as materialized (${first(`outbox.kind in ${TOKENS}`)}),
      other as materialized (${first('not exists (select from token)')})
    select * from token union all select * from other`;
};

/** A letter that was tried stays whole, if it is still due; else everything that is due to the person and goes with it. */
function gathered({ kind, letter }: DigestRow, reached: ReachedChannel): string {
  if (letter) return `${FREE} and outbox.letter = (select outbox.letter from outbox where outbox.id = :id and ${open(reached)})`;
  const untold = `${open(reached)} and outbox.recipient_id = :recipientId and outbox.letter is null and outbox.kind = any(:with)`;
  return isOfAccount(kind) ? `${untold} and outbox.id = :id` : untold;
}

/** Stamps a letter. Whoever had it until its lease was over never said how it went. */
const take = (found: DigestRow, reached: ReachedChannel) => `
  with gathered as materialized (
    select outbox.* from outbox where ${gathered(found, reached)} order by outbox.id for update
  ), first as (
    select tries, uncertain_tries + (claimed_until is not null)::integer as uncertain_tries from gathered order by id limit 1
  ), stamped as (
    update outbox set letter = coalesce(outbox.letter, :fresh), tries = first.tries + 1, uncertain_tries = first.uncertain_tries,
      claimed_until = :until, next_try_at = :until,
      first_due_at = (select min(coalesce(first_due_at, next_try_at)) from gathered), expires_at = (select max(expires_at) from gathered), awaits_server = false
    from first where outbox.id in (select id from gathered)
    returning outbox.*
  )
  select stamped.id, stamped.key, stamped.kind, activity_id as "activityId", deadline_on as "deadlineOn", facts, letter, tries,
    claimed_until as "claimedUntil", uncertain_tries as "uncertainTries",
    recipient_id as "recipientId", users.email, users.first_name as "firstName", users.is_active as "isActive",
    stamped.kind in ${TOKENS} or exists (
      select from (select stamped.recipient_id, stamped.kind) as told ${notificationChannels('told')}
      where way.channel = stamped.channel or stamped.instead_of_chat
    ) as "isWanted"
  from stamped join users on users.id = stamped.recipient_id
  order by stamped.id`;

function digestOf(rows: NotificationRow[]): { claimed: ClaimedDigest; unwanted: number[] } {
  const [{ letter, tries, claimedUntil, uncertainTries, recipientId, email, firstName, isActive }] = rows as [NotificationRow];
  const announcements = rows
    .filter(({ isWanted }) => isWanted)
    .map(({ id, key, kind, activityId, deadlineOn, facts }) => ({ id, key, kind, activityId, deadlineOn, facts }));
  const recipient = { id: recipientId, email, firstName, isActive };
  const unwanted = rows.filter(({ isWanted }) => !isWanted).map(({ id }) => id);
  return { claimed: { letter, tries, claimedUntil, uncertainTries, recipient, announcements }, unwanted };
}

/** How letters are found and taken, in a transaction of each claim's own. */
export const outboxClaimOn = (db: Knex, zone: string) => ({
  /**
   * Takes one letter and tells what of it is not wanted by this channel any more; null where none is due. Another may have taken what
   * is found until its person was held: so it is looked at again by another statement.
   */
  async take({ channel, leaseMs, quiet, reach }: ClaimTerms, now: Date): Promise<{ claimed: ClaimedDigest; unwanted: number[] } | null> {
    const reached = { quiet, reach };
    const terms = { channel, now, ...quietOf(quiet), ...reach };
    for (;;) {
      const [found] = (await db.raw(find(reached), terms)).rows as DigestRow[];
      if (!found) return null;
      const { id, recipientId } = found;
      const stamp = { id, recipientId, with: [...gatheredWith(found.kind)], fresh: randomUUID(), until: new Date(now.getTime() + leaseMs) };
      const { rows } = await db.raw(take(found, reached), { ...terms, ...stamp });
      if (rows.length > 0) return digestOf(rows);
    }
  },

  /**
   * Makes due what waits for longer than any rule makes it wait, as a clock that was wrong left it; and what would be tried only after
   * it expires is tried once before.
   */
  async release({ channel, quiet }: Pick<ClaimTerms, 'channel' | 'quiet'>, now: Date): Promise<void> {
    const latest = new Date(now.getTime() + LONGEST_BACK_OFF_MS);
    const openings = quiet.map((_, n) => `(:opensOn${n}::date + time '${OPENING}') at time zone :zone`);
    await db.raw(
      `update outbox set next_try_at = :now, claimed_until = case when claimed_until > :now then :now else claimed_until end
       where ${UNSENT} and channel = :channel and next_try_at > greatest(${[':latest::timestamptz', ...openings].join(', ')})`,
      { channel, now, latest, zone, ...quietOf(quiet) },
    );
    await db.raw(
      `update outbox set next_try_at = expires_at - interval '${LAST_TRY}'
       where ${UNSENT} and next_try_at > expires_at and channel = :channel and expires_at - interval '${LAST_TRY}' > :now
         and (claimed_until is null or claimed_until <= :now)`,
      { channel, now },
    );
  },

  /** Moves what waits to its opening, ten thousand at a time, so that looking for what is due costs nothing meanwhile. */
  async putOff({ channel, quiet }: Pick<ClaimTerms, 'channel' | 'quiet'>, now: Date): Promise<void> {
    for (const [n, { opensOn }] of quiet.entries())
      await db.raw(
        `update outbox set first_due_at = null, next_try_at = (:opensOn::date + time '${OPENING}') at time zone :zone
         where id in (
           select outbox.id from outbox where ${DUE} and ${waitsFor(n)}
           order by outbox.next_try_at limit ${PUT_OFF_AT_ONCE} for update skip locked
         )`,
        { channel, now, opensOn, zone, ...quietOf(quiet) },
      );
  },
});
