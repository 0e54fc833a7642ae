import type { Knex } from 'knex';
import type { DeviceGrant } from '../../domain/account/account.ts';
import { execute } from '../database/statement.ts';
import { defineModel } from '../models.ts';
import { RESET_BY_EMAIL } from './callers.sql.ts';

export interface PasswordReset {
  id: string;
  userId: number;
  tokenHash: Buffer;
  /** False for a token that was shown in the terminal. */
  isMailed: boolean;
  createdAt: Date;
  expiresAt: Date;
}

const PasswordResetModel = defineModel<PasswordReset>('passwordResets');

/** A person has at most one pending reset or invitation. */
export const passwordResetsOn = (db: Knex) => ({
  /** Adds a reset; an earlier one stops to work. */
  async replace(reset: Omit<PasswordReset, 'createdAt'>, createdAt: Date): Promise<void> {
    await PasswordResetModel.query(db)
      .insert({ ...reset, createdAt })
      .onConflict('userId')
      .merge();
  },

  /** Finds the reset of an email address, expired or not. The lock of the person serializes two who use it. */
  findByEmail: async (email: string): Promise<PasswordReset | undefined> =>
    (await execute<PasswordReset>(db, RESET_BY_EMAIL, [email])).rows[0],

  findPending: async (userId: number, now: Date): Promise<PasswordReset | undefined> =>
    PasswordResetModel.query(db).where({ userId }).where('expiresAt', '>', now).first(),

  find: async (id: string): Promise<PasswordReset | undefined> => PasswordResetModel.query(db).findById(id),

  async setTokenHash(id: string, tokenHash: Buffer): Promise<void> {
    await PasswordResetModel.query(db).findById(id).patch({ tokenHash });
  },

  async forgetExpired(now: Date): Promise<void> {
    await PasswordResetModel.query(db).where('expiresAt', '<=', now).delete();
  },

  async setExpiry(id: string, expiresAt: Date): Promise<void> {
    await PasswordResetModel.query(db).findById(id).patch({ expiresAt });
  },

  async removeByUser(userId: number): Promise<void> {
    await PasswordResetModel.query(db).where({ userId }).delete();
  },

  async remove(id: string): Promise<void> {
    await PasswordResetModel.query(db).deleteById(id);
  },
});

export interface StoredEmailChange {
  id: string;
  userId: number;
  email: string;
  tokenHash: Buffer;
  requestedById: number;
  createdAt: Date;
  expiresAt: Date;
}

const EmailChangeModel = defineModel<StoredEmailChange>('emailChanges');

/** A person has at most one pending email change; a new one replaces it. */
export const emailChangesOn = (db: Knex) => ({
  async replace(change: StoredEmailChange): Promise<void> {
    await EmailChangeModel.query(db).insert(change).onConflict('userId').merge();
  },

  find: async (id: string): Promise<StoredEmailChange | undefined> => EmailChangeModel.query(db).findById(id),
  findByUser: async (userId: number): Promise<StoredEmailChange | undefined> => EmailChangeModel.query(db).where({ userId }).first(),
  findByToken: async (tokenHash: Buffer): Promise<StoredEmailChange | undefined> => EmailChangeModel.query(db).where({ tokenHash }).first(),

  /** Reads the pending email of each person who has one, by the person's id. */
  async readPending(now: Date): Promise<Map<number, string>> {
    const rows = await EmailChangeModel.query(db).where('expiresAt', '>', now).select('userId', 'email');
    return new Map(rows.map(({ userId, email }) => [userId, email]));
  },

  async setTokenHash(id: string, tokenHash: Buffer): Promise<void> {
    await EmailChangeModel.query(db).findById(id).patch({ tokenHash });
  },

  async removeByUser(userId: number): Promise<void> {
    await EmailChangeModel.query(db).where({ userId }).delete();
  },

  async forgetExpired(now: Date): Promise<void> {
    await EmailChangeModel.query(db).where('expiresAt', '<=', now).delete();
  },
});

/** A change of email that the earlier address of the account may undo. */
export interface EmailReversal {
  id: string;
  userId: number;
  email: string;
  tokenHash: Buffer;
  /** False where a Desarrollador made the change. */
  blocksResets: boolean;
  createdAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
}
const EmailReversalModel = defineModel<EmailReversal>('emailReversals');

/** A person has one for each change of the last days. One that was used blocks resets until it is lifted. */
export const emailReversalsOn = (db: Knex) => {
  const blocking = (now: Date) =>
    EmailReversalModel.query(db).where((row) =>
      row.whereNotNull('usedAt').orWhere((open) => open.where('blocksResets', true).where('expiresAt', '>', now)),
    );

  return {
    async add(reversal: Omit<EmailReversal, 'usedAt'>): Promise<void> {
      await EmailReversalModel.query(db).insert(reversal);
    },

    /** Finds one that may still be used, by its id or its token. */
    findOpen: async (by: Pick<EmailReversal, 'id'> | Pick<EmailReversal, 'tokenHash'>, now: Date): Promise<EmailReversal | undefined> =>
      EmailReversalModel.query(db).where(by).whereNull('usedAt').where('expiresAt', '>', now).first(),

    async setTokenHash(id: string, tokenHash: Buffer): Promise<void> {
      await EmailReversalModel.query(db).findById(id).patch({ tokenHash });
    },

    /** Uses it, and removes those of later changes. The person at a still earlier address may undo more. */
    async use({ id, userId, createdAt }: EmailReversal, usedAt: Date): Promise<void> {
      await EmailReversalModel.query(db)
        .where({ userId })
        .where('createdAt', '>=', createdAt)
        .whereNot({ id })
        .whereNull('usedAt')
        .delete();
      await EmailReversalModel.query(db).findById(id).patch({ usedAt });
    },

    listBlocked: async (now: Date): Promise<Set<number>> => new Set((await blocking(now).select('userId')).map(({ userId }) => userId)),
    isBlocked: async (userId: number, now: Date): Promise<boolean> => Boolean(await blocking(now).where({ userId }).select('id').first()),

    /** Allows resets again; false where they were allowed. Links that are open stay. */
    async lift(userId: number, now: Date): Promise<boolean> {
      if (!(await this.isBlocked(userId, now))) return false;
      await EmailReversalModel.query(db).where({ userId }).whereNotNull('usedAt').delete();
      await EmailReversalModel.query(db).where({ userId }).patch({ blocksResets: false });
      return true;
    },

    async forgetExpired(now: Date): Promise<void> {
      await EmailReversalModel.query(db).where('expiresAt', '<=', now).whereNull('usedAt').delete();
    },
  };
};

export interface NewDeviceAuthorization {
  deviceCodeHash: Buffer;
  userCodeHash: Buffer;
  /** The terminal names itself, so anybody may give any name. */
  machine: string;
  deviceGrant: DeviceGrant;
  /** Only this person may confirm it; null allows everybody. */
  requestedById: number | null;
  /** The terminal has this address, as the limits see it. */
  address: string | null;
  requestedAt: Date;
  expiresAt: Date;
}
export interface DeviceAuthorization extends NewDeviceAuthorization {
  polledAt: Date | null;
  /** Null until a person answers. */
  isApproved: boolean | null;
  answeredById: number | null;
}

const DeviceAuthorizationModel = defineModel<DeviceAuthorization>('deviceAuthorizations', { key: 'deviceCodeHash' });

/** Requests of terminals stay until the grant is received or they expire. */
export const deviceAuthorizationsOn = (db: Knex) => {
  /** Selects the requests that the person may still answer. */
  const pending = (userCodeHash: Buffer, personId: number, now: Date) =>
    DeviceAuthorizationModel.query(db)
      .where({ userCodeHash })
      .where('expiresAt', '>', now)
      .whereNull('isApproved')
      .where((request) => void request.whereNull('requestedById').orWhere({ requestedById: personId }));

  return {
    async add(request: NewDeviceAuthorization): Promise<void> {
      await DeviceAuthorizationModel.query(db).insert(request);
    },

    findPending: async (userCodeHash: Buffer, personId: number, now: Date): Promise<DeviceAuthorization | undefined> =>
      pending(userCodeHash, personId, now).first(),

    /** Answers a request once; undefined where there is nothing to answer. */
    async answer(
      userCodeHash: Buffer,
      answer: { answeredById: number; isApproved: boolean },
      now: Date,
    ): Promise<DeviceAuthorization | undefined> {
      const [request] = await pending(userCodeHash, answer.answeredById, now).patch(answer).returning('*');
      return request;
    },

    find: async (deviceCodeHash: Buffer, now: Date): Promise<DeviceAuthorization | undefined> =>
      DeviceAuthorizationModel.query(db).findById(deviceCodeHash).where('expiresAt', '>', now),

    /** Locks a request, so that of two calls at once one receives the grant. */
    lock: async (deviceCodeHash: Buffer, now: Date): Promise<DeviceAuthorization | undefined> =>
      DeviceAuthorizationModel.query(db).findById(deviceCodeHash).where('expiresAt', '>', now).forUpdate(),

    async poll(deviceCodeHash: Buffer, polledAt: Date): Promise<void> {
      await DeviceAuthorizationModel.query(db).findById(deviceCodeHash).patch({ polledAt });
    },

    async remove(deviceCodeHash: Buffer): Promise<void> {
      await DeviceAuthorizationModel.query(db).deleteById(deviceCodeHash);
    },

    /** Removes what a person confirmed or asked for, because their access ends. Returns how many terminals still waited. */
    async removeByPerson(personId: number, now: Date): Promise<number> {
      const requests = await DeviceAuthorizationModel.query(db)
        .where({ answeredById: personId })
        .orWhere({ requestedById: personId })
        .delete()
        .returning('expiresAt');
      return requests.filter(({ expiresAt }) => expiresAt > now).length;
    },

    async forgetExpired(now: Date): Promise<void> {
      await DeviceAuthorizationModel.query(db).where('expiresAt', '<=', now).delete();
    },
  };
};
