import { localDay } from './domain/calendar.ts';
import type { Actor, Channel } from './domain/people/person.ts';
import { Refused } from './domain/refusal.ts';
import { usualWorkTime, type WorkTime } from './domain/work-time.ts';
import type { StoredReply, TakenKey } from './persistence/account/requests.ts';
import type { Database, ReplicaSnapshot } from './persistence/database/connect.ts';
import { boundedRead } from './persistence/database/statement-bounds.ts';
import { repositoriesOn } from './persistence/repositories.ts';
import { keyFor, makeResetToken, sealingFor } from './secrets/secrets.ts';
import { type Context, outsideRequests, type RequestFacts } from './use-cases/use-case.ts';

export type { PushAddress, SessionOwner } from './persistence/account/sessions.ts';
export { type ActivityChange, listenForChanges } from './persistence/activities/activity-changes.ts';
export { type EncodedField, EncodedRows } from './persistence/activities/encoded-rows.sql.ts';
export type { Document, EvidenceFile, Image } from './persistence/activities/images.ts';
export type { Life, MisdatedRow, StoredImage } from './persistence/admin/audit.ts';
export type { Witness, WitnessTask } from './persistence/admin/history-proof.ts';
export type { BrokenSeal, Seal, SealLink } from './persistence/admin/history-seals.ts';
export type { RestoreDrill, StoredPushKeys } from './persistence/admin/installation.ts';
export {
  clearSchema,
  copyIn,
  copyOut,
  disableTriggers,
  type ExportedRow,
  type ExportedTable,
  enableTriggers,
  exportedRows,
  fixTextFormats,
  isInUse,
  lastNumber,
  numberAfter,
  type StoredTable,
  storedTables,
  withAdvisoryLock,
} from './persistence/admin/stored-tables.ts';
export type { ClaimedDelivery as ClaimedWebhookDelivery } from './persistence/admin/webhooks.ts';
export {
  adoptNames,
  analyzeTables,
  connect,
  createReadReplica,
  type Database,
  holdMigrations,
  is120Connected,
  isBefore120,
  isMigrated,
  migrate,
  migrateTo,
  type ReadReplica,
  type ReplicaSnapshot,
  readSchema,
} from './persistence/database/connect.ts';
export { poolCounts, withConnection } from './persistence/database/knex-internals.ts';
export {
  enrol,
  findExcess,
  grantRoles,
  isRole,
  mayMigrate,
  type RoleKind,
  readRole,
} from './persistence/database/roles.ts';
export { forClient } from './persistence/database/statement-bounds.ts';
export type { ClaimedDigest, DueWork } from './persistence/notifications/outbox.ts';
export type { WeeklyReport } from './persistence/notifications/scheduled-notifications.ts';
export { type Repositories, readSnapshot, repositoriesOn } from './persistence/repositories.ts';
export type { NotificationFigures, ReachFigures } from './persistence/server-status.ts';
export { demandHashPlace, hashQueue } from './secrets/password-hash.ts';
export {
  hashSecret as hashOf,
  isSame,
  keyFor,
  newSecret,
  newTypedCode,
  plainCode,
  sealingFor,
  sha256Hex as digestOf,
} from './secrets/secrets.ts';

/** A statement of a read that takes longer is canceled. Workbooks are read in batches and have no such limit. */
const READ_TIMEOUT_MS = 10_000;

export interface CoreDependencies {
  db: Database;
  /** The only source of «now». */
  clock: () => Date;
  zone: string;
  /** WORK_DAYS and WORK_HOURS; unset, their defaults. */
  workTime?: WorkTime | undefined;
  /** SESSION_SECRET; every key is derived from it. */
  secret: string;
  /** What it was until lately: what was signed with it still holds. */
  previousSecret?: string | undefined;
  /** What one statement of a read may take. */
  readTimeoutMs?: number | undefined;
}

export interface UseCaseCall<Input, Who extends Actor | null, Result> {
  useCase: (context: Context<Input, Who>) => Promise<Result>;
  actor: Who;
  channel: Channel;
  /** The client has this address; unset, there is none. */
  address?: string | null | undefined;
  input: Input;
  /** `writes` runs in one transaction; `reads` needs none. */
  effect: 'reads' | 'writes';
  /** Where it reads; unset, in the product's own database as it is at each statement. */
  at?: Pick<ReplicaSnapshot, 'db'> | null | undefined;
  once?: IdempotencyKey | undefined;
  /** Unset for what no request caused. */
  request?: RequestFacts | undefined;
}
/** The same person and key get the stored result (docs/product.md, 1.8). Results of use cases that write are plain JSON. */
export interface IdempotencyKey extends TakenKey {
  /** The result is not stored: a repeated request gets only that it happened. */
  isSecret?: boolean;
}
export interface UseCaseResult<Result> {
  result: Result;
  /** True when an earlier request had the same key: nothing happened now. */
  isReplay: boolean;
  discardedImages: readonly string[];
}

/** For `perform`: what the server itself does. */
export const bySystem = { actor: null, channel: 'system', effect: 'writes' } as const;

function repeatAnswer({ fingerprint, isSecret }: IdempotencyKey, earlier: StoredReply): unknown {
  if (fingerprint !== earlier.fingerprint) throw new Refused({ code: 'idempotency.otherRequest' });
  if (isSecret) throw new Refused({ code: 'idempotency.secretAnswer' });
  return earlier.reply;
}

/** The product without its channels: use cases performed on a database, at a moment. */
export function createCore({
  db,
  clock,
  zone,
  workTime = usualWorkTime,
  secret,
  previousSecret,
  readTimeoutMs = READ_TIMEOUT_MS,
}: CoreDependencies) {
  const resetKey = keyFor('password-reset', secret);
  const secrets = previousSecret === undefined ? [secret] : [secret, previousSecret];
  const sealing = sealingFor('second-factor', secrets);
  const webhookSealing = sealingFor('webhooks', secrets);

  async function act<Input, Who extends Actor | null, Result>(
    on: Database,
    performance: UseCaseCall<Input, Who, Result>,
  ): Promise<UseCaseResult<Result>> {
    const { useCase, actor, channel, address = null, input, once, request = outsideRequests.request } = performance;
    const repos = repositoriesOn(on, zone);
    const now = clock();
    const earlier = once && actor && (await repos.idempotencyKeys.take(actor.id, once, now));
    if (earlier) return { result: repeatAnswer(once, earlier) as Result, isReplay: true, discardedImages: [] };
    const discardedImages: string[] = [];
    const result = await useCase({
      actor,
      channel,
      address,
      input,
      repos,
      now,
      today: localDay(zone, now),
      zone,
      workTime,
      resetToken: (resetId) => makeResetToken(resetId, resetKey),
      sealing,
      webhookSealing,
      request,
      discardImage: (imageId) => void discardedImages.push(imageId),
    });
    if (once && actor && !once.isSecret) await repos.idempotencyKeys.answer(actor.id, once.key, { ...result });
    return { result, isReplay: false, discardedImages };
  }

  return {
    db,
    clock,
    zone,
    workTime,
    /** The one that signs first. */
    secrets,
    /** Performs a use case; what it throws leaves nothing behind. */
    async perform<Input, Who extends Actor | null, Result>(performance: UseCaseCall<Input, Who, Result>): Promise<UseCaseResult<Result>> {
      if (performance.effect === 'writes') return db.transaction((trx) => act(trx, performance));
      const result = await boundedRead(readTimeoutMs, () => act(performance.at?.db ?? db, performance));
      return { result, isReplay: false, discardedImages: [] };
    },
  };
}

export type Core = ReturnType<typeof createCore>;
