import { randomBytes, randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { AdminFacts } from '../domain/people/admin-act.ts';
import { HAS_FUNCTION, LOCK, NOTE_BACKUP, RECORD_BACKUP } from './server.sql.ts';
import { execute, firstRow } from './statement.ts';

const FIRST_START_LOCK = 7_215_062;
const SPACE_NOTICE_LOCK = 7_215_084;
/** More than the free parts of pages that are there: the file has to grow. Random, so that it is not compressed. */
const PROBE_BYTES = 256 * 1_024;
const SECRET_MARKS = 'secretMarks';

export interface SpaceNotice {
  host: string;
  since: Date;
}

/** What is true of this installation as a whole. */
export const installationOn = (db: Knex) => {
  const hasFunction = async (signature: string) => (await firstRow<{ exists: boolean }>(db, HAS_FUNCTION, [signature])).exists;

  return {
    /** Held until the transaction ends: of many processes starting at once one furnishes the empty database. */
    async lockFirstStart(): Promise<void> {
      await execute(db, LOCK, [FIRST_START_LOCK]);
    },

    /** Whether the company is the demo, which the pages say so that nobody takes it for real. */
    async isDemo(): Promise<boolean> {
      return (await db('installation').where({ key: 'isDemo' }).first('value'))?.value === true;
    },

    async markDemo(): Promise<void> {
      await db('installation').insert({ key: 'isDemo', value: JSON.stringify(true) });
    },

    /** What shows which secrets the processes here work with (`secret-marks.ts`); locked until the transaction ends. */
    async lockSecretMarks(): Promise<readonly string[]> {
      await db('installation').insert({ key: SECRET_MARKS, value: '[]' }).onConflict('key').ignore();
      return (await db('installation').where({ key: SECRET_MARKS }).forUpdate().first('value')).value;
    },

    async keepSecretMarks(marks: readonly string[]): Promise<void> {
      await db('installation')
        .where({ key: SECRET_MARKS })
        .update({ value: JSON.stringify(marks) });
    },

    /** The next process to start may bring any secret. */
    async forgetSecretMarks(): Promise<void> {
      await db('installation').where({ key: SECRET_MARKS }).delete();
    },

    /** When the last backup was made, as far as this database knows. */
    async backupAt(): Promise<Date | null> {
      const row = await db('installation').where({ key: 'backupAt' }).first('value');
      return row ? new Date(row.value) : null;
    },

    /** Also for whoever may only read; a schema of before 0074 takes it from its owner alone. */
    async noteBackup(madeAt: Date): Promise<void> {
      if (await hasFunction('note_backup(timestamptz)')) return void (await execute(db, NOTE_BACKUP, [madeAt]));
      await db('installation')
        .insert({ key: 'backupAt', value: JSON.stringify(madeAt) })
        .onConflict('key')
        .merge();
    },

    /** Who was the first to find space low, and when; null where it is not. Others wait until this transaction ends. */
    async holdSpaceNotice(): Promise<SpaceNotice | null> {
      await execute(db, LOCK, [SPACE_NOTICE_LOCK]);
      const row = await db('installation').where({ key: 'spaceLow' }).first('value');
      return row ? { host: row.value.host, since: new Date(row.value.since) } : null;
    },

    async addSpaceNotice(notice: SpaceNotice): Promise<void> {
      await db('installation').insert({ key: 'spaceLow', value: JSON.stringify(notice) });
    },

    async endSpaceNotice(): Promise<void> {
      await db('installation').where({ key: 'spaceLow' }).delete();
    },

    /** Throws where the database finds no space for a write. In a transaction, which leaves no row. */
    async probeWriting(): Promise<void> {
      const key = `writeProbe:${randomUUID()}`;
      await db('installation').insert({ key, value: JSON.stringify(randomBytes(PROBE_BYTES).toString('base64')) });
      await db('installation').where({ key }).delete();
    },

    /** Records a backup in the administration's history, also for a role that may only read. A schema of before 0096 has nowhere to record it. */
    async recordBackup(operator: string, facts: AdminFacts): Promise<void> {
      if (await hasFunction('record_backup(text, jsonb)')) await execute(db, RECORD_BACKUP, [operator, JSON.stringify(facts)]);
    },

    /** Which database this is, by a random id that the first to ask gives it. It travels in a dump: a restored database is the same one. */
    async databaseId(): Promise<string> {
      await db('installation')
        .insert({ key: 'databaseId', value: JSON.stringify(randomUUID()) })
        .onConflict('key')
        .ignore();
      return (await db('installation').where({ key: 'databaseId' }).first('value')).value;
    },
  };
};
