import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { type CalendarDate, DAY_MS } from '../../domain/calendar.ts';
import {
  CARD_DAYS,
  type CardAction,
  CHAT_TRIES,
  type ChatAddress,
  type ChatService,
  GREETING_MS,
  type PostedCard,
  SETTLED_MS,
} from '../../domain/chat/chat.ts';
import { HistoryModel } from '../activities/history.ts';
import { execute, firstRow } from '../database/statement.ts';
import { ActivityModel, defineModel } from '../models.ts';
import {
  ADD_CHANGES_AFTER_ROW,
  ADD_CHANGES_SINCE,
  CLEAR_FAILURE_NOTICE,
  FORGET_OWN_CHANGES,
  KEEP_CARD,
  PLAN_FAILURE_NOTICE,
  PLAN_MAIL_STOP,
  PLAN_SUMMARIES,
  RETRY_CARD,
  RETRY_TASK,
  TAKE_CARD,
  TAKE_TASK,
} from './chat-work.sql.ts';

export interface StaleCard extends ChatAddress {
  id: number;
  message: string;
  press: CardAction;
  /** Identifies the claim and the changes that it covers. */
  claim: string;
}
/** The content of a card was read up to this history row, or at this time. Later changes make it stale at once. */
export type DrawnFrom = { seenHistoryId: number } | { readSince: Date };

interface CardRow extends Pick<StaleCard, 'id' | 'chatLinkId' | 'conversation' | 'message'> {
  claim: string | null;
  nextTryAt: Date | null;
  tries: number;
  postedAt: Date;
}
const CardModel = defineModel<CardRow>('chatCards');
const CardActivityModel = defineModel<{ cardId: number; activityId: number }>('chatCardActivities', { key: ['cardId', 'activityId'] });
const CardChangeModel = defineModel<{ cardId: number; historyId: number; claim: string | null }>('chatCardChanges', {
  key: ['cardId', 'historyId'],
});

/** Posted cards, and their changes that are not drawn yet. */
export const chatCardsOn = (db: Knex) => {
  /** Locks activities against acts until the transaction ends. */
  const lock = (ids: readonly number[]) =>
    ActivityModel.query(db)
      .findByIds([...ids])
      .orderBy('id')
      .forShare()
      .select('id');
  return {
    /**
     * Stores a card or its new content. The activities are locked, so that an act has either finished or finds the card. A message is
     * unique within an account, because a conversation can have several names.
     */
    async keep(
      chatLinkId: number,
      { conversation, message, press, activityIds }: PostedCard,
      drawnFrom: DrawnFrom,
      now: Date,
    ): Promise<void> {
      const activities = await lock(activityIds);
      const row = { chatLinkId, conversation, message, press: JSON.stringify(press), postedAt: now };
      await CardModel.query(db).where({ chatLinkId, message }).whereNot({ conversation }).delete();
      const { id: cardId } = await firstRow<{ id: number }>(db, KEEP_CARD, row);
      await CardActivityModel.query(db).where({ cardId }).delete();
      if (activities.length > 0) await CardActivityModel.query(db).insert(activities.map(({ id }) => ({ cardId, activityId: id })));
      await execute(db, FORGET_OWN_CHANGES, { cardId, chatLinkId });
      if ('seenHistoryId' in drawnFrom) await execute(db, ADD_CHANGES_AFTER_ROW, { cardId, ...drawnFrom });
      else await execute(db, ADD_CHANGES_SINCE, { cardId, ...drawnFrom });
    },

    /** Locks these activities and returns their newest history row. */
    async lockNewestRow(activityIds: readonly number[]): Promise<number> {
      await lock(activityIds);
      const newest = HistoryModel.query(db).whereIn('activityId', [...activityIds]);
      return (await newest.max('id as id').first())?.id ?? 0;
    },

    /** Claims a stale card of these services until `until`. */
    async take(services: readonly ChatService[], until: Date, now: Date): Promise<StaleCard | undefined> {
      const claim = randomUUID();
      const settled = new Date(now.getTime() - SETTLED_MS);
      const [card] = (await execute<StaleCard>(db, TAKE_CARD, { services: [...services], claim, until, settled, now })).rows;
      return card && { ...card, claim };
    },

    /** Marks a card as drawn with the changes of its claim; undefined if another process has claimed it since. */
    async markDrawn(id: number, claim: string): Promise<{ chatLinkId: number; conversation: string; message: string } | undefined> {
      const state = { claim: null, nextTryAt: null, tries: 0 };
      const [card] = await CardModel.query(db).where({ id, claim }).patch(state).returning(['chatLinkId', 'conversation', 'message']);
      if (card) await CardChangeModel.query(db).where({ cardId: id, claim }).delete();
      return card;
    },

    async retry(id: number, claim: string, now: Date): Promise<void> {
      await execute(db, RETRY_CARD, { id, claim, now });
    },

    /** Removes a card that the chat no longer has. */
    async forget(id: number, claim: string): Promise<void> {
      await CardModel.query(db).where({ id, claim }).delete();
    },

    /** Forgets old cards, cards that no chat accepted, and changes of cards that are gone. */
    async forgetOld(now: Date): Promise<void> {
      const old = new Date(now.getTime() - CARD_DAYS * DAY_MS);
      await CardModel.query(db).where('postedAt', '<', old).orWhere('tries', '>=', CHAT_TRIES).delete();
      await CardChangeModel.query(db).whereNotIn('cardId', CardModel.query(db).select('id')).delete();
    },
  };
};

export interface ChatTask extends ChatAddress {
  id: number;
  kind: 'greet' | 'summarize' | 'unsent' | 'mailStopped' | 'topicNews';
  userId: number;
  /** Set where an earlier claim ended without a result. */
  isUncertain: boolean;
}
interface TaskRow extends Pick<ChatTask, 'id' | 'kind' | 'chatLinkId' | 'conversation'> {
  key: string;
  claimedUntil: Date | null;
  createdAt: Date;
  nextTryAt: Date | null;
  expiresAt: Date;
}
const ChatTaskModel = defineModel<TaskRow>('chatTasks');

/**
 * Greetings, weekly summaries, their failure notices, notices of a mail server that refuses everything, and news of topics. Ended tasks stay
 * for a while, because their key keeps them from being added again.
 */
export const chatTasksOn = (db: Knex, zone: string) => ({
  async greet(chatLinkId: number, conversation: string, now: Date): Promise<void> {
    const key = `greet:${chatLinkId}:${now.toISOString()}`;
    const expiresAt = new Date(now.getTime() + GREETING_MS);
    await ChatTaskModel.query(db).insert({ key, kind: 'greet', chatLinkId, conversation, createdAt: now, nextTryAt: now, expiresAt });
  },

  async planSummaries(today: CalendarDate, now: Date): Promise<void> {
    await execute(db, PLAN_SUMMARIES, { today, zone, now });
  },

  /** Plans a notice for each of these people who has a chat. */
  async planMailStop(people: readonly number[], now: Date): Promise<void> {
    await execute(db, PLAN_MAIL_STOP, { people: [...people], now });
  },

  /** Claims a task of these services until `until`. */
  async take(services: readonly ChatService[], until: Date, now: Date): Promise<ChatTask | undefined> {
    return (await execute<ChatTask>(db, TAKE_TASK, { services: [...services], until, now })).rows[0];
  },

  /** Plans one failure notice for the person whose summary could not be posted, if the claim still holds. */
  async planFailureNotice(id: number, claimedUntil: Date, now: Date): Promise<void> {
    await execute(db, PLAN_FAILURE_NOTICE, { id, claimedUntil, now });
  },

  /** Clears the mark of a failure notice, because a summary was posted there. */
  async clearFailureNotice(id: number, claimedUntil: Date): Promise<void> {
    await execute(db, CLEAR_FAILURE_NOTICE, { id, claimedUntil });
  },

  /** Ends a task, whether or not it was done. */
  async end(id: number, claimedUntil: Date): Promise<void> {
    await ChatTaskModel.query(db).where({ id, claimedUntil }).patch({ claimedUntil: null, nextTryAt: null });
  },

  async retry(id: number, claimedUntil: Date, isUncertain: boolean, now: Date): Promise<void> {
    await execute(db, RETRY_TASK, { id, claimedUntil, isUncertain, now });
  },

  async forgetOld(now: Date): Promise<void> {
    const old = new Date(now.getTime() - 30 * DAY_MS);
    await ChatTaskModel.query(db).where('expiresAt', '<', old).delete();
  },
});

export interface ChosenSummary {
  chatLinkId: number;
  conversation: string;
  displayName: string;
}

interface SummaryRow extends ChosenSummary {
  userId: number;
  chosenAt: Date;
  toldUnsentAt: Date | null;
}
const ChatSummaryModel = defineModel<SummaryRow>('chatSummaries', { key: 'userId' });

/** The conversation to which a person's weekly summary goes; one for each person. */
export const chatSummariesOn = (db: Knex) => ({
  async find(userId: number): Promise<ChosenSummary | undefined> {
    return ChatSummaryModel.query(db).findById(userId).select('chatLinkId', 'conversation', 'displayName');
  },

  async choose(userId: number, choice: ChosenSummary, chosenAt: Date): Promise<void> {
    await ChatSummaryModel.query(db)
      .insert({ userId, ...choice, chosenAt, toldUnsentAt: null })
      .onConflict('userId')
      .merge();
  },

  async stop(userId: number): Promise<void> {
    await ChatSummaryModel.query(db).deleteById(userId);
  },
});
