import type { Knex } from 'knex';
import { modelOf } from './models.ts';

export interface StoredSecondFactor {
  userId: number;
  sealedSecret: Buffer;
  begunAt: Date;
  /** Null until the person has typed a first code. */
  confirmedAt: Date | null;
  /** The last time step whose code was used, since 1970. */
  usedStep: number;
}

const FactorModel = modelOf<StoredSecondFactor>('secondFactors', { key: 'userId' });
const CodeModel = modelOf<{ userId: number; codeHash: Buffer }>('recoveryCodes', { key: ['userId', 'codeHash'] });

/** The second factors of people and the recovery codes that are left, by their SHA-256. */
export const secondFactorsOn = (db: Knex) => ({
  async of(userId: number): Promise<StoredSecondFactor | undefined> {
    return FactorModel.query(db).findById(userId);
  },

  /** Those who have one. */
  async owners(): Promise<Set<number>> {
    return new Set((await FactorModel.query(db).whereNotNull('confirmedAt').select('userId')).map(({ userId }) => userId));
  },

  /** Locked until the transaction ends. */
  async all(): Promise<Pick<StoredSecondFactor, 'userId' | 'sealedSecret'>[]> {
    return FactorModel.query(db).select('userId', 'sealedSecret').orderBy('userId').forUpdate();
  },

  /** Replaces one that was begun and not confirmed. False where there is a confirmed one. The caller locks the person. */
  async begin(factor: Pick<StoredSecondFactor, 'userId' | 'sealedSecret' | 'begunAt'>): Promise<boolean> {
    const { userId } = factor;
    await FactorModel.query(db).where({ userId }).whereNull('confirmedAt').delete();
    if (await FactorModel.query(db).findById(userId)) return false;
    await FactorModel.query(db).insert(factor);
    return true;
  },

  /** Confirms it with the code of a time step; of two calls at once one gets false. */
  async confirm(userId: number, usedStep: number, confirmedAt: Date): Promise<boolean> {
    return (await FactorModel.query(db).where({ userId }).whereNull('confirmedAt').patch({ usedStep, confirmedAt })) > 0;
  },

  /** Uses up the code of a time step, and all earlier ones. False if it or a later one was used. */
  async useStep(userId: number, usedStep: number): Promise<boolean> {
    return (await FactorModel.query(db).where({ userId }).where('usedStep', '<', usedStep).patch({ usedStep })) > 0;
  },

  async setSealed(userId: number, sealedSecret: Buffer): Promise<void> {
    await FactorModel.query(db).where({ userId }).patch({ sealedSecret });
  },

  /** Forgets it with its recovery codes; false where there was none. */
  async remove(userId: number): Promise<boolean> {
    const [removed] = await FactorModel.query(db).where({ userId }).delete().returning('confirmedAt');
    return Boolean(removed?.confirmedAt);
  },

  async replaceCodes(userId: number, codeHashes: readonly Buffer[]): Promise<void> {
    await CodeModel.query(db).where({ userId }).delete();
    for (const codeHash of codeHashes) await CodeModel.query(db).insert({ userId, codeHash });
  },

  /** Uses a recovery code up; of two calls at once one gets false. */
  async useCode(userId: number, codeHash: Buffer): Promise<boolean> {
    return (await CodeModel.query(db).where({ userId, codeHash }).delete()) > 0;
  },

  codesLeft: (userId: number): Promise<number> => CodeModel.query(db).where({ userId }).resultSize(),
});
