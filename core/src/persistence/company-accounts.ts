import type { Knex } from 'knex';
import type { CompanyAccount } from '../domain/people/account.ts';
import { modelOf } from './models.ts';

interface CompanyAccountRow {
  issuer: string;
  subject: string;
  userId: number;
  /** As the provider named it when the account was linked. */
  email: string;
  linkedAt: Date;
}

const CompanyAccountModel = modelOf<CompanyAccountRow>('companyAccounts', { key: ['issuer', 'subject'] });

/** Accounts of the company's identity provider: each belongs to one person, and a person has one for each provider. */
export const companyAccountsOn = (db: Knex) => ({
  async ownerOf({ issuer, subject }: CompanyAccount): Promise<number | undefined> {
    return (await CompanyAccountModel.query(db).findById([issuer, subject]).select('userId'))?.userId;
  },

  async hasOne(userId: number, issuer: string): Promise<boolean> {
    return Boolean(await CompanyAccountModel.query(db).findOne({ userId, issuer }).select('userId'));
  },

  async link(account: CompanyAccountRow): Promise<void> {
    await CompanyAccountModel.query(db).insert(account);
  },

  /** Forgets every account of a person; answers them. */
  async unlinkAllOf(userId: number): Promise<Pick<CompanyAccountRow, 'issuer' | 'email'>[]> {
    return CompanyAccountModel.query(db).where({ userId }).delete().returning(['issuer', 'email']);
  },
});

const ExceptionModel = modelOf<{ userId: number; expiresAt: Date }>('passwordExceptions', { key: 'userId' });

/** People who may use a password for a while although passwords are off. */
export const passwordExceptionsOn = (db: Knex) => ({
  async grant(userId: number, expiresAt: Date): Promise<void> {
    await ExceptionModel.query(db).insert({ userId, expiresAt }).onConflict('userId').merge();
  },

  async isGranted(userId: number, now: Date): Promise<boolean> {
    return Boolean(await ExceptionModel.query(db).findById(userId).where('expiresAt', '>', now));
  },

  async forgetExpired(now: Date): Promise<void> {
    await ExceptionModel.query(db).where('expiresAt', '<=', now).delete();
  },
});
