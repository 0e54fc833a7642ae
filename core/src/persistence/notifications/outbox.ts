import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { raw } from 'objection';
import type { CalendarDate, DateRange } from '../../domain/calendar.ts';
import type { ChatService } from '../../domain/chat/chat.ts';
import {
  type DeliveryFailure,
  isAccountKind,
  isSentAlone,
  LONGEST_BACK_OFF_MS,
  listGatheredKinds,
  newsUntil,
} from '../../domain/notifications/delivery.ts';
import { type ChosenKind, heldKinds, type NotificationKind, type Preference } from '../../domain/notifications/notification.ts';
import type { QuietHours } from '../../domain/notifications/notification-rules.ts';
import type { Person } from '../../domain/people/person.ts';
import { execute } from '../database/statement.ts';
import { defineModel, personColumns, UserModel } from '../models.ts';
import * as sql from './outbox.sql.ts';

export interface OutboxNotification {
  /** Identifies the notification for ever by its cause and its recipient. By chat it ends in `:chat`, by push in `:push`. */
  key: string;
  kind: NotificationKind;
  recipientId: number;
  activityId?: number;
  facts?: Record<string, unknown>;
}

export interface ClaimedNotification {
  id: number;
  key: string;
  kind: NotificationKind;
  activityId: number | null;
  /** The activity's deadline when the row was written; null without an activity. */
  deadlineOn: CalendarDate | null;
  facts: Record<string, unknown>;
}

/** Identifies a claim: after the lease another process may claim the digest, and then only that process may mark it. */
export interface DigestClaim {
  letter: string;
  tries: number;
  claimedUntil: Date;
  /** The number of times that it was sent, or may have been, without an answer. */
  uncertainTries: number;
}

export interface ClaimedDigest extends DigestClaim {
  recipient: { id: number; email: string; firstName: string; isActive: boolean };
  /** Sorted by id. */
  notifications: ClaimedNotification[];
}

export interface ClaimTerms {
  channel: 'email' | 'chat' | 'push';
  leaseMs: number;
  /** Empty outside the quiet hours. */
  quiet: readonly QuietHours[];
  /** Set for chat: the services of the caller, and how old a due row may be. */
  reach?: { services: readonly ChatService[]; dueSince: Date };
}

export interface DueWork {
  isDue: boolean;
  isPushDue: boolean;
  /** A notification waits, for now or for later. */
  isWaiting: boolean;
  webhookIds: number[];
}

/** Tells a person of administrative acts, by their ids in the history. */
export interface ActHearer {
  recipientId: number;
  acts: number[];
  /** False where the act has a mail of its own. */
  isMailed: boolean;
  /** The address of the mail, where it is not the account's. */
  to?: string | undefined;
}

interface OutboxRow extends ClaimedNotification, Omit<DigestClaim, 'letter' | 'claimedUntil'> {
  /** The id of the digest; null before the first claim. */
  letter: string | null;
  channel: ClaimTerms['channel'];
  recipientId: number;
  claimedUntil: Date | null;
  nextTryAt: Date | null;
  expiresAt: Date;
  sentAt: Date | null;
  failedAt: Date | null;
  failure: DeliveryFailure | null;
  lastError: string | null;
  awaitsServer: boolean;
}
export const OutboxModel = defineModel<OutboxRow>('outbox');

interface DueRow {
  id: number;
  kind: NotificationKind;
  recipientId: number;
  letter: string | null;
}
type NotificationRow = ClaimedNotification &
  DigestClaim & { recipientId: number; email: string; firstName: string; isActive: boolean; isWanted: boolean; isRead: boolean };

function claimStatement({ kind, letter }: DueRow): string {
  if (letter) return sql.CLAIM_AGAIN;
  return isSentAlone(kind) ? sql.CLAIM_ALONE : sql.CLAIM_NEW;
}

/** Splits claimed rows: `unwanted` goes by other channels or by none, and `read` was read in the web before it was sent. */
function splitDigest(rows: NotificationRow[]): { claimed: ClaimedDigest; unwanted: number[]; read: number[] } {
  const [{ letter, tries, claimedUntil, uncertainTries, recipientId, email, firstName, isActive }] = rows as [NotificationRow];
  const notifications = rows
    .filter(({ isWanted, isRead }) => isWanted && !isRead)
    .map(({ id, key, kind, activityId, deadlineOn, facts }) => ({ id, key, kind, activityId, deadlineOn, facts }));
  const recipient = { id: recipientId, email, firstName, isActive };
  const unwanted = rows.filter(({ isWanted, isRead }) => !isWanted && !isRead).map(({ id }) => id);
  const read = rows.filter(({ isRead }) => isRead).map(({ id }) => id);
  return { claimed: { letter, tries, claimedUntil, uncertainTries, recipient, notifications }, unwanted, read };
}

/**
 * Notifications that wait for delivery, written in the transaction of their cause. A digest is what is delivered: the notifications
 * that were claimed together, which stay together under one id (decision 13).
 */
export const outboxOn = (db: Knex) => {
  /** Ended rows have no next try, so that the planner does not count them as due. */
  const ending = { claimedUntil: null, nextTryAt: null };
  const claimedRows = ({ letter, tries, claimedUntil }: DigestClaim) =>
    OutboxModel.query(db).where({ letter, tries, claimedUntil }).whereNull('sentAt').whereNull('failedAt');

  const dueTerms = ({ channel, quiet, reach }: Omit<ClaimTerms, 'leaseMs'>, now: Date) => {
    return { channel, now, quiet: JSON.stringify(quiet), services: reach?.services ?? null, dueSince: reach?.dueSince ?? null };
  };

  /** Claims one digest and lists the rows that the person no longer wants by its channel; null if none is due. */
  async function claimOnce({ leaseMs, ...restrictions }: ClaimTerms, now: Date) {
    const terms = dueTerms(restrictions, now);
    for (;;) {
      const [due] = (await execute<DueRow>(db, sql.FIND_DUE, terms)).rows;
      if (!due) return null;
      const { id, kind, recipientId } = due;
      const stamp = { id, recipientId, with: [...listGatheredKinds(kind)], fresh: randomUUID(), until: new Date(now.getTime() + leaseMs) };
      // Another process may have claimed the row before its person was locked, so this statement looks at it again.
      const { rows } = await execute<NotificationRow>(db, claimStatement(due), { ...terms, ...stamp });
      if (rows.length > 0) return splitDigest(rows);
    }
  }

  const outbox = {
    findDueWork: async (now: Date): Promise<DueWork> => (await execute<DueWork>(db, sql.DUE_WORK, { now }, 'dueWork')).rows[0] as DueWork,

    /** Adds one row for each channel the person chose. A key that exists is the same notification and is not added again. */
    async add({ key, kind, recipientId, activityId, facts = {} }: OutboxNotification, now: Date): Promise<void> {
      const row = { key, kind, recipientId, activityId: activityId ?? null, facts: JSON.stringify(facts) };
      await execute(db, isAccountKind(kind) ? sql.ADD_OF_ACCOUNT : sql.ADD, { ...row, now, expiresAt: newsUntil(now) });
    },

    async addOfAdminActs(hearers: readonly ActHearer[], now: Date): Promise<void> {
      await execute(db, sql.ADD_OF_ADMIN_ACTS, { hearers: JSON.stringify(hearers), now, expiresAt: newsUntil(now) });
    },

    /** Adds the mail of that week for each of them who has none yet; returns how many. */
    async addWeekly(recipients: readonly number[], { from, to }: DateRange, now: Date): Promise<number> {
      const values = { recipients: [...recipients], from, to, now, expiresAt: newsUntil(now) };
      return (await execute(db, sql.ADD_WEEKLY, values)).rowCount;
    },

    /**
     * Claims one digest for `leaseMs`; null if none is due. Call it in a transaction of its own. No other process gets any part of it
     * during the lease; afterwards the digest of a process that died is due again. Rows that the person now wants by another channel,
     * or not at all, leave it, and so do those that they read in the web.
     */
    async claim(terms: ClaimTerms, now: Date): Promise<ClaimedDigest | null> {
      for (let claim = await claimOnce(terms, now); claim; claim = await claimOnce(terms, now)) {
        const { claimed, unwanted, read } = claim;
        if (read.length > 0) await outbox.omit(claimed, read);
        if (unwanted.length > 0) await outbox.redirect(claimed, unwanted, now);
        if (claimed.notifications.length > 0) return claimed;
        await outbox.discard(claimed, now);
      }
      return null;
    },

    /** Corrects rows that wait longer than any rule allows, or until after they expire. */
    async release({ channel, quiet }: Pick<ClaimTerms, 'channel' | 'quiet'>, now: Date): Promise<void> {
      const latest = new Date(now.getTime() + LONGEST_BACK_OFF_MS);
      await execute(db, sql.RELEASE_OVERDUE, { channel, now, latest, quiet: JSON.stringify(quiet) });
      await execute(db, sql.RELEASE_EXPIRING, { channel, now });
    },

    hasDue: async (terms: Pick<ClaimTerms, 'channel' | 'reach'>, now: Date): Promise<boolean> =>
      (await execute(db, sql.FIND_DUE, dueTerms({ ...terms, quiet: [] }, now))).rows.length > 0,

    async putOff({ channel, quiet }: Pick<ClaimTerms, 'channel' | 'quiet'>, now: Date): Promise<void> {
      if (quiet.length > 0) await execute(db, sql.PUT_OFF, { channel, now, quiet: JSON.stringify(quiet) });
    },

    /** Removes rows from a digest that go by other channels, or by none. */
    async redirect(claim: DigestClaim, ids: readonly number[], now: Date): Promise<void> {
      await execute(db, sql.REDIRECT, { ids: [...ids], now });
      await outbox.omit(claim, ids);
    },

    /** Moves to email what has been due by chat or push since then and has no lease, also if it was tried. */
    async fallBack(since: Date, now: Date): Promise<void> {
      await execute(db, sql.FALL_BACK_LATE, { since, now });
    },

    /** Moves a claimed digest to email, because no chat and no browser accepts it. */
    async fallBackDigest({ letter, tries, claimedUntil }: DigestClaim, now: Date): Promise<void> {
      await execute(db, sql.FALL_BACK_CLAIMED, { letter, tries, claimedUntil, now });
    },

    /** Moves to email what a chat took and did not bring; the person may have it by email already. */
    async returnDigest(letter: string, now: Date): Promise<void> {
      await execute(db, sql.FALL_BACK_RETURNED, { letter, now });
    },

    /**
     * Deletes rows that no longer hold from a digest that certainly did not arrive; their key is free again. Rows of a digest that may
     * have arrived stay in it.
     */
    async omit(claim: DigestClaim, ids: readonly number[]): Promise<void> {
      await claimedRows(claim).whereIn('id', ids).where('uncertainTries', 0).delete();
    },

    /** Ends a digest of which nothing holds any more: deletes it, unless it may have arrived. */
    async discard(claim: DigestClaim, now: Date): Promise<void> {
      await claimedRows(claim).where('uncertainTries', 0).delete();
      await outbox.markFailed(claim, now, 'overtaken', 'nothing of it holds any more');
    },

    async markSent(claim: DigestClaim, now: Date): Promise<void> {
      // The notes of a meeting are stored nowhere once they are sent.
      const facts = raw(`facts - 'notes'`) as unknown as OutboxRow['facts'];
      await claimedRows(claim).patch({ ...ending, sentAt: now, lastError: null, facts });
    },

    /** Plans the next try, and stores the uncertain tries of `claim`. `awaitsServer` means that the mail server was not reachable. */
    async retryAt(claim: DigestClaim, nextTryAt: Date, lastError: string, awaitsServer = false): Promise<void> {
      await claimedRows(claim).patch({ nextTryAt, claimedUntil: null, lastError, uncertainTries: claim.uncertainTries, awaitsServer });
    },

    /** Makes one digest due soon, to find out whether the mail server is back. */
    async probeServer(soon: Date): Promise<void> {
      await execute(db, sql.PROBE_SERVER, { soon });
    },

    /** Makes due what awaits the mail server, because it is back. */
    async releaseAwaiting(now: Date): Promise<void> {
      await execute(db, sql.RELEASE_AWAITING, { now });
    },

    async markFailed(claim: DigestClaim, now: Date, failure: DeliveryFailure, lastError: string): Promise<void> {
      await claimedRows(claim).patch({ ...ending, failedAt: now, failure, lastError, uncertainTries: claim.uncertainTries });
    },

    /** Makes due what was put off and never tried, of everybody or one person; the next claim decides again whether it waits. */
    async takeUp(now: Date, recipientId?: number): Promise<void> {
      const waiting = OutboxModel.query(db).whereNull('sentAt').whereNull('failedAt').where('tries', 0).where('nextTryAt', '>', now);
      if (recipientId !== undefined) waiting.where({ recipientId });
      await waiting.whereIn('kind', [...heldKinds]).patch({ nextTryAt: now });
    },

    /** Gives up what expired; returns how many rows. The rows stay, because their keys keep the notification from being added again. */
    giveUpOld: async (now: Date): Promise<number> => (await execute(db, sql.GIVE_UP, { now })).rowCount,
  };
  return outbox;
};

interface StoredPreference extends Preference {
  userId: number;
  /** Since when email is on or off; null where that was not recorded. */
  chosenAt: Date | null;
}
const PreferenceModel = defineModel<StoredPreference>('announcementPreferences', { key: ['userId', 'kind'] });

/** A person without a choice has no row. */
export const notificationPreferencesOn = (db: Knex, zone: string) => ({
  list: async (userId: number): Promise<Preference[]> =>
    PreferenceModel.query(db).where({ userId }).select('kind', 'byEmail', 'byChat', 'byPush'),

  /** Lists the active people who chose email for a kind on that day or before, by id. */
  async listRecipients(kind: ChosenKind, until: CalendarDate): Promise<Person[]> {
    const preferences = PreferenceModel.query(db)
      .select('userId')
      .where({ kind, byEmail: true })
      .whereRaw('(chosen_at is null or (chosen_at at time zone ?)::date <= ?)', [zone, until]);
    return UserModel.query(db).select(personColumns).where('isActive', true).whereIn('id', preferences).orderBy('id');
  },

  /** Saves choices; kinds that are not given stay. `chosenAt` changes only with the choice of email. */
  async save(userId: number, preferences: readonly Preference[], now: Date): Promise<void> {
    // All calls write in one order, so that two at once do not deadlock.
    const rows = preferences.map((preference) => ({ userId, ...preference, chosenAt: now })).sort((a, b) => a.kind.localeCompare(b.kind));
    const chosenAt = `case when announcement_preferences.by_email = excluded.by_email then announcement_preferences.chosen_at else excluded.chosen_at end`;
    await PreferenceModel.query(db)
      .insert(rows)
      .onConflict(['userId', 'kind'])
      .merge({
        byEmail: raw('excluded.by_email'),
        byChat: raw('excluded.by_chat'),
        byPush: raw('excluded.by_push'),
        chosenAt: raw(chosenAt),
      });
  },
});
