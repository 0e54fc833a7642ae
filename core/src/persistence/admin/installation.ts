import { randomBytes, randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { AdminFacts } from '../../domain/admin/admin-act.ts';
import { type ChatEntrance, type ChatService, chatServices } from '../../domain/chat/chat.ts';
import type { MailServerFault } from '../../domain/notifications/delivery.ts';
import { DATE_AGAIN } from '../activities/activities.sql.ts';
import { HAS_FUNCTION, LOCK, NOTE_BACKUP, NOTE_RESTORE_DRILL, RECORD_BACKUP } from '../database/server.sql.ts';
import { execute, firstRow } from '../database/statement.ts';
import { defineModel } from '../models.ts';

const FIRST_START_LOCK = 7_215_062;
const SPACE_NOTICE_LOCK = 7_215_084;
const MAIL_STOP_LOCK = 7_215_085;
const PUSH_KEYS_LOCK = 7_215_086;
const ZONE_LOCK = 7_215_190;
/** The probe has more than the free space of existing pages, so that the file has to grow. It is random, so that it is not compressed. */
const PROBE_BYTES = 256 * 1_024;
const UNSUBSCRIBE_KEY_BYTES = 32;
const entranceKey = (service: ChatService) => `chatEntrance:${service}`;
interface Entrance {
  url: string;
  namedAt: string;
}
const BUSINESS_ZONE = 'businessZone';
const SECRET_MARKS = 'secretMarks';
const FIRST_RUN_CODES = 'firstRunCodes';
/** At most this many processes start at once, each with a code of its own. */
const FIRST_RUN_CODES_MAX = 16;

export interface SpaceNotice {
  host: string;
  since: Date;
}

export interface RestoreDrill {
  at: Date;
  /** The reason of its failure; null where it succeeded. */
  problem: string | null;
}

/** The mail server takes no mail, for a reason that only an administrator can end. */
export interface MailStop extends MailServerFault {
  since: Date;
}

/** VAPID keys of the installation (RFC 8292). The private one is sealed by each valid secret, the newest first, with dots between. */
export interface StoredPushKeys {
  publicKey: string;
  sealedPrivateKey: string;
}

/** `value` is JSON, and is written as its text. */
const InstallationModel = defineModel<{ key: string; value: unknown }>('installation', { key: 'key' });

/** Stores facts about the installation as a whole, a row each. */
export const installationOn = (db: Knex) => {
  const read = async <Value>(key: string): Promise<Value | undefined> =>
    (await InstallationModel.query(db).findById(key))?.value as Value | undefined;
  const insert = (key: string, value: unknown) => InstallationModel.query(db).insert({ key, value: JSON.stringify(value) });
  const forget = (key: string) => InstallationModel.query(db).deleteById(key);
  const hasFunction = async (signature: string) => (await firstRow<{ exists: boolean }>(db, HAS_FUNCTION, [signature])).exists;

  return {
    /** Locks until the transaction ends, so that of many processes starting at once one fills the empty database. */
    async lockFirstStart(): Promise<void> {
      await execute(db, LOCK, [FIRST_START_LOCK]);
    },

    /** Returns whether the company is the demo; pages say so, so that nobody takes it for real. */
    isDemo: async (): Promise<boolean> => (await read('isDemo')) === true,

    /** Computes stored days again where the business zone has changed, because acts write days of that zone. */
    async adoptZone(zone: string): Promise<void> {
      if ((await read(BUSINESS_ZONE)) === zone) return;
      await db.transaction(async (trx) => {
        await execute(trx, LOCK, [ZONE_LOCK]);
        await execute(trx, DATE_AGAIN, { zone });
        const row = { key: BUSINESS_ZONE, value: JSON.stringify(zone) };
        await InstallationModel.query(trx).toKnexQuery().insert(row).onConflict('key').merge();
      });
    },

    async markDemo(): Promise<void> {
      await insert('isDemo', true);
    },

    /** Reads the hashes of the codes with which the first administrator may register; none once they did. */
    firstRunCodes: async (): Promise<readonly Buffer[]> =>
      ((await read<string[]>(FIRST_RUN_CODES)) ?? []).map((hash) => Buffer.from(hash, 'hex')),

    /** Call it under the lock of the first start. */
    async addFirstRunCode(hash: Buffer): Promise<void> {
      const hashes = [...((await read<string[]>(FIRST_RUN_CODES)) ?? []), hash.toString('hex')].slice(-FIRST_RUN_CODES_MAX);
      await insert(FIRST_RUN_CODES, hashes).onConflict('key').merge();
    },

    async forgetFirstRunCodes(): Promise<void> {
      await forget(FIRST_RUN_CODES);
    },

    /** Reads the marks of the secrets that processes work with (`secret-marks.ts`), and locks them until the transaction ends. */
    async lockSecretMarks(): Promise<readonly string[]> {
      await insert(SECRET_MARKS, []).onConflict('key').ignore();
      return (await InstallationModel.query(db).findById(SECRET_MARKS).forUpdate())?.value as string[];
    },

    async keepSecretMarks(marks: readonly string[]): Promise<void> {
      await InstallationModel.query(db)
        .findById(SECRET_MARKS)
        .patch({ value: JSON.stringify(marks) });
    },

    /** Removes the marks, so that the next process to start may bring any secret. */
    async forgetSecretMarks(): Promise<void> {
      await forget(SECRET_MARKS);
    },

    async backupAt(): Promise<Date | null> {
      const madeAt = await read<string>('backupAt');
      return madeAt ? new Date(madeAt) : null;
    },

    /** Works also for a role that may only read, except on schemas that lack the function. */
    async noteBackup(madeAt: Date): Promise<void> {
      if (await hasFunction('note_backup(timestamptz)')) return void (await execute(db, NOTE_BACKUP, [madeAt]));
      await insert('backupAt', madeAt).onConflict('key').merge();
    },

    async restoreDrill(): Promise<RestoreDrill | null> {
      const drill = await read<{ at: string; problem: string | null }>('restoreDrill');
      return drill ? { ...drill, at: new Date(drill.at) } : null;
    },

    /** Works also for a role that may only read. Schemas that lack the function have nowhere to note it. */
    async noteRestoreDrill(drill: RestoreDrill): Promise<void> {
      if (await hasFunction('note_restore_drill(jsonb)')) await execute(db, NOTE_RESTORE_DRILL, [JSON.stringify(drill)]);
    },

    /** Returns which host first found that space is low, and when; null where it is not. Others wait until this transaction ends. */
    async holdSpaceNotice(): Promise<SpaceNotice | null> {
      await execute(db, LOCK, [SPACE_NOTICE_LOCK]);
      const notice = await read<{ host: string; since: string }>('spaceLow');
      return notice ? { host: notice.host, since: new Date(notice.since) } : null;
    },

    async addSpaceNotice(notice: SpaceNotice): Promise<void> {
      await insert('spaceLow', notice);
    },

    async endSpaceNotice(): Promise<void> {
      await forget('spaceLow');
    },

    async chatEntrances(since: Date): Promise<ChatEntrance[]> {
      const rows = await InstallationModel.query(db).findByIds(chatServices.map(entranceKey));
      const entrances = new Map(rows.map(({ key, value }) => [key, value as Entrance]));
      return chatServices.flatMap((service) => {
        const entrance = entrances.get(entranceKey(service));
        return entrance && new Date(entrance.namedAt) >= since ? [{ service, url: entrance.url }] : [];
      });
    },

    async nameChatEntrance({ service, url }: ChatEntrance, namedAt: Date): Promise<void> {
      const row = { key: entranceKey(service), value: JSON.stringify({ url, namedAt }) };
      await InstallationModel.query(db).insert(row).onConflict('key').merge();
    },

    async mailStop(): Promise<MailStop | null> {
      const stop = await read<MailServerFault & { since: string }>('mailStop');
      return stop ? { ...stop, since: new Date(stop.since) } : null;
    },

    /** Notes that the mail server stopped; false where it is noted already. Others wait until this transaction ends. */
    async beginMailStop(stop: MailStop): Promise<boolean> {
      await execute(db, LOCK, [MAIL_STOP_LOCK]);
      if (await read('mailStop')) return false;
      await insert('mailStop', stop);
      return true;
    },

    async endMailStop(): Promise<void> {
      await forget('mailStop');
    },

    /** Returns undefined before the first keys. */
    pushKeys: async (): Promise<StoredPushKeys | undefined> => read('pushKeys'),

    /** Reads the keys, and makes others wait until this transaction ends. */
    async holdPushKeys(): Promise<StoredPushKeys | undefined> {
      await execute(db, LOCK, [PUSH_KEYS_LOCK]);
      return read('pushKeys');
    },

    async keepPushKeys(keys: StoredPushKeys): Promise<void> {
      await insert('pushKeys', keys).onConflict('key').merge();
    },

    /** Throws where the database finds no space for a write. Call it in a transaction. */
    async probeWriting(): Promise<void> {
      const key = `writeProbe:${randomUUID()}`;
      await insert(key, randomBytes(PROBE_BYTES).toString('base64'));
      await forget(key);
    },

    /** Records a backup in the administration's history, also for a role that may only read. Schemas that lack the function have nowhere to record it. */
    async recordBackup(operator: string, facts: AdminFacts): Promise<void> {
      if (await hasFunction('record_backup(text, jsonb)')) await execute(db, RECORD_BACKUP, [operator, JSON.stringify(facts)]);
    },

    /** Returns the random id of the database, which the first call gives it. It travels in a dump, so a restored database has the same id. */
    async databaseId(): Promise<string> {
      await insert('databaseId', randomUUID()).onConflict('key').ignore();
      return (await read<string>('databaseId')) as string;
    },

    /** Returns the key that signs the unsubscribe links of mails. Sent mails keep their links, so the key outlives every SESSION_SECRET. */
    async unsubscribeKey(): Promise<string> {
      const key = await read<string>('unsubscribeKey');
      if (key) return key;
      await insert('unsubscribeKey', randomBytes(UNSUBSCRIBE_KEY_BYTES).toString('base64url')).onConflict('key').ignore();
      return (await read<string>('unsubscribeKey')) as string;
    },

    knownDatabaseId: async (): Promise<string | null> => (await read<string>('databaseId')) ?? null,
  };
};
