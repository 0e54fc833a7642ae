import type { Knex } from 'knex';
import type { Activity } from '../../domain/activities/activity.ts';
import type { Proof, ProofRow, ProvenComment, ProvenImage } from '../../domain/activities/history-proof.ts';
import type { ActivityRecord } from '../../domain/activities/history-replay.ts';
import { sha256Hex } from '../../secrets/secrets.ts';
import { HistoryModel } from '../activities/history.ts';
import type { EvidenceFile } from '../activities/images.ts';
import { execute, firstRow } from '../database/statement.ts';
import { ActivityModel } from '../models.ts';
import { COMMENTS, DANGLING, IMAGES, MISDATED, OUTBOX_FAULTS, REFERENCES, STORED_IMAGES, WRONGLY_SHARED_IMAGES } from './audit.sql.ts';
import { type ActivityBaseline, historyBaselinesOn } from './history-proof.ts';
import { SEALED_ROWS_MAX } from './history-seals.ts';

const BATCH = 1_000;

export interface StoredImage {
  id: string;
  sha256: string;
  sizeBytes: number;
  mediaType: EvidenceFile['mediaType'];
}
type Entry = ActivityRecord & ProofRow;
export interface Life {
  activity: Activity;
  history: Entry[];
  stored: Proof;
  baseline: ActivityBaseline | null;
}
export interface MisdatedRow {
  id: number;
  activityId: number;
  at: Date;
  recordedAt: Date | null;
  /** Set where both dates are too far apart. Otherwise the row lies outside the time of its seal, or has no date of the database. */
  isOff: boolean;
  /** The time of its seal; null unless the row lies outside it. */
  sealedAt: Date | null;
}
export interface DanglingReference {
  table: string;
  column: string;
  rows: number;
}
export interface OutboxFaults {
  rows: number;
  /** Both sent and given up. */
  twoEnds: number;
  /** Ended, but with a next try. */
  restless: number;
  /** Not ended, but without a next try. */
  forgotten: number;
  /** Digests to several people or by several channels. */
  mixedLetters: number;
}

type OfActivity<Filed> = Filed & { id: string; activityId: number };

const itemsById = <Filed>(filed: readonly OfActivity<Filed>[] = []) =>
  Object.fromEntries(filed.map(({ id, activityId: _, ...rest }) => [id, rest as Filed]));

function provenFields({
  ownerId,
  assigneeId,
  topicId,
  priority,
  dueOn,
  repeats,
  repeatUntil,
  extendedTo,
  minimumImages,
  requesterId,
  ...texts
}: Activity): Proof['fields'] {
  const { description, resolution, extensionReason } = texts;
  return {
    ownerId,
    assigneeId,
    topicId,
    priority,
    dueOn,
    repeats,
    repeatUntil,
    extendedTo,
    minimumImages,
    requesterId,
    description: sha256Hex(description),
    resolution: resolution && sha256Hex(resolution),
    extensionReason: extensionReason && sha256Hex(extensionReason),
  };
}

const provenItems = ({ checklist }: Activity): NonNullable<Proof['checklist']> =>
  Object.fromEntries(
    (checklist ?? []).map(({ text, tickedById, tickedAt }, index) => [
      index + 1,
      { author: tickedById, at: tickedAt, sha256: sha256Hex(text) },
    ]),
  );

/** Reads what a check of the whole database needs. Call it in a transaction that sees one moment. */
export const auditOn = (db: Knex) => ({
  async livesAfter(folio: number, limit = BATCH): Promise<Life[]> {
    const activities: Activity[] = await ActivityModel.query(db).where('id', '>', folio).orderBy('id').limit(limit).toKnexQuery();
    if (activities.length === 0) return [];
    const ids = activities.map(({ id }) => id);
    const rows = await HistoryModel.query(db)
      .whereIn('activityId', ids)
      .orderBy('id')
      .select('id', 'activityId', 'act', 'actorId', 'at', 'fromStatus', 'toStatus', 'note', 'facts')
      .toKnexQuery<Entry & { activityId: number }>();
    const { rows: comments } = await execute<OfActivity<ProvenComment>>(db, COMMENTS, [ids]);
    const { rows: images } = await execute<OfActivity<ProvenImage>>(db, IMAGES, [ids]);
    const baselines = await historyBaselinesOn(db).readByActivity(ids);
    const groupByActivity = <Row extends { activityId: number }>(all: readonly Row[]) => Map.groupBy(all, ({ activityId }) => activityId);
    const [histories, commentsById, imagesById] = [groupByActivity(rows), groupByActivity(comments), groupByActivity(images)];
    return activities.map((activity) => ({
      activity,
      history: histories.get(activity.id) ?? [],
      stored: {
        fields: provenFields(activity),
        comments: itemsById(commentsById.get(activity.id)),
        evidence: itemsById(imagesById.get(activity.id)),
        checklist: provenItems(activity),
      },
      baseline: baselines.get(activity.id) ?? null,
    }));
  },

  async *lives(): AsyncGenerator<Life> {
    for (let after = 0; ; ) {
      const batch = await this.livesAfter(after);
      yield* batch;
      if (batch.length < BATCH) return;
      after = batch.at(-1)?.activity.id as number;
    }
  },

  /** Counts rows that were loaded with dates of the past before the first seal. */
  loadedRows: async (): Promise<number> => HistoryModel.query(db).where({ isLoaded: true }).resultSize(),

  /**
   * Finds rows of the history whose date is not the database's, or lies outside the time of their seal, and rows after `baselineId` without
   * the database's date. Bogus seals are ignored.
   */
  async misdated(toleranceSeconds: number, baselineId: number, bogus: readonly number[]): Promise<MisdatedRow[]> {
    const values = { tolerance: toleranceSeconds, baselineId, sealedRowsMax: SEALED_ROWS_MAX, bogus: [...bogus] };
    return (await execute<MisdatedRow>(db, MISDATED, values)).rows;
  },

  async *storedImages(): AsyncGenerator<StoredImage> {
    for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
      const { rows } = await execute<StoredImage>(db, STORED_IMAGES, { after, limit: BATCH });
      yield* rows;
      if (rows.length < BATCH) return;
      after = (rows.at(-1) as StoredImage).id;
    }
  },

  wronglySharedImages: async (): Promise<{ id: string; fileId: string }[]> =>
    (await execute<{ id: string; fileId: string }>(db, WRONGLY_SHARED_IMAGES)).rows,

  async references(): Promise<DanglingReference[]> {
    const { rows } = await execute<Record<'child' | 'column' | 'parent' | 'target', string>>(db, REFERENCES);
    const references: DanglingReference[] = [];
    for (const { child, column, parent, target } of rows) {
      const { dangling } = await firstRow<{ dangling: number }>(db, DANGLING, [child, column, parent, target, column]);
      references.push({ table: child, column, rows: dangling });
    }
    return references;
  },

  outboxFaults: async (): Promise<OutboxFaults> => firstRow(db, OUTBOX_FAULTS),
});
