import type { Knex } from 'knex';
import type { DeliveredAct, DeliveryState, DisablingReason, WebhookAct, WebhookFailure } from '../../domain/admin/webhook.ts';
import { execute, firstRow } from '../database/statement.ts';
import { defineModel } from '../models.ts';
import * as sql from './webhooks.sql.ts';

export interface WebhookChoice {
  name: string;
  url: string;
  acts: WebhookAct[];
  /** Set where events carry the texts of comments. */
  hasComments: boolean;
  isActive: boolean;
}
/** `activatedAt` is set where an edit switches it on. */
type EditedWebhook = WebhookChoice & { activatedAt?: Date };
export interface StoredWebhook extends WebhookChoice {
  id: number;
  /** When the product disabled it; null where it did not. */
  disabledAt: Date | null;
  disablingReason: DisablingReason | null;
  failingSince: Date | null;
  deliveredAt: Date | null;
  createdAt: Date;
}
export interface ListedWebhook extends StoredWebhook {
  /** The earlier secret signs too until then. */
  previousUntil: Date | null;
  waiting: number;
  failed: number;
}
interface SealedWebhook extends StoredWebhook {
  /** When an edit last switched it on; null where none did. */
  activatedAt: Date | null;
  sealedSecret: Buffer;
  sealedPreviousSecret: Buffer | null;
  previousUntil: Date | null;
}
const WebhookModel = defineModel<SealedWebhook>('webhooks');

/** The columns that `lock` reads: no secret. */
const choiceColumns = ['id', 'name', 'url', 'acts', 'hasComments', 'isActive', 'disabledAt', 'disablingReason'] as const;
export type LockedWebhook = Pick<StoredWebhook, (typeof choiceColumns)[number]>;

/** Identifies a claim: after the lease another process may claim the delivery, and then only that process marks it. */
interface DeliveryClaim {
  id: number;
  tries: number;
  claimedUntil: Date;
}
export interface ClaimedDelivery extends DeliveryClaim {
  webhookId: number;
  messageId: string;
  historyId: number | null;
  activityId: number | null;
  /** The request for work that it is of, in the place of both. */
  requestId?: number | null;
  act: DeliveredAct;
  happenedAt: Date;
  /** The contents; null before the first try. */
  body: string | null;
  url: string;
  hasComments: boolean;
  sealedSecret: Buffer;
  /** Set while it signs too. */
  sealedPreviousSecret: Buffer | null;
}

export interface FailedTry {
  failure: WebhookFailure;
  /** The receiver answered this status; null where it gave none. */
  status: number | null;
  /** The answer of the receiver, or the error of the network. */
  answer: string | null;
  /** Null gives the delivery up. */
  nextTryAt: Date | null;
}

export interface DeliverySelection {
  webhookId?: number | undefined;
  state?: DeliveryState | undefined;
}
export interface ListedDelivery {
  id: number;
  webhookId: number;
  webhookName: string;
  isWebhookActive: boolean;
  messageId: string;
  activityId: number | null;
  act: DeliveredAct;
  happenedAt: Date;
  state: DeliveryState;
  tries: number;
  triedAt: Date | null;
  lastStatus: number | null;
  failure: WebhookFailure | null;
  answer: string | null;
  nextTryAt: Date | null;
  deliveredAt: Date | null;
  failedAt: Date | null;
}

interface WebhookFigures {
  waiting: number;
  lateSince: Date | null;
  failed: number;
  disabled: number;
}

const DeliveryModel = defineModel<{
  id: number;
  webhookId: number;
  act: DeliveredAct;
  happenedAt: Date;
  nextTryAt: Date | null;
}>('webhookDeliveries');

const claimKey = ({ id, tries, claimedUntil }: DeliveryClaim) => ({ id, tries, claimedUntil });

/** Receivers of events, and their deliveries. A trigger on the history adds the deliveries of acts. */
export const webhooksOn = (db: Knex) => ({
  list: async (now: Date): Promise<ListedWebhook[]> => (await execute<ListedWebhook>(db, sql.LIST, { now })).rows,
  count: async (): Promise<number> => WebhookModel.query(db).resultSize(),

  async lock(id: number): Promise<LockedWebhook | undefined> {
    return WebhookModel.query(db)
      .findById(id)
      .select(...choiceColumns)
      .forNoKeyUpdate();
  },

  add: async (choice: WebhookChoice & Pick<SealedWebhook, 'sealedSecret' | 'createdAt'>): Promise<number> =>
    (await WebhookModel.query(db).insert(choice).returning('id')).id,

  /** An edit that leaves the receiver active clears its failures, because somebody has looked at it. */
  async update(id: number, choice: EditedWebhook): Promise<void> {
    const health = { disabledAt: null, disablingReason: null, failingSince: null };
    await WebhookModel.query(db)
      .findById(id)
      .patch(choice.isActive ? { ...choice, ...health } : choice);
  },

  async disable(id: number, disablingReason: DisablingReason, disabledAt: Date): Promise<void> {
    await WebhookModel.query(db).findById(id).patch({ isActive: false, disablingReason, disabledAt });
  },

  /** The earlier secret signs too until `previousUntil`. */
  async replaceSecret(id: number, sealedSecret: Buffer, previousUntil: Date): Promise<void> {
    const webhook = await WebhookModel.query(db).findById(id).select('sealedSecret').forNoKeyUpdate();
    await WebhookModel.query(db)
      .findById(id)
      .patch({ sealedPreviousSecret: webhook?.sealedSecret ?? null, sealedSecret, previousUntil });
  },

  /** Reads all secrets and locks them until the transaction ends. */
  sealed: async (): Promise<Pick<SealedWebhook, 'id' | 'sealedSecret' | 'sealedPreviousSecret'>[]> =>
    WebhookModel.query(db).select('id', 'sealedSecret', 'sealedPreviousSecret').orderBy('id').forNoKeyUpdate(),

  async setSealed(id: number, sealed: Pick<SealedWebhook, 'sealedSecret' | 'sealedPreviousSecret'>): Promise<void> {
    await WebhookModel.query(db).findById(id).patch(sealed);
  },

  /** The clean-up removes the deliveries: to mark one locks it before its receiver, and to remove them here would lock in the other order. */
  async remove(id: number): Promise<void> {
    await WebhookModel.query(db).deleteById(id);
  },

  addTest: async (webhookId: number, now: Date): Promise<number> =>
    (await DeliveryModel.query(db).insert({ webhookId, act: 'test', happenedAt: now, nextTryAt: now }).returning('id')).id,
});

/** Deliveries that wait, and those that ended in the last 30 days. */
export const webhookDeliveriesOn = (db: Knex) => ({
  async claim(webhookId: number, { now, leaseMs }: { now: Date; leaseMs: number }): Promise<ClaimedDelivery | undefined> {
    const claimedUntil = new Date(now.getTime() + leaseMs);
    return (await execute<ClaimedDelivery>(db, sql.CLAIM, { webhookId, now, claimedUntil })).rows[0];
  },

  /** Stores the body; false where the lease is over. */
  keepBody: async (claim: DeliveryClaim, body: string): Promise<boolean> =>
    (await execute(db, sql.KEEP_BODY, { ...claimKey(claim), body })).rowCount > 0,

  async markDelivered(claim: DeliveryClaim, status: number, now: Date): Promise<void> {
    await execute(db, sql.MARK_DELIVERED, { ...claimKey(claim), status, now });
  },

  /** Returns the receiver as it is now; undefined where the lease is over. */
  async markFailed(
    claim: DeliveryClaim,
    failed: FailedTry,
    now: Date,
  ): Promise<Pick<StoredWebhook, 'id' | 'name' | 'url' | 'failingSince' | 'isActive'> | undefined> {
    const { rows } = await execute<Pick<StoredWebhook, 'id' | 'name' | 'url' | 'failingSince' | 'isActive'>>(db, sql.MARK_FAILED, {
      ...claimKey(claim),
      ...failed,
      now,
    });
    return rows[0];
  },

  /** Returns a delivery that could not be tried here, without counting a try. */
  async putBack(claim: DeliveryClaim, failure: WebhookFailure, nextTryAt: Date): Promise<void> {
    await execute(db, sql.PUT_BACK, { ...claimKey(claim), failure, nextTryAt });
  },

  async list(
    { webhookId = undefined, state = undefined }: DeliverySelection,
    page: { limit: number; offset: number },
  ): Promise<{ rows: ListedDelivery[]; total: number }> {
    const selection = { webhookId: webhookId ?? null, state: state ?? null };
    const { total } = await firstRow<{ total: number }>(db, sql.COUNT_DELIVERIES, selection);
    return { rows: (await execute<ListedDelivery>(db, sql.LIST_DELIVERIES, { ...selection, ...page })).rows, total };
  },

  /** Makes deliveries due with new tries: those of these ids, and the failed ones of a receiver. Returns their ids. */
  async sendAgain({ ids, failedOf }: { ids: readonly number[]; failedOf: number | null }, now: Date): Promise<number[]> {
    const { rows } = await execute<{ id: number }>(db, sql.SEND_AGAIN, { ids: [...ids], failedOf, now });
    return rows.map(({ id }) => id);
  },

  async hasInactive(ids: readonly number[]): Promise<boolean> {
    const inactive = WebhookModel.query(db).select('id').where({ isActive: false });
    const delivery = DeliveryModel.query(db)
      .whereIn('id', [...ids])
      .whereIn('webhookId', inactive);
    return (await delivery.resultSize()) > 0;
  },

  /** Removes old deliveries and those of removed receivers, also those that were added while their receiver was being removed. */
  async forgetBefore(before: Date): Promise<void> {
    await execute(db, sql.FORGET_OLD, { before });
    await execute(db, sql.FORGET_ORPHANS);
  },

  figures: async (): Promise<WebhookFigures> => firstRow(db, sql.FIGURES),
});
