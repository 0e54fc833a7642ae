import type { Knex } from 'knex';
import { type CompanyAccount, FAILURES_KEPT_MS, type LoginFailures } from '../../domain/account/account.ts';
import { DAY_MS } from '../../domain/calendar.ts';
import { hashSecret } from '../../secrets/secrets.ts';
import { execute } from '../database/statement.ts';
import { defineModel } from '../models.ts';
import { DEVICE_BY_EMAIL } from './callers.sql.ts';

const NETWORK_KEPT_MS = 90 * DAY_MS;

const NetworkModel = defineModel<{ network: string; seenAt: Date }>('knownNetworks', { key: 'network' });

export const knownNetworksOn = (db: Knex) => ({
  async isKnown(network: string, now: Date): Promise<boolean> {
    const since = new Date(now.getTime() - NETWORK_KEPT_MS);
    return Boolean(await NetworkModel.query(db).findById(network).where('seenAt', '>', since));
  },

  /** Writes once a day, so that the logins of one network do not wait for one row. */
  async remember(network: string, now: Date): Promise<void> {
    const row = await NetworkModel.query(db).findById(network);
    if (row && row.seenAt.getTime() > now.getTime() - DAY_MS) return;
    await NetworkModel.query(db).insert({ network, seenAt: now }).onConflict('network').merge();
  },

  async forgetOld(now: Date): Promise<void> {
    const since = new Date(now.getTime() - NETWORK_KEPT_MS);
    await NetworkModel.query(db).where('seenAt', '<=', since).delete();
  },
});

const DEVICE_KEPT_MS = 180 * DAY_MS;
const DEVICES_PER_PERSON = 50;

const oldestKept = (now: Date) => new Date(now.getTime() - DEVICE_KEPT_MS);

const DeviceModel = defineModel<{ secretHash: Buffer; userId: number; seenAt: Date; trustedUntil: Date | null }>('knownDevices', {
  key: ['secretHash', 'userId'],
});

/** Devices on which people have logged in are stored by the SHA-256 of their cookie. Several people may share a device. */
export const knownDevicesOn = (db: Knex) => ({
  isKnown: async (secretHash: Buffer, email: string, now: Date): Promise<boolean> =>
    (await execute(db, DEVICE_BY_EMAIL, { secretHash, email, since: oldestKept(now) })).rows.length > 0,

  /** Gives a device a new secret, as at each login, so that a secret that was copied or planted earlier is worth nothing. */
  async renew(earlierHash: Buffer, secretHash: Buffer): Promise<void> {
    await DeviceModel.query(db).where({ secretHash: earlierHash }).patch({ secretHash });
  },

  /** Remembers a device, and forgets the person's oldest beyond fifty. */
  async remember(device: { secretHash: Buffer; userId: number; trustedUntil?: Date }, now: Date): Promise<void> {
    await DeviceModel.query(db)
      .insert({ ...device, seenAt: now })
      .onConflict(['secretHash', 'userId'])
      .merge();
    const { userId } = device;
    const beyond = DeviceModel.query(db).select('secretHash').where({ userId }).orderBy('seenAt', 'desc').offset(DEVICES_PER_PERSON);
    await DeviceModel.query(db).where({ userId }).whereIn('secretHash', beyond).delete();
  },

  /** A person may ask that a device does not ask for their second factor for a while. */
  isTrusted: async (secretHash: Buffer, userId: number, now: Date): Promise<boolean> =>
    Boolean(await DeviceModel.query(db).findById([secretHash, userId]).where('trustedUntil', '>', now)),

  async distrustAll(userId: number): Promise<void> {
    await DeviceModel.query(db).where({ userId }).whereNotNull('trustedUntil').patch({ trustedUntil: null });
  },

  async forgetOthers(userId: number, keptHash: Buffer | null): Promise<void> {
    const others = DeviceModel.query(db).where({ userId });
    await (keptHash ? others.whereNot('secretHash', keptHash) : others).delete();
  },

  async forgetAll(userId: number): Promise<void> {
    await DeviceModel.query(db).where({ userId }).delete();
  },

  async forgetOld(now: Date): Promise<void> {
    await DeviceModel.query(db).where('seenAt', '<=', oldestKept(now)).delete();
  },
});

const LoginDelayModel = defineModel<LoginFailures & { accountHash: Buffer }>('loginDelays', { key: 'accountHash' });

const accountKey = (email: string) => ({ accountHash: hashSecret(email.toLowerCase()) });

/** Failed logins are counted by account, for all processes; an email that nobody has is counted alike. */
export const loginDelaysOn = (db: Knex) => ({
  find: async (email: string): Promise<LoginFailures | undefined> =>
    LoginDelayModel.query(db).findOne(accountKey(email)).select('failures', 'triedAt'),

  /** Adds a row where there is none, and locks it until the transaction ends. */
  async lock(email: string, now: Date): Promise<LoginFailures> {
    const account = accountKey(email);
    await LoginDelayModel.query(db)
      .insert({ ...account, failures: 0, triedAt: now })
      .onConflict('accountHash')
      .ignore();
    return (await LoginDelayModel.query(db).findOne(account).select('failures', 'triedAt').forUpdate()) as LoginFailures;
  },

  async save(email: string, tried: LoginFailures): Promise<void> {
    await LoginDelayModel.query(db).where(accountKey(email)).patch(tried);
  },

  /** Takes back one try that was no failure. */
  async takeBack(email: string): Promise<void> {
    await LoginDelayModel.query(db).where(accountKey(email)).where('failures', '>', 0).decrement('failures', 1);
  },

  async forget(email: string): Promise<void> {
    await LoginDelayModel.query(db).where(accountKey(email)).delete();
  },

  async forgetOld(now: Date): Promise<void> {
    const since = new Date(now.getTime() - FAILURES_KEPT_MS);
    await LoginDelayModel.query(db).where('triedAt', '<=', since).delete();
  },
});

interface CompanyAccountRow {
  issuer: string;
  subject: string;
  userId: number;
  /** The provider named this email when the account was linked. */
  email: string;
  linkedAt: Date;
}

const CompanyAccountModel = defineModel<CompanyAccountRow>('companyAccounts', { key: ['issuer', 'subject'] });

/** An account of an identity provider belongs to one person, and a person has one for each provider. */
export const companyAccountsOn = (db: Knex) => ({
  findOwner: async ({ issuer, subject }: CompanyAccount): Promise<number | undefined> =>
    (await CompanyAccountModel.query(db).findById([issuer, subject]).select('userId'))?.userId,

  /** Returns whether a person has an account at that issuer, or at any issuer where none is given. */
  async hasOne(userId: number, issuer?: string): Promise<boolean> {
    return Boolean(
      await CompanyAccountModel.query(db)
        .findOne(issuer === undefined ? { userId } : { userId, issuer })
        .select('userId'),
    );
  },

  async link(account: CompanyAccountRow): Promise<void> {
    await CompanyAccountModel.query(db).insert(account);
  },

  unlinkAll: async (userId: number): Promise<Pick<CompanyAccountRow, 'issuer' | 'email'>[]> =>
    CompanyAccountModel.query(db).where({ userId }).delete().returning(['issuer', 'email']),
});

const PasswordExceptionModel = defineModel<{ userId: number; expiresAt: Date }>('passwordExceptions', { key: 'userId' });

/** Allows people to use a password for a while although passwords are off. */
export const passwordExceptionsOn = (db: Knex) => ({
  async grant(userId: number, expiresAt: Date): Promise<void> {
    await PasswordExceptionModel.query(db).insert({ userId, expiresAt }).onConflict('userId').merge();
  },

  isGranted: async (userId: number, now: Date): Promise<boolean> =>
    Boolean(await PasswordExceptionModel.query(db).findById(userId).where('expiresAt', '>', now)),

  async forgetExpired(now: Date): Promise<void> {
    await PasswordExceptionModel.query(db).where('expiresAt', '<=', now).delete();
  },
});

export interface StoredSecondFactor {
  userId: number;
  sealedSecret: Buffer;
  begunAt: Date;
  /** Null until the person has typed a first code. */
  confirmedAt: Date | null;
  /** The last time step whose code was used, since 1970. */
  usedStep: number;
  /** Belongs to another phone that has not confirmed yet; null where there is none. */
  sealedReplacement: Buffer | null;
}

type SealedSecrets = Pick<StoredSecondFactor, 'sealedSecret' | 'sealedReplacement'>;

const SecondFactorModel = defineModel<StoredSecondFactor>('secondFactors', { key: 'userId' });
const RecoveryCodeModel = defineModel<{ userId: number; codeHash: Buffer }>('recoveryCodes', { key: ['userId', 'codeHash'] });

/** Second factors of people and their unused recovery codes, which are stored by their SHA-256. */
export const secondFactorsOn = (db: Knex) => ({
  find: async (userId: number): Promise<StoredSecondFactor | undefined> => SecondFactorModel.query(db).findById(userId),

  owners: async (): Promise<Set<number>> =>
    new Set((await SecondFactorModel.query(db).whereNotNull('confirmedAt').select('userId')).map(({ userId }) => userId)),

  /** Reads all secrets and locks them until the transaction ends. */
  all: async (): Promise<(SealedSecrets & { userId: number })[]> =>
    SecondFactorModel.query(db).select('userId', 'sealedSecret', 'sealedReplacement').orderBy('userId').forUpdate(),

  /** Begins a second factor in place of an unconfirmed one. The caller locks the person, who has no confirmed one. */
  async begin(factor: Pick<StoredSecondFactor, 'userId' | 'sealedSecret' | 'begunAt'>): Promise<void> {
    await SecondFactorModel.query(db).insert(factor).onConflict('userId').merge();
  },

  async beginReplacement(userId: number, sealedReplacement: Buffer): Promise<void> {
    await SecondFactorModel.query(db).where({ userId }).patch({ sealedReplacement });
  },

  /** Confirms a secret whose code of a time step was used. The caller locks the person. */
  async confirm(userId: number, factor: Pick<StoredSecondFactor, 'sealedSecret' | 'usedStep' | 'confirmedAt'>): Promise<void> {
    await SecondFactorModel.query(db)
      .where({ userId })
      .patch({ ...factor, sealedReplacement: null });
  },

  /** Uses up the code of a time step and all earlier ones; false if it or a later one was used. */
  useStep: async (userId: number, usedStep: number): Promise<boolean> =>
    (await SecondFactorModel.query(db).where({ userId }).where('usedStep', '<', usedStep).patch({ usedStep })) > 0,

  async setSealed(userId: number, sealed: SealedSecrets): Promise<void> {
    await SecondFactorModel.query(db).where({ userId }).patch(sealed);
  },

  /** Removes the factor with its recovery codes; false where none was confirmed. */
  async remove(userId: number): Promise<boolean> {
    const [removed] = await SecondFactorModel.query(db).where({ userId }).delete().returning('confirmedAt');
    return Boolean(removed?.confirmedAt);
  },

  async replaceCodes(userId: number, codeHashes: readonly Buffer[]): Promise<void> {
    await RecoveryCodeModel.query(db).where({ userId }).delete();
    for (const codeHash of codeHashes) await RecoveryCodeModel.query(db).insert({ userId, codeHash });
  },

  /** Uses a recovery code up; of two calls at once one gets false. */
  useCode: async (userId: number, codeHash: Buffer): Promise<boolean> =>
    (await RecoveryCodeModel.query(db).where({ userId, codeHash }).delete()) > 0,

  countCodes: (userId: number): Promise<number> => RecoveryCodeModel.query(db).where({ userId }).resultSize(),
});
