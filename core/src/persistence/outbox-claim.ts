import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { AnnouncementKind } from '../domain/announcement.ts';
import type { CalendarDate } from '../domain/calendar.ts';
import { gatheredWith, isToken } from '../domain/letter.ts';
import { OPENING, type Quiet } from '../domain/quiet-hours.ts';
import { announcementChannels } from './announcement-channels.ts';

export interface ClaimedAnnouncement {
  id: number;
  key: string;
  kind: AnnouncementKind;
  activityId: number | null;
  /** The activity's deadline when it was announced; null where no activity is told of. */
  deadlineOn: CalendarDate | null;
  facts: Record<string, unknown>;
}

/** What a holder names a letter by: after the lease another may have taken it again, and then it is theirs to mark. */
export interface LetterClaim {
  letter: string;
  tries: number;
  claimedUntil: Date;
  /** How often it was sent, or may have been, without a word of whether it arrived. */
  uncertainTries: number;
}

export interface Claimed extends LetterClaim {
  recipient: { id: number; email: string; firstName: string; isActive: boolean };
  /** By id. */
  announcements: ClaimedAnnouncement[];
}

export interface ClaimTerms {
  channel: 'email' | 'chat';
  leaseMs: number;
  /** Empty where nobody is woken. */
  quiet: readonly Quiet[];
}

type Row = ClaimedAnnouncement &
  Omit<LetterClaim, 'letter' | 'claimedUntil'> & {
    letter: string | null;
    claimedUntil: Date | null;
    recipientId: number;
    expiresAt: Date;
  };
type Found = Pick<Row, 'id' | 'kind' | 'recipientId' | 'letter'>;

const PUT_OFF_AT_ONCE = 10_000;
const WAITS = 'outbox.kind = any(?) and not coalesce(outbox.deadline_on >= ? and outbox.deadline_on < ?, false)';
const waiting = ({ kinds, today, opensOn }: Quiet) => [[...kinds], today, opensOn];
const latest = (instants: Date[]) => new Date(Math.max(...instants.map((instant) => instant.getTime())));

/** How letters are found and taken, in a transaction of each claim's own. */
export const outboxClaimOn = (db: Knex, zone: string) => {
  const free = (now: Date) =>
    db('outbox')
      .whereNull('outbox.sentAt')
      .whereNull('outbox.failedAt')
      .where((unclaimed) => unclaimed.whereNull('outbox.claimedUntil').orWhere('outbox.claimedUntil', '<=', now));
  const due = ({ channel }: Pick<ClaimTerms, 'channel'>, now: Date) =>
    free(now).where('outbox.channel', channel).where('outbox.nextTryAt', '<=', now);
  const open = (terms: ClaimTerms, now: Date) => {
    const rows = due(terms, now).where('outbox.expiresAt', '>', now);
    for (const quiet of terms.quiet) rows.whereRaw(`not (${WAITS})`, waiting(quiet));
    return rows;
  };

  /** The announcement due first, its person held: several takers hold several. Another may have taken it until they were held. */
  const find = (terms: ClaimTerms, now: Date): Promise<Found | undefined> =>
    open(terms, now)
      .join('users', 'users.id', 'outbox.recipientId')
      .orderBy('outbox.nextTryAt')
      .forNoKeyUpdate('users')
      .skipLocked()
      .first('outbox.id', 'outbox.kind', 'outbox.recipientId', 'outbox.letter');

  /** A letter that was tried stays whole, if it is still due; else everything that is due to the person and goes with it. */
  async function gather({ id, kind, recipientId, letter }: Found, terms: ClaimTerms, now: Date): Promise<Row[]> {
    const rows = letter
      ? free(now).whereIn('letter', open(terms, now).where({ id }).select('letter'))
      : open(terms, now).where({ recipientId, letter }).whereIn('kind', gatheredWith(kind));
    return (isToken(kind) ? rows.where({ id }) : rows).orderBy('id').forUpdate().select('outbox.*');
  }

  async function stamp(rows: Row[], leaseMs: number, now: Date): Promise<LetterClaim> {
    const [first] = rows as [Row];
    const claim = {
      letter: first.letter ?? randomUUID(),
      tries: first.tries + 1,
      claimedUntil: new Date(now.getTime() + leaseMs),
      // Whoever had it until its lease was over never said how it went.
      uncertainTries: first.uncertainTries + (first.claimedUntil ? 1 : 0),
    };
    const ids = rows.map(({ id }) => id);
    const expiresAt = latest(rows.map((row) => row.expiresAt));
    await db('outbox')
      .whereIn('id', ids)
      .update({ ...claim, nextTryAt: claim.claimedUntil, expiresAt });
    return claim;
  }

  /** Of these ids those that the person does not want to be told by their channel any more. */
  async function unwantedOf(rows: readonly Row[]): Promise<number[]> {
    const ids = rows.filter(({ kind }) => !isToken(kind)).map(({ id }) => id);
    const wanted: number[] = await db('outbox')
      .joinRaw(`${announcementChannels('outbox')} and way.channel = outbox.channel`)
      .whereIn('outbox.id', ids)
      .pluck('outbox.id');
    return ids.filter((id) => !wanted.includes(id));
  }

  return {
    /** Takes one letter and tells what of it is not wanted any more; null where none is due. */
    async take(terms: ClaimTerms, now: Date): Promise<{ claimed: Claimed; unwanted: number[] } | null> {
      for (;;) {
        const found = await find(terms, now);
        if (!found) return null;
        const rows = await gather(found, terms, now);
        if (rows.length === 0) continue;
        const claim = await stamp(rows, terms.leaseMs, now);
        const unwanted = await unwantedOf(rows);
        const recipient = await db('users').where({ id: found.recipientId }).first('id', 'email', 'firstName', 'isActive');
        const announcements = rows
          .filter(({ id }) => !unwanted.includes(id))
          .map(({ id, key, kind, activityId, deadlineOn, facts }) => ({ id, key, kind, activityId, deadlineOn, facts }));
        return { claimed: { ...claim, recipient, announcements }, unwanted };
      }
    },

    /** Moves what waits to its opening, ten thousand at a time, so that looking for what is due costs nothing meanwhile. */
    async putOff({ channel, quiet }: Pick<ClaimTerms, 'channel' | 'quiet'>, now: Date): Promise<void> {
      for (const each of quiet) {
        const ids = due({ channel }, now)
          .whereRaw(WAITS, waiting(each))
          .orderBy('outbox.nextTryAt')
          .limit(PUT_OFF_AT_ONCE)
          .forUpdate()
          .skipLocked()
          .select('outbox.id');
        const nextTryAt = db.raw(`(?::date + time '${OPENING}') at time zone ?`, [each.opensOn, zone]);
        await db('outbox').whereIn('id', ids).update({ nextTryAt });
      }
    },
  };
};
