import type { Knex } from 'knex';
import type { CalendarDate } from '../domain/calendar.ts';
import { type ChatAddress, type ChatService, GREETING_MS } from '../domain/notifications/chat.ts';
import { CLEAR_FAILURE_NOTICE, PLAN_FAILURE_NOTICE, PLAN_MAIL_STOP, PLAN_SUMMARIES, RETRY, TAKE } from './chat-tasks.sql.ts';
import { modelOf } from './models.ts';
import { execute } from './statement.ts';

export interface ChatTask extends ChatAddress {
  id: number;
  kind: 'greet' | 'summarize' | 'unsent' | 'mailStopped' | 'topicNews';
  userId: number;
  /** An earlier claim ended without a result. */
  isUncertain: boolean;
}
interface TaskRow extends Pick<ChatTask, 'id' | 'kind' | 'chatLinkId' | 'conversation'> {
  key: string;
  claimedUntil: Date | null;
  createdAt: Date;
  nextTryAt: Date | null;
  expiresAt: Date;
}
const ChatTaskModel = modelOf<TaskRow>('chatTasks');
const DAY_MS = 24 * 3_600_000;

/** Greetings, weekly summaries, their failure notices, and notices of a mail server that refuses everything. Ended tasks stay for a while, because their key keeps them from being added again. */
export const chatTasksOn = (db: Knex, zone: string) => ({
  async greet(chatLinkId: number, conversation: string, now: Date): Promise<void> {
    const key = `greet:${chatLinkId}:${now.toISOString()}`;
    const expiresAt = new Date(now.getTime() + GREETING_MS);
    await ChatTaskModel.query(db).insert({ key, kind: 'greet', chatLinkId, conversation, createdAt: now, nextTryAt: now, expiresAt });
  },

  async planSummaries(today: CalendarDate, now: Date): Promise<void> {
    await execute(db, PLAN_SUMMARIES, { today, zone, now });
  },

  /** One for each of these people who has a chat. */
  async planMailStop(people: readonly number[], now: Date): Promise<void> {
    await execute(db, PLAN_MAIL_STOP, { people: [...people], now });
  },

  /** Claims a task of these services until then. */
  async take(services: readonly ChatService[], until: Date, now: Date): Promise<ChatTask | undefined> {
    return (await execute<ChatTask>(db, TAKE, { services: [...services], until, now })).rows[0];
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
    await execute(db, RETRY, { id, claimedUntil, isUncertain, now });
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
const ChatSummaryModel = modelOf<SummaryRow>('chatSummaries', { key: 'userId' });

/** Which conversation a person's weekly summary goes to; one for each person. */
export const chatSummariesOn = (db: Knex) => ({
  async of(userId: number): Promise<ChosenSummary | undefined> {
    return ChatSummaryModel.query(db).findById(userId).select('chatLinkId', 'conversation', 'displayName');
  },

  async choose(userId: number, chosen: ChosenSummary, chosenAt: Date): Promise<void> {
    await ChatSummaryModel.query(db)
      .insert({ userId, ...chosen, chosenAt, toldUnsentAt: null })
      .onConflict('userId')
      .merge();
  },

  async stop(userId: number): Promise<void> {
    await ChatSummaryModel.query(db).deleteById(userId);
  },
});
