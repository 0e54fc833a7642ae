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
  /** Of another phone that has not confirmed yet; null where there is none. */
  sealedReplacement: Buffer | null;
}

type SealedSecrets = Pick<StoredSecondFactor, 'sealedSecret' | 'sealedReplacement'>;

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
  async all(): Promise<(SealedSecrets & { userId: number })[]> {
    return FactorModel.query(db).select('userId', 'sealedSecret', 'sealedReplacement').orderBy('userId').forUpdate();
  },

  /** Replaces one that was begun and not confirmed. The caller locks the person, who has no confirmed one. */
  async begin(factor: Pick<StoredSecondFactor, 'userId' | 'sealedSecret' | 'begunAt'>): Promise<void> {
    await FactorModel.query(db).insert(factor).onConflict('userId').merge();
  },

  async beginReplacement(userId: number, sealedReplacement: Buffer): Promise<void> {
    await FactorModel.query(db).where({ userId }).patch({ sealedReplacement });
  },

  /** The secret counts from now on, and the code of that time step is used. The caller locks the person. */
  async confirm(userId: number, confirmed: Pick<StoredSecondFactor, 'sealedSecret' | 'usedStep' | 'confirmedAt'>): Promise<void> {
    await FactorModel.query(db)
      .where({ userId })
      .patch({ ...confirmed, sealedReplacement: null });
  },

  /** Uses up the code of a time step, and all earlier ones. False if it or a later one was used. */
  async useStep(userId: number, usedStep: number): Promise<boolean> {
    return (await FactorModel.query(db).where({ userId }).where('usedStep', '<', usedStep).patch({ usedStep })) > 0;
  },

  async setSealed(userId: number, sealed: SealedSecrets): Promise<void> {
    await FactorModel.query(db).where({ userId }).patch(sealed);
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
