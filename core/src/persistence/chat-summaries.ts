import type { Knex } from 'knex';

export interface ChosenSummary {
  chatLinkId: number;
  conversation: string;
  displayName: string;
}

/** Which conversation a person's weekly summary goes to; one for each person. */
export const chatSummariesOn = (db: Knex) => ({
  async of(userId: number): Promise<ChosenSummary | undefined> {
    return db('chatSummaries').where({ userId }).first('chatLinkId', 'conversation', 'displayName');
  },

  async choose(userId: number, chosen: ChosenSummary, chosenAt: Date): Promise<void> {
    await db('chatSummaries')
      .insert({ userId, ...chosen, chosenAt, toldUnsentAt: null })
      .onConflict('userId')
      .merge();
  },

  async stop(userId: number): Promise<void> {
    await db('chatSummaries').where({ userId }).delete();
  },
});
